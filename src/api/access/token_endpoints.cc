#include "api/access/token_endpoints.h"

#include <utility>

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "http/query.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;
using service::SignIn;
using service::TokenFailure;

constexpr const char* kBasicChallenge = "Basic realm=\"compliance\", charset=\"UTF-8\"";

struct Credentials {
  std::string name;
  std::string secret;
};

// name:secret of a Basic header, split at the first colon; nothing when it is anything else.
std::optional<Credentials> basic_credentials(const Request& request) {
  const auto encoded = authorization(request, "Basic");
  if (!encoded) return std::nullopt;
  const auto decoded = base::unbase64(*encoded);
  if (!decoded || !base::is_utf8(*decoded)) return std::nullopt;
  const std::size_t colon = decoded->find(':');
  if (colon == std::string::npos) return std::nullopt;
  return Credentials{decoded->substr(0, colon), decoded->substr(colon + 1)};
}

service::Caller caller(const Request& request) {
  return {.address = request.peer, .request_id = request.id};
}

// The answer of a token operation is never to be kept by anyone on the way.
Response token_response(std::string body) {
  Response response(200, std::move(body));
  response.set("Pragma", "no-cache");
  return response;
}

Response refuse(const Request& request, const TokenFailure& failure, bool challenge) {
  Response response = token_failure_response(request, failure);
  if (challenge && failure.cause == base::Cause::kUnauthenticated)
    response.set("WWW-Authenticate", kBasicChallenge);
  return response;
}

TokenFailure invalid_request(std::string description) {
  return {.cause = base::Cause::kInvalidInput,
          .error = "invalid_request",
          .description = std::move(description),
          .hint = "",
          .missing = {}};
}

// A body that could not be read, in the words of a token operation.
Response refuse_body(const Request& request, const Failure& failure) {
  Response response = token_failure_response(request, invalid_request(failure.message));
  response.status = failure.status;
  return response;
}

Response create_token(SignIn& sign_in, const Request& request) {
  service::CreateTokenRequest wanted{.project_code = std::string(request.parameter("project_code")),
                                     .username = "",
                                     .password = "",
                                     .caller = caller(request)};
  if (wanted.project_code.empty())
    return refuse(
        request,
        invalid_request("The project code is missing: GET /svc/3.0/api/token/{project_code}"),
        false);
  auto credentials = basic_credentials(request);
  if (!credentials)
    return refuse(request,
                  {.cause = base::Cause::kUnauthenticated,
                   .error = "invalid_client",
                   .description = "The project code, user name or password is wrong.",
                   .hint = "Send Authorization: Basic <base64 of username:password>",
                   .missing = {}},
                  true);
  wanted.username = std::move(credentials->name);
  wanted.password = std::move(credentials->secret);

  const auto token = sign_in.create_token(wanted);
  if (!token) return refuse(request, token.failure(), true);
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("access_token", token->access_token);
  json.member("client_id", std::to_string(token->client_id))
      .member("client_secret", token->client_secret);
  json.member("expires_in", token->expires_in).member("refresh_token", token->refresh_token);
  json.member("scope", token->scope).member("company", token->company);
  json.member("token_type", "bearer").member("username", token->username).end_object();
  return token_response(std::move(body));
}

// Token operations read their fields from the body alone: what stands in a URL is logged on the
// way.
std::variant<Inputs, Failure> read_body(const Request& request) {
  Request without_query;
  without_query.body = request.body;
  if (const auto type = request.header("Content-Type"))
    without_query.add_header("Content-Type", *type);
  return Inputs::read(without_query);
}

