#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "catalogue/catalogue.h"
#include "search/filter.h"
#include "search/party_map.h"
#include "search/query.h"

namespace vedette::search {

// A party with a matchable entry that has at least one identifier of a query.
struct Identified {
  std::uint32_t profile = 0;  // which names the party
  std::vector<IdentifierMatch> matches = {};

  bool agrees() const;  // not only nearly
};

// Ascending by profile. By the index of the catalogue, and by reading every profile: always the
// same.
std::vector<Identified> identified(const catalogue::Catalogue& catalogue, const PartyMap* parties,
                                   std::span<const evidence::Identifier> asked);
std::vector<Identified> identified_by_scan(const catalogue::Catalogue& catalogue,
                                           const PartyMap* parties,
                                           std::span<const evidence::Identifier> asked);

// Which of them are hits whatever their names are. A number that nearly agrees is one only where no
// name was given: numbers of one series lie side by side, so it is a hint and no alert.
bool is_hit_by_identifier(const Identified& each, const Filter& filter, const Query& query);

// The first of `all` with this profile, or nullptr.
const Identified* find_identified(std::span<const Identified> all, std::uint32_t profile);

}  // namespace vedette::search
