#include "service/monitoring/record_screening.h"

#include <charconv>
#include <limits>

#include "service/common/engine_version.h"

namespace vedette::service {
namespace {

using base::Result;

constexpr std::int64_t kEnginesPerProgram = 1'000'000;

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

}  // namespace

std::int64_t engine_number(const catalogue::Catalogue& catalogue) {
  return number_of(kEngineVersion) * kEnginesPerProgram + number_of(catalogue.engine_version());
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
      settings_(settings) {}

ScreenedUnder RecordScreening::under() const {
  return {static_cast<std::int64_t>(catalogue().meta().generation), engine_number(catalogue()),
          settings_.version};
}

Result<search::Query> RecordScreening::query_of(profile::Family family,
                                                const Criteria& criteria) const {
  search::Query query;
  query.name = criteria.name;
  query.scope =
      family == profile::Family::kBusiness ? search::Scope::kBusiness : search::Scope::kIndividual;
  query.threshold = settings_.threshold;
  query.datasets = profile::applicable(settings_.datasets, family == profile::Family::kIndividual);
  query.birth_date_rule = settings_.birth_date_rule;
  query.country_required = settings_.country_rule == CountryRule::kRequired;
  query.limit = std::numeric_limits<std::size_t>::max();
  if (settings_.country_rule != CountryRule::kIgnore)
    for (const std::string& text : criteria.countries) {
      const auto country = profile::parse_country_code(text);
      if (!country)
        return base::Error(base::Cause::kCorrupt, "a record has a country that nobody knows");
      query.countries.push_back(*country);
    }
  if (!criteria.dob.empty() && !profile::from_text(criteria.dob, query.birth))
    return base::Error(base::Cause::kCorrupt, "a record has a birth date that is none");
  if (criteria.gender == "male") query.gender = profile::Gender::kMale;
  if (criteria.gender == "female") query.gender = profile::Gender::kFemale;
  return query;
}

Result<FoundMatch> RecordScreening::seen(profile::Family family, const search::Hit& hit) const {
  VEDETTE_ASSIGN(const profile::Profile profile, catalogue().profile(hit.profile));
  FoundMatch out;
  out.resource_id = catalogue().resource_id_text(hit.profile);
  out.qr_code = profile.qr_code;
  out.score = hit.score;
  out.matched_name = profile.names[hit.names.front().ordinal].text;
  out.name = profile.name();
  out.countries = lower_countries(profile);
  out.datasets = profile.datasets;
  out.version = profile.version;
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
  VEDETTE_ASSIGN(const search::Query query, query_of(family, criteria));
  VEDETTE_ASSIGN(const search::Results results, searcher_.search(query, workspace));
  std::vector<FoundMatch> out;
  out.reserve(results.hits.size());
  for (const search::Hit& hit : results.hits) {
    VEDETTE_ASSIGN(FoundMatch found, seen(family, hit));
    out.push_back(std::move(found));
  }
  return out;
}

}  // namespace vedette::service
