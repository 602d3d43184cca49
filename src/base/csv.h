#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::base {

// No record of a file is larger; a quote that is never closed ends here instead of eating the file.
inline constexpr std::size_t kMaxCsvRecordBytes = 1 << 20;

struct CsvRules {
  char delimiter = ',';
  std::size_t longest_row = kMaxCsvRecordBytes;
  // Strict: a quote inside an unquoted field and text after a closing quote are errors. Otherwise
  // separated values are taken as they are found in the wild: such a quote stands for itself, such
  // text belongs to the field, blanks may stand before an opening quote, and a 0x1A ends the file.
  bool strict = true;
};

// Cuts separated values into fields: quoted fields with doubled quotes and line breaks inside;
// lines end with LF, CR LF or CR, the last one with or without; a UTF-8 byte order mark is skipped,
// and so are empty lines. The one reader of such files; those below and in lists/ put a face on it.
// Memory is that of the longest row and one block.
class CsvCutter {
 public:
  // Puts bytes at `out` and gives their count, 0 at the end.
  using Fill = std::function<Result<std::size_t>(char* out, std::size_t size)>;

  CsvCutter(Fill fill, CsvRules rules);

  // False at the end. Fails on a quote that is never closed, a row over the limit, and what the
  // rules refuse; the message names the line.
  Result<bool> next();

  // The row's fields one after the other, without their quotes, and where each of them ends.
  std::string_view text() const { return row_; }
  std::span<const std::uint32_t> ends() const { return ends_; }
  std::uint64_t line() const { return row_line_; }  // where the row starts
  // The row ended with the bytes, not with its line.
  bool is_open_ended() const { return open_ended_; }

 private:
  enum class Step { kMore, kRow, kEnd };
  Result<bool> fill_block();
  Result<void> skip_mark();
  Result<Step> take_unquoted();
  Result<void> take_quoted();
  Step end_line(char c);
  void end_field();
  bool nothing_yet() const { return row_.empty() && ends_.empty() && field_empty_; }
  Error error(std::string_view problem) const;

  const Fill fill_;
  const CsvRules rules_;
  std::array<bool, 256> plain_{};  // bytes of an unquoted field that stand for themselves
  std::string block_;
  std::size_t at_ = 0;
  bool at_end_ = false;
  bool skipped_mark_ = false;
  bool open_ended_ = false;
  std::string row_;
  std::vector<std::uint32_t> ends_;
  std::uint64_t line_ = 1;
  std::uint64_t row_line_ = 1;
  bool quoted_ = false;      // inside quotes
  bool quote_seen_ = false;  // a quote inside quotes: their end, or the first of two
  bool closed_ = false;      // this field's quotes were closed
  bool field_empty_ = true;  // nothing of the field read yet
};

// Comma-separated values as RFC 4180 describes them, from a stream; or values with another
// delimiter.
class CsvReader {
 public:
  explicit CsvReader(std::istream& in, char delimiter = ',');
  CsvReader(CsvCutter::Fill fill, char delimiter);

  // The next record, nothing at the end.
  Result<std::optional<std::vector<std::string>>> next();
  std::uint64_t line() const { return cutter_.line(); }  // where the record starts

 private:
  CsvCutter cutter_;
};

// Appends one record with its line end. A field is quoted when it must be.
void append_csv(std::string& out, const std::vector<std::string>& fields, char delimiter = ',');

}  // namespace vedette::base
