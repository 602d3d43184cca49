#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/access.h"
#include "profile/dataset.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// How many matches of a project are alike. The counts are kept beside the matches, so that the
// queue and the overview need not look at each of them.
struct MatchGroup {
  profile::Family family = profile::Family::kIndividual;
  MatchStatus status = MatchStatus::kOpen;
  int score = 0;
  profile::DatasetSet datasets = {};
};
struct MatchCount {
  MatchGroup of = {};
  std::int64_t matches = 0;
};
// The days since 1970, UTC, on which matches were found first.
struct MatchDay {
  MatchStatus status = MatchStatus::kOpen;
  std::int64_t day = 0;
  std::int64_t matches = 0;
};
constexpr std::int64_t day_of(base::Time time) {
  return time.unix_millis / base::days(1).count;
}

// None that is 0, in no order.
base::Result<std::vector<MatchCount>> read_match_counts(ledger::ProjectReader& reader);
base::Result<std::vector<MatchDay>> read_match_days(ledger::ProjectReader& reader);

// Changes of the counts, gathered over one transaction.
class MatchTally {
 public:
  void add(profile::Family family, const Match& match) { move(family, match, 1); }
  void remove(profile::Family family, const Match& match) { move(family, match, -1); }
  void add(const MatchTally& other);
  base::Result<void> flush(ledger::ProjectWriter& writer) const;

 private:
  // As the columns of the tables, so that rows are always written in one order.
  struct CountKey {
    std::int64_t family, status, score, datasets;
    auto operator<=>(const CountKey&) const = default;
  };
  struct DayKey {
    std::int64_t status, day;
    auto operator<=>(const DayKey&) const = default;
  };
  void move(profile::Family family, const Match& match, std::int64_t sign);

  std::map<CountKey, std::int64_t> counts_;
  std::map<DayKey, std::int64_t> days_;
};

}  // namespace vedette::service
