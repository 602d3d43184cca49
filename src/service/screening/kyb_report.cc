#include "service/screening/kyb_report.h"

#include <algorithm>
#include <array>
#include <set>

#include "profile/imo_number.h"
#include "profile/merging.h"
#include "service/screening/profile_lookup.h"

namespace vedette::service {
namespace {

constexpr std::size_t kResourceIdDigits = 64;

std::string letters_and_digits(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c >= 'a' && c <= 'z')
      out += static_cast<char>(c - 'a' + 'A');
    else if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || static_cast<signed char>(c) < 0)
      out += c;
  }
  return out;
}

bool is_in(const profile::Profile& company, const profile::Identifier& identifier,
           profile::Country country) {
  if (country.empty()) return true;
  if (!identifier.country.empty()) return identifier.country == country;
  const auto countries = profile::all_countries(company);
  return std::ranges::find(countries, country) != countries.end();
}

bool carries(const profile::Profile& company, std::string_view code, profile::Country country) {
  return std::ranges::any_of(company.identifiers, [&](const profile::Identifier& identifier) {
    return letters_and_digits(identifier.value) == code && is_in(company, identifier, country);
  });
}

// Whether the ship has the number, in either spelling of `code`, as that of the IMO.
bool is_ship_of(const profile::Profile& ship, std::string_view code) {
  if (ship.kind != profile::Kind::kVessel) return false;
  const std::string other = profile::other_imo_spelling(code);
  return !other.empty() &&
         std::ranges::any_of(ship.identifiers, [&](const profile::Identifier& identifier) {
           const std::string value = letters_and_digits(identifier.value);
           return (value == code || value == other) &&
                  (value.starts_with("IMO") ||
                   identifier.category.find("IMO") != std::string::npos);
         });
}

bool is_of_country(const profile::Profile& company, profile::Country country) {
  const auto countries = profile::all_countries(company);
  return country.empty() || std::ranges::find(countries, country) != countries.end();
}

// Registration numbers of so many letters and digits are not given out twice in one country.
constexpr std::size_t kTellingDigits = 8;

std::set<std::string> plain_names(const profile::Profile& company) {
  std::set<std::string> out;
  for (const profile::Name& name : company.names)
    out.insert(letters_and_digits(name.text));
  return out;
}

template <class T>
bool intersect(const T& a, const T& b) {
  return std::ranges::any_of(a, [&](const auto& each) { return std::ranges::count(b, each) > 0; });
}

bool is_same_company(const profile::Profile& a, const profile::Profile& b, bool telling_code) {
  const auto countries_a = profile::all_countries(a);
  const auto countries_b = profile::all_countries(b);
  const bool unknown = countries_a.empty() || countries_b.empty();
  if (!unknown && !intersect(countries_a, countries_b)) return false;
  return intersect(plain_names(a), plain_names(b)) || (telling_code && !unknown);
}

std::size_t weight_of(const profile::Profile& company) {
  const std::size_t sanctioned = company.datasets.has(profile::Dataset::kSanCurrent) ? 1000 : 0;
  return sanctioned + company.names.size() + company.addresses.size() + company.identifiers.size();
}

// Everything that the other profile of the same company knows beyond this one.
void add_all_of(profile::Profile& to, profile::Profile&& from) {
  const std::set<std::string> known = plain_names(to);
  std::erase_if(from.names, [&](const profile::Name& name) {
    return known.contains(letters_and_digits(name.text));
  });
  profile::add_profile(to, std::move(from));
}

enum class PartyRole { kOfficer, kOwner, kBeneficialOwner, kOther };

struct RoleWord {
  std::string_view word;  // in small letters
  PartyRole role;
};
// The first that stands in the relationship decides.
constexpr std::array<RoleWord, 18> kRoleWords = {{
    {"subsidiary", PartyRole::kOther},
    {"beneficial", PartyRole::kBeneficialOwner},
    {"beneficiary", PartyRole::kBeneficialOwner},
    {"settlor", PartyRole::kBeneficialOwner},
    {"shareholder", PartyRole::kOwner},
    {"owner", PartyRole::kOwner},
    {"parent", PartyRole::kOwner},
    {"holding", PartyRole::kOwner},
    {"director", PartyRole::kOfficer},
    {"officer", PartyRole::kOfficer},
    {"chair", PartyRole::kOfficer},
    {"president", PartyRole::kOfficer},
    {"secretary", PartyRole::kOfficer},
    {"manager", PartyRole::kOfficer},
    {"trustee", PartyRole::kOfficer},
    {"board", PartyRole::kOfficer},
    {"founder", PartyRole::kOfficer},
    {"representative", PartyRole::kOfficer},
}};

