#include "lists/input/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/encoding.h"
#include "lists/input/pieces.h"

namespace vedette::lists {
namespace {

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

// What the bytes of a row have in common.
struct Look {
  bool ascii = true;
  bool plain = true;  // CsvReader::is_plain()
};

// Sixteen bytes as the processor handles them at once.
using Bytes [[gnu::vector_size(16)]] = signed char;

bool any(Bytes bytes) {
  std::array<std::uint64_t, 2> halves{};
  std::memcpy(halves.data(), &bytes, sizeof bytes);
  return (halves[0] | halves[1]) != 0;
}

Look look_at(std::string_view text) {
  Look look;
  constexpr std::size_t kSeen = sizeof(Bytes) + 1;
  std::size_t i = 0;
  if (text.size() >= kSeen) {
    Bytes all{};
    Bytes unusual{};
    const auto look_from = [&](const char* at) {
      Bytes bytes;
      Bytes next;
      std::memcpy(&bytes, at, sizeof bytes);
      std::memcpy(&next, at + 1, sizeof next);
      all |= bytes;
      unusual |= (bytes < ' ') | (bytes == 0x7F) | ((bytes == ' ') & (next == ' '));
    };
    for (; i + kSeen < text.size(); i += sizeof(Bytes))
      look_from(text.data() + i);
    // The last ones overlap what was looked at; the very last byte is looked at by itself.
    look_from(text.data() + text.size() - kSeen);
    look.ascii = !any(all < 0);
    look.plain = !any(unusual);
    i = text.size() - 1;
  }
  for (; i < text.size(); ++i) {
    const char c = text[i];
    const bool blanks = c == ' ' && i + 1 < text.size() && text[i + 1] == ' ';
    look.ascii = look.ascii && (c & 0x80) == 0;
    look.plain = look.plain && c >= ' ' && c < 0x7F && !blanks;
  }
  return look;
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

CsvReader::CsvReader(ByteSource& source, char delimiter)
    : cutter_([&source](char* out, std::size_t size) { return source.read(out, size); },
              {.delimiter = delimiter, .longest_row = kLongestRow, .strict = false}) {}

base::Result<bool> CsvReader::next() {
  VEDETTE_ASSIGN(const bool more, cutter_.next());
  if (!more) return false;
  const std::string_view row = cutter_.text();
  const auto ends = cutter_.ends();
  if (cutter_.is_open_ended() && ends.size() > 1 && ends.size() < last_size_)
    return base::Error(base::Cause::kInvalidInput,
                       fmt::format("the file is cut short: line {} ends after {} of {} fields; "
                                   "download it again",
                                   cutter_.line(), ends.size(), last_size_));
  fields_.clear();
  converted_.clear();
  // Of each field by itself: the end of one and the beginning of the next may look like a letter.
  const auto [ascii, plain] = look_at(row);
  plain_ = plain;
  if (!ascii) converted_.reserve(ends.size());  // views must not move
  std::size_t begin = 0;
  for (const std::uint32_t end : ends) {
    std::string_view field = row.substr(begin, end - begin);
    if (!ascii && !base::is_utf8(field)) field = converted_.emplace_back(utf8_of(field));
    fields_.push_back(trim(field));
    begin = end;
  }
  last_size_ = fields_.size();
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
  known_.resize(names_.size());
}

std::size_t CsvHeader::index_of(std::string_view name) const {
  const auto found = std::ranges::find(keys_, column_key(name));
  return found == keys_.end() ? kAbsent : static_cast<std::size_t>(found - keys_.begin());
}

bool CsvHeader::has(std::string_view name) const {
  return index_of(name) != kAbsent;
}

std::size_t CsvHeader::find(std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    const std::size_t index = index_of(name);
    if (index == kAbsent) continue;
    known_[index] = true;
    return index;
  }
  return kAbsent;
}

void CsvHeader::leave_out(std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    const std::string key = column_key(name);
    for (std::size_t i = 0; i < keys_.size(); ++i)
      if (keys_[i] == key) known_[i] = true;
  }
}

std::vector<std::size_t> CsvHeader::unread() const {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (!known_[i]) columns.push_back(i);
  return columns;
}

}  // namespace vedette::lists
