#include "service/screening/search_rows.h"

#include <fmt/format.h>

#include "service/audit/audit_trail.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;

// The clocks of servers on one ledger differ by less.
constexpr base::Millis kClocksDiffer = base::seconds(60);

constexpr ProjectSql kBetween =
    "select search_id, ref, at, user_id, request_id, generation, engine_version, batch_items,"
    " question, total, hits, parties from searches"
    " where project_id = $1 and search_id >= $2 and search_id <= $3 order by search_id";
constexpr ProjectSql kEntryOf =
    "select e.actor, e.request_id, p.payload from audit_entries e join audit_payloads p"
    " on p.project_id = e.project_id and p.sequence = e.sequence"
    " where e.project_id = $1 and e.sequence > $2"
    " and e.action in ('search.made', 'search.batch_begun') and p.payload like $3"
    " order by e.sequence limit 1";

base::Error altered(const SearchRow& row, std::string_view reason) {
  const std::string message = fmt::format(
      "The search {} is not what was recorded: {}. `vedette verify` tells more.", row.ref, reason);
  return {base::Cause::kCorrupt, message, {{"", "SEARCH_ALTERED", message}}};
}

}  // namespace

Result<std::vector<SearchRow>> search_rows_between(ProjectReader& reader, std::int64_t first,
                                                   std::int64_t last) {
  VEDETTE_ASSIGN(
      auto rows,
      (reader.rows<std::int64_t, std::string, base::Time, std::int64_t, std::string, std::int64_t,
                   std::string, std::int64_t, std::string, std::int64_t, OwnedBytes, std::string>(
          kBetween, first, last)));
  std::vector<SearchRow> out;
  out.reserve(rows.size());
  for (auto& [id, ref, at, user, request, generation, engine, items, question, total, hits,
              parties] : rows)
    out.push_back({id, std::move(ref), at, user, std::move(request), generation, std::move(engine),
                   items, std::move(question), total, std::move(hits.bytes), std::move(parties)});
  return out;
}

Result<void> check_search_row(ProjectReader& reader, const SearchRow& row) {
  const std::string beginning = fmt::format("{{\"id\":{},%", row.id);
  // The entry was written with the row, so it stands close behind its time.
  VEDETTE_ASSIGN(const std::int64_t before,
                 entry_before(reader, base::Time{row.at.unix_millis - kClocksDiffer.count}));
  const auto look = [&](std::int64_t after) {
    return reader.maybe<std::string, std::string, std::string>(kEntryOf, after, beginning);
  };
  VEDETTE_ASSIGN(auto found, look(before));
  // A clock that was put back in between: the whole chain is asked, which takes a while.
  if (!found && before > 0) {
    VEDETTE_ASSIGN(found, look(0));
  }
  if (!found) return altered(row, "the audit chain has no entry of it");
  const auto& [actor, request, payload] = *found;
  const auto entry = read_search_entry(payload);
  if (!entry) return altered(row, "its entry in the audit chain cannot be read");
  const std::string reason = misfit(row, *entry, {actor, request});
  if (!reason.empty()) return altered(row, reason);
  return {};
}

}  // namespace vedette::service
