#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/country.h"

namespace vedette::lists {

// One word for one thing, however lists write it: tables under data/lists/.

// Lower-case letters and digits of any script, words joined by one space: how texts of lists are
// compared with the tables.
std::string vocabulary_key(std::string_view text);

// The measure as profiles show it ("Asset Freeze" for "Asset freeze" and "Block"); the list's own
// words where the table has none.
std::string measure_name(std::string_view text);

// What being on a published list means where an entry says nothing else, and the law behind it.
struct DefaultMeasure {
  std::string_view measure;  // empty: nothing is known
  std::string_view basis;
};
DefaultMeasure default_measure(std::string_view list);

// The kinds of regime (Terrorism, Non-Proliferation, ...) that a programme's name or code tells of.
std::vector<std::string> regime_types(std::string_view programme);

// The country whose government a programme is against ("SYR", "IRAN-HR"), if it is one country's.
std::optional<profile::Country> programme_country(std::string_view programme);

// The state or organisation behind a regime, under its common name: "United States" for "USA".
std::string origin_name(std::string_view text);

// What the linked party is to the profile that shows the link. `forward`: the list says it of this
// profile ("A, wife, B" read on A's profile). False when the table does not know the relationship.
bool relationship_name(std::string_view text, bool forward, std::string& name);

}  // namespace vedette::lists
