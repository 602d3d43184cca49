#pragma once

#include <algorithm>
#include <cstddef>

namespace vedette::search {

// Call it for each k in turn, before item k is used: prefetches the item that is used `ahead` steps
// later, and at first those before it as well.
template <class Items, class Prefetch>
void prefetch_ahead(const Items& items, std::size_t k, std::size_t ahead,
                    const Prefetch& prefetch) {
  if (k == 0)
    for (std::size_t first = 0; first < std::min<std::size_t>(ahead, items.size()); ++first)
      prefetch(items[first]);
  if (k + ahead < items.size()) prefetch(items[k + ahead]);
}

}  // namespace vedette::search
