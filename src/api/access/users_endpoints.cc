#include "api/access/users_endpoints.h"

#include <fmt/format.h>

#include "api/access/sign_in_proof.h"
#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;
using service::Principal;

constexpr const char* kPath = "/users";
constexpr const char* kOwnPasswordPath = "/users/me/password";

service::UserActor actor(const Request& request, const Principal& principal) {
  return {fmt::format("user:{}", principal.user.value()), request.id, principal.user};
}

void write_user(base::JsonWriter& json, const service::User& user) {
  json.begin_object().member("username", user.username);
  json.member("role", service::role_name(user.role)).member("disabled", user.disabled);
  json.member("createdDateTimeISO", base::iso_millis(user.created)).end_object();
}

Response user_response(const service::User& user, const std::optional<std::string>& password) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object().key("user");
  write_user(json, user);
  if (password) json.member("password", *password);
  json.end_object().end_object();
  return Response(200, std::move(body));
}

Response refuse(const Request& request, const base::Error& error) {
  Failure failure = failure_of(error);
  if (error.cause == base::Cause::kNotFound) failure.code = "USER_NOT_FOUND";
  if (error.cause == base::Cause::kConflict) failure.code = "USER_EXISTS";
  return failure_response(request, failure);
}

Response list(const UsersParts& parts, const Request& request, const Principal& principal) {
  const auto all = parts.users.list(principal.scope);
  if (!all.ok()) return refuse(request, all.error());
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object().key("users").begin_array();
  for (const service::User& user : *all)
    write_user(json, user);
  json.end_array().end_object().end_object();
  return Response(200, std::move(body));
}

// A role that a project's admin may give. The operator's is given at the command line alone.
std::optional<service::Role> read_role(Inputs& inputs) {
  const auto text = inputs.text({"role"});
  if (!text) return std::nullopt;
  const auto role = service::parse_role(*text);
  if (role && *role != service::Role::kOperator) return role;
  inputs.add_problem("role", "INVALID_ROLE", "must be one of: analyst, auditor, admin");
  return std::nullopt;
}

// The password of the request, or a new one when `generate` is set. What was generated is shown in
// the answer, once.
struct WantedPassword {
  std::optional<std::string> value;
  std::optional<std::string> shown;
};
WantedPassword read_password(Inputs& inputs) {
  WantedPassword out{inputs.text({"password"}), {}};
  const bool generate = inputs.boolean({"generatePassword"}).value_or(false);
  if (generate && out.value)
    inputs.add_problem("generatePassword", "CONFLICTING_PARAMETER",
                       "send a password or have one generated, not both");
  if (out.value && (out.value->size() < service::kMinPasswordBytes ||
                    out.value->size() > service::kMaxPasswordBytes))
    inputs.add_problem("password", "OUT_OF_RANGE",
                       fmt::format("must have {} to {} bytes", service::kMinPasswordBytes,
                                   service::kMaxPasswordBytes));
  if (generate && !out.value) out.value = out.shown = service::Passwords::generate();
  return out;
}

Response add(const UsersParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const std::string username = inputs.required_text({"username"});
  const auto role = read_role(inputs);
  const WantedPassword password = read_password(inputs);
  if (!password.value)
    inputs.add_problem("password", "MISSING_PARAMETER",
                       "is missing: send one, or generatePassword: true");
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto added = parts.users.add(principal.scope, actor(request, principal), username,
                                     *password.value, role.value_or(service::Role::kAnalyst));
  if (!added.ok()) return refuse(request, added.error());
  return user_response(*added, password.shown);
}

Response change(const UsersParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const std::string username = inputs.required_text({"username"});
  service::UserChange wanted;
  wanted.role = read_role(inputs);
  wanted.disabled = inputs.boolean({"disabled"});
  const WantedPassword password = read_password(inputs);
  const auto current_password = inputs.text({"currentPassword"});
  wanted.password = password.value;
  // Whoever locks out the last admin needs the command line to get back in.
  const bool lessens = wanted.disabled.value_or(false) ||
                       wanted.role.value_or(service::Role::kAdmin) != service::Role::kAdmin;
  if (username == principal.username && lessens)
    inputs.add_problem("username", "OWN_ACCOUNT",
                       "is your own: another admin has to disable it or change its role");
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  if (wanted.password)
    if (auto refusal =
            refuse_unproven(parts.sign_in, parts.clock, request, principal, current_password))
      return std::move(*refusal);
  const auto changed =
      parts.users.change(principal.scope, actor(request, principal), username, wanted);
  if (!changed.ok()) return refuse(request, changed.error());
  return user_response(*changed, password.shown);
}

Response change_own_password(const UsersParts& parts, const Request& request,
                             const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const std::string password = inputs.required_text({"password"});
  const auto current_password = inputs.text({"currentPassword"});
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  if (auto refusal =
          refuse_unproven(parts.sign_in, parts.clock, request, principal, current_password))
    return std::move(*refusal);
  const auto ended = parts.users.change_own_password(principal, request.id, password);
  if (!ended.ok()) return refuse(request, ended.error());
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("username", principal.username).member("endedSessions", *ended);
  json.end_object().end_object();
  return Response(200, std::move(body));
}

using Operation = Response (*)(const UsersParts&, const Request&, const Principal&);

http::Route route(const UsersParts& parts, http::Method method, Operation operation) {
  return {.methods = method,
          .pattern = kPath,
          .handler = with_bearer(parts.tokens, kAnyScope,
                                 [parts, operation](const Request& request, const Principal& who) {
                                   return operation(parts, request, who);
                                 }),
          .body_limit = parts.body_limit,
          .head_allowed = method == http::Method::kGet,
          .slow = method != http::Method::kGet};  // they hash a password
}

}  // namespace

std::vector<http::Route> users_routes(const UsersParts& parts) {
  using enum http::Method;
  std::vector<http::Route> routes;
  routes.push_back(route(parts, kGet, list));
  routes.push_back(route(parts, kPost, add));
  routes.push_back(route(parts, kPut, change));
  routes.push_back({.methods = kPut,
                    .pattern = kOwnPasswordPath,
                    .handler = with_bearer(parts.tokens, kAnyScope,
                                           [parts](const Request& request, const Principal& who) {
                                             return change_own_password(parts, request, who);
                                           }),
                    .body_limit = parts.body_limit,
                    .slow = true});
  return routes;
}

}  // namespace vedette::api
