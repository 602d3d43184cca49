#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vedette::names {

// What a name names. It decides which words are titles, which are legal forms, and what a word that
// only one side has means.
enum class Kind : std::uint8_t {
  kPerson,
  kOrganisation,
  kThing,    // vessels, aircraft
  kUnknown,  // compared as a person and as an organisation; the better score counts
};

std::string_view kind_name(Kind kind);

// The kind of a FollowTheMoney schema or of the interface's own words ("Person", "Company",
// "Vessel", "individual", ...), any case; nothing for a word that is none of them.
std::optional<Kind> kind_of_schema(std::string_view schema);

}  // namespace vedette::names
