#include "api/monitoring/webhook_endpoints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "service/monitoring/event_feed.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;
using service::Principal;

constexpr std::size_t kMostUrlBytes = 2048;
constexpr std::size_t kMostDescriptionBytes = 500;
constexpr std::int64_t kMostPerPage = 1000;
constexpr std::int64_t kDefaultPerPage = 50;

std::string webhook_id(const Request& request) {
  return std::string(request.parameter("id"));
}

void optional_time(base::JsonWriter& json, std::string_view name,
                   const std::optional<base::Time>& time) {
  if (time) json.member(name, base::iso_millis(*time));
}

// The object stays open, so that a secret can follow.
void write_open_webhook(base::JsonWriter& json, const service::Webhook& webhook) {
  json.begin_object().member("id", webhook.id).member("url", webhook.url);
  json.key("events").begin_array();
  for (const std::string& type : webhook.types)
    json.value(type);
  json.end_array().member("active", webhook.active).member("description", webhook.description);
  json.member("createdDateTimeISO", base::iso_millis(webhook.created));
  json.member("lastUpdatedDateTimeISO", base::iso_millis(webhook.updated));
  json.member("pendingCount", webhook.pending).member("deadCount", webhook.dead);
  optional_time(json, "lastDeliveryDateTimeISO", webhook.delivered);
  optional_time(json, "failingSinceISO", webhook.failing_since);
  optional_time(json, "previousSecretUntilISO", webhook.previous_secret_until);
  optional_time(json, "disabledDateTimeISO", webhook.disabled);
  if (webhook.disabled) json.member("disabledReason", webhook.disabled_reason);
}

void write_delivery(base::JsonWriter& json, const service::Delivery& delivery) {
  json.begin_object().member("id", std::to_string(delivery.id));
  json.member("webhookId", delivery.webhook).member("type", delivery.type);
  if (delivery.event) json.member("eventId", service::event_id(*delivery.event));
  json.member("status", service::delivery_status_name(delivery.status));
  json.member("attempts", delivery.attempts);
  json.member("createdDateTimeISO", base::iso_millis(delivery.created));
  optional_time(json, "lastAttemptISO", delivery.last);
  if (delivery.status == service::DeliveryStatus::kPending)
    json.member("nextAttemptISO", base::iso_millis(delivery.next));
  if (delivery.last) {
    json.member("lastHttpStatus", delivery.last_status);
    json.member("lastDurationMs", delivery.last_duration.count);
    if (!delivery.last_error.empty()) json.member("lastError", delivery.last_error);
  }
  json.end_object();
}

// {"success":true,"data":{...}}: `write` fills the inner object.
template <class Write>
Response answer(Write write) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  write(json);
  json.end_object().end_object();
  return {200, std::move(body)};
}

Response webhook_answer(const service::Webhook& webhook, const std::string& secret = {}) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data");
  write_open_webhook(json, webhook);
  if (!secret.empty()) json.member("secret", secret);
  json.end_object().end_object();
  return {200, std::move(body)};
}

Response refuse(const Request& request, const base::Error& error) {
  if (error.cause == base::Cause::kInvalidInput && !error.details.empty()) {
    std::vector<Problem> problems;
    for (const base::ErrorDetail& detail : error.details)
      problems.push_back({detail.path, "body", detail.code, detail.message});
    return failure_response(request, invalid_inputs(std::move(problems)));
  }
  if (error.cause == base::Cause::kNotFound) {
    Failure failure = failure_of(error);
    for (Problem& problem : failure.problems) {
      failure.code = problem.code;
      if (problem.path == "id") problem.in = "path";
    }
    return failure_response(request, failure);
  }
  return refused(request, error);
}

