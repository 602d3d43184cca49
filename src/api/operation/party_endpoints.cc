#include "api/operation/party_endpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "service/parties/entry_lookup.h"
#include "service/parties/judgement_evidence.h"
#include "service/parties/party_view.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;
using service::NewJudgement;
using service::Principal;

constexpr std::int64_t kDefaultPage = 20;
constexpr std::int64_t kMostSuggestions = 100;  // each is compared anew
constexpr std::int64_t kMostJudgements = 1'000;
constexpr std::int64_t kFarthest = 1'000'000'000;

// The generation that serves and how it is grouped.
struct Current {
  std::shared_ptr<const catalogue::Catalogue> catalogue;
  std::shared_ptr<const parties::Grouping> grouping;
};
base::Result<Current> current(const PartyEndpointParts& parts) {
  Current now;
  VEDETTE_ASSIGN(now.catalogue, parts.generations.current());
  VEDETTE_ASSIGN(now.grouping, parts.groupings.of(*now.catalogue));
  return now;
}

Response answer(std::string body) {
  return Response(200, std::move(body));
}

base::JsonWriter& begin_data(base::JsonWriter& json) {
  return json.begin_object().member("success", true).key("data").begin_object();
}

Response counts(const PartyEndpointParts& parts, const Request& request) {
  const auto now = current(parts);
  if (!now.ok()) return refused(request, now.error());
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data");
  service::write_party_counts(json, *now->catalogue, *now->grouping);
  json.end_object();
  return answer(std::move(body));
}

base::Result<std::string> suggestions_body(const PartyEndpointParts& parts, std::size_t offset,
                                           std::size_t limit) {
  VEDETTE_ASSIGN(const Current now, current(parts));
  service::PartyView view(*now.catalogue, *now.grouping, parts.analyser);
  const auto all = now.grouping->suggestions();
  std::string body;
  base::JsonWriter json(body);
  begin_data(json).member("generation", now.grouping->id().generation);
  json.member("revision", now.grouping->id().revision).member("total", all.size());
  json.key("suggestions").begin_array();
  for (std::size_t i = std::min(offset, all.size()); i < std::min(offset + limit, all.size()); ++i)
    VEDETTE_TRY(view.write_suggestion(json, all[i]));
  json.end_array().end_object().end_object();
  return body;
}

Response suggestions(const PartyEndpointParts& parts, const Request& request) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const auto limit = inputs.integer({"limit"}, 1, kMostSuggestions).value_or(kDefaultPage);
  const auto offset = inputs.integer({"offset"}, 0, kFarthest).value_or(0);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  auto body =
      suggestions_body(parts, static_cast<std::size_t>(offset), static_cast<std::size_t>(limit));
  return body.ok() ? answer(*std::move(body)) : refused(request, body.error());
}

void write_judgements(base::JsonWriter& json, std::span<const service::Judgement> judgements) {
  json.key("judgements").begin_array();
  for (const service::Judgement& one : judgements)
    service::write_judgement(json, one);
  json.end_array();
}

Response judgements(const PartyEndpointParts& parts, const Request& request) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const auto limit = inputs.integer({"limit"}, 1, kMostJudgements).value_or(kDefaultPage);
  const auto after = inputs.integer({"after"}, 0, kFarthest).value_or(0);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto found = parts.judgements.after(after, limit);
  if (!found.ok()) return refused(request, found.error());
  std::string body;
  base::JsonWriter json(body);
  begin_data(json);
  write_judgements(json, *found);
  json.end_object().end_object();
  return answer(std::move(body));
}

// Those on an entry of the party, oldest first.
base::Result<std::vector<service::Judgement>> judgements_of(const PartyEndpointParts& parts,
                                                            const Current& now,
                                                            parties::Entry entry) {
  VEDETTE_ASSIGN(std::vector<service::Judgement> all, parts.judgements.all());
  std::vector<catalogue::ResourceId> ids;
  for (const parties::Entry each : now.grouping->entries_of(entry))
    ids.push_back(now.catalogue->resource_id(each));
  const auto has = [&](const service::JudgedEntry& side) {
    return std::ranges::find(ids, side.id) != ids.end();
  };
  std::erase_if(all,
                [&](const service::Judgement& one) { return !has(one.left) && !has(one.right); });
  return all;
}

base::Result<std::string> party_body(const PartyEndpointParts& parts, const std::string& id) {
  VEDETTE_ASSIGN(const Current now, current(parts));
  VEDETTE_ASSIGN(const parties::Entry entry, service::find_entry(*now.catalogue, id));
  VEDETTE_ASSIGN(const auto judged, judgements_of(parts, now, entry));
  std::string body;
  base::JsonWriter json(body);
  begin_data(json).member("generation", now.grouping->id().generation);
  json.member("revision", now.grouping->id().revision).key("party");
  VEDETTE_TRY(
      service::PartyView(*now.catalogue, *now.grouping, parts.analyser).write_party(json, entry));
  write_judgements(json, judged);
  json.end_object().end_object();
  return body;
}

Response party(const PartyEndpointParts& parts, const Request& request) {
  const std::string id(request.parameter("id"));
  auto body = party_body(parts, id);
  if (body.ok()) return answer(*std::move(body));
  return refused(request, body.error(),
                 Problem{"id", "path", "ENTRY_NOT_FOUND", names_nothing(id)});
}

// Reads the items of POST /parties/judgements; `problems` names each that cannot be understood.
class JudgementItems {
 public:
  JudgementItems(const catalogue::Catalogue& catalogue, const boost::json::array& items)
      : catalogue_(catalogue) {
    for (std::size_t i = 0; i < items.size(); ++i)
      read(items[i], fmt::format("judgements[{}]", i));
  }
  std::vector<NewJudgement> judgements = {};
  std::vector<Problem> problems = {};
  bool unknown_entry = false;

