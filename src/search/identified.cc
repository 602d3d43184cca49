#include "search/identified.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace vedette::search {
namespace {

using evidence::Identifier;
using evidence::IdentifierOutcome;

std::optional<IdentifierFinding> finding_of(const Identifier& asked, const Identifier& listed) {
  switch (evidence::compare(asked, listed)) {
    case IdentifierOutcome::kAgrees:
      return IdentifierFinding::kAgrees;
    case IdentifierOutcome::kOneOff:
      return IdentifierFinding::kOneOff;
    default:
      break;
  }
  const bool other_country =
      !asked.country.empty() && !listed.country.empty() && asked.country != listed.country;
  if (asked.value.empty() || asked.value != listed.value || asked.type != listed.type ||
      other_country)
    return std::nullopt;
  return IdentifierFinding::kShort;
}

class Collector {
 public:
  Collector(const catalogue::Catalogue& catalogue, const PartyMap* parties,
            std::span<const Identifier> asked)
      : catalogue_(catalogue), parties_(parties), asked_(asked) {}

  void add(std::size_t asked, std::uint32_t profile, Identifier listed) {
    if (!catalogue_.is_matchable(profile)) return;
    const auto finding = finding_of(asked_[asked], listed);
    if (!finding) return;
    listed.as_written.clear();
    found_.push_back({party_of(parties_, profile),
                      {static_cast<std::uint16_t>(asked), *finding, std::move(listed), 0}});
  }

  // Of each party the best match of each identifier.
  std::vector<Identified> finish() {
    const auto key = [&](const Found& each) {
      const IdentifierMatch& match = each.match;
      const bool other_type = match.listed.type != asked_[match.asked].type;
      return std::tuple(each.profile, match.asked, match.finding, other_type, match.listed.type,
                        std::string_view(match.listed.value), match.listed.country.empty(),
                        match.listed.country.code());
    };
    std::ranges::sort(found_, {}, key);
    const auto worse = std::ranges::unique(
        found_, {}, [](const Found& each) { return std::pair(each.profile, each.match.asked); });
    found_.erase(worse.begin(), worse.end());
    std::vector<std::uint32_t> owners(asked_.size());
    for (const Found& each : found_)
      owners[each.match.asked] += each.match.finding == IdentifierFinding::kAgrees;
    std::vector<Identified> out;
    for (Found& each : found_) {
      if (out.empty() || out.back().profile != each.profile) out.push_back({each.profile, {}});
      if (each.match.finding == IdentifierFinding::kAgrees)
        each.match.shared_by = owners[each.match.asked];
      out.back().matches.push_back(std::move(each.match));
    }
    return out;
  }

 private:
  struct Found {
    std::uint32_t profile;
    IdentifierMatch match;
  };
  const catalogue::Catalogue& catalogue_;
  const PartyMap* parties_;
  std::span<const Identifier> asked_;
  std::vector<Found> found_;
};

}  // namespace

bool Identified::agrees() const {
  return std::ranges::any_of(matches, [](const IdentifierMatch& match) {
    return match.finding == IdentifierFinding::kAgrees;
  });
}

std::vector<Identified> identified(const catalogue::Catalogue& catalogue, const PartyMap* parties,
                                   std::span<const Identifier> asked) {
  if (asked.empty()) return {};
  Collector collector(catalogue, parties, asked);
  const catalogue::IdentifierIndex& index = catalogue.identifier_index();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto add = [&](const catalogue::TypedIdentifier& entry) {
      collector.add(i, entry.profile, index.identifier(entry));
    };
    index.for_value(asked[i].value, add);
    index.for_similar(asked[i].value, add);
  }
  return collector.finish();
}

std::vector<Identified> identified_by_scan(const catalogue::Catalogue& catalogue,
                                           const PartyMap* parties,
                                           std::span<const Identifier> asked) {
  if (asked.empty()) return {};
  Collector collector(catalogue, parties, asked);
  evidence::ListedIdentifiers listed;
  for (std::uint32_t number = 0; number < catalogue.profile_count(); ++number) {
    if (!catalogue.is_matchable(number)) continue;
    const auto profile = catalogue.profile(number);
    if (!profile.ok()) continue;
    for (const profile::Identifier& each : profile->identifiers)
      for (const Identifier& identifier : listed.read_all(each)) {
        if (identifier.value.size() > catalogue::kLongestIdentifier) continue;
        for (std::size_t i = 0; i < asked.size(); ++i)
          collector.add(i, number, identifier);
      }
  }
  return collector.finish();
}

bool is_hit_by_identifier(const Identified& each, const Filter& filter, const Query& query) {
  return (query.name.empty() || each.agrees()) && filter.keeps_by_identifier(each.profile);
}

const Identified* find_identified(std::span<const Identified> all, std::uint32_t profile) {
  const auto at = std::ranges::lower_bound(all, profile, {}, &Identified::profile);
  return at != all.end() && at->profile == profile ? &*at : nullptr;
}

}  // namespace vedette::search
