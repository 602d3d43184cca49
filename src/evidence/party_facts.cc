#include "evidence/party_facts.h"

#include <algorithm>

namespace vedette::evidence {
namespace {

constexpr std::string_view kBirthAddressType = "Place of Birth";

template <class T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

void add_countries(const profile::Profile& profile, PartyFacts& facts) {
  facts.nationalities = profile.nationalities;
  facts.countries = profile.countries;
  for (const profile::Address& address : profile.addresses)
    if (!address.country.empty() && address.type != kBirthAddressType)
      add_once(facts.countries, address.country);
  for (const profile::PepEntry& entry : profile.peps)
    if (!entry.country.empty()) add_once(facts.countries, entry.country);
}

}  // namespace

WantedFacts wanted_for(const PartyFacts& other) {
  WantedFacts wanted;
  wanted.births = !other.births.empty();
  wanted.countries = !other.nationalities.empty() || !other.countries.empty();
  wanted.birth_places = !other.birth_places.empty();
  wanted.addresses = !other.addresses.empty();
  wanted.identifiers = !other.identifiers.empty();
  wanted.contacts = !other.contacts.empty();
  wanted.entries = !other.entries.empty();
  return wanted;
}

PartyFacts facts_of(const profile::Profile& profile, const WantedFacts& wanted) {
  PartyFacts facts;
  facts.kind = profile.kind;
  facts.gender = profile.gender;
  if (wanted.births) facts.births = profile.births;
  if (wanted.countries) add_countries(profile, facts);
  if (wanted.birth_places || wanted.addresses)
    for (const profile::Address& address : profile.addresses) {
      const bool birth = address.type == kBirthAddressType;
      if (birth && wanted.birth_places) facts.birth_places.push_back(address);
      if (!birth && wanted.addresses) facts.addresses.push_back(address);
    }
  if (wanted.identifiers)
    for (const profile::Identifier& listed : profile.identifiers)
      if (auto one = identifier_of(listed)) facts.identifiers.push_back(std::move(*one));
  if (wanted.contacts)
    for (const profile::Contact& contact : profile.contacts)
      if (std::string one = normalised_contact(contact.value); !one.empty())
        facts.contacts.push_back(std::move(one));
  if (wanted.entries) {
    for (const profile::Source& source : profile.sources)
      facts.entries.push_back({source.key, profile.key.record});
    if (!profile.key.empty()) add_once(facts.entries, profile.key);
  }
  return facts;
}

PartyFacts facts_of(const CustomerFacts& customer, const PartyDetails& details) {
  PartyFacts facts;
  facts.kind = customer.kind;
  if (!customer.birth.empty()) facts.births.push_back(customer.birth);
  facts.gender = customer.gender;
  facts.nationalities = details.nationalities;
  facts.countries = details.residence_countries;
  for (const profile::Country country : customer.countries)
    add_once(facts.countries, country);
  for (const std::string& place : details.places_of_birth)
    facts.birth_places.push_back(place_of_text(place));
  for (const std::string& address : details.addresses)
    facts.addresses.push_back(place_of_text(address));
  for (const GivenIdentifier& given : details.identifiers)
    facts.identifiers.push_back(make_identifier(given));
  return facts;
}

profile::Address place_of_text(std::string_view text) {
  profile::Address place;
  const std::size_t comma = text.rfind(',');
  const std::string_view last = comma == std::string_view::npos ? text : text.substr(comma + 1);
  if (const auto country = profile::parse_country(last)) {
    place.country = *country;
    text = comma == std::string_view::npos ? std::string_view() : text.substr(0, comma);
  }
  place.line1 = text;
  return place;
}

std::string normalised_contact(std::string_view text) {
  constexpr std::size_t kFewestDigits = 7, kFewestLetters = 5, kComparedDigits = 9;
  std::string out;
  const bool words = std::ranges::any_of(
      text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (c >= 'A' && c <= 'Z')
      out += static_cast<char>(c - 'A' + 'a');
    else if (words ? c != ' ' : digit)
      out += c;
  }
  if (!words) {  // the trunk and country code may or may not stand before it
    if (out.size() < kFewestDigits) return {};
    return out.size() > kComparedDigits ? out.substr(out.size() - kComparedDigits) : out;
  }
  for (const std::string_view start : {"https://", "http://", "www."})
    if (out.starts_with(start)) out.erase(0, start.size());
  while (out.ends_with('/'))
    out.pop_back();
  return out.size() < kFewestLetters ? std::string() : out;
}

}  // namespace vedette::evidence
