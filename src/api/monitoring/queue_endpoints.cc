#include "api/monitoring/queue_endpoints.h"

#include "api/monitoring/event_stream.h"
#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/fields.h"
#include "api/request/inputs.h"
#include "api/request/named_lists.h"
#include "base/json_writer.h"
#include "service/monitoring/match_json.h"
#include "service/monitoring/match_queue.h"
#include "service/monitoring/monitoring_overview.h"

namespace vedette::api {
namespace {

using base::JsonWriter;
using http::Request;
using http::Response;
using service::MatchStatus;
using service::Principal;
using service::QueueQuestion;

constexpr std::int64_t kDefaultQueuePage = 100;
constexpr std::size_t kMostSearchBytes = 512;

// "all" asks for every status, nothing for the open ones.
void read_status(Inputs& inputs, QueueQuestion& question) {
  const auto text = inputs.text({"status"});
  if (!text) return;
  question.status = service::parse_status(*text);
  if (!question.status && *text != "all")
    inputs.add_problem("status", "INVALID_STATUS",
                       "must be open, true-positive, false-positive, discarded or all");
}

QueueQuestion read_question(Inputs& inputs) {
  QueueQuestion out;
  read_status(inputs, out);
  if (const auto text = inputs.text({"family", "search_type"})) {
    const auto family = parse_search_type(*text);
    if (family.ok())
      out.family = *family;
    else
      inputs.add_problem("family", family.problem().code, family.problem().message);
  }
  if (const auto texts = inputs.list({"datasets", "dataset"})) {
    const auto datasets = parse_dataset_list(*texts);
    if (datasets.ok())
      out.datasets = *datasets;
    else
      inputs.add_problem("datasets", datasets.problem().code, datasets.problem().message);
  }
  out.least_score = inputs.integer({"minScore"}, 0, 100).value_or(0);
  out.least_confidence = inputs.integer({"minConfidence"}, 0, 100).value_or(0);
  out.search = inputs.text({"search"}).value_or("");
  if (out.search.size() > kMostSearchBytes)
    inputs.add_problem("search", "TOO_LONG", "has more than 512 bytes");
  if (const auto text = inputs.text({"sort"})) {
    const auto order = service::queue_order_of(*text);
    if (order)
      out.order = *order;
    else
      inputs.add_problem("sort", "OUT_OF_RANGE",
                         "must be confidence, score, newest, oldest or record");
  }
  out.limit = inputs.integer({"limit"}, 0, service::kMostQueuePage).value_or(kDefaultQueuePage);
  out.cursor = inputs.text({"cursor"}).value_or("");
  return out;
}

// A match as everywhere, with the record that it belongs to.
void write_entry(JsonWriter& json, const service::QueueEntry& entry,
                 const catalogue::Catalogue* catalogue) {
  json.begin_object().member("family", profile::to_text(entry.family));
  json.member("monitorRecordId", entry.record_id).member("recordName", entry.record_name);
  json.member("createdDateTimeISO", base::iso_millis(entry.match.created));
  json.member("lastUpdatedDateTimeISO", base::iso_millis(entry.match.updated));
  write_lists(json, catalogue, entry.match.seen.resource_id);
  json.key("match");
  service::write_match(json, entry.family, entry.match);
  json.end_object();
}

Response show_queue(ledger::Ledger& ledger, const service::Generations& generations,
                    const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const QueueQuestion question = read_question(inputs);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto page = service::read_queue(ledger, principal.scope, question);
  if (!page.ok()) {
    if (page.error().cause != base::Cause::kInvalidInput) return refused(request, page.error());
    inputs.add_problem("cursor", "INVALID_CURSOR", "is not one of this order of the queue");
    return failure_response(request, inputs.failure());
  }
  const auto current = generations.current();
  const catalogue::Catalogue* catalogue = current.ok() ? current->get() : nullptr;
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("total", page->total).key("matches").begin_array();
  for (const service::QueueEntry& entry : page->entries)
    write_entry(json, entry, catalogue);
  json.end_array();
  if (!page->next_cursor.empty()) json.member("nextCursor", page->next_cursor);
  json.end_object().end_object();
  return {200, std::move(body)};
}

void write_counts(JsonWriter& json, const service::StatusCounts& counts) {
  json.member("open", counts.of(MatchStatus::kOpen));
  json.member("truePositive", counts.of(MatchStatus::kTruePositive));
  json.member("falsePositive", counts.of(MatchStatus::kFalsePositive));
  json.member("discarded", counts.of(MatchStatus::kDiscarded));
}

void write_family(JsonWriter& json, std::string_view name, const service::FamilyTotals& totals) {
  json.key(name).begin_object().member("records", totals.records);
  json.member("openRecords", totals.open_records).key("matches").begin_object();
  write_counts(json, totals.matches);
  json.end_object().end_object();
}

std::string overview_body(const service::MonitoringOverview& overview) {
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.key("records").begin_object();
  write_family(json, "individual", overview.individual);
  write_family(json, "business", overview.business);
  json.end_object().key("openByAge").begin_object();
  json.member("today", overview.open_today).member("week", overview.open_week);
  json.member("month", overview.open_month).member("older", overview.open_older).end_object();
  json.key("openByDataset").begin_array();
  for (const service::DatasetCount& each : overview.open_by_dataset)
    json.begin_object()
        .member("dataset", profile::code(each.dataset))
        .member("matches", each.matches)
        .end_object();
  json.end_array().member("openWithoutDataset", overview.open_without_dataset);
  if (overview.oldest_open)
    json.member("oldestOpenDateTimeISO", base::iso_millis(*overview.oldest_open));
  json.key("days").begin_array();
  for (const service::DayCount& each : overview.days) {
    json.begin_object().member("date", base::iso_seconds(each.day).substr(0, 10));
    json.member("created", each.created).member("reviewed", each.reviewed).end_object();
  }
  json.end_array().key("scores").begin_array();
  for (const service::ScoreCount& each : overview.scores) {
    json.begin_object().member("score", each.score);
    write_counts(json, each.matches);
    json.end_object();
  }
  json.end_array().end_object().end_object();
  return body;
}

}  // namespace

std::vector<http::Route> queue_routes(service::Tokens& tokens, ledger::Ledger& ledger,
                                      const service::Generations& generations,
                                      const base::Clock& clock) {
  const auto route = [&](std::string pattern, PrincipalHandler handler, bool head) {
    return http::Route{
        .methods = http::Method::kGet,
        .pattern = std::move(pattern),
        .handler = with_bearer(tokens, service::AccessScopes::kMonitoring, std::move(handler)),
        .head_allowed = head};
  };
  std::vector<http::Route> routes;
  routes.push_back(route(
      "/monitoring/matches",
      [&ledger, &generations](const Request& request, const Principal& principal) {
        return show_queue(ledger, generations, request, principal);
      },
      true));
  routes.push_back(route(
      "/monitoring/overview",
      [&ledger, &clock](const Request& request, const Principal& principal) -> Response {
        const auto overview = service::read_overview(ledger, principal.scope, clock.now());
        if (!overview.ok()) return refused(request, overview.error());
        return {200, overview_body(*overview)};
      },
      true));
  routes.push_back(route(
      "/monitoring/events/stream",
      [&tokens, &ledger, &clock](const Request& request, const Principal& principal) {
        return event_stream(tokens, service::AccessScopes::kMonitoring, ledger, clock, request,
                            principal);
      },
      false));
  return routes;
}

}  // namespace vedette::api
