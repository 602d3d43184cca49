#include "service/monitoring/monitoring_settings.h"

#include <fmt/format.h>

#include <array>

#include "service/screening/search_question.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr ProjectSql kRead =
    "select version, threshold, datasets, birth_date_rule, country_rule, auto_discard,"
    " strict_reviews, retention_days, close_below_confidence, close_sample_percent,"
    " search_retention_days, batch_retention_days, event_retention_days from"
    " monitoring_settings where project_id = $1";
constexpr ProjectSql kWrite =
    "insert into monitoring_settings (project_id, version, threshold, datasets, birth_date_rule,"
    " country_rule, auto_discard, strict_reviews, retention_days, updated_at,"
    " close_below_confidence, close_sample_percent, search_retention_days, batch_retention_days,"
    " event_retention_days)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
    " on conflict (project_id) do update set version = $2, threshold = $3, datasets = $4,"
    " birth_date_rule = $5, country_rule = $6, auto_discard = $7, strict_reviews = $8,"
    " retention_days = $9, updated_at = $10, close_below_confidence = $11,"
    " close_sample_percent = $12, search_retention_days = $13, batch_retention_days = $14,"
    " event_retention_days = $15";

struct RuleRow {
  CountryRule rule;
  std::string_view name;
};
constexpr std::array<RuleRow, 3> kCountryRules = {{
    {CountryRule::kKeepUnknown, "keepUnknown"},
    {CountryRule::kRequired, "required"},
    {CountryRule::kIgnore, "ignore"},
}};

std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-' || c == '_') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

void describe(ledger::AuditPayload& payload, std::string_view when,
              const MonitoringSettings& settings) {
  const auto name = [&](std::string_view field) { return fmt::format("{}.{}", when, field); };
  payload.add(name("threshold"), settings.threshold)
      .add(name("datasets"), profile::to_text(settings.datasets))
      .add(name("birthDateRule"), birth_date_rule_name(settings.birth_date_rule))
      .add(name("countryRule"), country_rule_name(settings.country_rule))
      .add(name("autoDiscard"), static_cast<std::int64_t>(settings.auto_discard))
      .add(name("strictReviews"), static_cast<std::int64_t>(settings.strict_reviews))
      .add(name("retentionDays"), settings.retention_days)
      .add(name("searchRetentionDays"), settings.search_retention_days)
      .add(name("batchRetentionDays"), settings.batch_retention_days)
      .add(name("eventRetentionDays"), settings.event_retention_days)
      .add(name("closeBelowConfidence"), settings.close_below_confidence)
      .add(name("closeSamplePercent"), settings.close_sample_percent);
}

MonitoringSettings changed(MonitoringSettings settings, const SettingsChange& change) {
  const MonitoringSettings before = settings;
  settings.threshold = change.threshold.value_or(settings.threshold);
  settings.datasets = change.datasets.value_or(settings.datasets);
  settings.birth_date_rule = change.birth_date_rule.value_or(settings.birth_date_rule);
  settings.country_rule = change.country_rule.value_or(settings.country_rule);
  settings.auto_discard = change.auto_discard.value_or(settings.auto_discard);
  settings.strict_reviews = change.strict_reviews.value_or(settings.strict_reviews);
  settings.retention_days = change.retention_days.value_or(settings.retention_days);
  settings.search_retention_days =
      change.search_retention_days.value_or(settings.search_retention_days);
  settings.batch_retention_days =
      change.batch_retention_days.value_or(settings.batch_retention_days);
  settings.event_retention_days =
      change.event_retention_days.value_or(settings.event_retention_days);
  settings.close_below_confidence =
      change.close_below_confidence.value_or(settings.close_below_confidence);
  settings.close_sample_percent =
      change.close_sample_percent.value_or(settings.close_sample_percent);
  if (!settings.screens_like(before)) ++settings.version;
  return settings;
}

}  // namespace

std::string_view country_rule_name(CountryRule rule) {
  return kCountryRules[static_cast<std::size_t>(rule)].name;
}

std::optional<CountryRule> country_rule_of(std::string_view name) {
  for (const RuleRow& row : kCountryRules)
    if (plain(row.name) == plain(name)) return row.rule;
  return std::nullopt;
}

template <class Reader>
Result<MonitoringSettings> read_settings(Reader& reader) {
  VEDETTE_ASSIGN(
      const auto row,
      reader.template maybe<std::int64_t, std::int64_t, std::int64_t, std::string, std::string,
                            bool, bool, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                            std::int64_t, std::int64_t>(kRead));
  MonitoringSettings out;
  if (!row) return out;
  const auto& [version, threshold, datasets, birth, country, discard, strict, retention,
               close_below, close_sample, searches, batches, events] = *row;
  const auto birth_rule = birth_date_rule_of(birth);
  const auto country_rule = country_rule_of(country);
  if (!birth_rule || !country_rule)
    return base::Error(base::Cause::kCorrupt, "the settings of a project have an unknown rule");
  out.version = version;
  out.threshold = static_cast<int>(threshold);
  out.datasets = profile::DatasetSet::from_bits(static_cast<std::uint16_t>(datasets));
  out.birth_date_rule = *birth_rule;
  out.country_rule = *country_rule;
  out.auto_discard = discard;
  out.strict_reviews = strict;
  out.retention_days = retention;
  out.search_retention_days = searches;
  out.batch_retention_days = batches;
  out.event_retention_days = events;
  out.close_below_confidence = static_cast<int>(close_below);
  out.close_sample_percent = static_cast<int>(close_sample);
  return out;
}
template Result<MonitoringSettings> read_settings(ProjectReader&);
template Result<MonitoringSettings> read_settings(ProjectWriter&);

namespace {

Result<MonitoringSettings> write_settings(ProjectWriter& writer, const Actor& actor,
                                          const SettingsChange& change, base::Time now) {
  VEDETTE_ASSIGN(const MonitoringSettings before, read_settings(writer));
  const MonitoringSettings after = changed(before, change);
  if (after == before) return after;
  VEDETTE_TRY(writer.execute(
      kWrite, after.version, after.threshold, after.datasets.bits(),
      birth_date_rule_name(after.birth_date_rule), country_rule_name(after.country_rule),
      after.auto_discard, after.strict_reviews, after.retention_days, now,
      after.close_below_confidence, after.close_sample_percent, after.search_retention_days,
      after.batch_retention_days, after.event_retention_days));
  if (after.version != before.version) writer.tell(ledger::Topic::kScreening);
  ledger::AuditPayload payload;
  describe(payload, "before", before);
  describe(payload, "after", after);
  writer.audit({"settings.changed", actor.name, actor.request_id, payload.json(), 0});
  return after;
}

}  // namespace

Result<MonitoringSettings> change_settings(ledger::Ledger& ledger, const Actor& actor,
                                           const SettingsChange& change) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) {
    return write_settings(writer, actor, change, ledger.clock().now());
  });
}

Result<Answered> change_settings(ledger::Ledger& ledger, const Actor& actor,
                                 const SettingsChange& change,
                                 const AnswerOnce<MonitoringSettings>& once) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<Answered> {
    VEDETTE_ASSIGN(auto earlier, find_answer(writer, once.key));
    if (earlier) return std::move(*earlier);
    const base::Time now = ledger.clock().now();
    VEDETTE_ASSIGN(const MonitoringSettings after, write_settings(writer, actor, change, now));
    Answered answer{once.render(after), false};
    VEDETTE_TRY(store_answer(writer, once.key, answer.body, now));
    return answer;
  });
}

}  // namespace vedette::service
