#include "api/screening/report_endpoint.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/fields.h"
#include "api/request/inputs.h"
#include "base/ascii.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "parties/party_profile.h"
#include "profile/name_split.h"
#include "profile/profile_json.h"
#include "service/monitoring/profile_records.h"
#include "service/screening/kyb_report.h"
#include "service/screening/profile_lookup.h"

namespace vedette::api {
namespace {

using base::JsonWriter;
using profile::Dataset;
using profile::Family;
using profile::Profile;
using service::LinkedParty;

constexpr std::size_t kMostCandidates = 20;

// A random UUID (version 4).
std::string new_report_id() {
  std::array<std::uint8_t, 16> bytes{};
  base::fill_random(bytes);
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x40);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);
  const std::string hex = base::hex(base::as_text(bytes));
  return fmt::format("{}-{}-{}-{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4),
                     hex.substr(16, 4), hex.substr(20));
}

void text_or_null(JsonWriter& json, std::string_view name, std::string_view text) {
  json.key(name);
  if (text.empty())
    json.null();
  else
    json.value(text);
}

void write_texts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name).begin_array();
  for (const std::string& each : texts)
    json.value(each);
  json.end_array();
}

void write_datasets(JsonWriter& json, profile::DatasetSet datasets) {
  json.key("datasets").begin_array();
  for (const Dataset each : datasets.members())
    json.value(profile::code(each));
  json.end_array();
}

const profile::Identifier* registration(const Profile& company) {
  for (const std::string_view word : {"Registration", "Company Number", "Register", "LEI"})
    for (const profile::Identifier& each : company.identifiers)
      if (each.category.find(word) != std::string::npos) return &each;
  return nullptr;
}

std::string country_of(const Profile& company, const profile::Identifier* registered) {
  if (registered != nullptr && !registered->country.empty())
    return std::string(registered->country.code());
  for (const profile::Address& each : company.addresses)
    if (each.type == "Registered" && !each.country.empty()) return std::string(each.country.code());
  const auto countries = profile::all_countries(company);
  return countries.empty() ? "" : std::string(countries.front().code());
}

void write_identity(JsonWriter& json, std::string_view resource_id, std::uint32_t qr_code,
                    Family family) {
  json.member("resourceId", resource_id).member("qrCode", std::to_string(qr_code));
  json.member("resourceUri", profile::resource_uri(family, resource_id));
}

// The lists of the profile that the report repeats under `company`, as the profile writes them.
void write_company_lists(JsonWriter& json, const Profile& company) {
  json.key("aliases").begin_array();
  for (std::size_t i = 1; i < company.names.size(); ++i)
    json.begin_object()
        .member("alias", company.names[i].text)
        .member("type", profile::alias_type(company.names[i].type, Family::kBusiness))
        .end_object();
  json.end_array();
  profile::write_addresses(json, company);
  profile::write_contacts(json, company);
  profile::write_identifiers(json, company);
}

void write_company(JsonWriter& json, const Profile& company, std::string_view resource_id) {
  const profile::Identifier* registered = registration(company);
  json.key("company").begin_object().member("name", company.name());
  text_or_null(json, "description", company.description);
  json.member("status", company.deaths.empty() ? "unknown" : "dissolved");
  text_or_null(json, "registrationNumber",
               registered == nullptr ? std::string_view() : std::string_view(registered->value));
  text_or_null(json, "countryIsoCode", country_of(company, registered));
  json.key("legalForm").null();
  text_or_null(json, "incorporationDateIso",
               company.births.empty() ? "" : profile::iso(company.births.front().first));
  write_texts(json, "businessTypes", company.business_types);
  write_texts(json, "activities", company.activities);
  write_company_lists(json, company);
  write_identity(json, resource_id, company.qr_code, Family::kBusiness);
  json.member("version", company.version).end_object();
}

void write_percentage(JsonWriter& json, const LinkedParty& party) {
  json.key("ownershipPercentage");
  if (party.link->ownership_percentage > 0)
    json.raw(fmt::format("{}", party.link->ownership_percentage));
  else
    json.null();
}

