#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "profile/profile.h"

namespace vedette::lists {

// What an office makes of whoever holds it: one table (data/lists/offices.tsv) for all formats.
struct Office {
  profile::PepTier tier = profile::PepTier::kNone;
  std::string_view segment;
  bool derive = false;  // the words alone, in an official list, make a PEP
};
std::optional<Office> office_of(std::string_view position);
// By the topics that OpenSanctions gives a position ("gov.national", "gov.legislative").
std::optional<Office> office_of_topics(std::span<const std::string_view> topics);

// The first country that a text names, also by its adjective: "Saudi ambassador to Greece" is of
// Saudi Arabia.
std::optional<profile::Country> country_in(std::string_view text);

// The state that a body named in the text belongs to ("State Duma"), and the one that a region does
// ("Republic of Tatarstan"): data/lists/state_bodies.tsv.
std::optional<profile::Country> country_of_body(std::string_view text);
std::optional<profile::Country> country_of_region(std::string_view text);

// Whether the words speak of an office that was left ("Former minister of defence").
bool is_former_office(std::string_view position);
// Whether the words speak of somebody else's office ("son of the president", "aide to").
bool is_office_of_another(std::string_view position);

// Puts country, segment and tier of an entry's office where they are missing. The country comes
// from the position's words, else from the person, else from the programme that the person is
// listed under; the profile's tier becomes the most senior one. `fallback`: the tier of an office
// that the table does not know.
void complete_pep_entry(profile::Profile& profile, profile::PepEntry& entry,
                        profile::PepTier fallback);

// Datasets and tier that follow from the PEP entries of a profile.
void settle_pep(profile::Profile& profile);

}  // namespace vedette::lists
