#include "service/screening/hit_details.h"

#include <fmt/format.h>

#include <algorithm>

#include "service/screening/identifier_details.h"

namespace vedette::service {
namespace {

// How a whole name was met, from the most exact way to the least.
enum class NameWay { kExact, kEquivalent, kPhonetic, kFuzzy };

struct WayRow {
  NameWay way;
  bool primary;
  std::string_view word;
};
// In the order in which they are told.
constexpr std::array<WayRow, 8> kWays = {{
    {NameWay::kExact, true, "name_exact"},
    {NameWay::kExact, false, "aka_exact"},
    {NameWay::kEquivalent, true, "equivalent_name"},
    {NameWay::kEquivalent, false, "equivalent_aka"},
    {NameWay::kPhonetic, true, "phonetic_name"},
    {NameWay::kPhonetic, false, "phonetic_aka"},
    {NameWay::kFuzzy, true, "name_fuzzy"},
    {NameWay::kFuzzy, false, "aka_fuzzy"},
}};
constexpr std::array<std::string_view, 6> kRemovals = {
    "name_variations_removal",     "removed_personal_title",      "removed_personal_suffix",
    "removed_organisation_prefix", "removed_organisation_suffix", "removed_clerical_mark"};

constexpr std::string_view kIdentifierMatch = "identifier_match";

bool is_removal(std::string_view way) {
  return std::ranges::find(kRemovals, way) != kRemovals.end();
}

// Words that were left out on purpose (titles, legal forms) do not make a name less exact. A word
// that met nothing, an initial and words written together do.
NameWay way_of(std::string_view word_way) {
  if (word_way == "exact_match" || is_removal(word_way)) return NameWay::kExact;
  if (word_way == "equivalent_name") return NameWay::kEquivalent;
  if (word_way == "phonetic") return NameWay::kPhonetic;
  return NameWay::kFuzzy;
}

NameWay worst_way(const names::Explanation& explanation) {
  NameWay worst = NameWay::kExact;
  for (const names::WordExplanation& word : explanation.words) {
    if (word.ways.empty()) return NameWay::kFuzzy;
    for (const std::string& way : word.ways)
      worst = std::max(worst, way_of(way));
  }
  return worst;
}

template <class T>
void add_new(std::vector<T>& to, const std::vector<T>& from) {
  for (const T& each : from)
    if (std::ranges::find(to, each) == to.end()) to.push_back(each);
}

}  // namespace

const names::AskedName& HitExplainer::asked_as(const search::PassedName& passed) {
  auto& slot = asked_[passed.other_name][static_cast<std::size_t>(passed.kind)];
  if (!slot) slot.emplace(analyser_, queries_[passed.other_name], passed.kind);
  return *slot;
}

base::Result<MatchedName> HitExplainer::explain(const search::PassedName& passed,
                                                const HitDetails& details) {
  const profile::Profile* entry = details.party.entry(passed.entry);
  if (entry == nullptr || passed.ordinal >= entry->names.size())
    return base::Error(base::Cause::kCorrupt, "a hit names a name that its profile has not");
  const profile::Name& name = entry->names[passed.ordinal];
  MatchedName matched;
  matched.name = name.text;
  matched.primary =
      details.party.several.empty() ? passed.ordinal == 0 : name.text == details.profile().name();
  // The listed name is understood already: the catalogue has it as it was analysed.
  if (!queries_[passed.other_name].empty())
    matched.explanation = names::explain(asked_as(passed), passed.asked,
                                         lists_.catalogue->assemble(passed.name, assembler_));
  for (const profile::Source* source : profile::sources_of(*entry, name))
    matched.sources.push_back(source->key);
  matched.aml_types = profile::aml_types_of(*entry, name);
  matched.entries.push_back(entry->key);
  return matched;
}

base::Result<HitDetails> HitExplainer::explain(const search::Hit& hit) {
  HitDetails details;
  VEDETTE_ASSIGN(details.party,
                 parties::read_party(*lists_.catalogue, lists_.parties(), hit.profile));
  details.score = hit.score;
  details.evidence = hit.evidence;
  details.by_name = hit.by_name;
  details.identifiers = hit.identifiers;
  for (const search::PassedName& passed : hit.names) {
    VEDETTE_ASSIGN(MatchedName matched, explain(passed, details));
    // Lists often give a name alike; the best comparison of it comes first.
    const auto known = details.party.several.empty()
                           ? details.names.end()
                           : std::ranges::find(details.names, matched.name, &MatchedName::name);
    if (known == details.names.end()) {
      details.names.push_back(std::move(matched));
      continue;
    }
    add_new(known->sources, matched.sources);
    add_new(known->aml_types, matched.aml_types);
    add_new(known->entries, matched.entries);
  }
  if (details.names.empty())
    details.names.push_back({.name = details.profile().name(), .primary = true});
  return details;
}

std::string HitDetails::explanation() const {
  const std::string of_number = identifier_sentence(identifiers);
  const std::string& of_name = best().explanation.sentence;
  if (of_name.empty()) return of_number;
  if (of_number.empty()) return of_name;
  return fmt::format("{}; {}{}", of_number, by_name ? "" : "the names do not match: ", of_name);
}

std::vector<std::string> match_types(const HitDetails& hit) {
  if (!hit.by_name) return {std::string(kIdentifierMatch)};
  std::vector<std::string> types;
  const auto add = [&](std::string_view type) {
    if (std::ranges::find(types, type) == types.end()) types.emplace_back(type);
  };
  for (const WayRow& row : kWays)
    for (const MatchedName& name : hit.names)
      if (name.primary == row.primary && worst_way(name.explanation) == row.way) add(row.word);
  for (const std::string_view removal : kRemovals)
    for (const MatchedName& name : hit.names)
      for (const names::WordExplanation& word : name.explanation.words)
        if (std::ranges::find(word.ways, removal) != word.ways.end()) add(removal);
  if (!birth_year_way(hit.evidence.birth).empty()) add("year_of_birth");
  if (has_agreeing(hit.identifiers)) add(kIdentifierMatch);
  if (types.empty()) add("unknown");
  return types;
}

std::string_view birth_agreement_name(search::BirthAgreement agreement) {
  using enum search::BirthAgreement;
  switch (agreement) {
    case kConflict:
      return "conflict";
    case kUnknown:
      break;
    case kWithinOneYear:
      return "withinOneYear";
    case kSameYear:
      return "sameYear";
    case kSameDay:
      return "sameDay";
  }
  return "unknown";
}

std::string_view birth_year_way(search::BirthAgreement agreement) {
  using enum search::BirthAgreement;
  switch (agreement) {
    case kSameYear:
    case kSameDay:
      return "exact_birth_year_match";
    case kWithinOneYear:
      return "fuzzy_birth_year_match";
    case kConflict:
    case kUnknown:
      break;
  }
  return "";
}

}  // namespace vedette::service
