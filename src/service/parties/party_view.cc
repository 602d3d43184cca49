#include "service/parties/party_view.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/digest.h"
#include "base/encoding.h"
#include "service/parties/entry_lookup.h"

namespace vedette::service {
namespace {

constexpr std::size_t kMostShown = 20;

void write_dates(base::JsonWriter& json, const std::vector<profile::PartialDate>& dates) {
  json.key("births").begin_array();
  for (std::size_t i = 0; i < std::min(dates.size(), kMostShown); ++i)
    json.value(profile::to_text(dates[i]));
  json.end_array();
}

void write_key(base::JsonWriter& json, std::string_view name, const JudgedEntry& entry) {
  json.key(name).begin_object();
  json.member("list", entry.key.list).member("id", entry.key.record);
  json.member("resourceId", base::hex(base::as_text(entry.id))).end_object();
}

}  // namespace

base::Result<void> PartyView::write_entry(base::JsonWriter& json, parties::Entry entry) const {
  VEDETTE_ASSIGN(const profile::Profile profile, catalogue_.profile(entry));
  json.begin_object();
  json.member("list", profile.key.list).member("id", profile.key.record);
  json.member("resourceId", catalogue_.resource_id_text(entry));
  json.member("qrCode", catalogue_.facts(entry).qr_code);
  json.member("name", profile.name()).member("kind", profile::to_text(profile.kind));
  json.member("live", !catalogue_.is_deleted(entry));
  write_dates(json, profile.births);
  json.key("countries").begin_array();
  for (const profile::Country country : profile::all_countries(profile))
    json.value(country.code());
  json.end_array();
  json.key("names").begin_array();
  for (std::size_t i = 0; i < std::min(profile.names.size(), kMostShown); ++i)
    json.value(profile.names[i].text);
  json.end_array();
  json.end_object();
  return {};
}

base::Result<void> PartyView::write_party(base::JsonWriter& json, parties::Entry entry) const {
  const parties::Party party = grouping_.party_of(entry);
  json.begin_object();
  json.member("resourceId", catalogue_.resource_id_text(party));
  json.member("qrCode", catalogue_.facts(party).qr_code);
  json.key("entries").begin_array();
  for (const parties::Entry each : grouping_.entries_of(party))
    VEDETTE_TRY(write_entry(json, each));
  json.end_array().end_object();
  return {};
}

base::Result<void> PartyView::write_evidence(base::JsonWriter& json, parties::Entry a,
                                             parties::Entry b) {
  VEDETTE_ASSIGN(const parties::EntryComparison compared, comparer_.compare(a, b));
  const evidence::Assessment& assessment = compared.assessment;
  json.begin_object();
  json.member("confidence", assessment.confidence).member("conflict", compared.conflict);
  json.member("sentence", evidence::sentence(assessment));
  json.key("logOdds").value(assessment.log_odds / 100.0, 2);
  json.key("prior").value(assessment.prior / 100.0, 2);
  json.key("terms");
  evidence::write_terms(json, assessment);
  json.end_object();
  return {};
}

base::Result<void> PartyView::write_suggestion(base::JsonWriter& json,
                                               const parties::Suggestion& suggestion) {
  json.begin_object();
  json.member("confidence", suggestion.confidence()).member("conflict", suggestion.conflict != 0);
  json.key("left");
  VEDETTE_TRY(write_entry(json, suggestion.a));
  json.key("right");
  VEDETTE_TRY(write_entry(json, suggestion.b));
  const auto members = [&](std::string_view name, parties::Entry entry) {
    json.key(name).begin_array();
    for (const parties::Entry each : grouping_.entries_of(entry))
      json.value(catalogue_.resource_id_text(each));
    json.end_array();
  };
  members("leftParty", suggestion.a);
  members("rightParty", suggestion.b);
  json.key("evidence");
  VEDETTE_TRY(write_evidence(json, suggestion.a, suggestion.b));
  json.end_object();
  return {};
}

void write_judgement(base::JsonWriter& json, const Judgement& judgement) {
  json.begin_object().member("judgement", judgement.number);
  write_key(json, "left", judgement.left);
  write_key(json, "right", judgement.right);
  json.member("verdict", parties::to_text(judgement.verdict)).member("reason", judgement.reason);
  json.member("user", judgement.username).member("actor", judgement.actor);
  json.member("at", base::iso_millis(judgement.at));
  json.key("confidence");
  if (judgement.confidence) {
    json.value(*judgement.confidence);
  } else {
    json.null();
  }
  json.end_object();
}

void write_party_counts(base::JsonWriter& json, const catalogue::Catalogue& catalogue,
                        const parties::Grouping& grouping) {
  struct Counts {
    std::uint64_t entries = 0;
    std::set<parties::Party> parties = {};
  };
  std::map<std::string, Counts> lists;
  for (parties::Entry entry = 0; entry < grouping.entry_count(); ++entry) {
    if (!catalogue.is_matchable(entry)) continue;
    const auto profile = catalogue.profile(entry);
    if (!profile.ok()) continue;
    Counts& counts = lists[profile->key.list];
    ++counts.entries;
    counts.parties.insert(grouping.party_of(entry));
  }
  json.begin_object().member("generation", grouping.id().generation);
  json.member("revision", grouping.id().revision).member("entries", grouping.entry_count());
  json.member("parties", grouping.party_count());
  json.member("grouped", grouping.grouped().size());
  json.member("suggestions", grouping.suggestions().size()).key("lists").begin_array();
  for (const auto& [list, counts] : lists)
    json.begin_object()
        .member("list", list)
        .member("entries", counts.entries)
        .member("parties", counts.parties.size())
        .end_object();
  json.end_array().end_object();
}

}  // namespace vedette::service
