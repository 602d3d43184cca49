#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "service/screening/screening.h"

namespace vedette::service {

// One name of a batch.
struct BatchItem {
  std::string key = {};
  SearchQuestion question = {};
};

// Many names searched on one generation by all cores, recorded piece by piece. Searching goes on
// while a piece is made durable and handed out, up to a bounded number of names ahead; when nobody
// takes the answers it ends, threads included, until they are taken. One thread at a time calls
// next().
class Batch {
 public:
  // Puts the answer for one name into words. `results` is an error when this name could not be
  // searched; the answer must say so. Called from several threads.
  using Write = std::function<base::Result<std::string>(
      const BatchItem& item, const parties::PartyCatalogue& lists,
      const base::Result<ScreeningResults>& results)>;

  struct Begin {
    Asker asker;
    std::string question = {};  // what the names have in common, JSON
    std::optional<base::Time> as_of = {};
    std::vector<BatchItem> items = {};
    Write write = {};
  };
  // Chooses the generation and records the batch as begun. `screening` must outlive it.
  static base::Result<std::unique_ptr<Batch>> begin(Screening& screening, Begin begin);
  // Waits for the searches that are under way; begins no other.
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  const SearchIdentity& identity() const { return identity_; }
  const catalogue::Catalogue& catalogue() const { return *lists_.catalogue; }

  // The answers of the next names, in order, once they are recorded; none at the end, when the
  // batch is recorded as complete. After an error the batch stays broken off.
  base::Result<std::vector<std::string>> next();

 private:
  // A name that is searched, or was and waits for those before it.
  struct Slot {
    NewBatchItem record = {};
    std::string answer = {};
    std::optional<base::Error> failure = {};  // it could not be put into words
    bool finished = false;
  };
  struct Searching {
    bool goes_on = false;
    std::jthread thread = {};
  };

  Batch(Screening& screening, Begin begin, parties::PartyCatalogue lists);
  void start_searching();
  void search_items(Searching& own);
  Slot search_item(const BatchItem& item) const;
  bool has_room() const;
  Slot& slot(std::size_t item) { return slots_[item % slots_.size()]; }

  Screening& screening_;
  const Begin begin_;
  const parties::PartyCatalogue lists_;
  SearchIdentity identity_ = {};
  std::uint64_t total_ = 0;
  std::optional<base::Error> broken_off_ = {};

  std::mutex mutex_;
  std::condition_variable advanced_;
  // Of the items, in order: 0 <= taken_ <= finished_ <= started_.
  std::size_t taken_ = 0;     // by next()
  std::size_t finished_ = 0;  // without a gap
  std::size_t started_ = 0;
  bool ending_ = false;
  std::vector<Slot> slots_;  // of those between taken_ and started_
  std::vector<Searching> searching_;
};

}  // namespace vedette::service
