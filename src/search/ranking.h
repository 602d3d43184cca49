#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/catalogue.h"
#include "search/filter.h"
#include "search/query.h"

namespace vedette::search {

// A name that reached the threshold.
struct ScoredName {
  std::uint32_t profile;
  std::uint32_t name;
  std::uint16_t ordinal;
  std::uint8_t score;
  bool truncated;
  names::Kind kind;
  std::uint8_t asked = 0;  // which of the question's names
};

// A name that passed for several names of a question stays for the one it met best, the first of
// these.
void keep_best_of_each_name(std::vector<ScoredName>& passed);

// Groups names by profile, orders the profiles (score, evidence, resource id) and cuts the page.
// The order is total, so that pages are stable; the order of `passed` does not matter.
void rank(const catalogue::Catalogue& catalogue, const Filter& filter, const Query& query,
          std::vector<ScoredName>& passed, Results& results);

}  // namespace vedette::search
