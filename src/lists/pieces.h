#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/ascii.h"
#include "lists/seen_hashes.h"

namespace vedette::lists {

// Small cuts that several lists need.

// Parts of a text: few, so that they need no memory on the heap.
using Pieces = boost::container::small_vector<std::string_view, 8>;

// The parts of "a; b; c" (any separator text), trimmed, empty ones left out.
Pieces split(std::string_view text, std::string_view separator);
// The same into `parts`, whose room is used again.
void split_into(Pieces& parts, std::string_view text, std::string_view separator);

// The parts of "(1) first (2) second", "1) first 2) second" or "a) first b) second"; the whole text
// when it is not numbered.
Pieces split_numbered(std::string_view text);

// The first word that looks like the number of a document: at least four characters, one a digit.
// Empty when there is none.
std::string_view document_number(std::string_view text);

using base::trim;

// Gives each record of a list that numbers none an id of its own: 16 hex digits of what the record
// says, and "#2", "#3" for those that say the same.
class ContentIds {
 public:
  std::string next(std::string_view content);
  // The same for ids that a list has, but not always only once.
  std::string distinct(std::string id);

 private:
  SeenHashes seen_;
  std::unordered_map<std::uint64_t, std::uint32_t> again_;  // of hashes that came more than once
};

}  // namespace vedette::lists
