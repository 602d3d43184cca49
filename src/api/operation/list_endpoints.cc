#include "api/operation/list_endpoints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "base/log.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;
using service::Principal;

constexpr std::int64_t kDefaultGenerations = 20;
constexpr std::int64_t kMostGenerations = 100;
constexpr std::size_t kUpdateBodyLimit = 64 * 1024;

void begin_data(base::JsonWriter& json) {
  json.begin_object().member("success", true).key("data").begin_object();
}

void write_time(base::JsonWriter& json, std::string_view name, base::Time time) {
  json.key(name);
  if (time.unix_millis == 0) {
    json.null();
  } else {
    json.value(base::iso_millis(time));
  }
}

void write_text_or_null(base::JsonWriter& json, std::string_view name, const std::string& text) {
  json.key(name);
  if (text.empty()) {
    json.null();
  } else {
    json.value(text);
  }
}

void write_list(base::JsonWriter& json, const catalogue::ListInfo& list) {
  json.member("list", list.key).member("name", list.name);
  write_text_or_null(json, "published", list.published);
  json.member("readAt", base::iso_millis(list.read)).member("records", list.records);
  json.member("accepted", list.accepted).member("rejected", list.rejected);
  json.member("sha256", list.checksum);
}

void write_sources(base::JsonWriter& json, const ListEndpointParts& parts) {
  json.key("sources").begin_array();
  for (const service::ListSource& source : parts.updates.sources()) {
    const service::SourceState state = parts.ages.state(source.id);
    json.begin_object().member("source", source.id).member("name", source.name);
    json.member("enabled", source.enabled).key("lists").begin_array();
    for (const service::SourceList& list : state.lists)
      json.value(list.list);
    json.end_array();
    write_time(json, "fetchedAt", state.fetched);
    write_time(json, "confirmedAt", state.confirmed);
    write_time(json, "triedAt", state.tried);
    write_text_or_null(json, "error", state.failure);
    json.end_object();
  }
  json.end_array();
}

Response lists(const ListEndpointParts& parts) {
  const auto catalogue = parts.generations.current();
  std::string body;
  base::JsonWriter json(body);
  begin_data(json);
  json.key("generation");
  if (catalogue.ok()) {
    json.value((*catalogue)->meta().generation);
  } else {
    json.null();
  }
  json.key("lists").begin_array();
  if (catalogue.ok()) {
    const std::vector<service::ListAge> ages = parts.ages.of(**catalogue);
    for (std::size_t i = 0; i < ages.size(); ++i) {
      json.begin_object();
      write_list(json, (*catalogue)->lists()[i]);
      json.member("ageSeconds", ages[i].age.count / 1000);
      json.member("staleAfterSeconds", ages[i].bound.count / 1000);
      json.member("stale", ages[i].stale).end_object();
    }
  }
  json.end_array();
  write_sources(json, parts);
  json.end_object().end_object();
  return Response(200, std::move(body));
}

void write_generation(base::JsonWriter& json, const catalogue::Catalogue& catalogue) {
  const catalogue::Meta& meta = catalogue.meta();
  json.begin_object().member("generation", meta.generation);
  json.member("createdAt", base::iso_millis({meta.created_millis}));
  json.member("engineVersion", std::string_view(meta.engine_version.data()));
  json.member("profiles", meta.live_profiles).member("names", meta.name_count);
  json.member("bytes", catalogue.bytes().size()).key("lists").begin_array();
  for (const catalogue::ListInfo& list : catalogue.lists()) {
    json.begin_object();
    write_list(json, list);
    json.end_object();
  }
  json.end_array().end_object();
}

// Newest first. One that cannot be read any more is left out: it serves nobody.
Response generations(const ListEndpointParts& parts, const Request& request) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const auto limit = inputs.integer({"limit"}, 1, kMostGenerations);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  std::vector<std::uint64_t> kept = parts.store.generations();
  std::ranges::reverse(kept);
  std::string body;
  base::JsonWriter json(body);
  begin_data(json);
  json.member("total", kept.size()).key("generations").begin_array();
  std::int64_t left = limit.value_or(kDefaultGenerations);
  for (const std::uint64_t generation : kept) {
    if (left-- == 0) break;
    if (const auto opened = parts.generations.at(generation); opened.ok())
      write_generation(json, **opened);
  }
  json.end_array().end_object().end_object();
  return Response(200, std::move(body));
}

