#include "service/event_feed.h"

#include "base/encoding.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;

constexpr ProjectSql kAfter =
    "select sequence, at, type, data from events where project_id = $1 and sequence > $2"
    " order by sequence limit $3";
constexpr ProjectSql kNewest =
    "select sequence from events where project_id = $1 order by sequence desc limit 1";

}  // namespace

std::string event_id(std::int64_t sequence) {
  return base::base64url(std::to_string(sequence));
}

Result<std::vector<FeedEvent>> read_events(ledger::Ledger& ledger,
                                           const ledger::ProjectScope& scope, std::int64_t after,
                                           std::int64_t limit) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<std::vector<FeedEvent>> {
    VEDETTE_ASSIGN(auto rows, (reader.rows<std::int64_t, base::Time, std::string, std::string>(
                                  kAfter, after, limit)));
    std::vector<FeedEvent> out;
    out.reserve(rows.size());
    for (auto& [sequence, at, type, data] : rows)
      out.push_back({sequence, at, std::move(type), std::move(data)});
    return out;
  });
}

Result<std::int64_t> newest_event(ledger::Ledger& ledger, const ledger::ProjectScope& scope) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<std::int64_t> {
    VEDETTE_ASSIGN(const auto row, reader.maybe<std::int64_t>(kNewest));
    return row ? std::get<0>(*row) : 0;
  });
}

}  // namespace vedette::service
