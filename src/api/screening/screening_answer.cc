#include "api/screening/screening_answer.h"

#include "profile/profile_json.h"
#include "service/screening/name_cut.h"
#include "service/screening/profile_lookup.h"

namespace vedette::api {
namespace {

using base::JsonWriter;
using service::HitDetails;
using service::MatchedName;
using service::SearchQuestion;

template <class Texts>
void write_texts(JsonWriter& json, std::string_view name, const Texts& texts) {
  json.key(name).begin_array();
  for (const auto& each : texts)
    json.value(std::string_view(each));
  json.end_array();
}

std::string_view text_of(search::GenderAgreement agreement) {
  using enum search::GenderAgreement;
  switch (agreement) {
    case kConflict:
      return "conflict";
    case kUnknown:
      break;
    case kSame:
      return "same";
  }
  return "unknown";
}

// A company has neither birth date nor gender.
void write_evidence(JsonWriter& json, const search::Evidence& evidence, profile::Family family) {
  json.key("evidence").begin_object();
  if (family == profile::Family::kIndividual)
    json.member("birthDate", service::birth_agreement_name(evidence.birth))
        .member("gender", text_of(evidence.gender));
  // A profile of another country is not among the hits, so there is no conflict to tell.
  json.member("country", evidence.country ? "same" : "unknown").end_object();
}

void write_secondary(JsonWriter& json, const SearchQuestion& question,
                     const search::Evidence& evidence) {
  json.key("secondary_matches").begin_array();
  const std::string_view way = service::birth_year_way(evidence.birth);
  if (!question.birth.empty() && !way.empty()) {
    json.begin_object().member("query_term", std::to_string(question.birth.first.year));
    json.key("match_types").begin_array().value(way).end_array().end_object();
  }
  json.end_array();
}

void write_detail(JsonWriter& json, const MatchedName& matched, const SearchQuestion& question,
                  const search::Evidence& evidence) {
  json.begin_object().member("matching_name", matched.name);
  write_texts(json, "sources", matched.sources);
  write_texts(json, "aml_types", matched.aml_types);
  json.key("name_matches").begin_array();
  for (const names::WordExplanation& word : matched.explanation.words) {
    json.begin_object().member("query_term", word.query_term);
    write_texts(json, "match_types", word.ways);
    json.end_object();
  }
  json.end_array();
  write_secondary(json, question, evidence);
  json.key("score").value(matched.explanation.score / 100.0, 2);
  json.member("explanation", matched.explanation.sentence).end_object();
}

void write_individual_hit(JsonWriter& json, const HitDetails& hit, const SearchQuestion& question,
                          const profile::LinkLookup& links) {
  json.begin_object().key("doc");
  profile::write_hit_doc(json, hit.profile, links);
  write_texts(json, "match_types", service::match_types(hit));
  json.key("match_types_details").begin_array();
  for (const MatchedName& matched : hit.names)
    write_detail(json, matched, question, hit.evidence);
  json.end_array().key("score").value(hit.score / 100.0, 2);
  write_evidence(json, hit.evidence, profile::Family::kIndividual);
  json.member("explanation", hit.best().explanation.sentence).end_object();
}

void write_business_item(JsonWriter& json, const HitDetails& hit,
                         const profile::LinkLookup& links) {
  profile::write_open_profile(json, hit.profile, profile::Family::kBusiness, links);
  json.member("score", hit.score).member("match", hit.best().name);
  write_texts(json, "match_types", service::match_types(hit));
  write_evidence(json, hit.evidence, profile::Family::kBusiness);
  json.member("explanation", hit.best().explanation.sentence).end_object();
}

// What both families add to the fields of the interface.
void write_extras(JsonWriter& json, const service::ScreeningAnswer& answer,
                  const SearchQuestion& question) {
  json.member("limit", question.limit).member("offset", question.offset);
  json.member("generation", answer.catalogue->meta().generation);
  write_texts(json, "staleLists", answer.stale_lists);
  if (answer.name_cut) json.key("warnings").begin_array().value(service::kNameCut).end_array();
}

}  // namespace

base::Result<void> write_hits(JsonWriter& json, const catalogue::Catalogue& catalogue,
                              std::span<const search::Hit> hits, const SearchQuestion& question,
                              const names::Analyser& analyser) {
  const service::CatalogueLinks links(catalogue);
  service::HitExplainer explainer(catalogue, analyser, question.name);
  json.begin_array();
  for (const search::Hit& hit : hits) {
    VEDETTE_ASSIGN(const HitDetails details, explainer.explain(hit));
    if (question.family == profile::Family::kIndividual)
      write_individual_hit(json, details, question, links);
    else
      write_business_item(json, details, links);
  }
  json.end_array();
  return {};
}

base::Result<std::string> screening_body(const service::ScreeningAnswer& answer,
                                         const SearchQuestion& question,
                                         const names::Analyser& analyser) {
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  const bool individual = question.family == profile::Family::kIndividual;
  if (!individual) json.member("total", answer.results.total);
  json.member("id", answer.identity.id).member("ref", answer.identity.ref);
  if (individual) json.member("total_hits", answer.results.total);
  json.key(individual ? "hits" : "items");
  VEDETTE_TRY(write_hits(json, *answer.catalogue, answer.results.hits, question, analyser));
  write_extras(json, answer, question);
  json.end_object().end_object();
  return body;
}

}  // namespace vedette::api
