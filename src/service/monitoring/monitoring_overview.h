#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "profile/dataset.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

struct DatasetCount {
  profile::Dataset dataset = {};
  std::int64_t matches = 0;
};
struct DayCount {
  base::Time day = {};  // its beginning, UTC
  std::int64_t created = 0;
  std::int64_t reviewed = 0;  // by clients, last of each match
};
struct ScoreCount {
  int score = 0;
  StatusCounts matches = {};
};

// The state of a project's monitoring in figures.
struct MonitoringOverview {
  FamilyTotals individual = {};
  FamilyTotals business = {};
  // Open matches that were found today, in the last 7 days, in the last 30, and before that.
  std::int64_t open_today = 0;
  std::int64_t open_week = 0;
  std::int64_t open_month = 0;
  std::int64_t open_older = 0;
  std::vector<DatasetCount> open_by_dataset = {};  // most first
  std::int64_t open_without_dataset = 0;           // whose list says of them no dataset
  std::optional<base::Time> oldest_open = {};
  std::vector<DayCount> days = {};      // the last kOverviewDays, oldest first, none left out
  std::vector<ScoreCount> scores = {};  // of matches that are current, by score
};

inline constexpr std::int64_t kOverviewDays = 30;

base::Result<MonitoringOverview> read_overview(ledger::Ledger& ledger,
                                               const ledger::ProjectScope& scope, base::Time now);

}  // namespace vedette::service
