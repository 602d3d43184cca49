#include "api/screening/explanation_endpoint.h"

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/fields.h"
#include "api/request/inputs.h"
#include "names/comparing/explanation.h"
#include "service/screening/name_explanation.h"

namespace vedette::api {
namespace {

template <class T>
std::optional<T> checked(Inputs& inputs, std::string_view name, const Field<T>& field) {
  if (field.ok()) return *field;
  inputs.add_problem(name, field.problem().code, field.problem().message);
  return std::nullopt;
}

http::Response explain(const names::Analyser& analyser, const http::Request& request) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const std::string type = inputs.required_text({"search_type", "searchType"});
  const std::string name = inputs.required_text({"name", "company_name"});
  const std::string listed = inputs.required_text({"listed"});
  const auto score = inputs.integer({"score"}, 0, 100);
  std::optional<profile::Family> family;
  if (!type.empty()) family = checked(inputs, "search_type", parse_search_type(type));
  if (!name.empty()) checked(inputs, "name", parse_name(name));
  if (!listed.empty()) checked(inputs, "listed", parse_name(listed));
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  return {200, "{\"success\":true,\"data\":" +
                   names::to_json(service::explain_names(analyser, *family, name, listed, score)) +
                   "}"};
}

}  // namespace

std::vector<http::Route> explanation_routes(service::Tokens& tokens,
                                            const names::Analyser& analyser) {
  std::vector<http::Route> routes;
  routes.push_back(
      {.methods = {http::Method::kGet, http::Method::kPost},
       .pattern = "/screening/explanation",
       .handler = with_bearer(tokens, kAnyScope,
                              [&analyser](const http::Request& request, const service::Principal&) {
                                return explain(analyser, request);
                              }),
       .head_allowed = true});
  return routes;
}

}  // namespace vedette::api
