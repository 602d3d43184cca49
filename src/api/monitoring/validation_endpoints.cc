#include "api/monitoring/validation_endpoints.h"

#include <fmt/format.h>

#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "service/validation/tuning.h"
#include "service/validation/validation_runs.h"
#include "validation/options.h"

namespace vedette::api {
namespace {

using base::JsonWriter;
using http::Request;
using http::Response;
using service::Principal;
using service::ValidationRequest;
using service::ValidationRun;

constexpr std::size_t kMostOwnerBytes = 200;
constexpr std::int64_t kMostSeed = 9'007'199'254'740'991;  // what JSON numbers hold exactly

// {"success":true,"data":{...}}
template <class Fill>
Response answer(const Fill& fill) {
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  fill(json);
  json.end_object().end_object();
  return {200, body};
}

void write_run(JsonWriter& json, const ValidationRun& run) {
  json.begin_object().member("id", run.id).member("state", run.state());
  json.member("createdDateTimeISO", base::iso_millis(run.created));
  if (run.started) json.member("startedDateTimeISO", base::iso_millis(*run.started));
  if (run.finished) json.member("finishedDateTimeISO", base::iso_millis(*run.finished));
  json.member("username", run.username).member("scheduled", run.scheduled);
  json.member("seed", run.request.seed).member("perClass", run.request.per_class);
  json.member("perPopulation", run.request.per_population).member("line", run.request.line);
  json.member("pieces", run.pieces).member("allPieces", run.all_pieces);
  if (!run.failure.empty()) json.member("failure", run.failure);
  if (!run.summary.empty()) json.key("result").raw(run.summary);
  json.end_object();
}

Response run_answer(const ValidationRun& run) {
  return answer([&](JsonWriter& json) {
    json.key("run");
    write_run(json, run);
  });
}

Response start(const ValidationParts& parts, Inputs& inputs, const Request& request,
               const Principal& principal) {
  ValidationRequest wanted;
  wanted.seed = inputs.integer({"seed"}, 0, kMostSeed).value_or(wanted.seed);
  wanted.per_class =
      inputs.integer({"perClass"}, 1, validation::kMostPerClass).value_or(wanted.per_class);
  wanted.per_population = inputs.integer({"perPopulation"}, 0, validation::kMostPerPopulation)
                              .value_or(wanted.per_population);
  wanted.line = inputs.integer({"line"}, 1, 100).value_or(wanted.line);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto run = service::start_validation(parts.ledger, actor_of(request, principal), wanted);
  if (!run.ok()) return refused(request, run.error());
  parts.started();
  return run_answer(*run);
}

Response show_runs(const ValidationParts& parts, Inputs&, const Request& request,
                   const Principal& principal) {
  const auto runs = service::read_validation_runs(parts.ledger, principal.scope);
  if (!runs.ok()) return refused(request, runs.error());
  return answer([&](JsonWriter& json) {
    json.key("runs").begin_array();
    for (const ValidationRun& run : *runs)
      write_run(json, run);
    json.end_array();
  });
}

Response show_run(const ValidationParts& parts, Inputs&, const Request& request,
                  const Principal& principal) {
  const auto run = service::read_validation_run(parts.ledger, principal.scope,
                                                std::string(request.parameter("id")));
  return run.ok() ? run_answer(*run) : refused(request, run.error());
}

std::string_view type_of(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".csv")) return "text/csv; charset=utf-8";
  return "application/json";
}

// For saving: a report is no page of this server.
Response show_file(const ValidationParts& parts, Inputs&, const Request& request,
                   const Principal& principal) {
  const std::string id(request.parameter("id"));
  const std::string name(request.parameter("name"));
  const auto file = service::read_validation_file(parts.ledger, principal.scope, id, name);
  if (!file.ok()) return refused(request, file.error());
  Response response = Response::text(200, std::string(type_of(name)), *file);
  response.set("Content-Disposition", fmt::format("attachment; filename=\"{}\"", name));
  return response;
}

void write_accepted(JsonWriter& json, const service::AcceptedClass& each) {
  json.begin_object().member("class", each.accepted.id).member("owner", each.accepted.owner);
  json.member("note", each.accepted.note).member("acceptedBy", each.by);
  json.member("acceptedDateTimeISO", base::iso_millis(each.at)).end_object();
}

