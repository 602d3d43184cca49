#pragma once

#include <optional>
#include <string_view>

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

}  // namespace vedette::service
