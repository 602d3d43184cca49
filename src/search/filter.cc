#include "search/filter.h"

#include <algorithm>

namespace vedette::search {
namespace {

using catalogue::BirthSpan;

struct Day {
  std::uint32_t year;
  std::uint32_t month;
  std::uint32_t day;
};

// The packing of catalogue::BirthSpan.
Day unpacked(std::uint32_t packed) {
  return {packed / 512, packed / 32 % 16, packed % 32};
}

Day unpacked(const profile::CalendarDay& day) {
  return {static_cast<std::uint32_t>(day.year), day.month, day.day};
}

// What is known on both sides is the same.
bool agrees(const Day& a, const Day& b) {
  if (a.year != b.year) return false;
  if (a.month == 0 || b.month == 0) return true;
  if (a.month != b.month) return false;
  return a.day == 0 || b.day == 0 || a.day == b.day;
}

bool is_whole(const Day& day) {
  return day.month != 0 && day.day != 0;
}

BirthAgreement compare(const profile::PartialDate& asked, const BirthSpan& known) {
  const std::uint32_t first = known.first / 512;
  const std::uint32_t last = known.last / 512;
  const auto asked_first = static_cast<std::uint32_t>(asked.first.year);
  const auto asked_last =
      asked.is_range() ? static_cast<std::uint32_t>(asked.last.year) : asked_first;
  if (known.first == known.last && !asked.is_range()) {
    const Day a = unpacked(asked.first);
    const Day b = unpacked(known.first);
    if (is_whole(a) && is_whole(b) && agrees(a, b)) return BirthAgreement::kSameDay;
  }
  if (asked_first <= last && first <= asked_last) return BirthAgreement::kSameYear;
  if (asked_first <= last + 1 && first <= asked_last + 1) return BirthAgreement::kWithinOneYear;
  return BirthAgreement::kConflict;
}

// Whether the birth dates can be one and the same day.
bool may_be_same_day(const profile::PartialDate& asked, const BirthSpan& known) {
  if (asked.is_range() || known.first != known.last)
    return compare(asked, known) >= BirthAgreement::kSameYear;
  return agrees(unpacked(asked.first), unpacked(known.first));
}

}  // namespace

Filter::Filter(const catalogue::Catalogue& catalogue, const Query& query)
    : catalogue_(catalogue),
      scope_(query.scope),
      match_context_(catalogue.meta().match_context()),
      country_required_(query.country_required),
      datasets_(query.datasets.bits()),
      birth_(query.birth),
      gender_(query.gender),
      rule_(query.birth_date_rule) {
  for (const profile::Country country : query.countries) {
    const std::string_view code = country.code();
    if (code.size() == 2)
      countries_.push_back(static_cast<std::uint16_t>(static_cast<unsigned char>(code[0]) |
                                                      static_cast<unsigned char>(code[1]) << 8));
  }
}

bool Filter::in_scope(std::uint8_t kind) const {
  if (scope_ == Scope::kBoth) return true;
  return profile::belongs_to(static_cast<profile::Kind>(kind), scope_ == Scope::kIndividual
                                                                   ? profile::Family::kIndividual
                                                                   : profile::Family::kBusiness);
}

bool Filter::has_country(std::uint32_t profile) const {
  return std::ranges::any_of(catalogue_.countries(profile), [&](std::uint16_t country) {
    return std::ranges::find(countries_, country) != countries_.end();
  });
}

BirthAgreement Filter::birth_agreement(std::uint32_t profile) const {
  const auto births = catalogue_.births(profile);
  if (birth_.empty() || births.empty()) return BirthAgreement::kUnknown;
  BirthAgreement best = BirthAgreement::kConflict;
  for (const BirthSpan& known : births)
    best = std::max(best, compare(birth_, known));
  return best;
}

bool Filter::keeps_by_identifier(std::uint32_t profile) const {
  const catalogue::ProfileFacts& facts = catalogue_.facts(profile);
  if (!in_scope(facts.kind)) return false;
  if ((facts.flags & catalogue::kContext) && !match_context_) return false;
  return datasets_ == 0 || (facts.datasets & datasets_) != 0;
}

bool Filter::keeps(std::uint32_t profile) const {
  const catalogue::ProfileFacts& facts = catalogue_.facts(profile);
  if (!keeps_by_identifier(profile)) return false;
  if (!countries_.empty() && !has_country(profile) &&
      (facts.country_count > 0 || country_required_))
    return false;
  if (rule_ == BirthDateRule::kRank || birth_.empty() || facts.birth_count == 0) return true;
  switch (rule_) {
    case BirthDateRule::kWithinOneYear:
      return birth_agreement(profile) >= BirthAgreement::kWithinOneYear;
    case BirthDateRule::kSameYear:
      return birth_agreement(profile) >= BirthAgreement::kSameYear;
    default:
      return std::ranges::any_of(catalogue_.births(profile), [&](const BirthSpan& known) {
        return may_be_same_day(birth_, known);
      });
  }
}

Evidence Filter::evidence(std::uint32_t profile) const {
  Evidence out;
  out.birth = birth_agreement(profile);
  const auto known = static_cast<profile::Gender>(catalogue_.facts(profile).gender);
  if (gender_ != profile::Gender::kUnknown && known != profile::Gender::kUnknown)
    out.gender = known == gender_ ? GenderAgreement::kSame : GenderAgreement::kConflict;
  out.country = !countries_.empty() && has_country(profile);
  return out;
}

}  // namespace vedette::search
