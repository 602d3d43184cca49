#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

struct FeedPage {
  std::vector<FeedEvent> events = {};
  std::int64_t reached = 0;  // where the next page goes on
};

// The codes of a cursor that would skip events without a word.
inline constexpr std::string_view kCursorUnknown = "CURSOR_UNKNOWN";
inline constexpr std::string_view kCursorExpired = "CURSOR_EXPIRED";

// The events after a sequence, or from the oldest that is kept; oldest first, `limit` at most.
// kInvalidInput (kCursorUnknown) when the project never had an event of that number: the cursor is
// of another project, or of a ledger that was put back since. kConflict (kCursorExpired) when the
// event after it is not kept any more.
base::Result<FeedPage> read_events(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                   std::optional<std::int64_t> after, std::int64_t limit);
// The sequence of the newest event, whether or not it is still kept; 0 when there was none.
base::Result<std::int64_t> newest_event(ledger::Ledger& ledger, const ledger::ProjectScope& scope);

}  // namespace vedette::service