void write_officer(JsonWriter& json, const LinkedParty& party) {
  const profile::PersonName name = profile::split_name(party.target.name);
  json.begin_object().member("firstName", name.first).member("middleName", name.middle);
  json.member("lastName", name.last).member("role", party.link->relationship);
  write_identity(json, profile::resource_id(party.link->target), party.target.qr_code,
                 Family::kIndividual);
  write_datasets(json, party.target.datasets);
  json.end_object();
}

void write_owner(JsonWriter& json, const LinkedParty& party) {
  const Family family = profile::default_family(party.target.kind);
  json.begin_object().member("type", profile::to_text(family));
  json.member("name", party.target.name.text).member("relationship", party.link->relationship);
  write_percentage(json, party);
  write_identity(json, profile::resource_id(party.link->target), party.target.qr_code, family);
  write_datasets(json, party.target.datasets);
  json.end_object();
}

template <class Write>
void write_parties(JsonWriter& json, std::string_view name, const std::vector<LinkedParty>& parties,
                   Write write) {
  json.key(name).begin_array();
  for (const LinkedParty& party : parties)
    write(json, party);
  json.end_array();
}

void write_screening(JsonWriter& json, const Profile& company,
                     const service::CompanyParties& parties, const profile::LinkLookup& links) {
  using enum Dataset;
  const auto has = [&](profile::DatasetSet set) { return company.datasets.intersects(set); };
  json.key("screening").begin_object();
  write_datasets(json, company.datasets);
  json.member("sanctioned", has({kSanCurrent})).member("formerlySanctioned", has({kSanFormer}));
  json.member("politicallyExposed", has({kPepCurrent, kPepFormer, kPepLinked}));
  json.member("adverseMedia", has({kRre})).member("regulatoryEnforcement", has({kRel}));
  json.member("insolvency", has({kIns})).member("stateOwned", has({kSoeCurrent}));
  json.member("riskLevel", service::risk_level(company, parties));
  profile::write_risk_entries(json, company, links);
  json.end_object();
}

void write_monitoring(JsonWriter& json, const service::MonitoringState& state) {
  json.key("monitoring").begin_object().member("monitored", !state.record_ids.empty());
  write_texts(json, "monitorRecordIds", state.record_ids);
  json.member("openCount", state.open_count).end_object();
}

void write_sources(JsonWriter& json, const Profile& company) {
  json.key("sources").begin_array();
  for (const profile::Source& source : company.sources) {
    json.begin_object().member("key", source.key).member("name", source.name);
    text_or_null(json, "url", source.url);
    write_datasets(json, source.datasets);
    json.end_object();
  }
  json.end_array();
}

// The entries that the report was made from: one, or those of the lists that name the company.
void write_profiles(JsonWriter& json, const std::vector<Profile>& profiles) {
  json.key("profiles").begin_array();
  for (const Profile& each : profiles) {
    json.begin_object().member("name", each.name());
    write_identity(json, profile::resource_id(each.key), each.qr_code, Family::kBusiness);
    json.member("list", each.key.list).member("version", each.version);
    write_datasets(json, each.datasets);
    json.end_object();
  }
  json.end_array();
}

std::string report_body(std::string_view code, const Profile& company,
                        const std::vector<Profile>& profiles, base::Time now,
                        const service::MonitoringState& monitoring,
                        const profile::LinkLookup& links) {
  const service::CompanyParties parties = service::parties_of(company, links);
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("companyCode", code).member("reportId", new_report_id());
  json.member("reportType", "kyb").member("generatedDateTimeISO", base::iso_millis(now));
  write_company(json, company, profile::resource_id(company.key));
  write_profiles(json, profiles);
  write_parties(json, "officers", parties.officers, write_officer);
  write_parties(json, "shareholders", parties.shareholders, write_owner);
  write_parties(json, "beneficialOwners", parties.beneficial_owners, write_owner);
  write_parties(json, "relatedBusinesses", parties.related_businesses, write_owner);
  write_screening(json, company, parties, links);
  write_monitoring(json, monitoring);
  profile::write_evidences(json, company);
  write_sources(json, company);
  json.end_object().end_object();
  return body;
}

