#include "service/monitoring/monitoring_overview.h"

#include <algorithm>
#include <map>

#include "service/monitoring/match_counts.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;

constexpr std::int64_t kDayMillis = base::days(1).count;

constexpr ProjectSql kTotals =
    "select family, records, open_records, open_matches, true_positive_matches,"
    " false_positive_matches, discarded_matches from family_totals where project_id = $1";
// Matches that are written ahead of their records do not count yet.
constexpr ProjectSql kOldest =
    "select created_at from matches m where m.project_id = $1 and status = 1 and deleted = 0"
    " and not exists (select 1 from staged_records s where s.project_id = m.project_id"
    " and m.record_number >= s.first_number and m.record_number <= s.last_number)"
    " order by created_at limit 1";
constexpr ProjectSql kReviewedByDay =
    "select reviewed_at / 86400000, count(*) from matches where project_id = $1 and deleted = 0"
    " and client_status is not null and reviewed_at >= $2 group by reviewed_at / 86400000";

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

// When the open matches were found, and how many were found on each of the last days.
Result<void> read_found(ProjectReader& reader, base::Time today, MonitoringOverview& out) {
  VEDETTE_ASSIGN(const std::vector<MatchDay> days, read_match_days(reader));
  for (const MatchDay& each : days) {
    const std::int64_t age = day_of(today) - each.day;
    if (age >= 0 && age < kOverviewDays)
      out.days[static_cast<std::size_t>(kOverviewDays - 1 - age)].created += each.matches;
    if (each.status != MatchStatus::kOpen) continue;
    std::int64_t& open = age < 1    ? out.open_today
                         : age < 7  ? out.open_week
                         : age < 30 ? out.open_month
                                    : out.open_older;
    open += each.matches;
  }
  VEDETTE_ASSIGN(const auto oldest, reader.maybe<base::Time>(kOldest));
  if (oldest) out.oldest_open = std::get<0>(*oldest);
  return {};
}

Result<void> read_reviewed(ProjectReader& reader, base::Time today, MonitoringOverview& out) {
  const base::Time first = today - base::days(kOverviewDays - 1);
  VEDETTE_ASSIGN(const auto rows, (reader.rows<std::int64_t, std::int64_t>(kReviewedByDay, first)));
  for (const auto& [day, matches] : rows) {
    const std::int64_t index = day - day_of(first);
    if (index >= 0 && index < kOverviewDays)
      out.days[static_cast<std::size_t>(index)].reviewed = matches;
  }
  return {};
}

Result<void> read_kinds(ProjectReader& reader, MonitoringOverview& out) {
  VEDETTE_ASSIGN(const std::vector<MatchCount> counts, read_match_counts(reader));
  std::map<profile::Dataset, std::int64_t> datasets;
  std::map<int, StatusCounts> scores;
  for (const auto& [of, matches] : counts) {
    if (of.score > 0) scores[of.score].of(of.status) += matches;
    if (of.status != MatchStatus::kOpen) continue;
    if (of.datasets.empty()) out.open_without_dataset += matches;
    for (const profile::Dataset each : of.datasets.members())
      datasets[each] += matches;
  }
  for (const auto& [score, matches] : scores)
    out.scores.push_back({score, matches});
  for (const auto& [dataset, matches] : datasets)
    out.open_by_dataset.push_back({dataset, matches});
  std::ranges::stable_sort(out.open_by_dataset, std::ranges::greater(), &DatasetCount::matches);
  return {};
}

}  // namespace

Result<MonitoringOverview> read_overview(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                         base::Time now) {
  const base::Time today{now.unix_millis - now.unix_millis % kDayMillis};
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<MonitoringOverview> {
    MonitoringOverview out;
    VEDETTE_TRY(read_totals(reader, out));
    for (std::int64_t ago = kOverviewDays - 1; ago >= 0; --ago)
      out.days.push_back({today - base::days(ago), 0, 0});
    VEDETTE_TRY(read_found(reader, today, out));
    VEDETTE_TRY(read_reviewed(reader, today, out));
    VEDETTE_TRY(read_kinds(reader, out));
    return out;
  });
}

}  // namespace vedette::service
