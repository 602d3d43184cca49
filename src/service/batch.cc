#include "service/batch.h"

#include <algorithm>

#include "search/searcher.h"

namespace vedette::service {
namespace {

// Large enough that recording is cheap per name, small enough that the first answers come soon and
// little memory is held.
constexpr std::size_t kPieceItems = 128;

// The code under which a name that could not be searched is recorded.
std::string failure_code(const base::Error& error) {
  return error.cause == base::Cause::kTooExpensive ? "QUERY_TOO_EXPENSIVE" : "INTERNAL_ERROR";
}

}  // namespace

Batch::Batch(Screening& screening, Begin begin,
             std::shared_ptr<const catalogue::Catalogue> catalogue)
    : screening_(screening), begin_(std::move(begin)), catalogue_(std::move(catalogue)) {}

Batch::~Batch() {
  if (coming_.valid()) coming_.wait();
}

base::Result<std::unique_ptr<Batch>> Batch::begin(Screening& screening, Begin begin) {
  VEDETTE_ASSIGN(auto catalogue, screening.choose(begin.as_of));
  std::unique_ptr<Batch> batch(new Batch(screening, std::move(begin), std::move(catalogue)));
  VEDETTE_ASSIGN(batch->identity_,
                 screening.searches().begin_batch(
                     batch->begin_.asker, batch->begin_.question, basis_of(*batch->catalogue_),
                     static_cast<std::int64_t>(batch->begin_.items.size())));
  batch->start_next();
  return batch;
}

void Batch::start_next() {
  if (started_ >= begin_.items.size()) return;
  const std::size_t first = started_;
  started_ = std::min(first + kPieceItems, begin_.items.size());
  coming_ = std::async(std::launch::async, [this, first] { return search_piece(first); });
}

void Batch::search_one(std::size_t item, NewBatchItem& record, std::string& answer,
                       std::optional<base::Error>& failure) {
  const BatchItem& asked = begin_.items[item];
  record.key = asked.key;
  record.question = to_json(asked.question);
  const auto results = screening_.search(catalogue_, asked.question);
  if (results.ok()) {
    record.total = results->total;
    record.hits = recorded_hits(*catalogue_, results->hits);
  } else {
    record.failure = failure_code(results.error());
  }
  auto written = begin_.write(asked, *catalogue_, results);
  if (written.ok())
    answer = std::move(written).value();
  else
    failure = std::move(written).error();
}

Batch::Piece Batch::search_piece(std::size_t first) {
  const std::size_t count = std::min(kPieceItems, begin_.items.size() - first);
  Piece piece{.first = first, .records = {}, .answers = {}};
  piece.records.resize(count);
  piece.answers.resize(count);
  std::vector<std::optional<base::Error>> failures(count);
  search::for_each_in_parallel(count, screening_.workspaces().threads(), [&](std::size_t i) {
    search_one(first + i, piece.records[i], piece.answers[i], failures[i]);
  });
  for (auto& failure : failures)
    if (failure && !piece.failure) piece.failure = std::move(failure);
  return piece;
}

base::Result<std::vector<std::string>> Batch::next() {
  if (!coming_.valid()) {
    VEDETTE_TRY(screening_.searches().complete_batch(begin_.asker, identity_, total_));
    return std::vector<std::string>();
  }
  Piece piece = coming_.get();
  if (piece.failure) return std::move(*piece.failure);
  start_next();
  VEDETTE_TRY(screening_.searches().record_items(
      begin_.asker, identity_, static_cast<std::int64_t>(piece.first), piece.records));
  for (const NewBatchItem& record : piece.records)
    total_ += record.total;
  return std::move(piece.answers);
}

}  // namespace vedette::service
