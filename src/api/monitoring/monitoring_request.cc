#include "api/monitoring/monitoring_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <unordered_map>

#include "api/request/fields.h"
#include "api/request/party_details_input.h"

namespace vedette::api {
namespace {

namespace json = boost::json;
using profile::Family;

constexpr std::int64_t kMostQrCode = 2'147'483'647;
constexpr std::int64_t kMostVersion = 9'007'199'254'740'991;
// Under which the number of a match is understood.
constexpr std::array<std::string_view, 3> kCodeNames = {"qrCode", "qrcode", "match_qrcode"};
constexpr std::string_view kBusinessId = "business_monitor_record_id";
constexpr std::string_view kIndividualId = "individual_monitor_record_id";

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

template <class T, class Use>
void take(Inputs& inputs, std::string_view name, Field<T> field, Use use) {
  if (field.ok()) return use(std::move(field).value());
  inputs.add_problem(name, field.problem().code, field.problem().message);
}

std::optional<std::string> bounded_text(Inputs& inputs, InputNames names, std::size_t most) {
  auto text = inputs.text(names);
  // Blanks say nothing.
  if (!text || text->find_first_not_of(" \t\r\n") == std::string::npos) return std::nullopt;
  if (text->find('\0') != std::string::npos) {
    inputs.add_problem(*names.begin(), "INVALID_CHARACTER", "must not hold a zero character");
    return std::nullopt;
  }
  if (characters(*text) > most) {
    inputs.add_problem(*names.begin(), "TOO_LONG",
                       fmt::format("has more than {} characters", most));
    return std::nullopt;
  }
  return text;
}

std::optional<service::MatchStatus> status(Inputs& inputs, InputNames names) {
  const auto text = inputs.text(names);
  if (!text || text->find_first_not_of(" \t") == std::string::npos) return std::nullopt;
  const auto parsed = service::parse_status(*text);
  if (!parsed)
    inputs.add_problem(*names.begin(), "INVALID_STATUS",
                       "must be open, true-positive, false-positive or discarded");
  return parsed;
}

std::optional<std::string> optional_id(Inputs& inputs, Family family) {
  return family == Family::kBusiness ? inputs.text({kBusinessId, kIndividualId, "id"})
                                     : inputs.text({kIndividualId, kBusinessId, "id"});
}

// The items of a list in the body; a single object counts as a list of one. Null when it is
// neither.
const json::array* items_of(const json::value& value, json::array& single) {
  if (const auto* array = value.if_array()) return array;
  if (const auto* object = value.if_object()) {
    single.push_back(*object);
    return &single;
  }
  return nullptr;
}

Failure too_many(std::string_view name, std::size_t count, std::size_t most) {
  const std::string message = fmt::format("has {} items; at most {} go in one call", count, most);
  return {.status = 400,
          .code = "BATCH_TOO_LARGE",
          .message = fmt::format("{} {}", name, message),
          .problems = {{std::string(name), "body", "BATCH_TOO_LARGE", message}}};
}

Failure one_problem(std::string_view name, std::string code, std::string message) {
  return invalid_inputs({{std::string(name), "body", std::move(code), std::move(message)}});
}

// Problems of one item, with its place and its id.
std::vector<Problem> placed(const std::vector<Problem>& problems, std::string_view list,
                            std::size_t index, const std::string& id) {
  std::vector<Problem> out;
  for (Problem problem : problems) {
    problem.path = fmt::format("{}[{}].{}", list, index, problem.path);
    problem.in = "body";
    problem.id = id;
    out.push_back(std::move(problem));
  }
  return out;
}

Problem not_an_object(std::string_view list, std::size_t index) {
  return {fmt::format("{}[{}]", list, index), "body", "INVALID_TYPE", "must be an object"};
}

service::ReviewInput read_review(Inputs& inputs) {
  service::ReviewInput out;
  const InputNames code = {"qrCode", "qrcode", "match_qrcode"};
  const std::size_t before = inputs.problems().size();
  const auto number = inputs.integer(code, 1, kMostQrCode);
  if (!number && inputs.problems().size() == before)
    inputs.add_problem("qrCode", "MISSING_PARAMETER", "is missing");
  out.qr_code = number.value_or(0);
  const std::size_t before_status = inputs.problems().size();
  out.status = status(inputs, {"status"});
  const bool status_was_wrong = inputs.problems().size() != before_status;
  out.client_risk_rating = bounded_text(inputs, {"clientRiskRating"}, kMostRatingCharacters);
  out.client_comment = bounded_text(inputs, {"clientComment"}, kMostCommentCharacters);
  out.client_user_id = bounded_text(inputs, {"clientUserId"}, kMostUserIdCharacters);
  out.expected_status = status(inputs, {"expectedStatus"});
  out.match_version = inputs.integer({"matchVersion"}, 0, kMostVersion);
  out.reference_id = bounded_text(inputs, {"referenceId"}, kMostUserIdCharacters).value_or("");
  if (!out.status && !out.client_comment && !out.client_risk_rating && !status_was_wrong)
    inputs.add_problem("status", "EMPTY_REVIEW",
                       "is missing; a review needs it, or a clientComment or a clientRiskRating");
  return out;
}

// The number of a match as the client wrote it, so that it knows its item again; "" when there is
// none to speak of.
std::string code_as_given(const json::object& review) {
  for (const std::string_view name : kCodeNames) {
    const json::value* value = review.if_contains(name);
    if (value == nullptr || value->is_null() || value->is_structured()) continue;
    return value->is_string() ? std::string(value->get_string()) : json::serialize(*value);
  }
  return {};
}

std::variant<ReviewBatch, Failure> review_items(const json::value& value) {
  json::array single;
  const json::array* items = items_of(value, single);
  if (items == nullptr) return one_problem("reviews", "INVALID_TYPE", "must be a list of reviews");
  if (items->size() > kMostReviewsPerCall)
    return too_many("reviews", items->size(), kMostReviewsPerCall);
  ReviewBatch batch;
  for (std::size_t i = 0; i < items->size(); ++i) {
    auto& problems = batch.problems.emplace_back();
    auto& review = batch.reviews.emplace_back();
    auto& code = batch.codes.emplace_back();
    const auto* object = (*items)[i].if_object();
    if (object == nullptr) {
      problems.push_back(not_an_object("reviews", i));
      continue;
    }
    Inputs inputs = Inputs::of_object(*object);
    review = read_review(inputs);
    code = code_as_given(*object);
    problems = placed(inputs.problems(), "reviews", i,
                      review.qr_code > 0 ? std::to_string(review.qr_code) : std::string());
  }
  return batch;
}

// The list in the body, which is the body itself or stands in it as `reviews`; null without one.
const json::value* listed_reviews(const Inputs& inputs) {
  const json::value* body = inputs.body();
  if (body == nullptr || body->is_array()) return body;
  const json::value* list = body->is_object() ? body->get_object().if_contains("reviews") : nullptr;
  return list == nullptr || list->is_null() || list->is_string() ? nullptr : list;
}

// Reviews may come in several ways, but in one of them at a time: none is left out in silence.
std::optional<Failure> given_in_two_ways(const Inputs& inputs, bool listed) {
  Problem problem = inputs.about({"reviews"}, "stands in the query and in the body: give it once");
  const bool twice = listed && inputs.present({"reviews"}) && problem.in == "query";
  if (!twice) {
    const auto single = std::ranges::find_if(
        kCodeNames, [&](std::string_view name) { return inputs.filled(name); });
    if (single == kCodeNames.end() || !(listed || inputs.filled("reviews"))) return std::nullopt;
    problem = inputs.about({*single}, "is a review by itself beside reviews: put it into the list");
  }
  problem.code = "CONFLICTING_PARAMETER";
  return invalid_inputs({std::move(problem)});
}

void refuse_duplicates(RecordBatch& batch) {
  std::unordered_map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < batch.changes.size(); ++i) {
    const std::string& id = batch.changes[i].id;
    if (id.empty()) continue;
    const auto [at, is_new] = first.emplace(id, i);
    if (is_new) continue;
    batch.problems[i].push_back(
        {fmt::format("monitorRecords[{}].id", i), "body", "DUPLICATE_ID",
         fmt::format("is the same as that of monitorRecords[{}]", at->second), id});
  }
}

}  // namespace

