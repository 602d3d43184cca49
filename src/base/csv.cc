#include "base/csv.h"

#include <fmt/format.h>

#include <cstring>

namespace vedette::base {
namespace {

constexpr std::size_t kBlock = 256U << 10;

// What the stream has ready, at least one byte: a program at the other end of a pipe gets its
// answers row by row.
Result<std::size_t> read_some(std::istream& in, char* out, std::size_t size) {
  if (!in.get(*out)) return std::size_t{0};
  const auto more = in.readsome(out + 1, static_cast<std::streamsize>(size - 1));
  return 1 + static_cast<std::size_t>(more > 0 ? more : 0);
}

}  // namespace

CsvCutter::CsvCutter(Fill fill, CsvRules rules) : fill_(std::move(fill)), rules_(rules) {
  plain_.fill(true);
  for (const char c : {rules.delimiter, '"', '\n', '\r'})
    plain_[static_cast<unsigned char>(c)] = false;
  if (!rules.strict) plain_[0x1A] = false;
}

Error CsvCutter::error(std::string_view problem) const {
  return Error(Cause::kInvalidInput, fmt::format("line {}: {}", row_line_, problem));
}

Result<bool> CsvCutter::fill_block() {
  if (at_end_) return false;
  block_.resize(kBlock);
  VEDETTE_ASSIGN(const std::size_t count, fill_(block_.data(), kBlock));
  block_.resize(count);
  at_ = 0;
  at_end_ = count == 0;
  return !at_end_;
}

// A byte order mark may come in pieces.
Result<void> CsvCutter::skip_mark() {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  skipped_mark_ = true;
  std::string head;
  while (head.size() < kMark.size() && kMark.starts_with(head)) {
    if (at_ >= block_.size()) {
      VEDETTE_ASSIGN(const bool more, fill_block());
      if (!more) break;
    }
    head += block_[at_++];
  }
  if (head == kMark) return {};
  block_.replace(0, at_, head);
  at_ = 0;
  return {};
}

void CsvCutter::end_field() {
  ends_.push_back(static_cast<std::uint32_t>(row_.size()));
  field_empty_ = true;
  closed_ = false;
}

// Everything up to the next quote, at once.
Result<void> CsvCutter::take_quoted() {
  const char* from = block_.data() + at_;
  const std::size_t left = block_.size() - at_;
  const auto* quote = static_cast<const char*>(std::memchr(from, '"', left));
  const std::size_t count = quote ? static_cast<std::size_t>(quote - from) : left;
  const char* end = from + count;
  for (const char* at = from;
       (at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at))));
       ++at)
    ++line_;
  row_.append(from, count);
  at_ += count;
  if (quote) {
    quote_seen_ = true;
    ++at_;
  }
  return {};
}

CsvCutter::Step CsvCutter::end_line(char c) {
  line_ += c == '\n';
  if (nothing_yet()) {  // an empty line, or the LF after a CR
    row_line_ = line_;
    return Step::kMore;
  }
  end_field();
  return Step::kRow;
}

Result<CsvCutter::Step> CsvCutter::take_unquoted() {
  const char c = block_[at_];
  if (quote_seen_) {
    quote_seen_ = false;
    if (c == '"') {
      row_ += c;
      ++at_;
      return Step::kMore;
    }
    quoted_ = false;
    closed_ = true;
  }
  if (c == rules_.delimiter) {
    ++at_;
    end_field();
    return Step::kMore;
  }
  if (c == '\n' || c == '\r') {
    ++at_;
    return end_line(c);
  }
  if (c == '"' && field_empty_) {
    ++at_;
    quoted_ = true;
    field_empty_ = false;
    return Step::kMore;
  }
  if (rules_.strict && closed_) return error("text after a closing quote");
  if (rules_.strict && c == '"') return error("a quote inside an unquoted field");
  if (!plain_[static_cast<unsigned char>(c)] && c != '"') return Step::kEnd;  // 0x1A
  // Everything up to the next byte that means something, at once.
  const std::size_t from = at_++;
  while (at_ < block_.size() && plain_[static_cast<unsigned char>(block_[at_])])
    ++at_;
  const std::string_view run = std::string_view(block_).substr(from, at_ - from);
  row_.append(run);
  if (rules_.strict || run.find_first_not_of(' ') != std::string_view::npos) field_empty_ = false;
  return Step::kMore;
}

Result<bool> CsvCutter::next() {
  row_.clear();
  ends_.clear();
  row_line_ = line_;
  quoted_ = quote_seen_ = closed_ = false;
  field_empty_ = true;
  if (!skipped_mark_) VEDETTE_TRY(skip_mark());
  bool ended = false;
  while (true) {
    if (at_ >= block_.size()) {
      VEDETTE_ASSIGN(const bool more, fill_block());
      if (!more) break;
    }
    if (row_.size() > rules_.longest_row) return error("the row is too long");
    if (quoted_ && !quote_seen_) {
      VEDETTE_TRY(take_quoted());
      continue;
    }
    VEDETTE_ASSIGN(const Step step, take_unquoted());
    if (step == Step::kRow) return true;
    if (step == Step::kEnd) {
      at_ = block_.size();
      at_end_ = ended = true;
    }
  }
  if (quoted_ && !quote_seen_) return error("a quote is never closed");
  if (nothing_yet()) return false;
  end_field();
  open_ended_ = !ended;
  return true;
}

CsvReader::CsvReader(std::istream& in, char delimiter)
    : cutter_([&in](char* out, std::size_t size) { return read_some(in, out, size); },
              {.delimiter = delimiter}) {}

CsvReader::CsvReader(CsvCutter::Fill fill, char delimiter)
    : cutter_(std::move(fill), {.delimiter = delimiter}) {}

Result<std::optional<std::vector<std::string>>> CsvReader::next() {
  VEDETTE_ASSIGN(const bool more, cutter_.next());
  if (!more) return std::optional<std::vector<std::string>>();
  std::vector<std::string> fields;
  fields.reserve(cutter_.ends().size());
  std::size_t begin = 0;
  for (const std::uint32_t end : cutter_.ends()) {
    fields.emplace_back(cutter_.text().substr(begin, end - begin));
    begin = end;
  }
  return std::optional(std::move(fields));
}

void append_csv(std::string& out, const std::vector<std::string>& fields, char delimiter) {
  const std::string special = std::string("\"\r\n") + delimiter;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out += delimiter;
    const std::string& field = fields[i];
    // A record of one empty field would otherwise be an empty line.
    const bool quoted =
        field.find_first_of(special) != std::string::npos || (fields.size() == 1 && field.empty());
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
