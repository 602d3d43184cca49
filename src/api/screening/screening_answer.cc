#include "api/screening/screening_answer.h"

#include "profile/profile_json.h"
#include "service/screening/identifier_details.h"
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

// Names of the entries that have a name of the party, where it has several.
void write_entry_ids(JsonWriter& json, const MatchedName& matched, const HitDetails& hit) {
  if (hit.party.several.empty()) return;
  json.key("entryIds").begin_array();
  for (const profile::ProfileKey& key : matched.entries)
    json.value(profile::entry_id(key));
  json.end_array();
}

void write_detail(JsonWriter& json, const MatchedName& matched, const SearchQuestion& question,
                  const HitDetails& hit) {
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
  write_secondary(json, question, hit.evidence);
  write_entry_ids(json, matched, hit);
  json.key("score").value(matched.explanation.score / 100.0, 2);
  json.member("explanation", matched.explanation.sentence).end_object();
}

void write_confidence(JsonWriter& json, const evidence::Assessment& assessment) {
  json.member("confidence", assessment.confidence);
  json.member("confidenceExplanation", evidence::sentence(assessment));
  json.key("evidenceTerms");
  evidence::write_terms(json, assessment);
}

// How the identifiers of the query met the party; nothing where none were sent.
void write_identifiers(JsonWriter& json, const HitDetails& hit, const SearchQuestion& question) {
  if (!question.details.identifiers.empty())
    service::write_identifier_matches(json, hit.by_name, hit.identifiers,
                                      service::query_of(question).identifiers);
}

void write_individual_hit(JsonWriter& json, const HitDetails& hit,
                          const evidence::Assessment& assessment, const SearchQuestion& question,
                          const profile::LinkLookup& links, const profile::ListEntries& entries) {
  json.begin_object().key("doc");
  profile::write_hit_doc(json, hit.profile(), links, entries);
  write_texts(json, "match_types", service::match_types(hit));
  json.key("match_types_details").begin_array();
  for (const MatchedName& matched : hit.names)
    write_detail(json, matched, question, hit);
  json.end_array().key("score").value(hit.score / 100.0, 2);
  write_evidence(json, hit.evidence, profile::Family::kIndividual);
  write_confidence(json, assessment);
  write_identifiers(json, hit, question);
  json.member("explanation", hit.explanation()).end_object();
}

void write_business_item(JsonWriter& json, const HitDetails& hit,
                         const evidence::Assessment& assessment, const SearchQuestion& question,
                         const profile::LinkLookup& links, const profile::ListEntries& entries) {
  profile::write_open_profile(json, hit.profile(), profile::Family::kBusiness, links, entries);
  json.member("score", hit.score).member("match", hit.best().name);
  write_texts(json, "match_types", service::match_types(hit));
  write_evidence(json, hit.evidence, profile::Family::kBusiness);
  write_confidence(json, assessment);
  write_identifiers(json, hit, question);
  json.member("explanation", hit.explanation()).end_object();
}

// What both families add to the fields of the interface.
void write_extras(JsonWriter& json, const service::ScreeningAnswer& answer,
                  const SearchQuestion& question) {
  json.member("limit", question.limit).member("offset", question.offset);
  json.member("generation", answer.lists.catalogue->meta().generation);
  write_texts(json, "staleLists", answer.stale_lists);
  if (question.confidence_threshold > 0) json.member("belowConfidence", answer.results.left_out);
  write_warnings(json, answer.name_cut, question);
}

}  // namespace

void write_warnings(JsonWriter& json, bool name_cut, const SearchQuestion& question) {
  const auto identifiers = service::query_of(question).identifiers;
  const bool wrong_digit = !service::identifier_warnings(identifiers).empty();
  if (!name_cut && !wrong_digit) return;
  json.key("warnings").begin_array();
  if (name_cut) json.value(service::kNameCut);
  if (wrong_digit) json.value(service::kWrongCheckDigit);
  json.end_array();
}

base::Result<void> write_hits(JsonWriter& json, const parties::PartyCatalogue& lists,
                              const service::ScreeningResults& results,
                              const SearchQuestion& question, const names::Analyser& analyser) {
  const service::CatalogueLinks links(*lists.catalogue, lists.parties());
  service::HitExplainer explainer(lists, analyser, question.name, question.details.other_names);
  json.begin_array();
  for (std::size_t i = 0; i < results.found.hits.size(); ++i) {
    VEDETTE_ASSIGN(const HitDetails details, explainer.explain(results.found.hits[i]));
    const profile::ListEntries entries = service::list_entries(lists, details.party);
    if (question.family == profile::Family::kIndividual)
      write_individual_hit(json, details, results.assessed[i], question, links, entries);
    else
      write_business_item(json, details, results.assessed[i], question, links, entries);
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
  if (!individual) json.member("total", answer.results.found.total);
  json.member("id", answer.identity.id).member("ref", answer.identity.ref);
  if (individual) json.member("total_hits", answer.results.found.total);
  json.key(individual ? "hits" : "items");
  VEDETTE_TRY(write_hits(json, answer.lists, answer.results, question, analyser));
  write_extras(json, answer, question);
  json.end_object().end_object();
  return body;
}

}  // namespace vedette::api
