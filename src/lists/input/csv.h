#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.h"
#include "base/result.h"
#include "lists/input/input.h"

namespace vedette::lists {

// Reads separated values as published lists have them: base::CsvCutter by its lenient rules. A
// field that is not UTF-8 is taken as windows-1252, the only other encoding lists use.
class CsvReader {
 public:
  explicit CsvReader(ByteSource& source, char delimiter = ',');

  // False at the end; an error when a quote is never closed, a row is absurdly long, or the file
  // breaks off within a row: the last line has no end and fewer fields than the one before, but
  // more than one (a single one may be anything that was left there). Empty lines are skipped. The
  // fields are valid until the next call.
  base::Result<bool> next();

  std::size_t size() const { return fields_.size(); }
  // Trimmed; empty beyond the end of the row.
  std::string_view operator[](std::size_t index) const;
  const std::vector<std::string_view>& fields() const { return fields_; }
  std::uint64_t line() const { return cutter_.line(); }  // where the row starts
  // The row is printable ASCII without two blanks in a row: whatever is cut out of a field and
  // trimmed is as clean() leaves it. False when that takes a closer look.
  bool is_plain() const { return plain_; }
  // The bytes that all the fields are views of, or nothing when they are here and there.
  std::string_view text() const { return converted_.empty() ? cutter_.text() : std::string_view(); }

  static constexpr std::size_t kLongestRow = 4U << 20;

 private:
  base::CsvCutter cutter_;
  std::vector<std::string_view> fields_;
  std::size_t last_size_ = 0;  // of the row before
  bool plain_ = false;
  std::vector<std::string> converted_;
};

// The columns of a header row, found by name: letters and digits compared, case ignored. It
// remembers which of them were asked for: what stands in the others is nobody's yet.
class CsvHeader {
 public:
  CsvHeader() = default;
  explicit CsvHeader(const std::vector<std::string_view>& names);
  // The index of the first of the names that is there, or kAbsent.
  std::size_t find(std::initializer_list<std::string_view> names);
  // Columns that are known and say nothing of a party: all of these names.
  void leave_out(std::initializer_list<std::string_view> names);
  bool has(std::string_view name) const;
  const std::vector<std::string>& names() const { return names_; }
  // The columns that were neither asked for nor left out.
  std::vector<std::size_t> unread() const;
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

 private:
  std::size_t index_of(std::string_view name) const;

  std::vector<std::string> names_;  // as written
  std::vector<std::string> keys_;
  std::vector<bool> known_;
};

// The text as UTF-8: unchanged when it is, else read as windows-1252.
std::string utf8_of(std::string_view bytes);

}  // namespace vedette::lists
