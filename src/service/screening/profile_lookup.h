#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "parties/party_catalogue.h"
#include "parties/party_profile.h"
#include "profile/profile_json.h"

namespace vedette::service {

// Links of a profile, looked up in the catalogue it came from. With `parties` a link shows the
// party of the entry that it leads to.
class CatalogueLinks final : public profile::LinkLookup {
 public:
  explicit CatalogueLinks(const catalogue::Catalogue& catalogue,
                          const search::PartyMap* parties = nullptr)
      : catalogue_(catalogue), parties_(parties) {}
  std::optional<profile::LinkedProfile> find(const profile::ProfileKey& key) const override;

 private:
  const catalogue::Catalogue& catalogue_;
  const search::PartyMap* parties_;
};

// The profile that a text names: a resourceId, a resourceUri (/individuals/..., /businesses/...) or
// a qrCode. Profiles that left their lists are found too. Nothing when there is none.
std::optional<std::uint32_t> find_profile(const catalogue::Catalogue& catalogue,
                                          std::string_view text);

struct NamedList {
  std::string key = {};
  std::string name = {};
};

// The lists that name the profile of that resourceId; the one that it was read from when it names
// none. Nothing when there is no such profile.
std::vector<NamedList> lists_naming(const catalogue::Catalogue& catalogue,
                                    std::string_view resource_id);
// The same for all entries of a party.
std::vector<NamedList> lists_naming(const catalogue::Catalogue& catalogue,
                                    const parties::PartyProfile& party);

// The entries of a party as its profile lists them; none where entries are not grouped.
profile::ListEntries list_entries(const parties::PartyCatalogue& lists,
                                  const parties::PartyProfile& party);

}  // namespace vedette::service
