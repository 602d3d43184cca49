#pragma once

#include <algorithm>
#include <cstddef>

namespace vedette::search {

// To be called for each k in turn before the items are used in turn: asks for each item from memory
// so many items before its use, for the first ones all at once.
template <class Items, class Ask>
void ask_ahead(const Items& items, std::size_t k, std::size_t ahead, const Ask& ask) {
  if (k == 0)
    for (std::size_t first = 0; first < std::min<std::size_t>(ahead, items.size()); ++first)
      ask(items[first]);
  if (k + ahead < items.size()) ask(items[k + ahead]);
}

}  // namespace vedette::search
