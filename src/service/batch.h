#pragma once

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "service/screening.h"

namespace vedette::service {

// One name of a batch.
struct BatchItem {
  std::string key = {};
  SearchQuestion question = {};
};

// Many names searched on one generation by all cores, recorded piece by piece. While one piece is
// made durable the next one is searched. One thread at a time calls next().
class Batch {
 public:
  // Puts the answer for one name into words. `results` is an error when this name could not be
  // searched; the answer must say so. Called from several threads.
  using Write = std::function<base::Result<std::string>(
      const BatchItem& item, const catalogue::Catalogue& catalogue,
      const base::Result<search::Results>& results)>;

  struct Begin {
    Asker asker;
    std::string question = {};  // what the names have in common, JSON
    std::optional<base::Time> as_of = {};
    std::vector<BatchItem> items = {};
    Write write = {};
  };
  // Chooses the generation and records the batch as begun. `screening` must outlive it.
  static base::Result<std::unique_ptr<Batch>> begin(Screening& screening, Begin begin);
  ~Batch();

  const SearchIdentity& identity() const { return identity_; }
  const catalogue::Catalogue& catalogue() const { return *catalogue_; }

  // The answers of the next names, in order, once they are recorded; none at the end, when the
  // batch is recorded as complete. After an error the batch stays broken off.
  base::Result<std::vector<std::string>> next();

 private:
  struct Piece {
    std::size_t first = 0;
    std::vector<NewBatchItem> records = {};
    std::vector<std::string> answers = {};
    std::optional<base::Error> failure = {};
  };

  Batch(Screening& screening, Begin begin, std::shared_ptr<const catalogue::Catalogue> catalogue);
  Piece search_piece(std::size_t first);
  void search_one(std::size_t item, NewBatchItem& record, std::string& answer,
                  std::optional<base::Error>& failure);
  void start_next();

  Screening& screening_;
  const Begin begin_;
  const std::shared_ptr<const catalogue::Catalogue> catalogue_;
  SearchIdentity identity_ = {};
  std::uint64_t total_ = 0;
  std::size_t started_ = 0;  // items whose search was begun
  std::future<Piece> coming_;
};

}  // namespace vedette::service
