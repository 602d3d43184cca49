#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::base {

// No record of a file is larger; a quote that is never closed ends here instead of eating the file.
inline constexpr std::size_t kMaxCsvRecordBytes = 1 << 20;

// Comma-separated values as RFC 4180 describes them: quoted fields with doubled quotes and line
// breaks inside, CRLF or LF, an optional UTF-8 byte order mark, a last line with or without its
// end.
class CsvReader {
 public:
  explicit CsvReader(std::istream& in) : in_(&in) {}

  // The next record, nothing at the end. Empty lines are skipped. Fails on a quote inside an
  // unquoted field, on text after a closing quote, on a quote that is never closed and on a record
  // over the limit; the message names the line.
  Result<std::optional<std::vector<std::string>>> next();

 private:
  Error error_at_line(std::string_view problem) const;
  int get();
  int peek() { return in_->peek(); }
  // Reads the field that begins at the next character; true when another field follows.
  Result<bool> read_field(std::string& field);
  Result<bool> read_quoted(std::string& field);
  Result<bool> end_field(int c);

  std::istream* in_;
  std::size_t line_ = 1;
  std::size_t record_bytes_ = 0;
  bool started_ = false;
};

// Appends one record with its line end. A field is quoted when it must be.
void append_csv(std::string& out, const std::vector<std::string>& fields);

}  // namespace vedette::base
