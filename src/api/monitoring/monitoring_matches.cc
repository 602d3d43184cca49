#include "api/monitoring/monitoring_matches.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "api/monitoring/history_json.h"
#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "base/json_writer.h"
#include "service/monitoring/match_json.h"
#include "service/screening/search_question.h"

namespace vedette::api {
namespace {

using profile::Family;
using service::HistoryStep;
using service::MatchStatus;
using service::ReviewProblem;
using service::ReviewReport;

// The match as it stands, for a reviewer who looked at an older one.
std::string current_json(const ReviewProblem& problem) {
  if (!problem.current) return {};
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("currentStatus", status_name(problem.current->status));
  json.member("matchVersion", problem.current->match_version);
  json.member("score", problem.current->seen.score);
  if (problem.last_review) {
    json.key("review");
    service::write_open_review(json, *problem.last_review);
    json.end_object();
  }
  json.end_object();
  return out;
}

int status_of(const ReviewProblem& problem) {
  return problem.cause == base::Cause::kNotFound ? 404 : 409;
}

// What does not exist is told before what is in another state.
Failure failure_of_reviews(const std::vector<ReviewProblem>& problems,
                           const std::vector<std::size_t>& places, const Inputs& inputs,
                           bool is_flat) {
  const auto missing = [](const ReviewProblem& each) {
    return each.cause == base::Cause::kNotFound;
  };
  const auto first = std::ranges::find_if(problems, missing);
  const ReviewProblem& telling = first != problems.end() ? *first : problems.front();
  Failure failure{.status = status_of(telling), .code = telling.code};
  for (const ReviewProblem& each : problems) {
    Problem problem = each.field == "qrCode"
                          ? inputs.about({"qrCode", "qrcode", "match_qrcode"}, "")
                          : inputs.about({each.field}, "");
    if (!is_flat) {
      problem.path = fmt::format("reviews[{}].{}", places[each.item], each.field);
      problem.in = "body";
    }
    problem.code = each.code;
    problem.message = each.message;
    if (each.current) problem.id = std::to_string(each.current->seen.qr_code);
    problem.current = current_json(each);
    if (&each == &telling) failure.message = fmt::format("{}: {}", problem.path, each.message);
    failure.problems.push_back(std::move(problem));
  }
  return failure;
}

void write_counts(base::JsonWriter& json, const service::StatusCounts& counts) {
  json.member("openCount", counts.of(MatchStatus::kOpen));
  json.member("falsePositiveCount", counts.of(MatchStatus::kFalsePositive));
  json.member("truePositiveCount", counts.of(MatchStatus::kTruePositive));
  json.member("discardedCount", counts.of(MatchStatus::kDiscarded));
}

void write_error(base::JsonWriter& json, const std::string& code, const std::string& message) {
  json.key("error").begin_object().member("code", code).member("message", message).end_object();
}

// What the client told of a review to know it again: the number, or what stood in its place.
void begin_result(base::JsonWriter& json, const service::ReviewInput& input,
                  const std::string& code = {}) {
  json.begin_object().member("qrCode", input.qr_code > 0 ? std::to_string(input.qr_code) : code);
}
void end_result(base::JsonWriter& json, const service::ReviewInput& input) {
  if (!input.reference_id.empty()) json.member("referenceId", input.reference_id);
  json.end_object();
}

void write_result(base::JsonWriter& json, const ReviewReport::Item& item,
                  const service::ReviewInput& input) {
  begin_result(json, input);
  if (item.problem) {
    json.member("statusCode", status_of(*item.problem));
    write_error(json, item.problem->code, item.problem->message);
  } else {
    json.member("statusCode", 200).member("currentStatus", status_name(item.status));
    json.member("matchVersion", item.match_version);
    if (item.not_current) json.key("warnings").begin_array().value("MATCH_NOT_CURRENT").end_array();
  }
  end_result(json, input);
}

// `batch` has all items of the request; the report one for each that had no problem of its own.
std::string reviews_answer(const ReviewReport& report, const ReviewBatch& batch) {
  std::string reviews;
  std::string results;
  base::JsonWriter review_json(reviews);
  base::JsonWriter result_json(results);
  review_json.begin_array();
  result_json.begin_array();
  std::int64_t inserted = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < batch.reviews.size(); ++i) {
    if (!batch.problems[i].empty()) {
      begin_result(result_json, batch.reviews[i], batch.codes[i]);
      result_json.member("statusCode", 400);
      write_item_error(result_json, batch.problems[i]);
      end_result(result_json, batch.reviews[i]);
      continue;
    }
    const ReviewReport::Item& item = report.items[next++];
    write_result(result_json, item, batch.reviews[i]);
    if (item.problem) continue;
    ++inserted;
    service::write_open_review(review_json, item.review);
    review_json.member("qrCode", std::to_string(item.review.qr_code)).end_object();
  }
  review_json.end_array();
  result_json.end_array();
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.key("matchReviews").raw(reviews).key("results").raw(results);
  json.member("hasErrors", inserted < static_cast<std::int64_t>(batch.reviews.size()));
  json.member("insertedCount", inserted);
  write_counts(json, report.counts);
  json.end_object().end_object();
  return body;
}

int confidence_of(const service::Match& match) {
  return match.seen.confidence ? match.seen.confidence->percent : -1;
}

class Operation {
 public:
  Operation(const MonitoringParts& parts, Family family, const http::Request& request,
            const service::Principal& principal)
      : parts_(parts), family_(family), request_(request), principal_(principal) {}

