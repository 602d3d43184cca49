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

Filter::Filter(const catalogue::Catalogue& catalogue, const Query& query, const PartyMap* parties)
    : catalogue_(catalogue),
      parties_(parties),
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

bool Filter::in_scope(std::uint32_t entry) const {
  if (scope_ == Scope::kBoth) return true;
  return profile::belongs_to(
      static_cast<profile::Kind>(catalogue_.facts(entry).kind),
      scope_ == Scope::kIndividual ? profile::Family::kIndividual : profile::Family::kBusiness);
}

bool Filter::is_context(std::uint32_t entry) const {
  return (catalogue_.facts(entry).flags & catalogue::kContext) && !match_context_;
}

bool Filter::has_dataset(std::uint32_t entry) const {
  return datasets_ == 0 || (catalogue_.facts(entry).datasets & datasets_) != 0;
}

bool Filter::has_country(std::uint32_t entry) const {
  return std::ranges::any_of(catalogue_.countries(entry), [&](std::uint16_t country) {
    return std::ranges::find(countries_, country) != countries_.end();
  });
}

bool Filter::keeps_country(std::uint32_t entry) const {
  return countries_.empty() || has_country(entry) ||
         (catalogue_.facts(entry).country_count == 0 && !country_required_);
}

BirthAgreement Filter::birth_agreement(std::uint32_t entry) const {
  const auto births = catalogue_.births(entry);
  if (birth_.empty() || births.empty()) return BirthAgreement::kUnknown;
  BirthAgreement best = BirthAgreement::kConflict;
  for (const BirthSpan& known : births)
    best = std::max(best, compare(birth_, known));
  return best;
}

bool Filter::keeps_birth(std::uint32_t entry) const {
  if (rule_ == BirthDateRule::kRank || birth_.empty() || catalogue_.facts(entry).birth_count == 0)
    return true;
  switch (rule_) {
    case BirthDateRule::kWithinOneYear:
      return birth_agreement(entry) >= BirthAgreement::kWithinOneYear;
    case BirthDateRule::kSameYear:
      return birth_agreement(entry) >= BirthAgreement::kSameYear;
    default:
      return std::ranges::any_of(catalogue_.births(entry), [&](const BirthSpan& known) {
        return may_be_same_day(birth_, known);
      });
  }
}

template <class Holds>
bool Filter::any_entry(std::uint32_t entry, const Holds& holds) const {
  if (holds(entry)) return true;
  if (parties_ == nullptr) return false;
  return std::ranges::any_of(parties_->entries_of(entry), [&](std::uint32_t other) {
    return other != entry && catalogue_.is_matchable(other) && holds(other);
  });
}

bool Filter::keeps_by_identifier(std::uint32_t party) const {
  // The entry that names the party may be deleted, and then says nothing.
  const auto any = [&](const auto& holds) {
    return std::ranges::any_of(entries_of(parties_, party), [&](std::uint32_t entry) {
      return !catalogue_.is_deleted(entry) && !is_context(entry) && holds(entry);
    });
  };
  return any([&](std::uint32_t entry) { return in_scope(entry); }) &&
         any([&](std::uint32_t entry) { return has_dataset(entry); });
}

bool Filter::keeps(std::uint32_t entry) const {
  return in_scope(entry) && !is_context(entry) &&
         any_entry(entry, [&](std::uint32_t each) { return has_dataset(each); }) &&
         any_entry(entry, [&](std::uint32_t each) { return keeps_country(each); }) &&
         any_entry(entry, [&](std::uint32_t each) { return keeps_birth(each); });
}

Evidence Filter::evidence(std::uint32_t party) const {
  Evidence out;
  const auto entries = entries_of(parties_, party);
  bool has_birth = false, has_gender = false;
  for (const std::uint32_t entry : entries) {
    if (entries.size() > 1 && !catalogue_.is_matchable(entry)) continue;
    // Entries that say nothing do not soften a conflict.
    if (!birth_.empty() && !catalogue_.births(entry).empty()) {
      const BirthAgreement own = birth_agreement(entry);
      out.birth = has_birth ? std::max(out.birth, own) : own;
      has_birth = true;
    }
    const auto known = static_cast<profile::Gender>(catalogue_.facts(entry).gender);
    if (gender_ != profile::Gender::kUnknown && known != profile::Gender::kUnknown) {
      const auto own = known == gender_ ? GenderAgreement::kSame : GenderAgreement::kConflict;
      out.gender = has_gender ? std::max(out.gender, own) : own;
      has_gender = true;
    }
    out.country = out.country || (!countries_.empty() && has_country(entry));
  }
  return out;
}

}  // namespace vedette::search
