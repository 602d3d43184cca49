#include "api/monitoring/monitoring_feed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "api/monitoring/event_cursor.h"
#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "service/audit/audit_actions.h"
#include "service/audit/audit_trail.h"
#include "service/monitoring/event_feed.h"
#include "service/webhooks/webhook.h"

namespace vedette::api {
namespace {

constexpr std::int64_t kMostPerPage = 1000;
constexpr std::int64_t kDefaultPerPage = 100;
constexpr int kMostPages = 50;  // that one request looks through for events of a type

std::optional<std::int64_t> read_cursor(Inputs& inputs, std::string_view name) {
  const auto text = inputs.text({name});
  if (!text) return std::nullopt;
  std::int64_t sequence = 0;
  const std::string digits = base::unbase64(*text).value_or("");
  const auto [end, failure] =
      std::from_chars(digits.data(), digits.data() + digits.size(), sequence);
  if (failure != std::errc() || end != digits.data() + digits.size() || sequence < 0)
    inputs.add_problem(name, "INVALID_TYPE", "is not a cursor that was given out");
  return sequence;
}

// A type that does not exist would be waited for in vain.
std::vector<std::string> read_types(Inputs& inputs) {
  auto types = inputs.list({"type"}).value_or(std::vector<std::string>());
  for (const std::string& each : types)
    if (std::ranges::find(service::kEventTypes, each) == service::kEventTypes.end())
      inputs.add_problem("type", "OUT_OF_RANGE",
                         fmt::format("has '{}'; events are called {}", each,
                                     fmt::join(service::kEventTypes, ", ")));
  return types;
}

// The value of a filter that has only these; nothing found under another one would say that there
// was nothing.
std::string one_of(Inputs& inputs, std::string_view name, const std::set<std::string_view>& known) {
  auto text = inputs.text({name}).value_or("");
  if (!text.empty() && !known.contains(text))
    inputs.add_problem(name, "OUT_OF_RANGE",
                       fmt::format("must be one of {}", fmt::join(known, ", ")));
  return text;
}

std::set<std::string_view> audit_categories() {
  std::set<std::string_view> categories;
  for (const std::string_view action : service::kAuditActions)
    categories.insert(service::audit_category(action));
  return categories;
}

// What one request found, and how far it looked.
struct EventPage {
  std::vector<service::FeedEvent> events = {};
  std::optional<std::int64_t> reached = {};
  bool more = false;
};

base::Result<EventPage> find_events(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                    std::optional<std::int64_t> after, std::int64_t limit,
                                    const std::vector<std::string>& types) {
  EventPage page;
  page.reached = after;
  for (int i = 0; i < kMostPages; ++i) {
    VEDETTE_ASSIGN(const service::FeedPage read,
                   service::read_events(ledger, scope, page.reached, kMostPerPage));
    for (const service::FeedEvent& event : read.events) {
      const bool wanted = types.empty() || std::ranges::find(types, event.type) != types.end();
      if (wanted && static_cast<std::int64_t>(page.events.size()) == limit) {
        page.more = true;
        return page;
      }
      page.reached = event.sequence;
      if (wanted) page.events.push_back(event);
    }
    page.reached = read.reached;
    page.more = static_cast<std::int64_t>(read.events.size()) == kMostPerPage;
    if (!page.more) return page;
  }
  return page;
}

http::Response show_events(const MonitoringParts& parts, const http::Request& request,
                           const service::Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  auto& inputs = std::get<Inputs>(read);
  const std::optional<std::int64_t> after = read_cursor(inputs, "after");
  const std::int64_t limit = inputs.integer({"limit"}, 1, kMostPerPage).value_or(kDefaultPerPage);
  const auto types = read_types(inputs);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto page = find_events(parts.ledger, principal.scope, after, limit, types);
  if (!page.ok()) return refuse_events(request, page.error());
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.key("events").begin_array();
  for (const service::FeedEvent& event : page->events) {
    json.begin_object().member("id", service::event_id(event.sequence)).member("type", event.type);
    json.member("timestamp", base::iso_millis(event.at)).key("data").raw(event.data).end_object();
  }
  json.end_array()
      .member("nextCursor", service::event_id(page->reached.value_or(0)))
      .member("hasMore", page->more);
  json.end_object().end_object();
  return {200, std::move(body)};
}

void write_entry(base::JsonWriter& json, const service::AuditRecord& entry) {
  json.begin_object().member("sequence", entry.sequence);
  json.member("dateTimeISO", base::iso_millis(entry.at)).member("action", entry.action);
  json.member("actor", entry.actor);
  if (!entry.request_id.empty()) json.member("requestId", entry.request_id);
  if (entry.refers_to > 0) json.member("refersTo", entry.refers_to);
  if (entry.payload && !entry.payload->empty()) json.key("details").raw(*entry.payload);
  json.end_object();
}

http::Response show_audit(const MonitoringParts& parts, const http::Request& request,
                          const service::Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  auto& inputs = std::get<Inputs>(read);
  service::AuditQuestion question;
  question.after = read_cursor(inputs, "after").value_or(0);
  question.limit = inputs.integer({"limit"}, 1, kMostPerPage).value_or(kDefaultPerPage);
  question.category = one_of(inputs, "category", audit_categories());
  question.action =
      one_of(inputs, "action", {service::kAuditActions.begin(), service::kAuditActions.end()});
  if (const auto since = inputs.text({"since"})) {
    const auto time = base::parse_iso(*since);
    if (time)
      question.since = *time;
    else
      inputs.add_problem("since", "INVALID_DATE", "must be YYYY-MM-DD or an ISO 8601 time");
  }
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto entries = service::read_audit(parts.ledger, principal.scope, question);
  if (!entries.ok()) return refused(request, entries.error());
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.key("entries").begin_array();
  for (const service::AuditRecord& entry : *entries)
    write_entry(json, entry);
  json.end_array();
  json.member("nextCursor",
              service::event_id(entries->empty() ? question.after : entries->back().sequence));
  json.member("hasMore", static_cast<std::int64_t>(entries->size()) == question.limit);
  json.end_object().end_object();
  return {200, std::move(body)};
}

}  // namespace

std::vector<http::Route> monitoring_feed_routes(const MonitoringParts& parts) {
  const auto route = [&](const char* pattern, auto function) {
    return http::Route{
        .methods = http::Method::kGet,
        .pattern = pattern,
        .handler = with_bearer(
            parts.tokens, service::AccessScopes::kMonitoring,
            [parts, function](const http::Request& request, const service::Principal& principal) {
              return function(parts, request, principal);
            }),
        .head_allowed = true};
  };
  return {route("/monitoring/events", show_events), route("/monitoring/audit", show_audit)};
}

}  // namespace vedette::api
