#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lists/input/account.h"
#include "lists/input/csv.h"
#include "lists/input/input.h"

namespace vedette::lists {

// The separated files that make up one of OFAC's lists, by what their rows say.
enum class OfacRole : char { kParty = 'P', kAlias = 'A', kAddress = 'D', kComment = 'C' };

// The cells of a row; empty beyond its end, and where the file says that there is nothing.
class OfacCells {
 public:
  explicit OfacCells(std::span<const std::string_view> cells) : cells_(cells) {}
  std::string_view operator[](std::size_t column) const {
    if (column >= cells_.size() || cells_[column] == "-0-") return {};
    return cells_[column];
  }

 private:
  std::span<const std::string_view> cells_;
};

// A party's number without the zeros before it, which some copies of the files write and some do
// not; other texts as they are.
std::string_view without_zeros(std::string_view number);
// Nothing when it is none; 0 when there are too many digits to be compared.
std::optional<std::uint64_t> number_of(std::string_view digits);

// One of the files while it is read: the row at which it stands.
class OfacFile {
 public:
  static base::Result<OfacFile> open(const Input& input, Sink& sink);

  bool at_end() const { return at_end_; }
  bool is_in_order() const { return is_in_order_; }       // so far
  std::optional<OfacRole> role() const { return role_; }  // none of an empty file
  const std::string& name() const { return input_->name(); }
  std::string_view id() const { return without_zeros((*rows_)[0]); }
  std::uint64_t number() const { return number_; }
  std::uint64_t line() const { return rows_->line(); }
  CsvReader& row() { return *rows_; }

  // The next row that is one of this file's; the others are accounted for.
  base::Result<void> next(Sink& sink);

 private:
  OfacFile(const Input& input, std::unique_ptr<ByteSource> source, char delimiter)
      : input_(&input),
        source_(std::move(source)),
        rows_(std::make_unique<CsvReader>(*source_, delimiter)) {}

  const Input* input_;
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<CsvReader> rows_;
  std::optional<OfacRole> role_;
  std::uint64_t number_ = 0;
  bool is_in_order_ = true;
  bool at_end_ = false;
};

// Whether the lines of the file begin with numbers that never fall.
base::Result<bool> is_in_order(const Input& input);

}  // namespace vedette::lists
