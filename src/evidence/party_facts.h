#pragma once

#include <string>
#include <vector>

#include "evidence/identifier.h"
#include "evidence/party_details.h"
#include "profile/country.h"
#include "profile/partial_date.h"
#include "profile/profile.h"

namespace vedette::evidence {

// What one side of a comparison says of a party beside its names. Empty means not known. Made from
// a profile, a customer's record or a query; plain values, no views.
struct PartyFacts {
  profile::Kind kind = profile::Kind::kUnknown;
  std::vector<profile::PartialDate> births = {};
  profile::Gender gender = profile::Gender::kUnknown;
  std::vector<profile::Country> nationalities = {};
  std::vector<profile::Country> countries = {};  // further ones: residence, flag, jurisdiction
  std::vector<profile::Address> birth_places = {};
  std::vector<profile::Address> addresses = {};
  std::vector<Identifier> identifiers = {};
  std::vector<std::string> contacts = {};  // normalised by normalised_contact()
  // The list entries that this side is; of a customer none.
  std::vector<profile::ProfileKey> entries = {};

  bool operator==(const PartyFacts&) const = default;
};

// Which attributes are worth copying: those that the other side has as well.
struct WantedFacts {
  bool births = true;
  bool countries = true;
  bool birth_places = true;
  bool addresses = true;
  bool identifiers = true;
  bool contacts = true;
  bool entries = true;
};
// What can say something when compared with `other`.
WantedFacts wanted_for(const PartyFacts& other);

// The facts of a list entry. Each of its sources is an entry of that list.
PartyFacts facts_of(const profile::Profile& profile, const WantedFacts& wanted = {});

// What a customer's system says of a party beside its names.
struct CustomerFacts {
  profile::Kind kind = profile::Kind::kUnknown;
  profile::PartialDate birth = {};  // empty: not known
  profile::Gender gender = profile::Gender::kUnknown;
  std::vector<profile::Country> countries = {};
};
PartyFacts facts_of(const CustomerFacts& customer, const PartyDetails& details);

// A place or an address that is one line of text: "Kharj, Saudi Arabia".
profile::Address place_of_text(std::string_view text);

// An e-mail address or web site in lower case without protocol, "www." and trailing slash; digits
// of a telephone number. Empty when it is too short to tell two parties apart.
std::string normalised_contact(std::string_view text);

}  // namespace vedette::evidence
