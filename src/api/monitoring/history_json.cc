#include "api/monitoring/history_json.h"

namespace vedette::api {

void write_open_step(base::JsonWriter& json, const service::HistoryStep& step) {
  const auto optional = [&](std::string_view name, const std::optional<std::string>& text) {
    if (text) json.member(name, *text);
  };
  json.begin_object().member("dateTimeISO", base::iso_millis(step.at));
  json.member("source", step.by_client ? "client" : "service").member("action", step.action);
  if (step.from) json.member("from", service::status_name(*step.from));
  json.member("to", service::status_name(step.to)).member("score", step.score);
  json.member("version", step.version).member("matchVersion", step.match_version);
  optional("clientRiskRating", step.client_risk_rating);
  optional("clientComment", step.client_comment);
  optional("clientUserId", step.client_user_id);
  optional("username", step.username);
  if (!step.reason.empty()) json.member("reason", step.reason);
  if (!step.request_id.empty()) json.member("requestId", step.request_id);
}

}  // namespace vedette::api