service::Actor actor_of(const http::Request& request, const service::Principal& principal) {
  return {principal.scope, fmt::format("user:{}", principal.user.value()), principal.username,
          request.id};
}

std::string record_id(Inputs& inputs, Family family, std::string_view proper) {
  if (proper.empty()) proper = family == Family::kBusiness ? kBusinessId : kIndividualId;
  const std::size_t before = inputs.problems().size();
  const auto text = optional_id(inputs, family);
  const std::string_view name = inputs.given_name({proper, kBusinessId, kIndividualId, "id"});
  if (!text) {
    if (inputs.problems().size() == before)
      inputs.add_problem(name, "MISSING_PARAMETER", "is missing");
    return {};
  }
  std::string out;
  take(inputs, name, parse_record_id(*text), [&](std::string id) { out = std::move(id); });
  return out;
}

Problem about_record(const Inputs& inputs, Family family, std::string_view id) {
  return family == Family::kBusiness
             ? inputs.about({kBusinessId, kIndividualId, "id"}, names_nothing(id))
             : inputs.about({kIndividualId, kBusinessId, "id"}, names_nothing(id));
}

service::RecordChange read_record(Inputs& inputs, Family family, base::Time now,
                                  std::string_view id_name) {
  service::RecordChange out;
  out.id = record_id(inputs, family, id_name);
  if (inputs.present({"name"})) {
    const std::size_t before = inputs.problems().size();
    const auto text = inputs.text({"name"});
    if (inputs.problems().size() == before)
      take(inputs, "name", parse_name(text.value_or("")),
           [&](std::string name) { out.name = std::move(name); });
  }
  if (const auto texts = inputs.list({"countries"}))
    take(inputs, "countries", parse_countries(*texts),
         [&](CountryList list) { out.countries = std::move(list.as_given); });
  if (family == Family::kIndividual && inputs.present({"dob"})) {
    const auto text = inputs.text({"dob"});
    out.dob = "";
    if (text)
      take(inputs, "dob", parse_dob(*text, now),
           [&](BirthDate date) { out.dob = std::move(date.as_given); });
  }
  if (family == Family::kIndividual && inputs.present({"gender"})) {
    const auto text = inputs.text({"gender"});
    out.gender = "";
    if (text)
      take(inputs, "gender", parse_gender(*text),
           [&](GenderGiven gender) { out.gender = std::move(gender.text); });
  }
  read_party_details(inputs, out.details,
                     [&](evidence::DetailField field) { out.given_details.push_back(field); });
  return out;
}

