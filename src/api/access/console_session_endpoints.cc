#include "api/access/console_session_endpoints.h"

#include "api/request/bearer.h"
#include "api/request/console_cookie.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "api/request/version.h"
#include "base/json_writer.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;

constexpr const char* kPath = "/console/session";

service::Caller caller(const Request& request) {
  return {.address = request.peer, .request_id = request.id};
}

Response refuse_foreign(const Request& request) {
  return failure_response(request,
                          {.status = 403,
                           .code = "FOREIGN_REQUEST",
                           .message = "Sessions are for the console's own pages: send the header " +
                                      std::string(kConsoleHeader) + " from the same origin."});
}

// The failures of a sign-in are those of create-token, in the shape of resource operations.
Response refuse_sign_in(const Request& request, const service::TokenFailure& failure) {
  Failure out = failure_of(base::Error(failure.cause, failure.description));
  if (failure.cause == base::Cause::kUnauthenticated) out.code = "SIGN_IN_REFUSED";
  out.retry_after_seconds = failure.retry_after_seconds;
  return failure_response(request, out);
}

Response describe(const ConsoleSessionParts& parts, const Request& request,
                  const service::Principal& principal, base::Time expires) {
  const auto session = parts.sessions.describe(principal);
  if (!session.ok()) return failure_response(request, failure_of(session.error()));
  const base::Millis left = expires - parts.clock.now();
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("project", principal.project_code).member("company", session->company);
  json.member("username", principal.username).member("role", service::role_name(principal.role));
  json.member("expiresInSeconds", left.count / 1000);
  json.member("endsDateTimeISO", base::iso_millis(session->ends));
  json.member("version", kVersion).end_object().end_object();
  return Response(200, std::move(body));
}

// The answer of a request that was given a new token: the cookie and the session.
Response answer_with_cookie(const ConsoleSessionParts& parts, const Request& request,
                            const service::OpenedSession& opened) {
  const auto principal = parts.tokens.authenticate(opened.access_token);
  if (!principal.ok()) return failure_response(request, failure_of(principal.error()));
  Response response = describe(parts, request, *principal, opened.expires);
  if (response.status == 200)
    response.set("Set-Cookie",
                 session_cookie(request, opened.access_token, opened.expires - parts.clock.now()));
  return response;
}

Response sign_in(const ConsoleSessionParts& parts, const Request& request) {
  if (!from_console(request)) return refuse_foreign(request);
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const service::CreateTokenRequest wanted{.project_code = inputs.required_text({"project"}),
                                           .username = inputs.required_text({"username"}),
                                           .password = inputs.required_text({"password"}),
                                           .caller = caller(request)};
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto opened = parts.sign_in.open_session(wanted);
  if (!opened) return refuse_sign_in(request, opened.failure());
  return answer_with_cookie(parts, request, *opened);
}

std::string account_of(const Request& request) {
  auto read = Inputs::read(request);
  Inputs* inputs = std::get_if<Inputs>(&read);
  if (inputs == nullptr) return "";
  return service::account_of_project(inputs->text({"project"}).value_or(""),
                                     inputs->text({"username"}).value_or(""));
}

Response extend(const ConsoleSessionParts& parts, const Request& request,
                const service::Principal& principal) {
  const auto opened = parts.sessions.extend(principal, caller(request));
  if (!opened.ok()) return failure_response(request, failure_of(opened.error()));
  return answer_with_cookie(parts, request, *opened);
}

Response sign_out(const ConsoleSessionParts& parts, const Request& request) {
  if (!from_console(request)) return refuse_foreign(request);
  // A session that ended by itself is signed out as well.
  if (const auto token = session_token(request))
    if (const auto principal = parts.tokens.authenticate(*token); principal.ok())
      if (const auto ended = parts.sessions.end(*principal, caller(request));
          !ended.ok() && ended.error().cause != base::Cause::kUnauthenticated)
        return failure_response(request, failure_of(ended.error()));
  Response response(200, "{\"success\":true,\"data\":{\"signedOut\":true}}");
  response.set("Set-Cookie", ended_session_cookie(request));
  return response;
}

}  // namespace

std::vector<http::Route> console_session_routes(const ConsoleSessionParts& parts) {
  using enum http::Method;
  std::vector<http::Route> routes;
  routes.push_back(
      sign_in_route({.methods = kPost,
                     .pattern = kPath,
                     .handler = [parts](const Request& request) { return sign_in(parts, request); },
                     .body_limit = parts.body_limit},
                    parts.admission, account_of));
  routes.push_back(
      {.methods = kGet,
       .pattern = kPath,
       .handler = with_bearer(parts.tokens, kAnyScope,
                              [parts](const Request& request, const service::Principal& principal) {
                                return describe(parts, request, principal, principal.expires);
                              }),
       .head_allowed = true});
  routes.push_back(
      {.methods = kPut,
       .pattern = kPath,
       .handler = with_bearer(parts.tokens, kAnyScope,
                              [parts](const Request& request, const service::Principal& principal) {
                                return extend(parts, request, principal);
                              }),
       .body_limit = parts.body_limit});
  routes.push_back({.methods = kDelete,
                    .pattern = kPath,
                    .handler = [parts](const Request& request) { return sign_out(parts, request); },
                    .body_limit = parts.body_limit});
  return routes;
}

}  // namespace vedette::api
