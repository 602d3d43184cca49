#include "api/monitoring/review_job_endpoints.h"

#include <fmt/format.h>

#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "api/request/fields.h"
#include "base/json_writer.h"
#include "service/monitoring/review_jobs.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;
using service::MatchStatus;
using service::Principal;
using service::ReviewJob;
using service::ReviewJobItem;
using service::ReviewJobRequest;

constexpr std::int64_t kMostNumber = 9'007'199'254'740'991;  // what JSON numbers hold exactly

std::string_view state_of(const ReviewJob& job) {
  if (job.stopped) return "stopped";
  return job.finished ? "done" : "running";
}

std::string job_answer(const ReviewJob& job) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.key("job").begin_object().member("id", job.id).member("state", state_of(job));
  json.member("total", job.total).member("settled", job.settled).member("stored", job.stored);
  json.member("leftAlone", job.settled - job.stored).member("clientComment", job.comment);
  json.member("username", job.username);
  json.member("createdDateTimeISO", base::iso_millis(job.created));
  if (job.finished) json.member("finishedDateTimeISO", base::iso_millis(*job.finished));
  if (!job.undoes.empty()) json.member("undoes", job.undoes);
  json.end_object().end_object().end_object();
  return body;
}

// A text of so many characters at most; what is missing or too long is noted.
std::string bounded_text(Inputs& inputs, std::string_view name, std::size_t most, bool required) {
  const std::string text =
      required ? inputs.required_text({name}) : inputs.text({name}).value_or("");
  if (text.size() > 4 * most)
    inputs.add_problem(name, "TOO_LONG", fmt::format("has more than {} characters", most));
  return text;
}

std::optional<MatchStatus> status_of(Inputs& inputs, std::string_view name) {
  const std::size_t before = inputs.problems().size();
  const std::string text = inputs.required_text({name});
  if (inputs.problems().size() > before) return std::nullopt;
  const auto status = service::parse_status(text);
  if (!status)
    inputs.add_problem(name, "INVALID_STATUS",
                       "must be open, true-positive, false-positive or discarded");
  return status;
}

// One problem at most: what is missing is not said to be wrong as well.
template <class Parse, class Value>
void read_required(Inputs& inputs, std::string_view name, Parse parse, Value& out) {
  const std::size_t before = inputs.problems().size();
  const std::string text = inputs.required_text({name});
  if (inputs.problems().size() > before) return;
  const auto parsed = parse(text);
  if (parsed.ok())
    out = *parsed;
  else
    inputs.add_problem(name, parsed.problem().code, parsed.problem().message);
}

ReviewJobItem read_item(Inputs& inputs, MatchStatus status) {
  ReviewJobItem item;
  item.to = status;
  read_required(inputs, "family", parse_search_type, item.family);
  read_required(inputs, "monitorRecordId", parse_record_id, item.record_id);
  item.qr_code = match_code(inputs);
  item.from = status_of(inputs, "expectedStatus").value_or(MatchStatus::kOpen);
  item.match_version = inputs.integer({"matchVersion"}, 1, kMostNumber).value_or(0);
  return item;
}

// The matches of a job, and what is wrong with them under the path of each.
std::vector<ReviewJobItem> read_items(const Inputs& inputs, MatchStatus status,
                                      std::vector<Problem>& problems) {
  const auto* object = inputs.body() != nullptr ? inputs.body()->if_object() : nullptr;
  const auto* listed = object != nullptr ? object->if_contains("matches") : nullptr;
  const auto* items = listed != nullptr ? listed->if_array() : nullptr;
  if (items == nullptr || items->empty()) {
    problems.push_back({"matches", "body", listed == nullptr ? "MISSING_PARAMETER" : "INVALID_TYPE",
                        "must be a list of matches"});
    return {};
  }
  if (items->size() > service::kMostJobMatches) {
    problems.push_back({"matches", "body", "BATCH_TOO_LARGE",
                        fmt::format("has more than {} matches", service::kMostJobMatches)});
    return {};
  }
  std::vector<ReviewJobItem> out;
  out.reserve(items->size());
  for (std::size_t i = 0; i < items->size(); ++i) {
    const auto* each = (*items)[i].if_object();
    if (each == nullptr) {
      problems.push_back(
          {fmt::format("matches[{}]", i), "body", "INVALID_TYPE", "must be an object"});
      continue;
    }
    Inputs item = Inputs::of_object(*each);
    out.push_back(read_item(item, status));
    for (Problem problem : item.problems()) {
      problem.path = fmt::format("matches[{}].{}", i, problem.path);
      problems.push_back(std::move(problem));
    }
  }
  return out;
}

