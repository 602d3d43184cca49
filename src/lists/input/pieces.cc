#include "lists/input/pieces.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace vedette::lists {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_alphanumeric(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The length of a label such as "(1)", "2)", "b)" at the start of `text`, or 0.
std::size_t label_length(std::string_view text) {
  std::size_t i = text.starts_with('(') ? 1 : 0;
  const std::size_t from = i;
  while (i < text.size() && i < from + 2 && is_digit(text[i]))
    ++i;
  if (i == from && i < text.size() && text[i] >= 'a' && text[i] <= 'i') ++i;
  return i > from && i < text.size() && text[i] == ')' ? i + 1 : 0;
}

}  // namespace

std::string_view take_part(std::string_view& text, std::string_view separator) {
  const auto end = text.find(separator);
  const std::string_view part = trim(text.substr(0, end));
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + separator.size());
  return part;
}

Pieces split(std::string_view text, std::string_view separator) {
  Pieces parts;
  split_into(parts, text, separator);
  return parts;
}

void split_into(Pieces& parts, std::string_view text, std::string_view separator) {
  parts.clear();
  for_each_piece(text, separator, [&](std::string_view part) { parts.push_back(part); });
}

Pieces split_numbered(std::string_view text) {
  text = trim(text);
  Pieces parts;
  if (label_length(text) == 0) {
    if (!text.empty()) parts.push_back(text);
    return parts;
  }
  std::size_t start = 0;
  const auto take = [&](std::size_t end) {
    std::string_view part = trim(text.substr(start, end - start));
    while (const std::size_t label = label_length(part)) {
      part = trim(part.substr(label));
      if (part.starts_with('-')) part = trim(part.substr(1));  // "(1)-(2) Indonesia"
    }
    if (part.ends_with(',') || part.ends_with(';')) part.remove_suffix(1);
    if (!part.empty()) parts.push_back(part);
  };
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i - 1] != ' ' || label_length(text.substr(i)) == 0) continue;
    take(i);
    start = i;
  }
  take(text.size());
  return parts;
}

std::string_view document_number(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (!is_alphanumeric(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    bool digit = false;
    while (end < text.size() &&
           (is_alphanumeric(text[end]) || text[end] == '-' || text[end] == '/'))
      digit = is_digit(text[end++]) || digit;
    if (digit && end - i >= 4) return text.substr(i, end - i);
    i = end;
  }
  return {};
}

std::string ContentIds::of(std::string_view content) {
  return fmt::format("{:016x}", XXH3_64bits(content.data(), content.size()));
}

std::string ContentIds::next(std::string_view content) {
  return distinct(of(content));
}

std::string ContentIds::distinct(std::string id) {
  const auto hash_of = [](const std::string& text) {
    return XXH3_64bits(text.data(), text.size());
  };
  const std::uint64_t hash = hash_of(id);
  if (seen_.add(hash)) return id;
  std::uint32_t& count = again_[hash];
  for (;;) {
    ++count;
    std::string next = fmt::format("{}#{}", id, count + 1);
    if (seen_.add(hash_of(next))) return next;
  }
}

}  // namespace vedette::lists