std::variant<RecordBatch, Failure> read_records(Inputs& inputs, Family family, base::Time now) {
  const json::value* body = inputs.body();
  const json::value* list = nullptr;
  json::array single;
  json::value from_text;
  if (body != nullptr && body->is_array()) {
    list = body;
  } else if (body != nullptr && body->is_object()) {
    const json::object& object = body->get_object();
    list = object.if_contains("monitorRecords");
    if (list == nullptr &&
        (object.contains("id") || object.contains(kBusinessId) || object.contains(kIndividualId)))
      list = body;
  } else if (const auto text = inputs.text({"monitorRecords"})) {
    auto parsed = parse_json(*text);
    if (auto* failure = std::get_if<Failure>(&parsed)) return std::move(*failure);
    from_text = std::get<json::value>(std::move(parsed));
    list = &from_text;
  }
  if (list == nullptr || list->is_null())
    return one_problem("monitorRecords", "MISSING_PARAMETER", "is missing");
  const json::array* items = items_of(*list, single);
  if (items == nullptr)
    return one_problem("monitorRecords", "INVALID_TYPE", "must be a list of records");
  if (items->size() > kMostRecordsPerCall)
    return too_many("monitorRecords", items->size(), kMostRecordsPerCall);
  RecordBatch batch;
  for (std::size_t i = 0; i < items->size(); ++i) {
    auto& problems = batch.problems.emplace_back();
    auto& change = batch.changes.emplace_back();
    const auto* object = (*items)[i].if_object();
    if (object == nullptr) {
      problems.push_back(not_an_object("monitorRecords", i));
      continue;
    }
    Inputs item = Inputs::of_object(*object);
    change = read_record(item, family, now, "id");
    problems = placed(item.problems(), "monitorRecords", i, change.id);
  }
  refuse_duplicates(batch);
  return batch;
}

