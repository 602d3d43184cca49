#include "ledger/log_mover.h"

#include <algorithm>

#include "base/log.h"

namespace vedette::ledger {
namespace {

// Multiples of sqlite_checkpoint_pages: from kLong on the log should restart, from kFarTooLong on
// the writer waits for the mover.
constexpr int kLong = 8;
constexpr int kFarTooLong = 16;
// Divisor of the portion that is moved while writes come in. Mover and writer sync to the same
// disk, and a short sync delays a commit little. The price: pages that change often are moved more
// often.
constexpr int kBesideOthers = 4;
// Divisor of what counts as little left: the writer moves that in some milliseconds.
constexpr int kLittle = 16;

}  // namespace

LogMover::LogMover(const Store& store, std::function<void(const base::Error&)> failed)
    : store_(store),
      failed_(std::move(failed)),
      due_(store.settings().sqlite_checkpoint_pages),
      thread_([this] { run(); }) {}

LogMover::~LogMover() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
}

bool LogMover::is_long() const {
  return length_ - finished_ >= kLong * due_;
}

bool LogMover::is_little_left() const {
  return length_ - moved_ <= due_ / kLittle;
}

bool LogMover::is_due() const {
  const int due = quiet_ ? due_ : due_ / kBesideOthers;
  return length_ - moved_ >= due || (is_long() && !is_little_left());
}

base::Result<void> LogMover::committed(sql::Connection& writer, const Moment& moment) {
  std::unique_lock lock(mutex_);
  length_ = writer.log_pages();
  quiet_ = moment.quiet;
  if (length_ < moved_) moved_ = finished_ = 0;  // it was begun anew
  if (length_ - finished_ >= kFarTooLong * due_) {
    changed_.wait(lock, [this] { return !moving_; });
  } else if (!is_long() || !is_little_left() || moving_ || moment.somebody_waits) {
    if (is_due()) changed_.notify_all();
    return {};
  }
  // A reader with an old snapshot may still keep the log from restarting. The next try is when it
  // is long again.
  moved_ = finished_ = length_;
  lock.unlock();
  return writer.move_log();
}

base::Result<bool> LogMover::empty_log(sql::Deadline deadline) {
  VEDETTE_ASSIGN(const auto connection, store_.connect(sql::Access::kRead));
  connection->set_deadline(deadline);
  auto emptied = connection->empty_log();
  if (!emptied.ok()) failed_(emptied.error());
  return emptied;
}

void LogMover::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return closing_ || is_due(); });
    if (closing_) return;
    moved_ = length_;
    moving_ = true;
    lock.unlock();
    move();
    lock.lock();
    moving_ = false;
    changed_.notify_all();
  }
}

void LogMover::move() {
  if (!connection_) {
    auto opened = store_.connect(sql::Access::kRead);
    if (!opened.ok()) {
      base::log(base::LogLevel::kWarning, "the log of the ledger grows: it could not be opened",
                {{"error", opened.error().message}});
      return;
    }
    connection_ = std::move(opened).value();
  }
  if (const auto moved = connection_->move_log(); !moved.ok()) failed_(moved.error());
  if (!connection_->usable()) connection_.reset();
}

}  // namespace vedette::ledger
