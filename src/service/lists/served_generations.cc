#include "service/lists/served_generations.h"

#include <fmt/format.h>

#include "ledger/audit.h"
#include "ledger/newest_served.h"
#include "service/lists/served_lists.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::OperatorWriter;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

constexpr Sql kNoted =
    "select generation, created_at, first_served_at from watched_generations"
    " order by generation desc";
constexpr Sql kNote =
    "insert into watched_generations (generation, created_at, first_served_at)"
    " values ($1, $2, $3)";
constexpr Sql kForgetNoted = "delete from watched_generations where generation >= 0";
// With a new fence: a node that is at work on the catalogue before cannot finish its chunks.
constexpr Sql kRestart =
    "update screening_chunks set generation = 0, fence = fence + 1, lease_until = 0"
    " where generation > 0";
constexpr ProjectSql kNewestForProject =
    "select (select coalesce(max(known.generation), 0) from ("
    "select max(generation) as generation from watched_generations"
    " union all select max(generation) from screening_chunks) known)"
    " from projects where project_id = $1";

// Which lists, of which content, answer from now on. However they came (an import at the terminal,
// an update by schedule), it is the server that begins to serve them, and says so.
std::string lists_payload(const catalogue::Catalogue& catalogue) {
  std::string lists;
  for (const catalogue::ListInfo& list : catalogue.lists())
    lists += fmt::format("{}{} {} {} {}", lists.empty() ? "" : "; ", list.key, list.published,
                         list.accepted, list.checksum);
  return ledger::AuditPayload()
      .add("generation", static_cast<std::int64_t>(catalogue.meta().generation))
      .add("profiles", static_cast<std::int64_t>(catalogue.meta().live_profiles))
      .add("lists", lists)
      .json();
}

}  // namespace

Result<void> note_served(ledger::Ledger& ledger, const ledger::OperatorScope& scope,
                         const catalogue::Catalogue& catalogue) {
  const auto generation = static_cast<std::int64_t>(catalogue.meta().generation);
  const base::Time created{catalogue.meta().created_millis};
  return ledger.write(scope, [&](OperatorWriter& writer) -> Result<void> {
    VEDETTE_ASSIGN(const auto noted, (writer.rows<std::int64_t, base::Time, base::Time>(kNoted)));
    std::optional<base::Time> known;
    bool begun_anew = false;
    for (const auto& [number, time, served] : noted) {
      if (number == generation && time == created) known = served;
      begun_anew = begun_anew || (number == generation && time != created);
    }
    // It served before this was noted of each list.
    if (known) return note_served_lists(writer, catalogue, *known);
    // A smaller number that was made later. Made earlier, it is a node that has yet to follow.
    if (!noted.empty() && std::get<0>(noted.front()) > generation)
      begun_anew = begun_anew || std::get<1>(noted.front()) < created;
    if (begun_anew) {
      VEDETTE_TRY(writer.execute(kForgetNoted));
      VEDETTE_TRY(writer.execute(kRestart));
      writer.audit({"screening.begun_anew", "service", "",
                    ledger::AuditPayload().add("generation", generation).json(), 0});
    }
    const base::Time now = ledger.clock().now();
    VEDETTE_TRY(writer.execute(kNote, generation, created, now));
    VEDETTE_TRY(note_served_lists(writer, catalogue, now));
    writer.audit({"lists.served", "service", "", lists_payload(catalogue), 0});
    return {};
  });
}

Result<std::int64_t> newest_served(OperatorReader& reader) {
  VEDETTE_ASSIGN(const auto newest, reader.maybe<std::int64_t>(ledger::kNewestServed));
  return newest ? std::get<0>(*newest) : 0;
}

template <class Reader>
Result<std::int64_t> newest_served(Reader& reader) {
  VEDETTE_ASSIGN(const auto newest, reader.template maybe<std::int64_t>(kNewestForProject));
  return newest ? std::get<0>(*newest) : 0;
}
template Result<std::int64_t> newest_served(ProjectReader&);
template Result<std::int64_t> newest_served(ProjectWriter&);

void describe_older_lists(ledger::Ledger& ledger, const ledger::OperatorScope& scope,
                          Readiness& readiness) {
  if (readiness.ledger_problem || readiness.catalogue_problem) return;
  const auto newest =
      ledger.read(scope, [](OperatorReader& reader) { return newest_served(reader); });
  if (!newest.ok()) {
    readiness.ledger_problem = "the ledger does not answer";
    return;
  }
  if (*newest <= readiness.generation) return;
  readiness.degraded = true;
  readiness.warnings.push_back(
      fmt::format("generation {} serves, but generation {} has served already: answers come from "
                  "older lists, records are not screened again and no match is closed until it is "
                  "back or the lists are imported again",
                  readiness.generation, *newest));
}

}  // namespace vedette::service