  http::Response get_matches() {
    if (auto refusal = read_inputs()) return std::move(*refusal);
    const std::string id = record_id(*inputs_, family_);
    std::vector<MatchStatus> wanted;
    for (const std::string& text : inputs_->list({"status"}).value_or(std::vector<std::string>())) {
      const auto status = service::parse_status(text);
      if (status)
        wanted.push_back(*status);
      else
        inputs_->add_problem("status", "INVALID_STATUS",
                             "must be open, true-positive, false-positive or discarded");
    }
    const bool by_confidence = reads_confidence_order();
    const std::int64_t least =
        inputs_->integer({"confidence_threshold", "confidenceThreshold"}, 0, 100).value_or(0);
    if (inputs_->has_problems()) return fail(inputs_->failure());
    auto read = service::read_matches(parts_.ledger, principal_.scope, family_, id);
    if (!read.ok()) return refused(request_, read.error(), about_record(*inputs_, family_, id));
    // Stable, so that equals stay in the order of the score.
    if (by_confidence) std::ranges::stable_sort(read->matches, std::greater(), confidence_of);
    std::string body;
    base::JsonWriter json(body);
    json.begin_object().member("success", true).key("data").begin_object();
    json.key("matches").begin_array();
    for (const service::Match& match : read->matches) {
      const bool likely = least == 0 || confidence_of(match) >= least;
      if (likely && (wanted.empty() || std::ranges::find(wanted, match.status) != wanted.end()))
        service::write_match(json, family_, match);
    }
    json.end_array().end_object().end_object();
    return {200, std::move(body)};
  }

  http::Response insert_reviews() {
    if (auto refusal = read_inputs(Inputs::List::kAccepted)) return std::move(*refusal);
    auto held = hold_key(request_, principal_, parts_.running_keys);
    if (const auto* failure = std::get_if<Failure>(&held)) return fail(*failure);
    const auto& key = std::get<HeldKey>(held);
    service::ReviewRequest review{family_, record_id(*inputs_, family_), {}, false};
    review.partial = inputs_->boolean({"partial"}).value_or(false);
    auto read = read_reviews(*inputs_);
    const auto* batch = std::get_if<ReviewBatch>(&read);
    if (batch == nullptr) return fail(with(std::get<Failure>(std::move(read))));
    const bool own_problems = inputs_->has_problems();
    if (own_problems || (!review.partial && has_problems(batch->problems)))
      return fail(with(invalid_items(batch->problems)));
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < batch->reviews.size(); ++i) {
      if (!batch->problems[i].empty()) continue;
      review.reviews.push_back(batch->reviews[i]);
      places.push_back(i);
    }
    const auto done = service::insert_reviews(
        parts_.ledger, actor_of(request_, principal_), review,
        {key.key, [&](const ReviewReport& report) { return reviews_answer(report, *batch); }});
    if (!done.ok())
      return refused_write(request_, done.error(),
                           about_record(*inputs_, family_, review.record_id));
    if (!done->problems.empty())
      return fail(failure_of_reviews(done->problems, places, *inputs_, batch->is_flat));
    return answered(done->answer);
  }

