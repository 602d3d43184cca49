#include "catalogue/word_index.h"

#include <algorithm>

namespace vedette::catalogue {

using names::NameView;
using names::Word;

std::pair<std::uint32_t, std::uint32_t> WordIndex::with_prefix(Shelf shelf,
                                                               std::string_view prefix) const {
  const auto begins = [&](std::uint32_t number) {
    const NameView blob = word(number);
    return blob.latin(blob.words()[0]).substr(0, prefix.size());
  };
  const auto search = [&](std::uint32_t from, std::uint32_t to, auto comes_before) {
    while (from < to) {
      const std::uint32_t middle = from + (to - from) / 2;
      if (comes_before(begins(middle)))
        from = middle + 1;
      else
        to = middle;
    }
    return from;
  };
  const std::uint32_t end = last(shelf);
  const std::uint32_t begin =
      search(first(shelf), end, [&](std::string_view own) { return own < prefix; });
  const auto begins_so = [&](std::string_view own) { return own <= prefix; };
  // Few words begin alike, so that the end is searched in ever wider steps.
  std::uint32_t known = begin;  // all before it begin so
  std::uint32_t step = 1;
  while (step <= end - known && begins_so(begins(known + step - 1))) {
    known += step;
    step *= 2;
  }
  return {begin, search(known, std::min(end, known + step), begins_so)};
}

void WordIndex::collect(Shelf shelf, NameView name, const Word& asked, Reach reach, WordKeys& room,
                        std::vector<std::uint32_t>& found) const {
  room.clear(shelf);
  found.clear();
  query_word_keys(name, asked, reach, room);
  keys.for_keys(room.keys(), [&](std::uint32_t word) {
    prefetch_offset(word);
    found.push_back(word);
  });
}

}  // namespace vedette::catalogue