Response progress_response(const ListEndpointParts& parts, int status) {
  const std::optional<service::UpdateProgress> latest = parts.updates.latest();
  std::string body;
  base::JsonWriter json(body);
  begin_data(json);
  json.key("update");
  if (latest) {
    service::write_progress(json, *latest);
  } else {
    json.null();
  }
  json.end_object().end_object();
  return Response(status, std::move(body));
}

Response refuse(const Request& request, const base::Error& error) {
  Failure failure = failure_of(error);
  switch (error.cause) {
    case base::Cause::kConflict:
      failure.code = "UPDATE_RUNNING";
      break;
    case base::Cause::kNotFound:
      failure.code = "SOURCE_NOT_FOUND";
      break;
    case base::Cause::kInvalidInput:  // not this request's fault: the installation has no source
      failure.status = 409;
      failure.code = "NO_SOURCES";
      break;
    default:
      break;
  }
  return failure_response(request, failure);
}

base::Result<void> note_wish(ledger::Ledger& ledger, const Request& request,
                             const Principal& principal, const service::UpdateAsked& asked) {
  return ledger.write(principal.scope, [&](ledger::ProjectWriter& writer) -> base::Result<void> {
    ledger::AuditPayload payload;
    payload.add("sources", fmt::format("{}", fmt::join(asked.sources, " ")));
    if (asked.allow_shrink) payload.add("allowShrink", "yes");
    if (asked.allow_older) payload.add("allowOlder", "yes");
    writer.audit({"lists.update_asked", asked.by.name, request.id, payload.json(), 0});
    return {};
  });
}

Response start(const ListEndpointParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const auto sources = inputs.list({"sources"});
  const auto allow_shrink = inputs.boolean({"allow_shrink", "allowShrink"});
  const auto allow_older = inputs.boolean({"allow_older", "allowOlder"});
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  service::UpdateAsked asked;
  asked.sources = sources.value_or(std::vector<std::string>());
  asked.allow_shrink = allow_shrink.value_or(false);
  asked.allow_older = allow_older.value_or(false);
  asked.by = {fmt::format("user:{}", principal.user.value()), request.id};
  // First, so that no update runs that the chain does not know of.
  const auto noted = note_wish(parts.ledger, request, principal, asked);
  if (!noted.ok()) return failure_response(request, failure_of(noted.error()));
  const auto started = parts.updates.start(std::move(asked));
  if (!started.ok()) return refuse(request, started.error());
  base::log(base::LogLevel::kInfo, "an update of the lists was asked for",
            {{"requestId", request.id}, {"user", principal.user.value()}});
  return progress_response(parts, 202);
}

}  // namespace

std::vector<http::Route> list_routes(const ListEndpointParts& parts) {
  using enum http::Method;
  const auto reading = [&](std::string pattern, http::Handler handler) {
    return http::Route{.methods = kGet,
                       .pattern = std::move(pattern),
                       .handler = with_bearer(parts.tokens, kAnyScope,
                                              [handler = std::move(handler)](const Request& request,
                                                                             const Principal&) {
                                                return handler(request);
                                              }),
                       .head_allowed = true};
  };
  std::vector<http::Route> routes;
  routes.push_back(reading("/lists", [parts](const Request&) { return lists(parts); }));
  routes.push_back(reading("/lists/generations", [parts](const Request& request) {
    return generations(parts, request);
  }));
  routes.push_back(
      reading("/lists/updates", [parts](const Request&) { return progress_response(parts, 200); }));
  routes.push_back({.methods = kPost,
                    .pattern = "/lists/updates",
                    .handler = with_bearer(parts.tokens, kAnyScope,
                                           [parts](const Request& request, const Principal& who) {
                                             return start(parts, request, who);
                                           }),
                    .body_limit = kUpdateBodyLimit});
  return routes;
}

}  // namespace vedette::api