std::optional<std::string> bounded(Inputs& inputs, std::string_view name, std::size_t most) {
  auto text = inputs.text({name});
  if (!text) return std::nullopt;
  if (text->size() > most)
    inputs.add_problem(name, "TOO_LONG", fmt::format("has more than {} bytes", most));
  else if (std::ranges::any_of(*text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    inputs.add_problem(name, "INVALID_CHARACTER", "must not hold control characters");
  return text;
}

// A field that does nothing may be one that the client relies on: a secret of its own, or a
// misspelt `events`.
void refuse_unknown(Inputs& inputs) {
  constexpr std::array<std::string_view, 4> kKnown = {"url", "events", "active", "description"};
  if (inputs.body() == nullptr || !inputs.body()->is_object()) return;
  for (const auto& member : inputs.body()->get_object())
    if (std::ranges::find(kKnown, std::string_view(member.key())) == kKnown.end())
      inputs.add_problem(member.key(), "UNKNOWN_FIELD",
                         "is not known; there are url, events, active and description");
}

service::WebhookChange read_change(Inputs& inputs) {
  refuse_unknown(inputs);
  service::WebhookChange out;
  out.url = bounded(inputs, "url", kMostUrlBytes);
  out.description = bounded(inputs, "description", kMostDescriptionBytes);
  if (!out.description && inputs.present({"description"})) out.description = "";
  out.active = inputs.boolean({"active"});
  if (auto types = inputs.list({"events"})) {
    for (const std::string& type : *types)
      if (std::ranges::find(service::kEventTypes, type) == service::kEventTypes.end())
        inputs.add_problem(
            "events", "OUT_OF_RANGE",
            fmt::format("knows no {}; there are {}", type, fmt::join(service::kEventTypes, ", ")));
    out.types = std::move(*types);
  }
  return out;
}

Response add(const WebhookParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const service::WebhookChange wanted = read_change(inputs);
  if (!wanted.url && !inputs.has_problems())
    inputs.add_problem("url", "MISSING_PARAMETER", "is missing");
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto added = parts.webhooks.add(actor_of(request, principal), wanted);
  if (!added.ok()) return refuse(request, added.error());
  return webhook_answer(added->webhook, added->secret);
}

Response list(const WebhookParts& parts, const Request& request, const Principal& principal) {
  const auto all = parts.webhooks.list(principal.scope);
  if (!all.ok()) return refuse(request, all.error());
  return answer([&](base::JsonWriter& json) {
    json.key("webhooks").begin_array();
    for (const service::Webhook& webhook : *all) {
      write_open_webhook(json, webhook);
      json.end_object();
    }
    json.end_array();
  });
}

Response show(const WebhookParts& parts, const Request& request, const Principal& principal) {
  const auto webhook = parts.webhooks.find(principal.scope, webhook_id(request));
  if (!webhook.ok()) return refuse(request, webhook.error());
  return webhook_answer(*webhook);
}

Response change(const WebhookParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const service::WebhookChange wanted = read_change(inputs);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto changed =
      parts.webhooks.change(actor_of(request, principal), webhook_id(request), wanted);
  if (!changed.ok()) return refuse(request, changed.error());
  return webhook_answer(*changed);
}

Response remove(const WebhookParts& parts, const Request& request, const Principal& principal) {
  const std::string id = webhook_id(request);
  const auto removed = parts.webhooks.remove(actor_of(request, principal), id);
  if (!removed.ok()) return refuse(request, removed.error());
  return answer([&](base::JsonWriter& json) { json.member("id", id).member("deleted", true); });
}

Response rotate(const WebhookParts& parts, const Request& request, const Principal& principal) {
  const auto rotated = parts.webhooks.rotate(actor_of(request, principal), webhook_id(request));
  if (!rotated.ok()) return refuse(request, rotated.error());
  return webhook_answer(rotated->webhook, rotated->secret);
}

Response test(const WebhookParts& parts, const Request& request, const Principal& principal) {
  const std::string id = webhook_id(request);
  const auto number = parts.delivery.test(actor_of(request, principal), id);
  if (!number.ok()) return refuse(request, number.error());
  const auto delivery = parts.webhooks.delivery(principal.scope, id, *number);
  if (!delivery.ok()) return refuse(request, delivery.error());
  return answer([&](base::JsonWriter& json) {
    json.key("delivery");
    write_delivery(json, *delivery);
  });
}

std::optional<std::int64_t> delivery_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number < 1) return std::nullopt;
  return number;
}

