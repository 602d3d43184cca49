#include "evidence/outcome.h"

#include <array>

#include "base/check.h"

namespace vedette::evidence {
namespace {

struct FindingRow {
  Finding finding;
  Attribute attribute;
  Outcome outcome;
  std::string_view name;
};

using enum Attribute;
using enum Outcome;
constexpr std::array<FindingRow, kFindings> kRows = {{
    {Finding::kNothing, kName, kUnknown, "nothing"},
    {Finding::kBirthSameDay, kBirthDate, kAgrees, "birthDate.sameDay"},
    {Finding::kBirthSwapped, kBirthDate, kCompatible, "birthDate.swapped"},
    {Finding::kBirthOneDigit, kBirthDate, kCompatible, "birthDate.oneDigit"},
    {Finding::kBirthSameMonth, kBirthDate, kAgrees, "birthDate.sameMonth"},
    {Finding::kBirthSameYear, kBirthDate, kAgrees, "birthDate.sameYear"},
    {Finding::kBirthOverlaps, kBirthDate, kCompatible, "birthDate.overlaps"},
    {Finding::kBirthNearYear, kBirthDate, kCompatible, "birthDate.nearYear"},
    {Finding::kBirthOtherDay, kBirthDate, kConflicts, "birthDate.otherDay"},
    {Finding::kBirthOtherYear, kBirthDate, kConflicts, "birthDate.otherYear"},
    {Finding::kBirthFarYear, kBirthDate, kConflicts, "birthDate.farYear"},
    {Finding::kGenderSame, kGender, kAgrees, "gender.same"},
    {Finding::kGenderOther, kGender, kConflicts, "gender.other"},
    {Finding::kCountrySameNationality, kCountry, kAgrees, "country.sameNationality"},
    {Finding::kCountryShared, kCountry, kAgrees, "country.shared"},
    {Finding::kCountryOther, kCountry, kConflicts, "country.other"},
    {Finding::kBirthPlaceSame, kPlaceOfBirth, kAgrees, "placeOfBirth.same"},
    {Finding::kBirthPlaceRegion, kPlaceOfBirth, kCompatible, "placeOfBirth.region"},
    {Finding::kBirthPlaceOther, kPlaceOfBirth, kConflicts, "placeOfBirth.other"},
    {Finding::kAddressSame, kAddress, kAgrees, "address.same"},
    {Finding::kAddressTown, kAddress, kCompatible, "address.town"},
    {Finding::kAddressOther, kAddress, kConflicts, "address.other"},
    {Finding::kIdentifierSame, kIdentifier, kAgrees, "identifier.same"},
    {Finding::kIdentifierOneOff, kIdentifier, kCompatible, "identifier.oneOff"},
    {Finding::kIdentifierOtherLightly, kIdentifier, kConflicts, "identifier.otherLightly"},
    {Finding::kIdentifierOther, kIdentifier, kConflicts, "identifier.other"},
    {Finding::kContactSame, kContact, kAgrees, "contact.same"},
    {Finding::kKindOther, kKind, kConflicts, "kind.other"},
    {Finding::kListEntrySame, kListEntry, kAgrees, "listEntry.same"},
    {Finding::kListEntryOther, kListEntry, kConflicts, "listEntry.other"},
    {Finding::kNameMet, kName, kAgrees, "name.met"},
    {Finding::kNameOther, kName, kConflicts, "name.other"},
    {Finding::kNamesAll, kNames, kAgrees, "names.all"},
    {Finding::kNamesPrimary, kNames, kAgrees, "names.primary"},
    {Finding::kNamesAlias, kNames, kCompatible, "names.alias"},
    {Finding::kNamesFew, kNames, kConflicts, "names.few"},
}};

const FindingRow& row_of(Finding finding) {
  const FindingRow& row = kRows[static_cast<std::size_t>(finding)];
  VEDETTE_CHECK(row.finding == finding);
  return row;
}

}  // namespace

std::string_view to_text(Outcome outcome) {
  constexpr std::array<std::string_view, 4> kWords = {"unknown", "agrees", "compatible",
                                                      "conflicts"};
  return kWords[static_cast<std::size_t>(outcome)];
}

std::string_view to_text(Attribute attribute) {
  constexpr std::array<std::string_view, 11> kWords = {
      "name",       "birthDate", "gender", "country",   "placeOfBirth", "address",
      "identifier", "contact",   "kind",   "listEntry", "names"};
  return kWords[static_cast<std::size_t>(attribute)];
}

std::string_view to_text(Finding finding) {
  return row_of(finding).name;
}
Attribute attribute_of(Finding finding) {
  return row_of(finding).attribute;
}
Outcome outcome_of(Finding finding) {
  return row_of(finding).outcome;
}

}  // namespace vedette::evidence