Response show_accepted(const ValidationParts& parts, Inputs&, const Request& request,
                       const Principal& principal) {
  const auto accepted = service::accepted_classes(parts.ledger, principal.scope);
  if (!accepted.ok()) return refused(request, accepted.error());
  return answer([&](JsonWriter& json) {
    json.key("accepted").begin_array();
    for (const service::AcceptedClass& each : *accepted)
      write_accepted(json, each);
    json.end_array();
  });
}

std::string bounded(Inputs& inputs, std::string_view name, std::size_t most) {
  std::string text = inputs.required_text({name});
  if (text.size() > most)
    inputs.add_problem(name, "TOO_LONG", fmt::format("has more than {} bytes", most));
  return text;
}

Response accept(const ValidationParts& parts, Inputs& inputs, const Request& request,
                const Principal& principal) {
  validation::Accepted wanted;
  wanted.id = inputs.required_text({"class"});
  wanted.owner = bounded(inputs, "owner", kMostOwnerBytes);
  wanted.note = bounded(inputs, "note", validation::kLongestNote);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto accepted = service::accept_class(parts.ledger, actor_of(request, principal), wanted);
  if (!accepted.ok())
    return refused(request, accepted.error(), inputs.about({"class"}, names_nothing(wanted.id)));
  return answer([&](JsonWriter& json) {
    json.key("accepted");
    write_accepted(json, *accepted);
  });
}

Response withdraw(const ValidationParts& parts, Inputs& inputs, const Request& request,
                  const Principal& principal) {
  const std::string id = inputs.required_text({"class"});
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto done = service::withdraw_acceptance(parts.ledger, actor_of(request, principal), id);
  if (!done.ok()) return refused(request, done.error(), inputs.about({"class"}, names_nothing(id)));
  return answer([&](JsonWriter& json) { json.member("class", id); });
}

Response show_tuning(const ValidationParts& parts, Inputs&, const Request& request,
                     const Principal& principal) {
  const auto current = parts.generations.current();
  const auto tuning =
      service::read_tuning(parts.ledger, principal.scope, current.ok() ? current->get() : nullptr);
  if (!tuning.ok()) return refused(request, tuning.error());
  return answer([&](JsonWriter& json) { json.key("tuning").raw(service::to_json(*tuning)); });
}

using Operation = Response (*)(const ValidationParts&, Inputs&, const Request&, const Principal&);

PrincipalHandler handler(const ValidationParts& parts, Operation operation) {
  return [parts, operation](const Request& request, const Principal& principal) -> Response {
    auto read = Inputs::read(request);
    if (const auto* failure = std::get_if<Failure>(&read))
      return failure_response(request, *failure);
    return operation(parts, std::get<Inputs>(read), request, principal);
  };
}

}  // namespace

std::vector<http::Route> validation_routes(const ValidationParts& parts) {
  using enum http::Method;
  const auto reading = [&](const char* pattern, Operation operation) {
    return http::Route{.methods = kGet,
                       .pattern = pattern,
                       .handler = with_bearer(parts.tokens, service::AccessScopes::kMonitoring,
                                              handler(parts, operation)),
                       .head_allowed = true};
  };
  const auto writing = [&](http::Method method, const char* pattern, Operation operation) {
    return http::Route{.methods = method,
                       .pattern = pattern,
                       .handler = with_bearer(parts.tokens, kAnyScope, handler(parts, operation))};
  };
  return {reading("/validation/runs", show_runs),
          writing(kPost, "/validation/runs", start),
          reading("/validation/runs/{id}", show_run),
          reading("/validation/runs/{id}/files/{name}", show_file),
          // It reads every decision.
          {.methods = kGet,
           .pattern = "/validation/tuning",
           .handler = with_bearer(parts.tokens, kAnyScope, handler(parts, show_tuning)),
           .head_allowed = true,
           .slow = true},
          reading("/validation/accepted", show_accepted),
          writing(kPut, "/validation/accepted", accept),
          writing(kDelete, "/validation/accepted", withdraw)};
}

}  // namespace vedette::api
