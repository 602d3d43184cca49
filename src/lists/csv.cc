#include "lists/csv.h"

#include <array>
#include <cstring>

#include "base/encoding.h"

namespace vedette::lists {
namespace {

constexpr std::size_t kBlock = 256U << 10;

std::string_view trim(std::string_view s) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto begin = s.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return s.substr(begin, s.find_last_not_of(kBlank) - begin + 1);
}

void append_code_point(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 63));
  } else {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 63));
    out += static_cast<char>(0x80 | (code & 63));
  }
}

std::string column_key(std::string_view name) {
  std::string out;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0) out += c;
  }
  return out;
}

// A byte of an unquoted field that stands for itself.
bool is_plain(char c, char delimiter) {
  return c != delimiter && c != '"' && c != '\n' && c != '\r' && c != '\x1A';
}

bool all_ascii(std::string_view s) {
  for (char c : s)
    if ((c & 0x80) != 0) return false;
  return true;
}

}  // namespace

std::string utf8_of(std::string_view bytes) {
  if (base::is_utf8(bytes)) return std::string(bytes);
  constexpr std::array<unsigned, 32> kHigh = {
      0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  std::string out;
  for (char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_code_point(out, byte >= 0x80 && byte < 0xA0 ? kHigh[byte - 0x80U] : byte);
  }
  return out;
}

CsvReader::CsvReader(ByteSource& source, char delimiter) : source_(source), delimiter_(delimiter) {}

base::Result<bool> CsvReader::fill() {
  if (at_end_) return false;
  block_.resize(kBlock);
  VEDETTE_ASSIGN(const std::size_t count, source_.read(block_.data(), kBlock));
  block_.resize(count);
  at_ = 0;
  at_end_ = count == 0;
  if (!skipped_bom_ && count > 0) {
    skipped_bom_ = true;
    if (block_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }
  return !at_end_;
}

void CsvReader::finish_field() {
  ends_.push_back(static_cast<std::uint32_t>(row_.size()));
}

void CsvReader::finish_row() {
  fields_.clear();
  converted_.clear();
  const bool ascii = all_ascii(row_);
  if (!ascii) converted_.reserve(ends_.size());  // views must not move
  std::size_t begin = 0;
  for (std::uint32_t end : ends_) {
    std::string_view field = std::string_view(row_).substr(begin, end - begin);
    if (!ascii && !base::is_utf8(field)) field = converted_.emplace_back(utf8_of(field));
    fields_.push_back(trim(field));
    begin = end;
  }
}

base::Result<bool> CsvReader::next() {
  row_.clear();
  ends_.clear();
  bool quoted = false;      // inside quotes
  bool field_start = true;  // nothing of the field read yet
  bool quote_seen = false;  // a quote inside quotes: end of them, or the first of two
  row_line_ = line_;
  for (;;) {
    if (at_ >= block_.size()) {
      VEDETTE_ASSIGN(const bool more, fill());
      if (!more) break;
      continue;
    }
    if (row_.size() > kLongestRow)
      return base::Error(base::Cause::kInvalidInput,
                         fmt::format("the row at line {} never ends", row_line_));
    const char c = block_[at_];
    if (quoted && !quote_seen) {
      // Everything up to the next quote, at once.
      const char* from = block_.data() + at_;
      const auto* quote = static_cast<const char*>(std::memchr(from, '"', block_.size() - at_));
      const std::size_t count =
          quote ? static_cast<std::size_t>(quote - from) : block_.size() - at_;
      for (std::size_t i = 0; i < count; ++i)
        line_ += from[i] == '\n';
      row_.append(from, count);
      at_ += count;
      if (quote) {
        quote_seen = true;
        ++at_;
      }
      continue;
    }
    ++at_;
    if (quote_seen) {
      quote_seen = false;
      if (c == '"') {
        row_ += '"';
        continue;
      }
      quoted = false;
    }
    if (c == '"' && field_start) {
      quoted = true;
      field_start = false;
    } else if (c == delimiter_) {
      finish_field();
      field_start = true;
    } else if (c == '\n' || c == '\r') {
      line_ += c == '\n';
      if (row_.empty() && ends_.empty() && field_start) {  // an empty line, or the LF after a CR
        row_line_ = line_;
        continue;
      }
      finish_field();
      finish_row();
      return true;
    } else if (c == '\x1A') {
      at_ = block_.size();
      at_end_ = true;
    } else {
      // Everything up to the next byte that means something, at once.
      const std::size_t from = at_ - 1;
      while (at_ < block_.size() && is_plain(block_[at_], delimiter_))
        ++at_;
      row_.append(block_, from, at_ - from);
      if (block_.find_first_not_of(' ', from) < at_) field_start = false;
    }
  }
  if (quoted && !quote_seen)
    return base::Error(base::Cause::kInvalidInput,
                       fmt::format("the quote in the row at line {} is never closed", row_line_));
  if (row_.empty() && ends_.empty() && field_start) return false;
  finish_field();
  finish_row();
  return true;
}

std::string_view CsvReader::operator[](std::size_t index) const {
  return index < fields_.size() ? fields_[index] : std::string_view();
}

CsvHeader::CsvHeader(const std::vector<std::string_view>& names) {
  for (std::string_view name : names) {
    names_.emplace_back(name);
    keys_.push_back(column_key(name));
  }
}

std::size_t CsvHeader::find(std::initializer_list<std::string_view> names) const {
  for (std::string_view name : names) {
    const std::string key = column_key(name);
    for (std::size_t i = 0; i < keys_.size(); ++i)
      if (keys_[i] == key) return i;
  }
  return kAbsent;
}

}  // namespace vedette::lists
