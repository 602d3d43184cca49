#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/prefetch.h"
#include "catalogue/format.h"
#include "catalogue/key_table.h"
#include "catalogue/keys.h"
#include "names/words/analysed_name.h"

namespace vedette::catalogue {

// The words of a catalogue, ordered by shelf and first spelling, and how they are found: in the
// file, or while it is made.
struct WordIndex {
  const std::uint32_t* offsets = nullptr;  // of each word, in units of eight bytes
  const char* bytes = nullptr;
  std::array<std::uint32_t, kShelfCount> shelf_ends{};  // behind the last word of each shelf
  KeyTable keys;

  names::NameView word(std::uint32_t word) const {
    return names::NameView(bytes + std::size_t{offsets[word]} * 8);
  }
  void prefetch_offset(std::uint32_t word) const { base::prefetch(offsets + word); }
  void prefetch(std::uint32_t word) const {
    const char* at = bytes + std::size_t{offsets[word]} * 8;
    base::prefetch(at);
    base::prefetch(at + 64);
    base::prefetch(at + 128);  // where spellings stand
  }
  std::uint32_t first(Shelf shelf) const {
    const auto at = static_cast<std::size_t>(shelf);
    return at == 0 ? 0 : shelf_ends[at - 1];
  }
  std::uint32_t last(Shelf shelf) const { return shelf_ends[static_cast<std::size_t>(shelf)]; }
  bool is_on(Shelf shelf, std::uint32_t word) const {
    return word >= first(shelf) && word < last(shelf);
  }
  // The words [first, last) of a shelf whose first spelling begins with `prefix`.
  std::pair<std::uint32_t, std::uint32_t> with_prefix(Shelf shelf, std::string_view prefix) const;
  // The listed words that one reach finds for `asked`: all that relate to it in the ways
  // of this step, and others, in no order, some more than once, and words of other shelves among
  // them. `room` is used on the way.
  void collect(Shelf shelf, names::NameView name, const names::Word& asked, Reach reach,
               WordKeys& room, std::vector<std::uint32_t>& found) const;
};

}  // namespace vedette::catalogue
