#include "api/monitoring/case_file_endpoint.h"

#include "api/monitoring/case_json.h"
#include "api/monitoring/case_pdf.h"
#include "api/request/bearer.h"
#include "api/request/fields.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "profile/profile_json.h"
#include "service/audit/proven_entries.h"
#include "service/common/engine_version.h"
#include "service/common/signed_archive.h"
#include "service/screening/name_explanation.h"
#include "service/screening/profile_lookup.h"

namespace vedette::api {
namespace {

using base::JsonWriter;
using base::Result;
using http::Request;
using http::Response;
using service::CaseDetail;
using service::Principal;
using service::ZipMember;

constexpr const char* kPurpose = "case-file";
constexpr const char* kReadMe =
    "A case file of Vedette.\n"
    "\n"
    "case.json          the customer, every match, and what happened to each\n"
    "explanations.json  why the names matched, word by word\n"
    "profiles.json      the listed parties, as the lists give them now\n"
    "lists.json         the generation of the lists, with the date of publication of each\n"
    "audit.json         the entries of the audit chain about this customer, with their proofs\n"
    "attachments/       the files that analysts added, each with its number in case.json\n"
    "manifest.json      size and SHA-256 of each file; manifest.json.sig is its signature\n"
    "\n"
    "vedette verify FILE checks the signature, every file, and that the audit entries are those "
    "of\n"
    "the installation's chain.\n";

std::string explanations_of(const CaseDetail& detail, const names::Analyser& analyser) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("explanations").begin_array();
  for (const service::Match& match : detail.matches) {
    json.begin_object().member("qrCode", std::to_string(match.seen.qr_code));
    json.member("name", detail.record.criteria.name).member("listed", match.seen.matched_name);
    json.key("explanation")
        .raw(names::to_json(service::explain_names(
            analyser, detail.record.family, detail.record.criteria.name, match.seen.matched_name,
            match.seen.score > 0 ? std::optional<std::int64_t>(match.seen.score) : std::nullopt)));
    json.end_object();
  }
  json.end_array().end_object();
  return out + "\n";
}

// A profile that is gone, or of the other family now, is left out: case.json tells what was seen.
std::string profiles_of(const CaseDetail& detail, const catalogue::Catalogue* catalogue) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("profiles").begin_array();
  for (const service::Match& match : detail.matches) {
    if (catalogue == nullptr) break;
    const auto number = catalogue->find_resource(match.seen.resource_id);
    if (!number) continue;
    const auto profile = catalogue->profile(*number);
    if (!profile.ok() || !profile->belongs_to(detail.record.family)) continue;
    profile::write_open_profile(json, *profile, detail.record.family,
                                service::CatalogueLinks(*catalogue));
    json.end_object();
  }
  json.end_array().end_object();
  return out + "\n";
}

std::string lists_of(const catalogue::Catalogue* catalogue) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().member("engineVersion", service::kEngineVersion);
  if (catalogue != nullptr) json.member("generation", catalogue->meta().generation);
  json.key("lists").begin_array();
  if (catalogue != nullptr)
    for (const catalogue::ListInfo& list : catalogue->lists()) {
      json.begin_object().member("list", list.key).member("name", list.name);
      json.member("published", list.published);
      json.member("readDateTimeISO", base::iso_millis(list.read));
      json.member("records", list.records).member("sha256", list.checksum).end_object();
    }
  json.end_array().end_object();
  return out + "\n";
}

std::string case_text(const CaseDetail& detail, const catalogue::Catalogue* catalogue) {
  service::NamingLists lists(catalogue);
  std::string out;
  JsonWriter json(out);
  write_case(json, detail, lists);
  return out + "\n";
}

// What the manifest says of the archive.
std::string about(const CaseDetail& detail, const Principal& principal, base::Time at) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().member("project", principal.project_code);
  json.member("family", profile::to_text(detail.record.family));
  json.member("monitorRecordId", detail.record.id).member("madeBy", principal.username);
  json.member("madeDateTimeISO", base::iso_millis(at)).end_object();
  return out;
}

struct FileParts {
  CaseParts parts;
  const names::Analyser& analyser;
  const service::DocumentSigner& signer;
};

