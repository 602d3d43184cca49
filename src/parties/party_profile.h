#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "profile/profile.h"
#include "search/party_map.h"

namespace vedette::parties {

// A party as it is shown: everything that its entries say, as one profile.
//
// Key and qrCode are those of the party, `version` is the sum of the entries' versions. The primary
// name is that of the oldest live entry; one that is sanctioned now goes before one that only was.
// What deleted entries say is left out, but for their sanctions, which are former ones; a party is
// deleted when all its entries are. Links lead to parties, and not to the party itself.
struct PartyProfile {
  profile::Profile profile = {};
  std::uint32_t party = 0;
  // Of a party of several entries: the entries, the oldest first, deleted ones included.
  std::vector<profile::Profile> several = {};
  std::vector<std::uint32_t> numbers = {};

  std::span<const profile::Profile> entries() const {
    return several.empty() ? std::span(&profile, 1) : std::span<const profile::Profile>(several);
  }
  // One of its entries, by its number in the catalogue; nullptr when it is none.
  const profile::Profile* entry(std::uint32_t number) const;
  // Some entry does, so that no entry is out of reach in the family that it was found in.
  bool belongs_to(profile::Family family) const;
};

// The party of an entry. kCorrupt when an entry cannot be read.
base::Result<PartyProfile> read_party(const catalogue::Catalogue& catalogue,
                                      const search::PartyMap* parties, std::uint32_t entry);

}  // namespace vedette::parties
