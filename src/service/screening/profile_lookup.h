#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "profile/profile_json.h"

namespace vedette::service {

// Links of a profile, looked up in the catalogue it came from.
class CatalogueLinks final : public profile::LinkLookup {
 public:
  explicit CatalogueLinks(const catalogue::Catalogue& catalogue) : catalogue_(catalogue) {}
  std::optional<profile::LinkedProfile> find(const profile::ProfileKey& key) const override;

 private:
  const catalogue::Catalogue& catalogue_;
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

}  // namespace vedette::service
