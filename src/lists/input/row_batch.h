#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "lists/input/csv.h"
#include "lists/input/row_piece.h"

namespace vedette::lists {

// The rows of the next few hundred parties. Cutting rows and making profiles of them are two
// programs that do not fit together into the fast memory of a processor: each runs faster when it
// is done for many parties before the other takes its turn.
class RowBatch {
 public:
  // What is added from here on belongs to the next party.
  void begin_party() { parties_.push_back(rows_.size()); }
  // `kind` tells rows of several files apart.
  void add(const CsvReader& reader, char kind = ' ');

  // Time to make profiles. Parties are not divided: one of many rows makes the batch larger.
  bool is_full() const { return bytes_ >= kEnough; }
  std::size_t size() const { return parties_.size(); }
  std::span<const GatheredRow> party(std::size_t index) const {
    const std::size_t begin = parties_[index];
    const std::size_t end = index + 1 < parties_.size() ? parties_[index + 1] : rows_.size();
    return std::span(rows_).subspan(begin, end - begin);
  }
  void clear();

 private:
  static constexpr std::size_t kEnough = std::size_t{64} << 10;
  static constexpr std::size_t kUsual = 4 * kEnough;  // with the cells

  // Of the rows, one behind the other: what few bytes they take stays close to the processor. What
  // one of many rows takes beyond that is given back.
  std::vector<std::byte> usual_ = std::vector<std::byte>(kUsual);
  std::pmr::monotonic_buffer_resource memory_{usual_.data(), usual_.size()};
  std::vector<GatheredRow> rows_;
  std::vector<std::size_t> parties_;  // the first row of each
  std::size_t bytes_ = 0;
};

}  // namespace vedette::lists