 private:
  static std::string text(const boost::json::object& item, std::string_view name) {
    const boost::json::value* value = item.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
  }
  void refuse(const std::string& path, std::string code, std::string message) {
    problems.push_back({path, "body", std::move(code), std::move(message)});
  }
  void read(const boost::json::value& value, const std::string& path) {
    if (!value.is_object()) return refuse(path, "INVALID_TYPE", "must be an object");
    const boost::json::object& item = value.as_object();
    NewJudgement made;
    const auto verdict = parties::parse_verdict(text(item, "verdict"));
    if (!verdict)
      refuse(path + ".verdict", "INVALID_VALUE",
             "must be one of: same, different, unsure, withdrawn");
    made.verdict = verdict.value_or(parties::Verdict::kUnsure);
    made.reason = text(item, "reason");
    find(text(item, "left"), path + ".left", made.one);
    find(text(item, "right"), path + ".right", made.other);
    judgements.push_back(std::move(made));
  }
  void find(const std::string& id, const std::string& path, service::JudgedEntry& into) {
    if (id.empty()) return refuse(path, "MISSING_PARAMETER", "is missing");
    const auto entry = service::find_entry(catalogue_, id);
    if (!entry.ok()) {
      unknown_entry = true;
      return refuse(path, "ENTRY_NOT_FOUND", names_nothing(id));
    }
    if (auto found = service::judged_entry(catalogue_, *entry); found.ok())
      into = *std::move(found);
  }

  const catalogue::Catalogue& catalogue_;
};

// The failure of a judgement that was understood and cannot stand, with the item it is about.
Response refuse_judgement(const Request& request, const base::Error& error) {
  if (error.details.empty() ||
      (error.cause != base::Cause::kConflict && error.cause != base::Cause::kInvalidInput))
    return refused(request, error);
  const base::ErrorDetail& detail = error.details.front();
  Failure failure = failure_of(error);
  failure.code = detail.code;
  failure.message = error.message;
  failure.problems = {
      {fmt::format("judgements[{}]", detail.path), "body", detail.code, detail.message}};
  return failure_response(request, failure);
}

base::Result<std::vector<service::Judgement>> store(const PartyEndpointParts& parts,
                                                    const Current& now, const Request& request,
                                                    const Principal& principal,
                                                    std::vector<NewJudgement> wanted) {
  VEDETTE_TRY(service::add_evidence(*now.catalogue, *now.grouping, parts.analyser, wanted));
  return parts.judgements.add(wanted, {.actor = fmt::format("user:{}", principal.user.value()),
                                       .username = principal.username,
                                       .project = principal.scope.project().value(),
                                       .request_id = request.id});
}

Response judge(const PartyEndpointParts& parts, const Request& request,
               const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  const Inputs& inputs = std::get<Inputs>(read);
  const boost::json::value* body = inputs.body();
  const boost::json::value* items =
      body != nullptr && body->is_object() ? body->as_object().if_contains("judgements") : nullptr;
  if (items == nullptr || !items->is_array() || items->as_array().empty())
    return failure_response(request, invalid_inputs({{"judgements", "body", "MISSING_PARAMETER",
                                                      "must be a list of one judgement or more"}}));
  if (items->as_array().size() > static_cast<std::size_t>(kMostJudgements))
    return failure_response(request,
                            invalid_inputs({{"judgements", "body", "OUT_OF_RANGE",
                                             fmt::format("at most {} at once", kMostJudgements)}}));
  const auto now = current(parts);
  if (!now.ok()) return refused(request, now.error());
  JudgementItems read_items(*now->catalogue, items->as_array());
  if (!read_items.problems.empty()) {
    Failure failure = invalid_inputs(read_items.problems);
    if (read_items.unknown_entry) {
      failure.status = 404;
      failure.code = "ENTRY_NOT_FOUND";
    }
    return failure_response(request, failure);
  }
  const auto added = store(parts, *now, request, principal, std::move(read_items.judgements));
  if (!added.ok()) return refuse_judgement(request, added.error());
  parts.judged();
  base::log(base::LogLevel::kInfo, "list entries were judged",
            {{"requestId", request.id}, {"judgements", added->size()}});
  std::string out;
  base::JsonWriter json(out);
  begin_data(json);
  write_judgements(json, *added);
  json.end_object().end_object();
  return answer(std::move(out));
}

}  // namespace

std::vector<http::Route> party_routes(const PartyEndpointParts& parts) {
  using enum http::Method;
  using Reader = Response (*)(const PartyEndpointParts&, const Request&);
  const auto reading = [&](std::string pattern, Reader handler) {
    return http::Route{
        .methods = kGet,
        .pattern = std::move(pattern),
        .handler = with_bearer(parts.tokens, kAnyScope,
                               [parts, handler](const Request& request, const Principal&) {
                                 return handler(parts, request);
                               }),
        .head_allowed = true};
  };
  std::vector<http::Route> routes;
  routes.push_back(reading("/parties", counts));
  routes.push_back(reading("/parties/suggestions", suggestions));
  routes.push_back(reading("/parties/judgements", judgements));
  routes.push_back({.methods = kPost,
                    .pattern = "/parties/judgements",
                    .handler = with_bearer(parts.tokens, kAnyScope,
                                           [parts](const Request& request, const Principal& by) {
                                             return judge(parts, request, by);
                                           }),
                    .body_limit = parts.body_limit});
  routes.push_back(reading("/parties/{id}", party));
  return routes;
}

}  // namespace vedette::api
