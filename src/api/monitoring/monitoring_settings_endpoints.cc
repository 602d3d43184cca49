#include "api/monitoring/monitoring_settings_endpoints.h"

#include <fmt/format.h>

#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "api/request/fields.h"
#include "base/json_writer.h"
#include "service/monitoring/monitoring_settings.h"
#include "service/monitoring/record_screening.h"
#include "service/monitoring/screening_progress.h"
#include "service/screening/search_question.h"

namespace vedette::api {
namespace {

using service::MonitoringSettings;
using service::SettingsChange;

std::string settings_body(const MonitoringSettings& settings) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("threshold", settings.threshold).key("datasets").begin_array();
  for (const profile::Dataset each : settings.datasets.members())
    json.value(profile::code(each));
  json.end_array();
  json.member("birthDateRule", service::birth_date_rule_name(settings.birth_date_rule));
  json.member("countryRule", service::country_rule_name(settings.country_rule));
  json.member("autoDiscard", settings.auto_discard);
  json.member("strictReviews", settings.strict_reviews);
  json.member("retentionDays", settings.retention_days);
  json.member("searchRetentionDays", settings.search_retention_days);
  json.member("batchRetentionDays", settings.batch_retention_days);
  json.member("eventRetentionDays", settings.event_retention_days);
  json.member("closeBelowConfidence", settings.close_below_confidence);
  json.member("closeSamplePercent", settings.close_sample_percent);
  json.end_object().end_object();
  return body;
}

SettingsChange read_change(Inputs& inputs) {
  SettingsChange out;
  if (const auto threshold = inputs.integer({"threshold"}, service::kLeastMonitoringThreshold, 100))
    out.threshold = static_cast<int>(*threshold);
  if (const auto texts = inputs.list({"datasets"})) {
    const auto datasets = parse_dataset_list(*texts);
    if (datasets.ok())
      out.datasets = *datasets;
    else
      inputs.add_problem("datasets", datasets.problem().code, datasets.problem().message);
  }
  if (const auto text = inputs.text({"birthDateRule"})) {
    const auto rule = parse_birth_date_rule(*text);
    if (rule.ok())
      out.birth_date_rule = *rule;
    else
      inputs.add_problem("birthDateRule", rule.problem().code, rule.problem().message);
  }
  if (const auto text = inputs.text({"countryRule"})) {
    out.country_rule = service::country_rule_of(*text);
    if (!out.country_rule)
      inputs.add_problem("countryRule", "OUT_OF_RANGE", "must be keepUnknown, required or ignore");
  }
  out.auto_discard = inputs.boolean({"autoDiscard"});
  out.strict_reviews = inputs.boolean({"strictReviews"});
  if (const auto line =
          inputs.integer({"closeBelowConfidence"}, 0, service::kMostClosingConfidence))
    out.close_below_confidence = static_cast<int>(*line);
  if (const auto sample = inputs.integer({"closeSamplePercent"}, 0, 100))
    out.close_sample_percent = static_cast<int>(*sample);
  constexpr std::int64_t kMost = service::kMostRetentionDays;
  out.retention_days = inputs.integer({"retentionDays"}, 0, kMost);
  out.search_retention_days = inputs.integer({"searchRetentionDays"}, 0, kMost);
  out.batch_retention_days = inputs.integer({"batchRetentionDays"}, 0, kMost);
  out.event_retention_days = inputs.integer({"eventRetentionDays"}, 1, kMost);
  return out;
}

http::Response show_settings(const MonitoringParts& parts, const http::Request& request,
                             const service::Principal& principal) {
  const auto settings = parts.ledger.read(principal.scope, [](ledger::ProjectReader& reader) {
    return service::read_settings(reader);
  });
  if (!settings.ok()) return refused(request, settings.error());
  return {200, settings_body(*settings)};
}

http::Response put_settings(const MonitoringParts& parts, const http::Request& request,
                            const service::Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  auto& inputs = std::get<Inputs>(read);
  const auto held = hold_key(request, principal, parts.running_keys);
  if (const auto* failure = std::get_if<Failure>(&held)) return failure_response(request, *failure);
  const SettingsChange change = read_change(inputs);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto changed = service::change_settings(parts.ledger, actor_of(request, principal), change,
                                                {std::get<HeldKey>(held).key, settings_body});
  if (!changed.ok()) return refused_write(request, changed.error());
  return answered(*changed);
}

http::Response show_status(const MonitoringParts& parts, const http::Request& request,
                           const service::Principal& principal) {
  service::ScreeningTarget target;
  if (const auto catalogue = parts.generations.current(); catalogue.ok())
    target = {static_cast<std::int64_t>((*catalogue)->meta().generation),
              service::engine_number(**catalogue)};
  const auto progress = service::screening_progress(parts.ledger, principal.scope, target);
  if (!progress.ok()) return refused(request, progress.error());
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("status", progress->running() ? "RUNNING" : "IDLE");
  if (progress->started) json.member("lastStartISO", base::iso_millis(*progress->started));
  if (progress->completed) json.member("lastCompletionISO", base::iso_millis(*progress->completed));
  json.member("generation", target.generation);
  json.member("chunks", progress->chunks).member("chunksPending", progress->pending);
  const std::int64_t percent =
      progress->chunks == 0 ? 100 : 100 * (progress->chunks - progress->pending) / progress->chunks;
  json.member("percentComplete", percent);
  json.member("matchesChanged", progress->matches_changed);
  json.end_object().end_object();
  return {200, std::move(body)};
}

}  // namespace

std::vector<http::Route> monitoring_settings_routes(const MonitoringParts& parts) {
  const auto handler = [&](auto function) {
    return with_bearer(
        parts.tokens, service::AccessScopes::kMonitoring,
        [parts, function](const http::Request& request, const service::Principal& principal) {
          return function(parts, request, principal);
        });
  };
  using enum http::Method;
  return {
      {.methods = kGet,
       .pattern = "/monitoring/settings",
       .handler = handler(show_settings),
       .head_allowed = true},
      {.methods = kPut, .pattern = "/monitoring/settings", .handler = handler(put_settings)},
      {.methods = kGet,
       .pattern = "/monitoring/screening-status",
       .handler = handler(show_status),
       .head_allowed = true},
  };
}

}  // namespace vedette::api
