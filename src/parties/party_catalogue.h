#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "catalogue/catalogue.h"
#include "parties/grouping.h"

namespace vedette::parties {

// What a search runs on: a generation, and which of its entries are one party. Without a grouping
// every entry is a party of its own and is shown as such.
struct PartyCatalogue {
  PartyCatalogue() = default;
  PartyCatalogue(std::shared_ptr<const catalogue::Catalogue> of,
                 std::shared_ptr<const Grouping> by = nullptr)
      : catalogue(std::move(of)), grouping(std::move(by)) {}

  const search::PartyMap* parties() const { return grouping.get(); }
  // Tells this grouping of the generation in records: "REVISION-DIGEST". Empty where every entry is
  // alone.
  std::string parties_text() const;

  std::shared_ptr<const catalogue::Catalogue> catalogue = {};
  std::shared_ptr<const Grouping> grouping = {};
};

// Whether two such texts tell the same grouping: servers number their revisions alone.
bool same_parties(std::string_view one, std::string_view other);

}  // namespace vedette::parties
