#include "service/monitoring/event_feed.h"

#include "base/encoding.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;

constexpr ProjectSql kAfter =
    "select sequence, at, type, data from events where project_id = $1 and sequence > $2"
    " order by sequence limit $3";
// Events are numbered without gaps, and the count outlives those that are not kept any more.
constexpr ProjectSql kNewest =
    "select value from counters where project_id = $1 and name = 'event'";

Result<std::int64_t> newest(ProjectReader& reader) {
  VEDETTE_ASSIGN(const auto row, reader.maybe<std::int64_t>(kNewest));
  return row ? std::get<0>(*row) : 0;
}

// What stands right after the cursor is its next event, or there is none yet.
Result<void> check_cursor(ProjectReader& reader, std::int64_t after,
                          const std::vector<FeedEvent>& found) {
  if (!found.empty() && found.front().sequence == after + 1) return {};
  VEDETTE_ASSIGN(const std::int64_t last, newest(reader));
  if (after == last) return {};
  if (after > last) {
    const std::string message =
        "is beyond the newest event of this project: it is of another project, or the data was "
        "put back to an earlier day; begin without it";
    return base::Error(base::Cause::kInvalidInput, "The cursor " + message,
                       {{"after", std::string(kCursorUnknown), message}});
  }
  const std::string message =
      "is too old, events that follow it are not kept any more; read the records and matches "
      "themselves, and begin without it";
  return base::Error(base::Cause::kConflict, "The cursor " + message,
                     {{"after", std::string(kCursorExpired), message}});
}

}  // namespace

std::string event_id(std::int64_t sequence) {
  return base::base64url(std::to_string(sequence));
}

Result<FeedPage> read_events(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                             std::optional<std::int64_t> after, std::int64_t limit) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<FeedPage> {
    VEDETTE_ASSIGN(auto rows, (reader.rows<std::int64_t, base::Time, std::string, std::string>(
                                  kAfter, after.value_or(0), limit)));
    FeedPage page;
    page.events.reserve(rows.size());
    for (auto& [sequence, at, type, data] : rows)
      page.events.push_back({sequence, at, std::move(type), std::move(data)});
    if (after) VEDETTE_TRY(check_cursor(reader, *after, page.events));
    if (!page.events.empty()) {
      page.reached = page.events.back().sequence;
    } else if (after) {
      page.reached = *after;
    } else {
      VEDETTE_ASSIGN(page.reached, newest(reader));
    }
    return page;
  });
}

Result<std::int64_t> newest_event(ledger::Ledger& ledger, const ledger::ProjectScope& scope) {
  return ledger.read(scope, newest);
}

}  // namespace vedette::service
