#include "evidence/comparisons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "evidence/birth_date.h"
#include "evidence/place.h"

namespace vedette::evidence {
namespace {

using profile::Country;

// At most this many values of an attribute are compared, and this many are shown in a term.
constexpr std::size_t kMostValues = 64;
constexpr std::size_t kMostShown = 5;

template <class T, class Text>
std::string joined(const std::vector<T>& all, const Text& text) {
  std::vector<std::string> shown;
  for (const T& one : all) {
    if (shown.size() == kMostShown) break;
    shown.push_back(std::string(text(one)));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

// The best finding of all pairs; the findings of an attribute stand from best to worst.
template <class T, class Compare, class Text>
Term best_of(Attribute attribute, const std::vector<T>& ours, const std::vector<T>& theirs,
             const Compare& compare, const Text& text) {
  Term best{.attribute = attribute};
  for (std::size_t i = 0; i < std::min(ours.size(), kMostValues); ++i)
    for (std::size_t j = 0; j < std::min(theirs.size(), kMostValues); ++j) {
      const Finding finding = compare(ours[i], theirs[j]);
      const bool better = finding != Finding::kNothing &&
                          (best.finding == Finding::kNothing || finding < best.finding);
      if (!better) continue;
      best.finding = finding;
      best.ours = text(ours[i]);
      best.theirs = text(theirs[j]);
    }
  if (best.finding == Finding::kNothing || outcome_of(best.finding) == Outcome::kConflicts) {
    best.ours = joined(ours, text);
    best.theirs = joined(theirs, text);
  }
  return best;
}

std::string text_of_country(const Country& country) {
  return std::string(country.code());
}

std::vector<Country> all_of(const PartyFacts& facts) {
  std::vector<Country> all = facts.nationalities;
  all.insert(all.end(), facts.countries.begin(), facts.countries.end());
  return all;
}

const Country* first_shared(const std::vector<Country>& a, const std::vector<Country>& b) {
  const auto found = std::ranges::find_if(
      a, [&](const Country& one) { return std::ranges::find(b, one) != b.end(); });
  return found == a.end() ? nullptr : &*found;
}

std::string text_of_address(const profile::Address& address) {
  std::string text;
  for (const std::string* part :
       {&address.line1, &address.line2, &address.postcode, &address.city, &address.county})
    if (!part->empty()) text.append(text.empty() ? "" : ", ").append(*part);
  const std::string_view country =
      address.country.empty() ? address.country_text : profile::country_name(address.country);
  if (!country.empty()) text.append(text.empty() ? "" : ", ").append(country);
  return text;
}

// An address with the words that tell it from others.
struct Place {
  const profile::Address* address;
  std::vector<std::string> words;
};
std::vector<Place> places_of(const std::vector<profile::Address>& addresses) {
  std::vector<Place> places;
  for (const profile::Address& one : addresses) {
    if (places.size() == kMostValues) break;
    std::string text;
    for (const std::string* part : {&one.line1, &one.line2, &one.postcode, &one.city, &one.county})
      text.append(*part).append(" ");
    places.push_back({&one, place_words(text)});
  }
  return places;
}
std::string text_of_place(const Place& place) {
  return text_of_address(*place.address);
}

Finding compare_birth_place(const Place& a, const Place& b) {
  const bool countries = !a.address->country.empty() && !b.address->country.empty();
  const bool same_country = countries && a.address->country == b.address->country;
  const bool words = !a.words.empty() && !b.words.empty();
  if (words && shared_words(a.words, b.words).words > 0) return Finding::kBirthPlaceSame;
  if (same_country) return Finding::kBirthPlaceRegion;
  return countries || words ? Finding::kBirthPlaceOther : Finding::kNothing;
}

Finding compare_address(const Place& a, const Place& b) {
  if (a.words.empty() || b.words.empty()) return Finding::kNothing;
  const SharedWords shared = shared_words(a.words, b.words);
  if (shared.words >= 3 || (shared.words >= 2 && shared.numbers >= 1)) return Finding::kAddressSame;
  return shared.words > shared.numbers ? Finding::kAddressTown : Finding::kAddressOther;
}

Finding finding_of(IdentifierOutcome outcome) {
  switch (outcome) {
    case IdentifierOutcome::kNothing:
      break;
    case IdentifierOutcome::kDiffersLightly:
      return Finding::kIdentifierOtherLightly;
    case IdentifierOutcome::kDiffers:
      return Finding::kIdentifierOther;
    case IdentifierOutcome::kOneOff:
      return Finding::kIdentifierOneOff;
    case IdentifierOutcome::kAgrees:
      return Finding::kIdentifierSame;
  }
  return Finding::kNothing;
}

std::string text_of_identifier(const Identifier& identifier) {
  std::string text = fmt::format("{} {}", to_text(identifier.type), identifier.as_written);
  if (identifier.check == CheckDigit::kInvalid) text += " (wrong check digit)";
  return text;
}

}  // namespace

Term compare_birth_dates(const PartyFacts& ours, const PartyFacts& theirs) {
  return best_of(Attribute::kBirthDate, ours.births, theirs.births, compare_births,
                 [](const profile::PartialDate& date) { return profile::to_text(date); });
}

Term compare_genders(const PartyFacts& ours, const PartyFacts& theirs) {
  Term term{.attribute = Attribute::kGender,
            .ours = std::string(profile::to_text(ours.gender)),
            .theirs = std::string(profile::to_text(theirs.gender))};
  if (!term.ours.empty() && !term.theirs.empty())
    term.finding = ours.gender == theirs.gender ? Finding::kGenderSame : Finding::kGenderOther;
  return term;
}

Term compare_countries(const PartyFacts& ours, const PartyFacts& theirs) {
  Term term{.attribute = Attribute::kCountry};
  const std::vector<Country> a = all_of(ours), b = all_of(theirs);
  term.ours = joined(a, text_of_country);
  term.theirs = joined(b, text_of_country);
  if (a.empty() || b.empty()) return term;
  const Country* shared = first_shared(ours.nationalities, theirs.nationalities);
  term.finding = shared != nullptr ? Finding::kCountrySameNationality : Finding::kCountryShared;
  if (shared == nullptr) shared = first_shared(a, b);
  if (shared == nullptr)
    term.finding = Finding::kCountryOther;
  else
    term.ours = term.theirs = text_of_country(*shared);
  return term;
}

Term compare_birth_places(const PartyFacts& ours, const PartyFacts& theirs) {
  if (theirs.birth_places.empty())
    return {.attribute = Attribute::kPlaceOfBirth,
            .ours = joined(ours.birth_places, text_of_address)};
  return best_of(Attribute::kPlaceOfBirth, places_of(ours.birth_places),
                 places_of(theirs.birth_places), compare_birth_place, text_of_place);
}

Term compare_addresses(const PartyFacts& ours, const PartyFacts& theirs) {
  if (theirs.addresses.empty())
    return {.attribute = Attribute::kAddress, .ours = joined(ours.addresses, text_of_address)};
  return best_of(Attribute::kAddress, places_of(ours.addresses), places_of(theirs.addresses),
                 compare_address, text_of_place);
}

Term compare_identifiers(const PartyFacts& ours, const PartyFacts& theirs) {
  Term best = best_of(
      Attribute::kIdentifier, ours.identifiers, theirs.identifiers,
      [](const Identifier& a, const Identifier& b) { return finding_of(compare(a, b)); },
      text_of_identifier);
  // Of two conflicts the stronger one counts.
  if (best.finding == Finding::kIdentifierOtherLightly)
    for (const Identifier& a : ours.identifiers)
      for (const Identifier& b : theirs.identifiers)
        if (compare(a, b) == IdentifierOutcome::kDiffers) best.finding = Finding::kIdentifierOther;
  return best;
}

Term compare_contacts(const PartyFacts& ours, const PartyFacts& theirs) {
  return best_of(
      Attribute::kContact, ours.contacts, theirs.contacts,
      [](const std::string& a, const std::string& b) {
        return a == b ? Finding::kContactSame : Finding::kNothing;
      },
      [](const std::string& one) { return one; });
}

Term compare_kinds(const PartyFacts& ours, const PartyFacts& theirs) {
  Term term{.attribute = Attribute::kKind};
  if (ours.kind == profile::Kind::kUnknown || theirs.kind == profile::Kind::kUnknown ||
      ours.kind == theirs.kind)
    return term;
  term.finding = Finding::kKindOther;
  term.ours = profile::to_text(ours.kind);
  term.theirs = profile::to_text(theirs.kind);
  return term;
}

Term compare_list_entries(const PartyFacts& ours, const PartyFacts& theirs) {
  return best_of(
      Attribute::kListEntry, ours.entries, theirs.entries,
      [](const profile::ProfileKey& a, const profile::ProfileKey& b) {
        if (a.list != b.list) return Finding::kNothing;
        return a.record == b.record ? Finding::kListEntrySame : Finding::kListEntryOther;
      },
      [](const profile::ProfileKey& key) { return key.list + " " + key.record; });
}

}  // namespace vedette::evidence