http::Response ambiguous(const http::Request& request,
                         const std::vector<parties::PartyProfile>& found) {
  Failure failure{.status = 409,
                  .code = "AMBIGUOUS_COMPANY_CODE",
                  .message = fmt::format("{} companies have this code; ask again with ?country= or "
                                         "with a resourceId.",
                                         found.size())};
  for (const parties::PartyProfile& party : found) {
    const Profile& company = party.profile;
    if (failure.problems.size() == kMostCandidates) break;
    const std::string country = country_of(company, registration(company));
    failure.problems.push_back({.path = "company_code",
                                .in = "path",
                                .code = "CANDIDATE",
                                .message = country.empty()
                                               ? company.name()
                                               : fmt::format("{} ({})", company.name(), country),
                                .id = profile::resource_id(company.key)});
  }
  return failure_response(request, failure);
}

// Each party once, in the order of its first entry.
base::Result<std::vector<parties::PartyProfile>> parties_of_entries(
    const parties::PartyCatalogue& lists, const std::vector<std::uint32_t>& entries) {
  std::vector<parties::PartyProfile> out;
  for (const std::uint32_t entry : entries) {
    const std::uint32_t party = search::party_of(lists.parties(), entry);
    if (std::ranges::find(out, party, &parties::PartyProfile::party) != out.end()) continue;
    VEDETTE_ASSIGN(parties::PartyProfile one,
                   parties::read_party(*lists.catalogue, lists.parties(), entry));
    out.push_back(std::move(one));
  }
  return out;
}

http::Response report(const ReportParts& parts, const http::Request& request,
                      const service::Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  auto& inputs = std::get<Inputs>(read);
  profile::Country country;
  if (const auto text = inputs.text({"country"})) {
    const auto list = parse_countries({*text});
    if (list.ok() && !list->countries.empty())
      country = list->countries.front();
    else
      inputs.add_problem("country", "INVALID_COUNTRY", "must be a country code (ISO 3166-1)");
  }
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto catalogue = parts.generations.current();
  if (!catalogue.ok()) return refused(request, catalogue.error());
  const std::string_view code = base::trim(request.parameter("company_code"), " \t");
  const auto found = service::find_companies(**catalogue, code, country);
  if (found.empty())
    return failure_response(
        request,
        {.status = 404,
         .code = "COMPANY_NOT_FOUND",
         .message = "No company of the catalogue has this code.",
         .problems = {{"company_code", "path", "COMPANY_NOT_FOUND", names_nothing(code)}}});
  const parties::PartyCatalogue lists = parts.groupings.served(*catalogue);
  const auto companies = parties_of_entries(lists, found);
  if (!companies.ok()) return refused(request, companies.error());
  std::vector<Profile> composed, profiles;
  std::vector<std::string> ids;
  for (const parties::PartyProfile& each : *companies) {
    composed.push_back(each.profile);
    for (const Profile& entry : each.entries()) {
      ids.push_back(profile::resource_id(entry.key));
      profiles.push_back(entry);
    }
  }
  const auto company = service::as_one_company(std::move(composed), code);
  if (!company) return ambiguous(request, *companies);
  const auto monitoring = service::monitoring_of(parts.ledger, principal.scope, ids);
  if (!monitoring.ok()) return refused(request, monitoring.error());
  return {200, report_body(code, *company, profiles, parts.ledger.clock().now(), *monitoring,
                           service::CatalogueLinks(**catalogue, lists.parties()))};
}

}  // namespace

std::vector<http::Route> report_routes(const ReportParts& parts) {
  return {{.methods = http::Method::kGet,
           .pattern = "/svc/3.0/api/report/kyb/code/{company_code}",
           .handler = with_bearer(
               parts.tokens, service::AccessScopes::kReport,
               [parts](const http::Request& request, const service::Principal& principal) {
                 return report(parts, request, principal);
               }),
           .head_allowed = true}};
}

}  // namespace vedette::api