Response refresh(SignIn& sign_in, const Request& request) {
  auto read = read_body(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return refuse_body(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const auto token = sign_in.refresh({.refresh_token = inputs.text({"refresh_token"}),
                                      .client_id = inputs.text({"client_id"}),
                                      .client_secret = inputs.text({"client_secret"}),
                                      .caller = caller(request)});
  if (!token) return refuse(request, token.failure(), false);
  std::string body;
  base::JsonWriter json(body);
  json.begin_object()
      .member("access_token", token->access_token)
      .member("expires_in", token->expires_in);
  json.member("refresh_token", token->refresh_token).member("token_type", "bearer").end_object();
  return token_response(std::move(body));
}

// RFC 6749 2.3.1: client credentials in a Basic header are form-encoded first.
std::string form_decoded(std::string text) {
  auto decoded = http::decode_form_component(text);
  return decoded ? std::move(*decoded) : std::move(text);
}

struct ClientInputs {
  std::optional<std::string> id;
  std::optional<std::string> secret;
  bool basic = false;
};

// The client's credentials from the body or, when it has none there, from the header.
ClientInputs client_inputs(const Request& request, Inputs& inputs) {
  ClientInputs client{inputs.text({"client_id"}), inputs.text({"client_secret"}), false};
  if (client.id && client.secret) return client;
  if (auto credentials = basic_credentials(request)) {
    client.basic = true;
    if (!client.id) client.id = form_decoded(std::move(credentials->name));
    if (!client.secret) client.secret = form_decoded(std::move(credentials->secret));
  }
  return client;
}

Response grant(SignIn& sign_in, const Request& request) {
  auto read = read_body(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return refuse_body(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const ClientInputs client = client_inputs(request, inputs);
  const auto token = sign_in.grant({.grant_type = inputs.text({"grant_type"}),
                                    .client_id = client.id,
                                    .client_secret = client.secret,
                                    .username = inputs.text({"username"}),
                                    .password = inputs.text({"password"}),
                                    .refresh_token = inputs.text({"refresh_token"}),
                                    .scope = inputs.text({"scope"}),
                                    .caller = caller(request)});
  if (!token) return refuse(request, token.failure(), client.basic);
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("token_type", "bearer").member("expires_in", token->expires_in);
  json.member("access_token", token->access_token).member("refresh_token", token->refresh_token);
  json.member("scope", token->scope).end_object();
  return token_response(std::move(body));
}

Response revoke(SignIn& sign_in, const Request& request) {
  auto read = read_body(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return refuse_body(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const ClientInputs client = client_inputs(request, inputs);
  const auto revoked = sign_in.revoke({.token = inputs.text({"token"}),
                                       .client_id = client.id,
                                       .client_secret = client.secret,
                                       .caller = caller(request)});
  if (!revoked) return refuse(request, revoked.failure(), client.basic);
  return token_response("{\"success\":true}");
}

using Operation = Response (*)(SignIn&, const Request&);

http::Route route(SignIn& sign_in, http::Method method, std::string pattern, Operation operation,
                  std::size_t body_limit) {
  return {.methods = method,
          .pattern = std::move(pattern),
          .handler = [&sign_in,
                      operation](const Request& request) { return operation(sign_in, request); },
          .body_limit = body_limit};
}

std::string account_of_basic(const Request& request) {
  const auto credentials = basic_credentials(request);
  if (!credentials) return "";
  return service::account_of_project(request.parameter("project_code"), credentials->name);
}

std::string account_of_grant(const Request& request) {
  auto read = read_body(request);
  Inputs* inputs = std::get_if<Inputs>(&read);
  if (inputs == nullptr) return "";
  const auto client = client_inputs(request, *inputs).id;
  const auto username = inputs->text({"username"});
  return client && username ? service::account_of_client(*client, *username) : "";
}

}  // namespace

std::vector<http::Route> token_routes(SignIn& sign_in, const SignInAdmission& admission,
                                      std::size_t body_limit) {
  using enum http::Method;
  const auto compares = [&](http::Method method, std::string pattern, Operation operation,
                            const AccountOf& account_of) {
    return sign_in_route(route(sign_in, method, std::move(pattern), operation, body_limit),
                         admission, account_of);
  };
  return {
      compares(kGet, "/svc/3.0/api/token", create_token, account_of_basic),
      compares(kGet, "/svc/3.0/api/token/{project_code}", create_token, account_of_basic),
      route(sign_in, kPost, "/svc/3.0/api/refresh", refresh, body_limit),
      route(sign_in, kPost, "/svc/3.0/api/revoke", revoke, body_limit),
      compares(kPost, "/api/oauth/token", grant, account_of_grant),
      compares(kPost, "/oauth/token", grant, account_of_grant),
  };
}

}  // namespace vedette::api
