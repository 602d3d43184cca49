#include "service/screening/batch.h"

#include <algorithm>

#include "search/searcher.h"

namespace vedette::service {
namespace {

// Names per recorded piece: enough to make recording cheap, few enough for early first answers.
constexpr std::size_t kPieceItems = 64;
// Names searched ahead: enough to keep all cores busy while one name takes a hundred times as long
// or a piece is recorded, few enough to hold little memory.
constexpr std::size_t kMostAhead = 256;

// The code under which a name that could not be searched is recorded.
std::string failure_code(const base::Error& error) {
  return error.cause == base::Cause::kTooExpensive ? "QUERY_TOO_EXPENSIVE" : "INTERNAL_ERROR";
}

}  // namespace

Batch::Batch(Screening& screening, Begin begin, parties::PartyCatalogue lists)
    : screening_(screening),
      begin_(std::move(begin)),
      lists_(std::move(lists)),
      slots_(std::min(kMostAhead, begin_.items.size())),
      searching_(std::min(screening_.workspaces().threads(), begin_.items.size())) {}

Batch::~Batch() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
}

base::Result<std::unique_ptr<Batch>> Batch::begin(Screening& screening, Begin begin) {
  VEDETTE_ASSIGN(auto lists, screening.choose(begin.as_of));
  std::unique_ptr<Batch> batch(new Batch(screening, std::move(begin), std::move(lists)));
  VEDETTE_ASSIGN(batch->identity_,
                 screening.searches().begin_batch(
                     batch->begin_.asker, batch->begin_.question, basis_of(batch->lists_),
                     static_cast<std::int64_t>(batch->begin_.items.size())));
  const std::lock_guard lock(batch->mutex_);
  batch->start_searching();
  return batch;
}

bool Batch::has_room() const {
  return started_ < begin_.items.size() && started_ - taken_ < slots_.size();
}

// Call with the lock held. Waits at most for threads that have nothing left to do.
void Batch::start_searching() {
  for (Searching& each : searching_) {
    if (each.goes_on || !has_room()) continue;
    each.thread = std::jthread([this, &each] { search_items(each); });
    each.goes_on = true;
  }
}

void Batch::search_items(Searching& own) {
  std::unique_lock lock(mutex_);
  while (!ending_ && has_room()) {
    const std::size_t item = started_++;
    lock.unlock();
    Slot done = search_item(begin_.items[item]);
    lock.lock();
    slot(item) = std::move(done);
    if (item != finished_) continue;
    while (finished_ < started_ && slot(finished_).finished)
      ++finished_;
    advanced_.notify_one();
  }
  own.goes_on = false;
}

Batch::Slot Batch::search_item(const BatchItem& item) const {
  Slot done;
  done.finished = true;
  try {
    done.record.key = item.key;
    done.record.question = to_json(item.question);
    const auto results = screening_.search(lists_, item.question);
    if (results.ok()) {
      done.record.total = results->found.total;
      done.record.hits = recorded_hits(*lists_.catalogue, *results);
    } else {
      done.record.failure = failure_code(results.error());
    }
    auto written = begin_.write(item, lists_, results);
    if (written.ok())
      done.answer = std::move(written).value();
    else
      done.failure = std::move(written).error();
  } catch (const std::exception& error) {
    done.failure.emplace(base::Cause::kInternal, error.what());
  }
  return done;
}

base::Result<std::vector<std::string>> Batch::next() {
  if (broken_off_) return *broken_off_;
  std::vector<NewBatchItem> records;
  std::vector<std::string> answers;
  std::unique_lock lock(mutex_);
  const std::size_t first = taken_;
  const std::size_t enough = std::min(first + kPieceItems, begin_.items.size());
  advanced_.wait(lock, [&] { return finished_ >= enough; });
  for (; taken_ < finished_; ++taken_) {
    Slot taken = std::exchange(slot(taken_), {});
    if (taken.failure && !broken_off_) broken_off_ = std::move(taken.failure);
    records.push_back(std::move(taken.record));
    answers.push_back(std::move(taken.answer));
  }
  if (broken_off_) {
    ending_ = true;
    return *broken_off_;
  }
  start_searching();
  lock.unlock();
  const auto recorded =
      records.empty() ? screening_.searches().complete_batch(begin_.asker, identity_, total_)
                      : screening_.searches().record_items(
                            begin_.asker, identity_, static_cast<std::int64_t>(first), records);
  if (!recorded.ok()) {
    lock.lock();
    ending_ = true;
    return broken_off_.emplace(recorded.error());
  }
  for (const NewBatchItem& record : records)
    total_ += record.total;
  return answers;
}

}  // namespace vedette::service
