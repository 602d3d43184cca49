#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"
#include "profile/dataset.h"
#include "profile/profile.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// The matches of all records of a project, as a queue that analysts work off.

enum class QueueOrder : std::uint8_t { kConfidence, kScore, kNewest, kOldest, kRecord };
// confidence (then score), score, newest, oldest, record
std::optional<QueueOrder> queue_order_of(std::string_view name);

inline constexpr std::int64_t kMostQueuePage = 1000;

struct QueueQuestion {
  std::optional<MatchStatus> status = MatchStatus::kOpen;  // nothing: every status
  std::optional<profile::Family> family = {};
  profile::DatasetSet datasets = {};  // any of them; empty: all
  std::int64_t least_score = 0;
  std::int64_t least_confidence = 0;  // 0: also matches whose confidence is not known yet
  std::string search = {};  // part of a name of either side, or a whole record id; empty: all
  QueueOrder order = QueueOrder::kConfidence;
  std::int64_t limit = 100;
  std::string cursor = {};  // of the page before; empty: the first page
};

struct QueueEntry {
  profile::Family family = profile::Family::kIndividual;
  std::string record_id = {};
  std::string record_name = {};
  Match match = {};
};

struct QueuePage {
  std::vector<QueueEntry> entries = {};
  std::int64_t total = 0;        // that fit the query, on all pages
  std::string next_cursor = {};  // empty on the last page
};

// kInvalidInput when the cursor is none of ours or of another order. A page begins where the one
// before ended, whatever was reviewed in between.
base::Result<QueuePage> read_queue(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                   const QueueQuestion& query);

}  // namespace vedette::service
