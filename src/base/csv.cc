#include "base/csv.h"

#include <fmt/format.h>

namespace vedette::base {
namespace {
constexpr int kEnd = std::istream::traits_type::eof();
}

Error CsvReader::error_at_line(std::string_view problem) const {
  return Error(Cause::kInvalidInput, fmt::format("line {}: {}", line_, problem));
}

int CsvReader::get() {
  const int c = in_->get();
  if (c == '\n') ++line_;
  ++record_bytes_;
  return c;
}

// After a field: a comma, a line end or the end of the file.
Result<bool> CsvReader::end_field(int c) {
  if (c == ',') return true;
  if (c == '\r' && peek() == '\n') {
    get();
    return false;
  }
  if (c == '\n' || c == '\r' || c == kEnd) return false;
  return error_at_line("text after a closing quote");
}

Result<bool> CsvReader::read_quoted(std::string& field) {
  for (int c = get(); c != kEnd; c = get()) {
    if (record_bytes_ > kMaxCsvRecordBytes) return error_at_line("the record is too long");
    if (c != '"') {
      field += static_cast<char>(c);
    } else if (peek() == '"') {
      field += static_cast<char>(get());
    } else {
      return end_field(get());
    }
  }
  return error_at_line("a quote is never closed");
}

Result<bool> CsvReader::read_field(std::string& field) {
  if (peek() == '"') {
    get();
    return read_quoted(field);
  }
  while (true) {
    const int c = get();
    if (record_bytes_ > kMaxCsvRecordBytes) return error_at_line("the record is too long");
    if (c == ',' || c == '\n' || c == '\r' || c == kEnd) return end_field(c);
    if (c == '"') return error_at_line("a quote inside an unquoted field");
    field += static_cast<char>(c);
  }
}

Result<std::optional<std::vector<std::string>>> CsvReader::next() {
  if (!started_) {
    started_ = true;
    if (peek() == 0xEF) {
      for (const int byte : {0xEF, 0xBB, 0xBF})
        if (in_->get() != byte) return error_at_line("a broken byte order mark");
    }
  }
  while (peek() == '\n' || peek() == '\r')
    get();
  record_bytes_ = 0;
  if (peek() == kEnd) return std::optional<std::vector<std::string>>();
  std::vector<std::string> fields;
  bool more = true;
  while (more) {
    fields.emplace_back();
    VEDETTE_ASSIGN(more, read_field(fields.back()));
  }
  return std::optional(std::move(fields));
}

void append_csv(std::string& out, const std::vector<std::string>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out += ',';
    const std::string& field = fields[i];
    // A record of one empty field would otherwise be an empty line.
    const bool quoted = field.find_first_of(",\"\r\n") != std::string::npos ||
                        (fields.size() == 1 && field.empty());
    if (!quoted) {
      out += field;
      continue;
    }
    out += '"';
    for (const char c : field) {
      if (c == '"') out += '"';
      out += c;
    }
    out += '"';
  }
  out += '\n';
}

}  // namespace vedette::base
