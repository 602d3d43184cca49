#include "api/monitoring/report_endpoints.h"

#include <fmt/format.h>

#include "api/monitoring/case_pdf.h"
#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "base/csv.h"
#include "base/json_writer.h"
#include "base/spreadsheet_cell.h"
#include "service/monitoring/decision_report.h"

namespace vedette::api {
namespace {

using base::JsonWriter;
using http::Request;
using http::Response;
using service::DecisionCounts;
using service::DecisionLine;
using service::DecisionReport;
using service::MatchStatus;
using service::Principal;

constexpr std::int64_t kMostDays = 3660;
constexpr std::int64_t kDefaultDays = 30;
constexpr std::size_t kDayLength = 10;

// A day, midnight UTC.
std::optional<base::Time> read_day(Inputs& inputs, std::string_view name) {
  const auto text = inputs.text({name});
  if (!text) return std::nullopt;
  const auto time = text->size() == kDayLength ? base::parse_iso(*text) : std::nullopt;
  if (!time) inputs.add_problem(name, "INVALID_DATE", "must be a day, YYYY-MM-DD");
  return time;
}

struct Period {
  base::Time from = {};
  base::Time to = {};  // not within
};

Period read_period(Inputs& inputs, base::Time now) {
  const auto from = read_day(inputs, "from");
  const auto to = read_day(inputs, "to");
  const base::Time today{now.unix_millis - now.unix_millis % base::days(1).count};
  Period out;
  out.to = to.value_or(today) + base::days(1);
  out.from = from.value_or(out.to - base::days(kDefaultDays));
  if (out.from >= out.to)
    inputs.add_problem("from", "OUT_OF_RANGE", "must not be after to");
  else if (out.to - out.from > base::days(kMostDays))
    inputs.add_problem("from", "OUT_OF_RANGE", "must be at most 3660 days before to");
  return out;
}

std::string day_text(base::Time time) {
  return base::iso_seconds(time).substr(0, kDayLength);
}
// The last day of the period.
std::string last_day(const DecisionReport& report) {
  return day_text(report.to - base::days(1));
}

void write_counts(JsonWriter& json, const DecisionCounts& counts) {
  json.member("found", counts.found).member("decided", counts.decided.total());
  json.member("truePositive", counts.decided.of(MatchStatus::kTruePositive));
  json.member("falsePositive", counts.decided.of(MatchStatus::kFalsePositive));
  json.member("discarded", counts.decided.of(MatchStatus::kDiscarded));
  if (counts.median_seconds) json.member("medianSeconds", *counts.median_seconds);
  if (counts.ninth_decile_seconds) json.member("ninthDecileSeconds", *counts.ninth_decile_seconds);
}

void write_lines(JsonWriter& json, std::string_view name, std::string_view key,
                 const std::vector<DecisionLine>& lines) {
  json.key(name).begin_array();
  for (const DecisionLine& line : lines) {
    json.begin_object().member(key, line.key).member("name", line.name);
    write_counts(json, line.counts);
    json.end_object();
  }
  json.end_array();
}

std::string json_of(const DecisionReport& report) {
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("from", day_text(report.from)).member("to", last_day(report));
  json.key("all").begin_object();
  write_counts(json, report.all);
  json.end_object();
  write_lines(json, "byList", "list", report.by_list);
  write_lines(json, "byAnalyst", "username", report.by_analyst);
  json.end_object().end_object();
  return body;
}

void add_line(std::string& out, const DecisionReport& report, const std::string& section,
              const DecisionLine& line) {
  const DecisionCounts& counts = line.counts;
  std::vector<std::string> cells{day_text(report.from), last_day(report), section,
                                 base::spreadsheet_cell(line.key),
                                 base::spreadsheet_cell(line.name)};
  for (const std::int64_t number :
       {counts.found, counts.decided.total(), counts.decided.of(MatchStatus::kTruePositive),
        counts.decided.of(MatchStatus::kFalsePositive), counts.decided.of(MatchStatus::kDiscarded)})
    cells.push_back(std::to_string(number));
  for (const auto& seconds : {counts.median_seconds, counts.ninth_decile_seconds})
    cells.push_back(seconds ? std::to_string(*seconds) : std::string());
  base::append_csv(out, cells);
}

std::string csv_of(const DecisionReport& report) {
  std::string out;
  base::append_csv(out, {"from", "to", "section", "key", "name", "found", "decided", "truePositive",
                         "falsePositive", "discarded", "medianSeconds", "ninthDecileSeconds"});
  add_line(out, report, "all", {"", "", report.all});
  for (const DecisionLine& line : report.by_list)
    add_line(out, report, "list", line);
  for (const DecisionLine& line : report.by_analyst)
    add_line(out, report, "analyst", line);
  return out;
}

Response show_report(const CaseParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const Period period = read_period(inputs, parts.clock.now());
  const std::string format = inputs.text({"format"}).value_or("json");
  if (format != "json" && format != "csv" && format != "pdf")
    inputs.add_problem("format", "OUT_OF_RANGE", "must be json, csv or pdf");
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto current = parts.generations.current();
  const auto report =
      service::read_decisions(parts.ledger, principal.scope,
                              current.ok() ? current->get() : nullptr, period.from, period.to);
  if (!report.ok()) return refused(request, report.error());
  if (format == "json") return {200, json_of(*report)};
  const std::string from = day_text(report->from), to = last_day(*report);
  base::Result<std::string> file = csv_of(*report);
  if (format == "pdf")
    file = report_pdf(*report, from, to,
                      {principal.project_code, principal.username, parts.clock.now()});
  if (!file.ok()) return refused(request, file.error());
  Response response =
      Response::text(200, format == "pdf" ? "application/pdf" : "text/csv; charset=utf-8",
                     std::move(file).value());
  response.set("Content-Disposition",
               fmt::format("attachment; filename=\"decisions-{}-{}.{}\"", from, to, format));
  return response;
}

}  // namespace

std::vector<http::Route> decision_report_routes(const CaseParts& parts) {
  return {{.methods = http::Method::kGet,
           .pattern = "/monitoring/report",
           .handler = with_bearer(parts.tokens, kAnyScope,
                                  [parts](const Request& request, const Principal& principal) {
                                    return show_report(parts, request, principal);
                                  }),
           .head_allowed = true,
           .slow = true}};
}

}  // namespace vedette::api
