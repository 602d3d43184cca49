#include "lists/input/seen_ids.h"

#include <xxhash.h>

#include <algorithm>

namespace vedette::lists {
namespace {

constexpr std::size_t kNumbersOfMark = 32;

// 0 when the id is not a number as it is usually written.
std::uint64_t number_of(std::string_view id) {
  constexpr std::size_t kMostDigits = 18;
  if (id.empty() || id.size() > kMostDigits || id.front() == '0') return 0;
  std::uint64_t number = 0;
  for (const char c : id) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

}  // namespace

bool SeenIds::add(std::string_view id) {
  const std::uint64_t number = number_of(id);
  if (number > last_) {
    append(number);
    return true;
  }
  if (number != 0 && has_number(number)) return false;
  return hashes_.add(XXH3_64bits(id.data(), id.size()));
}

void SeenIds::append(std::uint64_t number) {
  if (count_++ % kNumbersOfMark == 0) {
    marks_.push_back({number, differences_.size()});
  } else {
    std::uint64_t difference = number - last_;
    for (; difference >= 0x80; difference >>= 7)
      differences_ += static_cast<char>(0x80 | (difference & 0x7F));
    differences_ += static_cast<char>(difference);
  }
  last_ = number;
}

bool SeenIds::has_number(std::uint64_t number) const {
  const auto after = std::ranges::upper_bound(marks_, number, {}, &Mark::number);
  if (after == marks_.begin()) return false;
  std::uint64_t at_number = (after - 1)->number;
  const std::size_t end = after == marks_.end() ? differences_.size() : after->at;
  for (std::size_t at = (after - 1)->at; at < end && at_number < number;) {
    std::uint64_t difference = 0;
    unsigned shift = 0;
    for (; differences_[at] & 0x80; shift += 7)
      difference |= static_cast<std::uint64_t>(differences_[at++] & 0x7F) << shift;
    at_number += difference | static_cast<std::uint64_t>(differences_[at++]) << shift;
  }
  return at_number == number;
}

}  // namespace vedette::lists
