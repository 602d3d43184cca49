#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "ledger/ledger.h"
#include "profile/profile_json.h"

namespace vedette::service {

// The business profiles that a company code names: a resourceId, an identifier (registration
// number, LEI, VAT number, IMO number; case, blanks and punctuation do not count) or a qrCode.
// Identifiers go before qrCodes, current profiles before those that left their lists. With a
// country only companies of that country.
std::vector<std::uint32_t> find_companies(const catalogue::Catalogue& catalogue,
                                          std::string_view company_code, profile::Country country);

// One company that several lists name under the code, as one profile: it is the first one's, with
// what the others add. Nothing when they may be different companies: each must share a country with
// the first and have either a name in common with it or a code that is too long for chance.
std::optional<profile::Profile> as_one_company(std::vector<profile::Profile> companies,
                                               std::string_view company_code);

// A party that a company is linked to, in the role it has there.
struct LinkedParty {
  const profile::Link* link = nullptr;
  profile::LinkedProfile target = {};
};
struct CompanyParties {
  std::vector<LinkedParty> officers = {};
  std::vector<LinkedParty> shareholders = {};
  std::vector<LinkedParty> beneficial_owners = {};
  std::vector<LinkedParty> related_businesses = {};
};
// By the words of the relationship: who directs, who owns, who profits, and other businesses.
CompanyParties parties_of(const profile::Profile& company, const profile::LinkLookup& links);

// low, medium, high, critical. high: sanctioned now, or owned or run by somebody who is; critical:
// both; medium: formerly sanctioned, or any other risk; low: none.
std::string_view risk_level(const profile::Profile& company, const CompanyParties& parties);

}  // namespace vedette::service