Response refuse(const Request& request, const base::Error& error) {
  if (error.cause != base::Cause::kNotFound) return refused_write(request, error);
  Failure failure = failure_of(error);
  for (Problem& problem : failure.problems) {
    failure.code = problem.code;
    problem.in = "path";
  }
  return failure_response(request, failure);
}

Response start(const MonitoringParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  auto held = hold_key(request, principal, parts.running_keys);
  if (const auto* failure = std::get_if<Failure>(&held)) return failure_response(request, *failure);
  ReviewJobRequest job;
  const auto status = status_of(inputs, "status");
  job.comment = bounded_text(inputs, "clientComment", kMostCommentCharacters, true);
  job.rating = bounded_text(inputs, "clientRiskRating", kMostRatingCharacters, false);
  job.client_user_id = bounded_text(inputs, "clientUserId", kMostUserIdCharacters, false);
  std::vector<Problem> problems = inputs.problems();
  job.items = read_items(inputs, status.value_or(MatchStatus::kOpen), problems);
  if (!problems.empty()) return failure_response(request, invalid_inputs(std::move(problems)));
  auto started = service::start_review_job(parts.ledger, actor_of(request, principal), job,
                                           {std::get<HeldKey>(held).key, job_answer});
  return started.ok() ? answered(*std::move(started)) : refuse(request, started.error());
}

Response show(const MonitoringParts& parts, const Request& request, const Principal& principal) {
  const auto job =
      service::read_review_job(parts.ledger, principal.scope, std::string(request.parameter("id")));
  if (!job.ok()) return refuse(request, job.error());
  return {200, job_answer(*job)};
}

Response undo(const MonitoringParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  auto held = hold_key(request, principal, parts.running_keys);
  if (const auto* failure = std::get_if<Failure>(&held)) return failure_response(request, *failure);
  const std::string comment = bounded_text(inputs, "clientComment", kMostCommentCharacters, false);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  auto undone = service::undo_review_job(parts.ledger, actor_of(request, principal),
                                         std::string(request.parameter("id")), comment,
                                         {std::get<HeldKey>(held).key, job_answer});
  return undone.ok() ? answered(*std::move(undone)) : refuse(request, undone.error());
}

using Operation = Response (*)(const MonitoringParts&, const Request&, const Principal&);

http::Route route(const MonitoringParts& parts, http::Method method, std::string pattern,
                  Operation operation) {
  return {.methods = method,
          .pattern = std::move(pattern),
          .handler = with_bearer(parts.tokens, service::AccessScopes::kMonitoring,
                                 [parts, operation](const Request& request, const Principal& who) {
                                   return operation(parts, request, who);
                                 }),
          .head_allowed = method == http::Method::kGet};
}

}  // namespace

std::vector<http::Route> review_job_routes(const MonitoringParts& parts) {
  const std::string all = "/monitoring/reviews/jobs";
  std::vector<http::Route> routes;
  routes.push_back(route(parts, http::Method::kPost, all, start));
  routes.push_back(route(parts, http::Method::kGet, all + "/{id}", show));
  routes.push_back(route(parts, http::Method::kPost, all + "/{id}/undo", undo));
  return routes;
}

}  // namespace vedette::api