PartyRole role_of(std::string_view relationship) {
  std::string small(relationship);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  // "Owner of" is a role of the company itself and makes nobody an owner of it.
  if (small.ends_with(" of")) return PartyRole::kOther;
  for (const RoleWord& row : kRoleWords)
    if (small.find(row.word) != std::string::npos) return row.role;
  return PartyRole::kOther;
}

bool sanctioned(const std::vector<LinkedParty>& parties) {
  return std::ranges::any_of(parties, [](const LinkedParty& party) {
    return party.target.datasets.has(profile::Dataset::kSanCurrent);
  });
}

}  // namespace

std::vector<std::uint32_t> find_companies(const catalogue::Catalogue& catalogue,
                                          std::string_view company_code, profile::Country country) {
  std::vector<std::uint32_t> current;
  std::vector<std::uint32_t> former;
  const auto add = [&](std::uint32_t number) {
    auto& out = catalogue.is_deleted(number) ? former : current;
    if (std::ranges::find(out, number) == out.end()) out.push_back(number);
  };
  const std::string code = letters_and_digits(company_code);
  for (const std::uint32_t number : catalogue.find_identifier(company_code)) {
    const auto company = catalogue.profile(number);
    if (!company.ok() || !company->belongs_to(profile::Family::kBusiness)) continue;
    if (carries(*company, code, country) ||
        (is_ship_of(*company, code) &&
         carries(*company, profile::other_imo_spelling(code), country)))
      add(number);
  }
  if (current.empty() && former.empty()) {
    if (const auto number = find_profile(catalogue, company_code)) {
      const auto company = catalogue.profile(*number);
      if (company.ok() && company->belongs_to(profile::Family::kBusiness) &&
          (company_code.size() >= kResourceIdDigits || is_of_country(*company, country)))
        add(*number);
    }
  }
  return current.empty() ? former : current;
}

std::optional<profile::Profile> as_one_company(std::vector<profile::Profile> companies,
                                               std::string_view company_code) {
  if (companies.empty()) return std::nullopt;
  const std::string code = letters_and_digits(company_code);
  const bool telling = code.size() >= kTellingDigits;
  // The fullest profile first, whatever the order of the catalogue.
  std::ranges::stable_sort(companies, [](const profile::Profile& a, const profile::Profile& b) {
    return weight_of(a) > weight_of(b);
  });
  profile::Profile out = std::move(companies.front());
  for (std::size_t i = 1; i < companies.size(); ++i) {
    // The number of a ship is given out once, whatever flag and name it takes.
    const bool same_ship = is_ship_of(out, code) && is_ship_of(companies[i], code);
    if (!same_ship && !is_same_company(out, companies[i], telling)) return std::nullopt;
    add_all_of(out, std::move(companies[i]));
  }
  return out;
}

CompanyParties parties_of(const profile::Profile& company, const profile::LinkLookup& links) {
  CompanyParties parties;
  for (const profile::Link& link : company.links) {
    if (link.target.empty()) continue;
    auto target = links.find(link.target);
    if (!target) continue;
    const bool may_be_person = profile::belongs_to(target->kind, profile::Family::kIndividual);
    const bool may_be_business = profile::belongs_to(target->kind, profile::Family::kBusiness);
    const PartyRole role = role_of(link.relationship);
    LinkedParty party{&link, std::move(*target)};
    if (role == PartyRole::kBeneficialOwner)
      parties.beneficial_owners.push_back(std::move(party));
    else if (role == PartyRole::kOwner)
      parties.shareholders.push_back(std::move(party));
    else if (role == PartyRole::kOfficer && may_be_person)
      parties.officers.push_back(std::move(party));
    else if (may_be_business)
      parties.related_businesses.push_back(std::move(party));
    else
      parties.officers.push_back(std::move(party));
  }
  return parties;
}

std::string_view risk_level(const profile::Profile& company, const CompanyParties& parties) {
  const bool own = company.datasets.has(profile::Dataset::kSanCurrent);
  const bool others = sanctioned(parties.officers) || sanctioned(parties.shareholders) ||
                      sanctioned(parties.beneficial_owners);
  if (own && others) return "critical";
  if (own || others) return "high";
  profile::DatasetSet evidence_only{profile::Dataset::kCorp, profile::Dataset::kId};
  for (const profile::Dataset each : company.datasets.members())
    if (!evidence_only.has(each)) return "medium";
  return "low";
}

}  // namespace vedette::service
