#include "ledger/migrations.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "base/embedded.h"
#include "ledger/access.h"

namespace vedette::ledger {

namespace sql {
// Makes the statements of a migration file; see MigrationStatement.
class MigrationText {
 public:
  static std::vector<MigrationStatement> statements(std::string_view text) {
    std::vector<MigrationStatement> out;
    for (std::string& statement : split_statements(text))
      out.push_back(MigrationStatement(std::move(statement)));
    return out;
  }
};
}  // namespace sql

namespace {

struct MigrationFile {
  int number;
  std::string_view path;
};
constexpr MigrationFile kFiles[] = {
    {1, "db/0001_accounts.sql"},
    {2, "db/0002_monitoring.sql"},
    {3, "db/0003_console_sessions.sql"},
    {4, "db/0004_searches.sql"},
    {5, "db/0005_reports.sql"},
    {6, "db/0006_webhooks.sql"},
    {7, "db/0007_staged_records.sql"},
    {8, "db/0008_match_counts.sql"},
    {9, "db/0009_leases.sql"},
    {10, "db/0010_published_generations.sql"},
    {11, "db/0011_name_cut.sql"},
    {12, "db/0012_match_version_floor.sql"},
    {13, "db/0013_row_seals.sql"},
    {14, "db/0014_confirmed_time.sql"},
    {15, "db/0015_party_judgements.sql"},
    {16, "db/0016_cases.sql"},
    {17, "db/0017_review_jobs.sql"},
    {18, "db/0018_confidence.sql"},
    {19, "db/0019_matched_by.sql"},
    {20, "db/0020_search_parties.sql"},
    {21, "db/0021_auditors.sql"},
    {22, "db/0022_attestations.sql"},
    {23, "db/0023_validation_runs.sql"},
    {24, "db/0024_erasures.sql"},
    {25, "db/0025_retention.sql"},
    {26, "db/0026_case_items.sql"},
};

constexpr std::string_view kMigrationTable =
    "create table if not exists schema_migrations ("
    " number bigint not null primary key, name text not null, sha256 bytea not null,"
    " applied_at bigint not null)";
constexpr sql::Sql kApplied = "select number, sha256 from schema_migrations order by number";
constexpr sql::Sql kRecord =
    "insert into schema_migrations (number, name, sha256, applied_at) values ($1, $2, $3, $4)";

// How many of the known steps are applied, when those are the first ones and unchanged.
base::Result<std::size_t> applied_steps(sql::Connection& connection,
                                        std::span<const Migration> known) {
  VEDETTE_ASSIGN(const auto rows, query_rows<std::int64_t, base::Sha256>(connection, kApplied, {}));
  if (rows.size() > known.size())
    return base::Error(
        base::Cause::kUnsupported,
        fmt::format("the database is at schema {}, this program knows schemas up to {}: run the "
                    "version of vedette that wrote it, or a newer one",
                    std::get<0>(rows.back()), known.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (std::get<0>(rows[i]) != known[i].number ||
        std::get<1>(rows[i]) != base::sha256(known[i].text))
      return base::Error(
          base::Cause::kCorrupt,
          fmt::format("schema step {} of the database is not the one in this program",
                      std::get<0>(rows[i])));
  return rows.size();
}

// Applies the next missing step; false when there is none.
base::Result<bool> apply_next(sql::Connection& connection, std::span<const Migration> known,
                              base::Time now, const MigrationObserver& observer) {
  VEDETTE_TRY(connection.lock_migrations());
  for (const auto& statement : sql::MigrationText::statements(kMigrationTable))
    VEDETTE_TRY(connection.run_migration(statement));
  VEDETTE_ASSIGN(const std::size_t done, applied_steps(connection, known));
  if (done == known.size()) return false;
  const Migration& next = known[done];
  std::size_t count = 0;
  for (const auto& statement : sql::MigrationText::statements(next.text)) {
    VEDETTE_TRY(connection.run_migration(statement));
    if (observer) observer(next.number, ++count);
  }
  const base::Sha256 digest = base::sha256(next.text);
  const std::array<sql::Value, 4> values{sql::bind(next.number), sql::bind(next.name),
                                         sql::bind(digest), sql::bind(now)};
  VEDETTE_TRY(connection.run(kRecord, values, [](auto) { return base::Result<void>(); }));
  return true;
}

}  // namespace

base::Result<std::vector<Migration>> known_migrations() {
  std::vector<Migration> out;
  for (const MigrationFile& file : kFiles) {
    const auto text = base::embedded(file.path);
    if (!text)
      return base::Error(base::Cause::kInternal, fmt::format("{} is not in the binary", file.path));
    out.push_back({file.number, file.path, *text});
  }
  return out;
}

base::Result<SchemaState> schema_state(sql::Connection& connection) {
  VEDETTE_ASSIGN(const std::vector<Migration> known, known_migrations());
  VEDETTE_TRY(connection.begin(sql::Access::kRead));
  auto applied = applied_steps(connection, known);
  // A database without the table of steps is one that nothing was made in yet.
  if (!applied.ok() && connection.fault() == sql::Fault::kOther) applied = std::size_t{0};
  connection.rollback();
  if (!applied.ok()) return std::move(applied).error();
  return SchemaState{.applied = *applied, .known = known.size()};
}

base::Result<void> migrate(sql::Connection& connection, std::span<const Migration> migrations,
                           base::Time now, const MigrationObserver& observer) {
  for (bool more = true; more;) {
    VEDETTE_TRY(connection.begin(sql::Access::kWrite));
    auto applied = apply_next(connection, migrations, now, observer);
    if (!applied.ok()) {
      connection.rollback();
      return std::move(applied).error();
    }
    more = applied.value();
    VEDETTE_TRY(connection.commit());
  }
  return {};
}

}  // namespace vedette::ledger
