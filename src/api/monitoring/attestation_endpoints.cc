#include "api/monitoring/attestation_endpoints.h"

#include <fmt/format.h>

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "service/attestation/attestation_archive.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;
using service::AttestedDay;
using service::Principal;

constexpr std::int64_t kFirstYear = 2000;
constexpr std::int64_t kLastYear = 9999;
constexpr std::int64_t kDaysShown = 31;
constexpr std::size_t kDateLength = 10;

void write_day(base::JsonWriter& json, const AttestedDay& day) {
  json.begin_object().member("date", day.date).member("state", day.state);
  if (day.closed) json.member("closedDateTimeISO", base::iso_millis(*day.closed));
  json.member("gaps", day.gaps).end_object();
}

Response show_days(const AttestationParts& parts, const Request& request,
                   const Principal& principal, std::optional<std::int64_t> year) {
  const service::CalendarDay today = parts.attestations.today();
  const std::string from =
      year ? fmt::format("{:04}-01-01", *year)
           : parts.attestations.calendar().day_of(today.begins - base::days(kDaysShown)).date;
  const std::string to = year ? fmt::format("{:04}-12-31", *year) : today.date;
  const auto closed =
      parts.attestations.days(principal.scope, from, to, service::Attestations::Content::kSummary);
  if (!closed.ok()) return refused(request, closed.error());
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("timeZone", parts.attestations.calendar().zone()).member("today", today.date);
  json.key("days").begin_array();
  for (const AttestedDay& day : *closed)
    write_day(json, day);
  json.end_array().end_object().end_object();
  return {200, body};
}

Response show_day(const AttestationParts& parts, const Request& request, const Principal& principal,
                  const std::string& date, const Problem& about) {
  const auto day = parts.attestations.day(principal.scope, date);
  if (!day.ok()) return refused(request, day.error(), about);
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.key("attestation").raw(day->document.substr(0, day->document.find_last_not_of('\n') + 1));
  json.end_object().end_object();
  return {200, body};
}

Response archive(const Request& request, const base::Result<std::string>& made,
                 const std::string& name, const Problem& about) {
  if (!made.ok()) return refused(request, made.error(), about);
  Response response = Response::text(200, "application/zip", *made);
  response.set("Content-Disposition", "attachment; filename=\"attestation-" + name + ".zip\"");
  return response;
}

Response show(const AttestationParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const auto date = inputs.text({"date"});
  const auto year = inputs.integer({"year"}, kFirstYear, kLastYear);
  const std::string format = inputs.text({"format"}).value_or("json");
  if (date && (date->size() != kDateLength || !base::parse_iso(*date)))
    inputs.add_problem("date", "INVALID_DATE", "must be a day, YYYY-MM-DD");
  if (date && year) inputs.add_problem("year", "CONFLICTING_PARAMETER", "goes without date");
  if (format != "json" && format != "zip")
    inputs.add_problem("format", "OUT_OF_RANGE", "must be json or zip");
  if (format == "zip" && !date && !year)
    inputs.add_problem("date", "MISSING_PARAMETER", "is needed for format=zip, or year");
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const base::Time now = parts.clock.now();
  if (format == "zip" && date)
    return archive(request,
                   service::attested_day_archive(parts.attestations, parts.signer, principal.scope,
                                                 principal.project_code, *date, now),
                   *date, inputs.about({"date"}, names_nothing(*date)));
  if (format == "zip")
    return archive(request,
                   service::attested_year_archive(parts.attestations, parts.signer, principal.scope,
                                                  principal.project_code, *year, now),
                   std::to_string(*year), inputs.about({"year"}, "has no attested day"));
  if (date)
    return show_day(parts, request, principal, *date, inputs.about({"date"}, names_nothing(*date)));
  return show_days(parts, request, principal, year);
}

}  // namespace

std::vector<http::Route> attestation_routes(const AttestationParts& parts) {
  return {{.methods = http::Method::kGet,
           .pattern = "/monitoring/attestations",
           .handler = with_bearer(parts.tokens, service::AccessScopes::kMonitoring,
                                  [parts](const Request& request, const Principal& principal) {
                                    return show(parts, request, principal);
                                  }),
           .head_allowed = true,
           .slow = true}};
}

}  // namespace vedette::api
