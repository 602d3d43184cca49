#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// An event of a project, in the order of commits.
struct FeedEvent {
  std::int64_t sequence = 0;
  base::Time at = {};
  std::string type = {};  // match.created
  std::string data = {};  // JSON
};

// How the feed, its cursors and what is pushed to webhooks call an event.
std::string event_id(std::int64_t sequence);

// The events after a sequence, oldest first, `limit` at most.
base::Result<std::vector<FeedEvent>> read_events(ledger::Ledger& ledger,
                                                 const ledger::ProjectScope& scope,
                                                 std::int64_t after, std::int64_t limit);
// The sequence of the newest event; 0 when there is none.
base::Result<std::int64_t> newest_event(ledger::Ledger& ledger, const ledger::ProjectScope& scope);

}  // namespace vedette::service
