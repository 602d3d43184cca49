#include "evidence/assessment.h"

#include <fmt/format.h>

#include <algorithm>

#include "evidence/comparisons.h"
#include "names/tables/costs.h"

namespace vedette::evidence {
namespace {

std::string_view words_of(Attribute attribute) {
  switch (attribute) {
    case Attribute::kName:
      return "name";
    case Attribute::kBirthDate:
      return "birth date";
    case Attribute::kGender:
      return "gender";
    case Attribute::kCountry:
      return "country";
    case Attribute::kPlaceOfBirth:
      return "place of birth";
    case Attribute::kAddress:
      return "address";
    case Attribute::kIdentifier:
      return "identifier";
    case Attribute::kContact:
      return "contact";
    case Attribute::kKind:
      return "kind of party";
    case Attribute::kListEntry:
      return "list entry";
    case Attribute::kNames:
      return "other names";
  }
  return {};
}

std::string_view opening(int confidence) {
  constexpr int kVeryLikely = 95, kLikely = 75, kOpen = 25, kUnlikely = 5;
  if (confidence >= kVeryLikely) return "Very likely the same party";
  if (confidence >= kLikely) return "Probably the same party";
  if (confidence > kOpen) return "Possibly the same party";
  return confidence > kUnlikely ? "Probably another party" : "Very likely another party";
}

// How well the names of two list entries agree as a whole.
Finding names_finding(const NamesAgreement& names) {
  constexpr int kSame = 90, kAlike = 70;
  if (names.primary_score >= kSame)
    return names.of >= 2 && names.met == names.of ? Finding::kNamesAll : Finding::kNamesPrimary;
  if (2 * names.met < names.of) return Finding::kNamesFew;
  return names.primary_score < kAlike ? Finding::kNamesAlias : Finding::kNothing;
}

Term name_term(const NameEvidence& name, const Weights& weights) {
  return {.attribute = Attribute::kName,
          .finding = name.score >= names::costs::kLine ? Finding::kNameMet : Finding::kNameOther,
          .ours = name.ours,
          .theirs = name.theirs,
          .contribution = name.log_odds(weights)};
}

}  // namespace

Assessment assess(const PartyFacts& ours, const PartyFacts& theirs, const NameEvidence& name,
                  Use use, const Weights& weights) {
  Assessment assessment;
  assessment.prior = weights.prior(use);
  if (name.given) assessment.terms.push_back(name_term(name, weights));
  for (const auto compare : {compare_birth_dates, compare_genders, compare_countries,
                             compare_birth_places, compare_addresses, compare_identifiers,
                             compare_contacts, compare_kinds, compare_list_entries}) {
    Term term = compare(ours, theirs);
    if (term.finding == Finding::kNothing && term.ours.empty()) continue;
    term.contribution = weights.of(term.finding);
    assessment.terms.push_back(std::move(term));
  }
  assessment.log_odds = assessment.prior;
  for (const Term& term : assessment.terms)
    assessment.log_odds += term.contribution;
  assessment.confidence = confidence_of(assessment.log_odds);
  return assessment;
}

void add_names(Assessment& assessment, const NamesAgreement& names, const Weights& weights) {
  Term term{.attribute = Attribute::kNames,
            .finding = names_finding(names),
            .ours = fmt::format("{} of {} names", names.met, names.of),
            .theirs = fmt::format("primary names {}", names.primary_score)};
  term.contribution =
      weights.of(term.finding) + weights.grouping_information().at(names.information);
  assessment.log_odds += term.contribution;
  assessment.confidence = confidence_of(assessment.log_odds);
  assessment.terms.push_back(std::move(term));
}

std::string sentence(const Assessment& assessment) {
  std::string text = fmt::format("{} ({})", opening(assessment.confidence), assessment.confidence);
  std::string_view before = ": ";
  for (const Term& term : assessment.terms) {
    if (term.outcome() == Outcome::kUnknown) continue;
    const std::string_view verb =
        term.outcome() == Outcome::kCompatible ? "is compatible" : to_text(term.outcome());
    text += fmt::format("{}the {} {} ({})", before, words_of(term.attribute), verb,
                        to_text(term.contribution));
    before = ", ";
  }
  return text + ".";
}

void write_terms(base::JsonWriter& json, const Assessment& assessment) {
  json.begin_array();
  for (const Term& term : assessment.terms) {
    json.begin_object();
    json.member("attribute", to_text(term.attribute));
    json.member("outcome", to_text(term.outcome()));
    json.member("finding", to_text(term.finding));
    json.member("ours", term.ours);
    json.member("theirs", term.theirs);
    json.key("contribution").value(term.contribution / 100.0, 2);
    json.end_object();
  }
  json.end_array();
}

}  // namespace vedette::evidence
