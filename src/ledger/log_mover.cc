#include "ledger/log_mover.h"

#include <algorithm>

#include "base/log.h"

namespace vedette::ledger {
namespace {

// In times of the pages by which the log grows before it is moved while it is quiet: a log that
// should be begun anew, and one for which the writer waits.
constexpr int kLong = 8;
constexpr int kFarTooLong = 16;
// While somebody comes now and then, it is moved in portions of such a share: both the thread and
// whoever commits meanwhile sync to the same disk, and a short sync delays them little.
// Pages that are changed again and again are then moved more often.
constexpr int kBesideOthers = 4;
// Such a share is little, which takes the writer some milliseconds.
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
  // Somebody who reads may keep the log from being begun anew even so: the next time is when it has
  // become long once more.
  moved_ = finished_ = length_;
  lock.unlock();
  return writer.move_log();
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