// The number keeps two files of one name apart, and letters that not every system has stay out.
std::string attachment_name(const service::CaseItem& item) {
  std::string out = "attachments/" + std::to_string(item.number) + "-";
  for (const char c : item.name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    out += plain || c == '-' || (c == '.' && !out.ends_with('.')) ? c : '_';
  }
  return out;
}

Result<std::string> file_of(const FileParts& with, const Principal& principal,
                            profile::Family family, const std::string& id) {
  VEDETTE_ASSIGN(const CaseDetail detail,
                 service::read_case(with.parts.ledger, principal.scope, family, id));
  VEDETTE_ASSIGN(const service::ProvenEntries entries,
                 service::entries_about(with.parts.ledger, principal.scope,
                                        {.family = std::string(profile::to_text(family)),
                                         .record_id = id,
                                         .since = detail.record.created}));
  auto current = with.parts.generations.current();
  const catalogue::Catalogue* catalogue = current.ok() ? current->get() : nullptr;
  const base::Time now = with.parts.clock.now();
  std::vector<ZipMember> members{{"README.txt", kReadMe},
                                 {"case.json", case_text(detail, catalogue)},
                                 {"explanations.json", explanations_of(detail, with.analyser)},
                                 {"profiles.json", profiles_of(detail, catalogue)},
                                 {"lists.json", lists_of(catalogue)},
                                 {"audit.json", service::to_json(entries)}};
  VEDETTE_ASSIGN(auto files,
                 service::read_case_files(with.parts.ledger, principal.scope, {family, id}));
  for (service::AttachedFile& file : files)
    members.push_back({attachment_name(file.item), std::move(file.content)});
  return service::signed_archive(with.signer, kPurpose, about(detail, principal, now),
                                 std::move(members), now);
}

Result<std::string> pdf_of(const FileParts& with, const Principal& principal,
                           profile::Family family, const std::string& id) {
  VEDETTE_ASSIGN(const CaseDetail detail,
                 service::read_case(with.parts.ledger, principal.scope, family, id));
  const auto current = with.parts.generations.current();
  return case_pdf(detail, current.ok() ? current->get() : nullptr, with.analyser,
                  {principal.project_code, principal.username, with.parts.clock.now()});
}

// The id in the name of the file: what a file system may not like becomes "_".
std::string file_name(std::string_view id, std::string_view ending) {
  constexpr std::size_t kMost = 80;
  std::string out = "case-";
  for (const char c : id.substr(0, kMost)) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    out += plain || c == '-' ? c : '_';
  }
  return out.append(".").append(ending);
}

Response show_file(const FileParts& with, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const std::string type = inputs.required_text({"family"});
  const std::string id = inputs.required_text({"id"});
  const auto family = parse_search_type(type);
  if (!type.empty() && !family.ok())
    inputs.add_problem("family", family.problem().code, family.problem().message);
  const std::string format = inputs.text({"format"}).value_or("zip");
  const bool as_pdf = format == "pdf";
  if (!as_pdf && format != "zip")
    inputs.add_problem("format", "OUT_OF_RANGE", "must be zip or pdf");
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  auto file = as_pdf ? pdf_of(with, principal, *family, id) : file_of(with, principal, *family, id);
  if (!file.ok()) return refused(request, file.error(), inputs.about({"id"}, names_nothing(id)));
  Response response =
      Response::text(200, as_pdf ? "application/pdf" : "application/zip", std::move(file).value());
  response.set("Content-Disposition", "attachment; filename=\"" + file_name(id, format) + "\"");
  return response;
}

}  // namespace

std::vector<http::Route> case_file_routes(const CaseParts& parts, const names::Analyser& analyser,
                                          const service::DocumentSigner& signer) {
  return {{.methods = http::Method::kGet,
           .pattern = "/monitoring/case/file",
           .handler = with_bearer(parts.tokens, kAnyScope,
                                  [with = FileParts{parts, analyser, signer}](
                                      const Request& request, const Principal& principal) {
                                    return show_file(with, request, principal);
                                  }),
           .head_allowed = true,
           // It reads the audit chain since the customer was added.
           .slow = true}};
}

}  // namespace vedette::api
