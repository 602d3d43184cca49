#include "api/monitoring/erasure_endpoints.h"

#include <string>

#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/fields.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;
using service::Erasure;
using service::Erasures;
using service::Principal;

void write_erasure(base::JsonWriter& json, const Erasure& erasure) {
  json.member("id", erasure.id).member("dateTimeISO", base::iso_millis(erasure.at));
  json.member("actor", erasure.actor);
}

void write_certificate(base::JsonWriter& json, const Erasure& erasure) {
  json.member("certificate", erasure.certificate).member("signature", erasure.signature);
}

Response counted(const service::ErasureCounts& counts, const Erasure* erasure) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("dryRun", erasure == nullptr).key("erased").raw(counts.json());
  if (erasure != nullptr) {
    write_erasure(json, *erasure);
    write_certificate(json, *erasure);
  }
  json.end_object().end_object();
  return {200, std::move(body)};
}

// Whom the request is about; what is wrong with it is noted.
struct Whom {
  std::string record_id;
  std::string name;
};
Whom read_whom(Inputs& inputs) {
  Whom whom;
  if (const auto id = inputs.text({"recordId"}); id && !id->empty()) {
    const auto parsed = parse_record_id(*id);
    if (parsed)
      whom.record_id = *parsed;
    else
      inputs.add_problem("recordId", parsed.problem().code, parsed.problem().message);
  }
  if (const auto name = inputs.text({"name"}); name && !name->empty()) {
    const auto parsed = parse_name(*name);
    if (parsed)
      whom.name = *parsed;
    else
      inputs.add_problem("name", parsed.problem().code, parsed.problem().message);
  }
  if (whom.record_id.empty() && whom.name.empty() && !inputs.has_problems())
    inputs.add_problem("recordId", "MISSING_PARAMETER",
                       "is missing: give the id of the person's record, the name, or both");
  return whom;
}

Response erase(const Erasures& erasures, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const bool dry_run = inputs.boolean({"dryRun"}).value_or(false);
  const Whom whom = read_whom(inputs);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto person = erasures.person(whom.record_id, whom.name);
  if (!person.ok()) return refused(request, person.error());
  if (dry_run) {
    const auto counts = erasures.count(principal.scope, *person);
    return counts.ok() ? counted(*counts, nullptr) : refused(request, counts.error());
  }
  const auto done = erasures.erase(actor_of(request, principal), *person);
  return done.ok() ? counted(done->counts, &done->erasure) : refused(request, done.error());
}

Response list(const Erasures& erasures, const Request& request, const Principal& principal) {
  const auto all = erasures.of_project(principal.scope);
  if (!all.ok()) return refused(request, all.error());
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.key("erasures").begin_array();
  for (const Erasure& each : *all) {
    json.begin_object();
    write_erasure(json, each);
    json.end_object();
  }
  json.end_array().end_object().end_object();
  return {200, std::move(body)};
}

Response show(const Erasures& erasures, const Request& request, const Principal& principal) {
  const std::string id(request.parameter("id"));
  const auto found = erasures.find(principal.scope, id);
  if (!found.ok()) {
    Failure failure = failure_of(found.error());
    if (found.error().cause == base::Cause::kNotFound) {
      failure.code = "ERASURE_NOT_FOUND";
      failure.problems = {{"id", "path", failure.code, names_nothing(id)}};
    }
    return failure_response(request, failure);
  }
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  write_erasure(json, *found);
  write_certificate(json, *found);
  json.end_object().end_object();
  return {200, std::move(body)};
}

using Operation = Response (*)(const Erasures&, const Request&, const Principal&);

http::Route route(service::Tokens& tokens, const Erasures& erasures, http::Method method,
                  std::string pattern, Operation operation) {
  return {.methods = method,
          .pattern = std::move(pattern),
          .handler = with_bearer(
              tokens, kAnyScope,
              [&erasures, operation](const Request& request, const Principal& principal) {
                return operation(erasures, request, principal);
              }),
          .head_allowed = method == http::Method::kGet,
          // It reads all that the project has.
          .slow = method == http::Method::kPost};
}

}  // namespace

std::vector<http::Route> erasure_routes(service::Tokens& tokens, const Erasures& erasures) {
  const std::string all = "/monitoring/erasures";
  std::vector<http::Route> routes;
  routes.push_back(route(tokens, erasures, http::Method::kPost, all, erase));
  routes.push_back(route(tokens, erasures, http::Method::kGet, all, list));
  routes.push_back(route(tokens, erasures, http::Method::kGet, all + "/{id}", show));
  return routes;
}

}  // namespace vedette::api
