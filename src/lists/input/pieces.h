#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/ascii.h"
#include "lists/input/seen_hashes.h"

namespace vedette::lists {

// Small cuts that several lists need.

// Parts of a text: few, so that they need no memory on the heap.
using Pieces = boost::container::small_vector<std::string_view, 8>;

using base::trim;

// Takes what stands before the separator off the text, and the separator too; trimmed.
std::string_view take_part(std::string_view& text, std::string_view separator);

// Visits the parts of "a; b; c" (any separator text), trimmed, empty ones left out; gives their
// number.
template <class Visit>
std::size_t for_each_piece(std::string_view text, std::string_view separator, const Visit& visit) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::string_view part = take_part(text, separator);
    if (part.empty()) continue;
    visit(part);
    ++count;
  }
  return count;
}
// The same as a list.
Pieces split(std::string_view text, std::string_view separator);
// The same into `parts`, whose room is used again.
void split_into(Pieces& parts, std::string_view text, std::string_view separator);

// The parts of "(1) first (2) second", "1) first 2) second" or "a) first b) second"; the whole text
// when it is not numbered.
Pieces split_numbered(std::string_view text);

// The first word that looks like the number of a document: at least four characters, one a digit.
// Empty when there is none.
std::string_view document_number(std::string_view text);

// Gives each record of a list that numbers none an id of its own: 16 hex digits of what the record
// says, and "#2", "#3" for those that say the same. No two of the ids it gives are the same.
class ContentIds {
 public:
  std::string next(std::string_view content);
  // The digits alone.
  static std::string of(std::string_view content);
  // The same for ids that a list has, but not always only once.
  std::string distinct(std::string id);

 private:
  SeenHashes seen_;
  std::unordered_map<std::uint64_t, std::uint32_t> again_;  // of hashes that came more than once
};

}  // namespace vedette::lists
