#include "service/monitoring_overview.h"

#include <algorithm>
#include <map>

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;

constexpr std::int64_t kDayMillis = base::days(1).count;

// Matches that are written ahead of their records do not count yet.
#define VEDETTE_NOT_STAGED                                                            \
  " and not exists (select 1 from staged_records s where s.project_id = m.project_id" \
  " and m.record_number >= s.first_number and m.record_number <= s.last_number)"

constexpr ProjectSql kTotals =
    "select family, records, open_records, open_matches, true_positive_matches,"
    " false_positive_matches, discarded_matches from family_totals where project_id = $1";
constexpr ProjectSql kOldest =
    "select created_at from matches m where m.project_id = $1 and status = 1 and deleted = "
    "0" VEDETTE_NOT_STAGED " order by created_at limit 1";
constexpr ProjectSql kOpenSince =
    "select count(*) from matches m where m.project_id = $1 and status = 1 and deleted = 0"
    " and created_at >= $2" VEDETTE_NOT_STAGED;
constexpr ProjectSql kOpenByDatasets =
    "select datasets, count(*) from matches m where m.project_id = $1 and status = 1 and deleted = "
    "0" VEDETTE_NOT_STAGED " group by datasets";
constexpr ProjectSql kCreatedByDay =
    "select created_at / 86400000, count(*) from matches m where m.project_id = $1 and deleted = 0"
    " and created_at >= $2" VEDETTE_NOT_STAGED " group by created_at / 86400000";
constexpr ProjectSql kReviewedByDay =
    "select reviewed_at / 86400000, count(*) from matches m where m.project_id = $1 and deleted = 0"
    " and client_status is not null and reviewed_at >= $2" VEDETTE_NOT_STAGED
    " group by reviewed_at / 86400000";
constexpr ProjectSql kByScore =
    "select score, status, count(*) from matches m where m.project_id = $1 and deleted = 0"
    " and score > 0" VEDETTE_NOT_STAGED " group by score, status order by score";

#undef VEDETTE_NOT_STAGED

Result<void> read_totals(ProjectReader& reader, MonitoringOverview& out) {
  VEDETTE_ASSIGN(const auto rows,
                 (reader.rows<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                              std::int64_t, std::int64_t>(kTotals)));
  for (const auto& [family, records, open_records, open, confirmed, refuted, discarded] : rows) {
    FamilyTotals& totals =
        family_of_number(family) == profile::Family::kIndividual ? out.individual : out.business;
    totals.records = records;
    totals.open_records = open_records;
    totals.matches.of(MatchStatus::kOpen) = open;
    totals.matches.of(MatchStatus::kTruePositive) = confirmed;
    totals.matches.of(MatchStatus::kFalsePositive) = refuted;
    totals.matches.of(MatchStatus::kDiscarded) = discarded;
  }
  return {};
}

Result<std::int64_t> open_since(ProjectReader& reader, base::Time since) {
  VEDETTE_ASSIGN(const auto row, reader.maybe<std::int64_t>(kOpenSince, since));
  return row ? std::get<0>(*row) : 0;
}

Result<void> read_ages(ProjectReader& reader, base::Time today, MonitoringOverview& out) {
  VEDETTE_ASSIGN(const std::int64_t in_day, open_since(reader, today));
  VEDETTE_ASSIGN(const std::int64_t in_week, open_since(reader, today - base::days(6)));
  VEDETTE_ASSIGN(const std::int64_t in_month, open_since(reader, today - base::days(29)));
  VEDETTE_ASSIGN(const std::int64_t in_all, open_since(reader, base::Time{0}));
  out.open_today = in_day;
  out.open_week = in_week - in_day;
  out.open_month = in_month - in_week;
  out.open_older = in_all - in_month;
  VEDETTE_ASSIGN(const auto oldest, reader.maybe<base::Time>(kOldest));
  if (oldest) out.oldest_open = std::get<0>(*oldest);
  return {};
}

Result<void> read_datasets(ProjectReader& reader, MonitoringOverview& out) {
  VEDETTE_ASSIGN(const auto rows, (reader.rows<std::int64_t, std::int64_t>(kOpenByDatasets)));
  std::map<profile::Dataset, std::int64_t> counts;
  for (const auto& [bits, matches] : rows)
    for (const profile::Dataset each :
         profile::DatasetSet::from_bits(static_cast<std::uint16_t>(bits)).members())
      counts[each] += matches;
  for (const auto& [dataset, matches] : counts)
    out.open_by_dataset.push_back({dataset, matches});
  std::ranges::stable_sort(out.open_by_dataset, std::ranges::greater(), &DatasetCount::matches);
  return {};
}

Result<void> read_days(ProjectReader& reader, base::Time today, MonitoringOverview& out) {
  const base::Time first = today - base::days(kOverviewDays - 1);
  for (std::int64_t day = 0; day < kOverviewDays; ++day)
    out.days.push_back({first + base::days(day), 0, 0});
  const auto add = [&](const auto& rows, std::int64_t DayCount::* member) {
    for (const auto& [day, matches] : rows) {
      const std::int64_t index = day - first.unix_millis / kDayMillis;
      if (index >= 0 && index < kOverviewDays)
        out.days[static_cast<std::size_t>(index)].*member = matches;
    }
  };
  VEDETTE_ASSIGN(const auto created,
                 (reader.rows<std::int64_t, std::int64_t>(kCreatedByDay, first)));
  add(created, &DayCount::created);
  VEDETTE_ASSIGN(const auto reviewed,
                 (reader.rows<std::int64_t, std::int64_t>(kReviewedByDay, first)));
  add(reviewed, &DayCount::reviewed);
  return {};
}

Result<void> read_scores(ProjectReader& reader, MonitoringOverview& out) {
  VEDETTE_ASSIGN(const auto rows,
                 (reader.rows<std::int64_t, std::int64_t, std::int64_t>(kByScore)));
  for (const auto& [score, status, matches] : rows) {
    if (out.scores.empty() || out.scores.back().score != score)
      out.scores.push_back({static_cast<int>(score), {}});
    out.scores.back().matches.of(static_cast<MatchStatus>(status)) = matches;
  }
  return {};
}

}  // namespace

Result<MonitoringOverview> read_overview(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                         base::Time now) {
  const base::Time today{now.unix_millis - now.unix_millis % kDayMillis};
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<MonitoringOverview> {
    MonitoringOverview out;
    VEDETTE_TRY(read_totals(reader, out));
    VEDETTE_TRY(read_ages(reader, today, out));
    VEDETTE_TRY(read_datasets(reader, out));
    VEDETTE_TRY(read_days(reader, today, out));
    VEDETTE_TRY(read_scores(reader, out));
    return out;
  });
}

}  // namespace vedette::service