std::variant<ReviewBatch, Failure> read_reviews(Inputs& inputs) {
  const json::value* listed = listed_reviews(inputs);
  if (auto failure = given_in_two_ways(inputs, listed != nullptr)) return std::move(*failure);
  if (listed != nullptr) return review_items(*listed);
  if (const auto text = inputs.text({"reviews"})) {
    auto parsed = parse_json(*text);
    if (std::holds_alternative<Failure>(parsed))
      return one_problem("reviews", "INVALID_TYPE", "must be a list of reviews in JSON");
    return review_items(std::get<json::value>(parsed));
  }
  if (!inputs.present({"qrCode", "qrcode", "match_qrcode"}))
    return one_problem("reviews", "MISSING_PARAMETER", "is missing");
  ReviewBatch batch;
  batch.is_flat = true;
  const std::size_t before = inputs.problems().size();
  batch.reviews.push_back(read_review(inputs));
  batch.codes.emplace_back();
  batch.problems.emplace_back(inputs.problems().begin() + static_cast<std::ptrdiff_t>(before),
                              inputs.problems().end());
  return batch;
}

Failure invalid_items(const std::vector<std::vector<Problem>>& problems) {
  std::vector<Problem> all;
  for (const auto& item : problems)
    all.insert(all.end(), item.begin(), item.end());
  return invalid_inputs(std::move(all));
}

bool has_problems(const std::vector<std::vector<Problem>>& problems) {
  return std::ranges::any_of(problems, [](const auto& item) { return !item.empty(); });
}

void write_item_error(base::JsonWriter& json, const std::vector<Problem>& problems) {
  json.key("error").begin_object();
  json.member("code", problems.front().code);
  json.member("message", sentence(problems.front()));
  json.key("details").begin_array();
  for (const Problem& problem : problems)
    json.begin_object()
        .member("path", problem.path)
        .member("code", problem.code)
        .member("message", problem.message)
        .end_object();
  json.end_array().end_object();
}

std::int64_t match_code(Inputs& inputs) {
  const std::size_t before = inputs.problems().size();
  const auto code = inputs.integer({"match_qrcode", "qrCode", "qrcode"}, 1, kMostQrCode);
  if (!code && inputs.problems().size() == before)
    inputs.add_problem("match_qrcode", "MISSING_PARAMETER", "is missing");
  return code.value_or(0);
}

std::variant<HeldKey, Failure> hold_key(const http::Request& request,
                                        const service::Principal& principal,
                                        service::RunningKeys& running) {
  HeldKey held;
  const auto headers = request.header_values("Idempotency-Key");
  if (headers.empty()) return held;
  const auto differs = [&](std::string_view other) { return other != headers.front(); };
  if (std::ranges::any_of(headers, differs))
    return invalid_inputs({{"Idempotency-Key", "header", "CONFLICTING_PARAMETER",
                            "is given twice with different values"}});
  const std::optional<std::string_view> header = headers.front();
  if (header->empty() || header->size() > kMostKeyCharacters)
    return invalid_inputs(
        {{"Idempotency-Key", "header", header->empty() ? "MISSING_PARAMETER" : "TOO_LONG",
          fmt::format("must have 1 to {} characters", kMostKeyCharacters)}});
  base::Sha256Stream digest;
  for (const std::string_view part : {request.routed_path(), request.query()}) {
    digest.add(part);
    digest.add("\n");
  }
  digest.add(request.body);
  held.key = service::IdempotencyKey{base::sha256(*header), digest.finish()};
  held.guard = running.begin(principal.scope.project(), held.key->key);
  if (!held.guard)
    return Failure{.status = 409,
                   .code = "IDEMPOTENCY_IN_PROGRESS",
                   .message = "A request with this Idempotency-Key is still running.",
                   .problems = {},
                   .retry_after_seconds = 1};
  return held;
}

http::Response refused_write(const http::Request& request, const base::Error& error,
                             const std::optional<Problem>& about) {
  if (error.details.size() != 1 || error.details.front().code != "IDEMPOTENCY_KEY_REUSED")
    return refused(request, error, about);
  return failure_response(request,
                          {.status = 422,
                           .code = "IDEMPOTENCY_KEY_REUSED",
                           .message = "This Idempotency-Key was used for another request."});
}

http::Response answered(service::Answered answer) {
  http::Response response(200, std::move(answer.body));
  if (answer.replayed) response.set("Idempotent-Replayed", "true");
  return response;
}

}  // namespace vedette::api