  http::Response get_reviews() {
    return history([](base::JsonWriter& json, const std::vector<HistoryStep>& steps) {
      json.key("matchReviews").begin_array();
      for (const HistoryStep& step : steps) {
        if (!step.is_review) continue;
        service::write_open_review(json, step);
        json.end_object();
      }
      json.end_array();
    });
  }

  http::Response get_history() {
    return history([](base::JsonWriter& json, const std::vector<HistoryStep>& steps) {
      json.key("history").begin_array();
      for (const HistoryStep& step : steps) {
        write_open_step(json, step);
        json.end_object();
      }
      json.end_array();
    });
  }

 private:
  bool reads_confidence_order() {
    const auto text = inputs_->text({"order"});
    if (!text) return false;
    const auto order = service::hit_order_of(*text);
    if (!order) inputs_->add_problem("order", "OUT_OF_RANGE", "must be score or confidence");
    return order == service::HitOrder::kConfidence;
  }

  template <class Write>
  http::Response history(Write write) {
    if (auto refusal = read_inputs()) return std::move(*refusal);
    const std::string id = record_id(*inputs_, family_);
    const std::int64_t code = match_code(*inputs_);
    if (inputs_->has_problems()) return fail(inputs_->failure());
    const auto steps = service::read_history(parts_.ledger, principal_.scope, family_, id, code);
    if (!steps.ok()) {
      const bool match = failure_of(steps.error()).code == "MATCH_NOT_FOUND";
      return refused(request_, steps.error(),
                     match ? inputs_->about({"match_qrcode", "qrCode", "qrcode"},
                                            names_nothing(std::to_string(code)))
                           : about_record(*inputs_, family_, id));
    }
    std::string body;
    base::JsonWriter json(body);
    json.begin_object().member("success", true).key("data").begin_object();
    write(json, *steps);
    json.end_object().end_object();
    return {200, std::move(body)};
  }

  // The failure together with what is wrong with the other inputs.
  Failure with(Failure failure) const {
    if (!inputs_->has_problems()) return failure;
    if (failure.code == "BATCH_TOO_LARGE" || failure.code == "MALFORMED_JSON") return failure;
    std::vector<Problem> all = inputs_->problems();
    for (const Problem& problem : failure.problems) {
      const auto same = [&](const Problem& each) {
        return each.path == problem.path && each.code == problem.code;
      };
      if (std::ranges::none_of(all, same)) all.push_back(problem);
    }
    return invalid_inputs(std::move(all));
  }

  std::optional<http::Response> read_inputs(Inputs::List list = Inputs::List::kRefused) {
    auto read = Inputs::read(request_, list);
    if (const auto* failure = std::get_if<Failure>(&read)) return fail(*failure);
    inputs_.emplace(std::get<Inputs>(std::move(read)));
    return std::nullopt;
  }
  http::Response fail(const Failure& failure) { return failure_response(request_, failure); }

  const MonitoringParts& parts_;
  const Family family_;
  const http::Request& request_;
  const service::Principal& principal_;
  std::optional<Inputs> inputs_;
};

}  // namespace

std::vector<http::Route> monitoring_match_routes(const MonitoringParts& parts) {
  using enum http::Method;
  std::vector<http::Route> routes;
  for (const Family family : {Family::kBusiness, Family::kIndividual}) {
    const std::string base =
        fmt::format("/monitoring/{}/records/matches/", profile::to_text(family));
    const auto add = [&](http::MethodSet methods, const char* name,
                         http::Response (Operation::*run)(), bool read) {
      routes.push_back(
          {.methods = methods,
           .pattern = base + name,
           .handler = with_bearer(parts.tokens, service::AccessScopes::kMonitoring,
                                  [parts, family, run](const http::Request& request,
                                                       const service::Principal& principal) {
                                    Operation operation(parts, family, request, principal);
                                    return (operation.*run)();
                                  }),
           .head_allowed = read});
    };
    add({kGet, kPost}, "getAll", &Operation::get_matches, true);
    add({kPost, kPut, kGet}, "insertMultipleReviews", &Operation::insert_reviews, false);
    add(kGet, "getReviews", &Operation::get_reviews, true);
    add(kGet, "getHistory", &Operation::get_history, true);
  }
  return routes;
}

}  // namespace vedette::api
