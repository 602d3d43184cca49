#include "names/comparing/tally.h"

#include <utility>

namespace vedette::names {

void Tally::swap_sides() {
  for (std::size_t i = 0; i < meeting_count_; ++i) {
    std::swap(meetings_[i].query, meetings_[i].listed);
    std::swap(meetings_[i].query_count, meetings_[i].listed_count);
  }
  for (std::size_t i = 0; i < charge_count_; ++i) {
    if (charges_[i].side == Side::kQuery)
      charges_[i].side = Side::kListed;
    else if (charges_[i].side == Side::kListed)
      charges_[i].side = Side::kQuery;
  }
}

}  // namespace vedette::names
