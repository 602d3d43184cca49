#pragma once

#include <cstdint>
#include <string_view>

namespace vedette::evidence {

// What a comparison of one attribute of two sides says.
enum class Outcome : std::uint8_t { kUnknown, kAgrees, kCompatible, kConflicts };
std::string_view to_text(Outcome outcome);  // unknown, agrees, compatible, conflicts

// What is compared.
enum class Attribute : std::uint8_t {
  kName,
  kBirthDate,
  kGender,
  kCountry,
  kPlaceOfBirth,
  kAddress,
  kIdentifier,
  kContact,
  kKind,
  kListEntry,
  kNames,  // all names beside the best one
};
std::string_view to_text(Attribute attribute);  // name, birthDate, gender, country, ...

// How exactly an attribute agrees or does not. Each has one row in data/evidence/weights.tsv. Those
// of one attribute stand from best to worst: a pair of values counts by the best that any two
// values of the sides have in common.
enum class Finding : std::uint8_t {
  kNothing,  // one of the sides does not say
  kBirthSameDay,
  kBirthSwapped,    // day and month are swapped
  kBirthOneDigit,   // one digit of a full date is another
  kBirthSameMonth,  // to the month, and one side does not say the day
  kBirthSameYear,   // to the year, and one side does not say more
  kBirthOverlaps,   // spans or approximate dates that have a day in common
  kBirthNearYear,   // neighbouring years
  kBirthOtherDay,   // another day of the same year
  kBirthOtherYear,
  kBirthFarYear,  // more than five years apart
  kGenderSame,
  kGenderOther,
  kCountrySameNationality,
  kCountryShared,     // a country in common that is not a nationality of both
  kCountryOther,      // none in common
  kBirthPlaceSame,    // a town or village in common
  kBirthPlaceRegion,  // the country or a region in common
  kBirthPlaceOther,
  kAddressSame,  // street or building
  kAddressTown,
  kAddressOther,
  kIdentifierSame,
  kIdentifierOneOff,
  kIdentifierOtherLightly,
  kIdentifierOther,
  kContactSame,
  kKindOther,
  kListEntrySame,
  kListEntryOther,  // one list has both, as two entries
  kNameMet,         // names that a search finds; their weight is by the score
  kNameOther,       // names below the score of a match; the same
  kNamesAll,        // the primary names and all others of the side that has fewer
  kNamesPrimary,    // the primary names
  kNamesAlias,      // an alias of one side, and the primary names are others
  kNamesFew,        // less than half of the names of the side that has fewer
};
inline constexpr std::size_t kFindings = static_cast<std::size_t>(Finding::kNamesFew) + 1;
std::string_view to_text(Finding finding);  // birthDate.sameDay, ...
Attribute attribute_of(Finding finding);
Outcome outcome_of(Finding finding);

}  // namespace vedette::evidence
