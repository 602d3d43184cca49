#include "service/monitoring/record_screening.h"

#include <charconv>
#include <limits>

#include "service/common/engine_version.h"
#include "service/screening/name_search.h"

namespace vedette::service {
namespace {

using base::Result;

constexpr std::int64_t kEnginesPerProgram = 1'000'000;
constexpr std::int64_t kEnginesPerEvidence = 1'000;

std::int64_t number_of(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string lower_countries(const profile::Profile& profile) {
  std::vector<std::string> codes;
  for (const profile::Country country : profile::all_countries(profile))
    codes.push_back(country.lower());
  return join(codes);
}

std::string birth_texts(const profile::Profile& profile) {
  std::vector<std::string> texts;
  for (const profile::PartialDate& birth : profile.births)
    for (std::string& text : profile::iso_texts(birth))
      texts.push_back(std::move(text));
  return join(texts);
}

std::string matched_by(const search::Hit& hit, const search::Query& query) {
  std::string text = hit.by_name ? "name" : "";
  for (const search::IdentifierMatch& match : hit.identifiers) {
    if (match.finding != search::IdentifierFinding::kAgrees) continue;
    const evidence::Identifier& asked = query.identifiers[match.asked];
    if (!text.empty()) text += ' ';
    text.append(to_text(asked.type)).append(":").append(asked.value);
  }
  return text;
}

// The countries of a record are the customer's, also where they filter nothing.
evidence::PartyFacts facts_of(profile::Family family, const Criteria& criteria,
                              const search::Query& query) {
  evidence::CustomerFacts customer{.kind = family == profile::Family::kIndividual
                                               ? profile::Kind::kPerson
                                               : profile::Kind::kUnknown,
                                   .birth = query.birth,
                                   .gender = query.gender};
  for (const std::string& text : criteria.countries)
    if (const auto country = profile::parse_country_code(text))
      customer.countries.push_back(*country);
  return evidence::facts_of(customer, criteria.details);
}

}  // namespace

std::int64_t engine_number(const catalogue::Catalogue& catalogue) {
  return number_of(kEngineVersion) * kEnginesPerProgram + kEvidenceVersion * kEnginesPerEvidence +
         number_of(catalogue.engine_version());
}

bool is_of_other_family(const catalogue::Catalogue& catalogue, profile::Family family,
                        std::string_view resource_id) {
  const auto number = catalogue.find_resource(resource_id);
  if (!number || catalogue.is_deleted(*number)) return false;
  const auto kind = static_cast<profile::Kind>(catalogue.facts(*number).kind);
  return !profile::belongs_to(kind, family);
}

RecordScreening::RecordScreening(std::shared_ptr<const catalogue::Catalogue> catalogue,
                                 const names::Analyser& analyser,
                                 const MonitoringSettings& settings)
    : searcher_(std::move(catalogue), analyser, std::numeric_limits<std::uint64_t>::max(),
                search::Capped::kTaken),
      analyser_(analyser),
      settings_(settings) {}

ScreenedUnder RecordScreening::under() const {
  return {static_cast<std::int64_t>(catalogue().meta().generation), engine_number(catalogue()),
          settings_.version};
}

Result<search::Query> query_of_record(profile::Family family, const Criteria& criteria,
                                      const MonitoringSettings& settings) {
  search::Query query;
  query.name = criteria.name;
  query.scope =
      family == profile::Family::kBusiness ? search::Scope::kBusiness : search::Scope::kIndividual;
  query.threshold = settings.threshold;
  query.datasets = profile::applicable(settings.datasets, family == profile::Family::kIndividual);
  query.birth_date_rule = settings.birth_date_rule;
  query.country_required = settings.country_rule == CountryRule::kRequired;
  query.limit = std::numeric_limits<std::size_t>::max();
  if (settings.country_rule != CountryRule::kIgnore)
    for (const std::string& text : criteria.countries) {
      const auto country = profile::parse_country_code(text);
      if (!country)
        return base::Error(base::Cause::kCorrupt, "a record has a country that nobody knows");
      query.countries.push_back(*country);
    }
  if (!criteria.dob.empty() && !profile::from_text(criteria.dob, query.birth))
    return base::Error(base::Cause::kCorrupt, "a record has a birth date that is none");
  for (const evidence::GivenIdentifier& given : criteria.details.identifiers)
    query.identifiers.push_back(evidence::make_identifier(given));
  if (criteria.gender == "male") query.gender = profile::Gender::kMale;
  if (criteria.gender == "female") query.gender = profile::Gender::kFemale;
  return query;
}

Result<FoundMatch> RecordScreening::seen(profile::Family family, const search::Query& query,
                                         const search::Hit& hit, HitAssessor& assessor) const {
  // Matches are with list entries: one search finds each entry alone.
  VEDETTE_ASSIGN(const parties::PartyProfile party,
                 parties::read_party(catalogue(), nullptr, hit.profile));
  const profile::Profile& profile = party.profile;
  FoundMatch out;
  out.resource_id = catalogue().resource_id_text(hit.profile);
  out.qr_code = profile.qr_code;
  out.score = hit.score;
  out.matched_name =
      hit.names.empty() ? profile.name() : profile.names[hit.names.front().ordinal].text;
  out.matched_by = matched_by(hit, query);
  out.name = profile.name();
  out.countries = lower_countries(profile);
  out.datasets = profile.datasets;
  out.version = profile.version;
  const evidence::Assessment assessment = assessor.assess(hit, party);
  MatchConfidence& confidence = out.confidence.emplace();
  confidence.percent = assessment.confidence;
  confidence.sentence = evidence::sentence(assessment);
  base::JsonWriter terms(confidence.terms);
  evidence::write_terms(terms, assessment);
  if (family == profile::Family::kIndividual) {
    out.births = birth_texts(profile);
    out.gender = std::string(profile::to_text(profile.gender));
    out.pep_tier = std::string(profile::to_text(profile.pep_tier));
  }
  return out;
}

Result<std::vector<FoundMatch>> RecordScreening::find(profile::Family family,
                                                      const Criteria& criteria,
                                                      search::Workspace& workspace) const {
  VEDETTE_ASSIGN(const search::Query query, query_of_record(family, criteria, settings_));
  VEDETTE_ASSIGN(const search::Results results,
                 search_names(searcher_, query, criteria.details.other_names, workspace));
  HitAssessor assessor(
      searcher_.shared(), analyser_,
      {criteria.name, criteria.details.other_names, facts_of(family, criteria, query)});
  std::vector<FoundMatch> out;
  out.reserve(results.hits.size());
  for (const search::Hit& hit : results.hits) {
    VEDETTE_ASSIGN(FoundMatch found, seen(family, query, hit, assessor));
    out.push_back(std::move(found));
  }
  return out;
}

}  // namespace vedette::service