Response deliveries(const WebhookParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  service::DeliveryQuestion question;
  question.limit = inputs.integer({"limit"}, 1, kMostPerPage).value_or(kDefaultPerPage);
  if (const auto text = inputs.text({"status"})) {
    question.status = service::parse_delivery_status(*text);
    if (!question.status)
      inputs.add_problem("status", "INVALID_STATUS", "must be pending, delivered or dead");
  }
  if (const auto text = inputs.text({"before"})) {
    const auto number = delivery_number(*text);
    if (!number) inputs.add_problem("before", "INVALID_TYPE", "is not the id of a delivery");
    question.before = number.value_or(0);
  }
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  // One more than asked for tells whether there are more.
  ++question.limit;
  auto found = parts.webhooks.deliveries(principal.scope, webhook_id(request), question);
  if (!found.ok()) return refuse(request, found.error());
  const bool more = static_cast<std::int64_t>(found->size()) == question.limit;
  const std::size_t shown = found->size() - (more ? 1 : 0);
  return answer([&](base::JsonWriter& json) {
    json.key("deliveries").begin_array();
    for (std::size_t i = 0; i < shown; ++i)
      write_delivery(json, (*found)[i]);
    json.end_array().member("hasMore", more);
  });
}

Response redeliver(const WebhookParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  std::vector<std::int64_t> numbers;
  const auto texts = inputs.list({"deliveryIds"});
  for (const std::string& text : texts.value_or(std::vector<std::string>())) {
    const auto number = delivery_number(text);
    if (number)
      numbers.push_back(*number);
    else
      inputs.add_problem("deliveryIds", "INVALID_TYPE", "holds what is not the id of a delivery");
  }
  if (texts && texts->empty())
    inputs.add_problem("deliveryIds", "OUT_OF_RANGE",
                       "is empty; leave it out to send all dead deliveries again");
  if (static_cast<std::int64_t>(numbers.size()) > service::kMostRedeliveries)
    inputs.add_problem("deliveryIds", "TOO_LONG",
                       fmt::format("has more than {} items", service::kMostRedeliveries));
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto count =
      parts.webhooks.redeliver(actor_of(request, principal), webhook_id(request), numbers);
  if (!count.ok()) return refuse(request, count.error());
  return answer([&](base::JsonWriter& json) { json.member("redelivered", *count); });
}

using Operation = Response (*)(const WebhookParts&, const Request&, const Principal&);

http::Route route(const WebhookParts& parts, http::Method method, std::string pattern,
                  Operation operation) {
  return {.methods = method,
          .pattern = std::move(pattern),
          .handler = with_bearer(parts.tokens, kAnyScope,
                                 [parts, operation](const Request& request, const Principal& who) {
                                   return operation(parts, request, who);
                                 }),
          .body_limit = parts.body_limit,
          .head_allowed = method == http::Method::kGet,
          // It waits for somebody else's server.
          .slow = operation == test};
}

}  // namespace

std::vector<http::Route> webhook_routes(const WebhookParts& parts) {
  using enum http::Method;
  const std::string all = "/monitoring/webhooks";
  const std::string one = all + "/{id}";
  std::vector<http::Route> routes;
  routes.push_back(route(parts, kGet, all, list));
  routes.push_back(route(parts, kPost, all, add));
  routes.push_back(route(parts, kGet, one, show));
  routes.push_back(route(parts, kPut, one, change));
  routes.push_back(route(parts, kDelete, one, remove));
  routes.push_back(route(parts, kPost, one + "/secret", rotate));
  routes.push_back(route(parts, kPost, one + "/test", test));
  routes.push_back(route(parts, kGet, one + "/deliveries", deliveries));
  routes.push_back(route(parts, kPost, one + "/redeliver", redeliver));
  return routes;
}

}  // namespace vedette::api
