#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "evidence/party_details.h"
#include "evidence/party_facts.h"
#include "profile/profile.h"
#include "search/query.h"

namespace vedette::service {

enum class HitOrder : std::uint8_t { kScore, kConfidence };
// score, confidence.
std::string_view hit_order_name(HitOrder order);
std::optional<HitOrder> hit_order_of(std::string_view name);

// What one screening search asks, as it was understood: valid by construction of the caller, and
// everything that is needed to ask it again.
struct SearchQuestion {
  profile::Family family = profile::Family::kIndividual;
  std::string name = {};
  int threshold = names::costs::kLine;
  std::vector<profile::Country> countries = {};
  bool country_required = false;
  profile::DatasetSet datasets = {};
  profile::PartialDate birth = {};  // of individuals; empty: not given
  std::string gender = {};          // male, female, other, unknown; empty: not given
  search::BirthDateRule birth_date_rule = search::BirthDateRule::kRank;
  std::size_t limit = 100;
  std::size_t offset = 0;
  std::optional<base::Time> as_of = {};
  evidence::PartyDetails details = {};
  HitOrder order = HitOrder::kScore;
  int confidence_threshold = 0;  // hits below it are left out; 0: none is

  bool operator==(const SearchQuestion&) const = default;
};

search::Query query_of(const SearchQuestion& question);
// What it says of the party beside its names.
evidence::PartyFacts facts_of(const SearchQuestion& question);

// As one JSON object with the names of the interface. from_json reads what to_json writes;
// kCorrupt for anything else.
std::string to_json(const SearchQuestion& question);
base::Result<SearchQuestion> question_from_json(std::string_view json);

// rank, withinOneYear, sameYear, exact.
std::string_view birth_date_rule_name(search::BirthDateRule rule);
// The same words in any case, "_" and "-" ignored.
std::optional<search::BirthDateRule> birth_date_rule_of(std::string_view name);

}  // namespace vedette::service
