#include "api/screening/screening_endpoints.h"

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/screening/screening_answer.h"
#include "api/screening/screening_inputs.h"
#include "api/screening/search_record.h"

namespace vedette::api {
namespace {

http::Response screen(service::Screening& screening, const http::Request& request,
                      const service::Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  auto& inputs = std::get<Inputs>(read);
  const service::SearchQuestion question = read_question(inputs, screening.clock().now());
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto answer = screening.screen(asker_of(request, principal), question);
  if (!answer.ok()) {
    std::optional<Problem> about;
    if (question.as_of) about = inputs.about({"as_of", "asOf"}, failure_of(answer.error()).message);
    return refused(request, answer.error(), about);
  }
  auto body = screening_body(*answer, question, screening.analyser());
  if (!body.ok()) return refused(request, body.error());
  return {200, std::move(body).value()};
}

}  // namespace

std::vector<http::Route> screening_routes(service::Tokens& tokens, service::Screening& screening) {
  const auto handler = [&](auto function) {
    return with_bearer(
        tokens, service::AccessScopes::kScreening,
        [&screening, function](const http::Request& request, const service::Principal& principal) {
          return function(screening, request, principal);
        });
  };
  return {
      {.methods = {http::Method::kGet, http::Method::kPost},
       .pattern = "/screening",
       .handler = handler(screen),
       .head_allowed = true},
      {.methods = http::Method::kGet,
       .pattern = "/screening/searches/{ref}",
       .handler = handler(show_search),
       .head_allowed = true},
      {.methods = http::Method::kGet,
       .pattern = "/screening/searches/{ref}/replay",
       .handler = handler(replay_search),
       .head_allowed = true},
  };
}

}  // namespace vedette::api
