#include "ledger/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "ledger/audit_chain.h"
#include "ledger/group_commit.h"
#include "ledger/listener.h"
#include "ledger/migrations.h"
#include "ledger/newest_served.h"
#include "ledger/reader_pool.h"
#include "ledger/server_lock.h"
#include "ledger/sql/sqlite_connection.h"
#include "ledger/store.h"

namespace vedette::ledger {
namespace {

// A step of the schema may rewrite large tables.
constexpr base::Millis kMigrationDeadline = base::seconds(600);
constexpr sql::Sql kAlive = "select 1";
constexpr sql::Sql kQuickCheck = "pragma quick_check(10)";
constexpr sql::Sql kFullCheck = "pragma integrity_check(10)";
// Reads the whole file.
constexpr base::Millis kStorageCheckDeadline = base::seconds(3600);
constexpr sql::ProjectSql kErasePayload =
    "delete from audit_payloads where project_id = $1 and sequence = $2";

}  // namespace

// How many snapshots are open, of each project and in all.
class SnapshotCounts {
 public:
  bool add(base::ProjectId project, const LedgerSettings& settings) {
    const std::lock_guard lock(mutex_);
    std::size_t& own = of_project_[project];
    // A project whose clients do not read must not keep out the others.
    const std::size_t most_of_one = std::max<std::size_t>(1, settings.snapshots / 2);
    if (all_ >= settings.snapshots || own >= most_of_one) return false;
    ++all_;
    ++own;
    return true;
  }
  void remove(base::ProjectId project) {
    const std::lock_guard lock(mutex_);
    --all_;
    if (--of_project_[project] == 0) of_project_.erase(project);
  }

 private:
  std::mutex mutex_;
  std::size_t all_ = 0;
  std::map<base::ProjectId, std::size_t> of_project_;
};

class Ledger::Impl {
 public:
  Impl(const LedgerSettings& settings, const ServerKey& key)
      : store(settings), chain_key(audit_key(key)), seals(key), readers(store) {}

  base::Result<void> start(const base::Clock& clock) {
    if (!store.is_postgresql()) VEDETTE_TRY(make_data_directory(store.settings().data_directory));
    VEDETTE_ASSIGN(auto connection, store.connect(sql::Access::kWrite));
    VEDETTE_ASSIGN(const auto migrations, known_migrations());
    connection->set_deadline(sql::after(kMigrationDeadline));
    VEDETTE_TRY(migrate(*connection, migrations, clock.now()));
    // The log is there now and keeps its name while a server runs. SQLite ignores a failed sync of
    // the folder, with which that name, and all that is acknowledged through it, could be lost.
    if (!store.is_postgresql()) VEDETTE_TRY(sync_data_directory(store.settings().data_directory));
    VEDETTE_TRY(connection->begin(sql::Access::kRead));
    const auto key_fits = check_chain_key(*connection, chain_key);
    connection->rollback();
    VEDETTE_TRY(key_fits);
    writer = std::make_unique<GroupCommit>(store, clock, ChainKeys{chain_key, seals},
                                           std::move(connection));
    return {};
  }

  const Store store;
  const base::Key256 chain_key;
  const RowSeals seals;
  ReaderPool readers;
  std::unique_ptr<GroupCommit> writer;
  // Shared with the snapshots, which may outlive a request but not the process.
  const std::shared_ptr<SnapshotCounts> snapshots = std::make_shared<SnapshotCounts>();
};

Ledger::Ledger(const base::Clock& clock, std::unique_ptr<Impl> impl)
    : clock_(clock), impl_(std::move(impl)) {}
Ledger::~Ledger() = default;

base::Result<SchemaState> Ledger::inspect(const LedgerSettings& settings) {
  VEDETTE_ASSIGN(const std::unique_ptr<sql::Connection> connection,
                 Store(settings).connect(sql::Access::kRead));
  connection->set_deadline(sql::after(settings.read_deadline));
  return schema_state(*connection);
}

base::Result<Ledger::Belongings> Ledger::inspect(const LedgerSettings& settings,
                                                 const ServerKey& key) {
  VEDETTE_ASSIGN(const std::unique_ptr<sql::Connection> connection,
                 Store(settings).connect(sql::Access::kRead));
  connection->set_deadline(sql::after(settings.read_deadline));
  VEDETTE_TRY(connection->begin(sql::Access::kRead));
  Belongings out;
  const auto fits = check_chain_key(*connection, audit_key(key));
  out.key_fits = fits.ok();
  if (!fits.ok() && fits.error().cause != base::Cause::kForbidden) return fits.error();
  VEDETTE_ASSIGN(const auto newest, query_rows<std::int64_t>(*connection, kNewestServed, {}));
  if (!newest.empty()) out.newest_generation = std::get<0>(newest.front());
  connection->rollback();
  return out;
}

base::Result<std::unique_ptr<Ledger>> Ledger::open(const LedgerSettings& settings,
                                                   const base::Clock& clock, const ServerKey& key) {
  auto impl = std::make_unique<Impl>(settings, key);
  VEDETTE_TRY(impl->start(clock));
  return std::unique_ptr<Ledger>(new Ledger(clock, std::move(impl)));
}

base::Result<void> Ledger::submit_raw(base::ProjectId chain, RawChange change) {
  return impl_->writer->submit(chain, change);
}

base::Result<void> Ledger::ask_raw(const RawQuestion& question) {
  return impl_->readers.ask(question);
}

base::Result<std::unique_ptr<ProjectSnapshot>> Ledger::snapshot(const ProjectScope& scope) {
  const LedgerSettings& settings = impl_->store.settings();
  const auto counts = impl_->snapshots;
  if (!counts->add(scope.project(), settings))
    return base::Error(base::Cause::kOverloaded, "too many large answers are under way");
  const auto ended = [counts, project = scope.project()] { counts->remove(project); };
  auto connection = impl_->store.connect(sql::Access::kRead);
  if (connection.ok()) {
    (*connection)->set_deadline(sql::after(settings.read_deadline));
    if (auto begun = (*connection)->begin(sql::Access::kRead); !begun.ok())
      connection = std::move(begun).error();
  }
  if (!connection.ok()) {
    ended();
    return std::move(connection).error();
  }
  return std::make_unique<ProjectSnapshot>(std::move(connection).value(), impl_->seals, scope,
                                           settings.read_deadline, ended);
}

const RowSeals& Ledger::seals() const {
  return impl_->seals;
}

std::uint64_t Ledger::cache_epoch() const {
  return impl_->writer->cache_epoch();
}

std::unique_ptr<Listener> Ledger::listen(std::function<void(Topic)> heard) {
  if (!impl_->store.is_postgresql()) return nullptr;
  return std::make_unique<Listener>(impl_->store, [this, heard = std::move(heard)](Topic topic) {
    if (topic == Topic::kCaches) impl_->writer->outdate_caches();
    heard(topic);
  });
}

bool Ledger::background_may_go_on() const {
  return impl_->writer->background_may_go_on();
}

base::Result<void> Ledger::check() {
  VEDETTE_TRY(impl_->writer->health());
  return ask_raw([](sql::Connection& connection) -> base::Result<void> {
    VEDETTE_TRY(connection.run(kAlive, {}, [](auto) { return base::Result<void>(); }));
    return {};
  });
}

base::Result<ChainReport> Ledger::verify(base::ProjectId chain,
                                         const std::optional<AuditHead>& exported) {
  ChainReport report;
  VEDETTE_TRY(ask_raw([&](sql::Connection& connection) -> base::Result<void> {
    VEDETTE_ASSIGN(report, walk_chain(connection, impl_->chain_key, chain, exported));
    return {};
  }));
  return report;
}

base::Result<ChainReport> Ledger::verify_audit_chain(const ProjectScope& scope,
                                                     const std::optional<AuditHead>& exported) {
  return verify(scope.project(), exported);
}

base::Result<ChainReport> Ledger::verify_audit_chain(const OperatorScope&,
                                                     const std::optional<AuditHead>& exported) {
  return verify(kInstallation, exported);
}

base::Result<std::vector<base::ProjectId>> Ledger::audit_chains(const OperatorScope&) {
  std::vector<base::ProjectId> chains;
  VEDETTE_TRY(ask_raw([&](sql::Connection& connection) -> base::Result<void> {
    VEDETTE_ASSIGN(chains, list_chains(connection));
    return {};
  }));
  return chains;
}

base::Result<ExportedHeads> Ledger::audit_heads(const OperatorScope&) {
  ExportedHeads exported{clock_.now(), {}};
  VEDETTE_TRY(ask_raw([&](sql::Connection& connection) -> base::Result<void> {
    VEDETTE_ASSIGN(exported.heads, read_heads(connection));
    return {};
  }));
  return exported;
}

base::Result<std::vector<std::string>> Ledger::storage_damage(const OperatorScope&,
                                                              StorageCheck check) {
  std::vector<std::string> damage;
  if (impl_->store.is_postgresql()) return damage;
  const auto checked = ask_raw([&](sql::Connection& connection) -> base::Result<void> {
    damage.clear();
    connection.set_deadline(sql::after(kStorageCheckDeadline));
    VEDETTE_ASSIGN(const auto rows,
                   query_rows<std::string>(
                       connection, check == StorageCheck::kQuick ? kQuickCheck : kFullCheck, {}));
    for (const auto& [line] : rows)
      if (line != "ok") damage.push_back(line);
    return {};
  });
  // A page that cannot be read at all ends the check itself.
  if (!checked.ok() && checked.error().cause != base::Cause::kCorrupt) return checked.error();
  if (!checked.ok()) damage.push_back(checked.error().message);
  return damage;
}

base::Result<void> Ledger::back_up(const OperatorScope&, const std::filesystem::path& file) {
  if (impl_->store.is_postgresql())
    return base::Error(base::Cause::kUnsupported, "PostgreSQL is backed up with pg_dump");
  return sql::copy_sqlite(
      {impl_->store.settings().data_directory / "ledger.db", impl_->store.settings().sqlite_vfs},
      file);
}

base::Result<void> Ledger::erase_audit_payload(const ProjectScope& scope, std::int64_t sequence,
                                               const std::string& actor) {
  return write(scope, [&](ProjectWriter& writer) -> base::Result<void> {
    VEDETTE_ASSIGN(const std::int64_t erased, writer.execute(kErasePayload, sequence));
    if (erased == 0)
      return base::Error(base::Cause::kNotFound,
                         fmt::format("audit entry {} has no payload", sequence));
    writer.audit({std::string(kPayloadErased), actor, "", "", sequence});
    return {};
  });
}

base::Result<bool> Ledger::forget_removed_rows() {
  return impl_->writer->empty_log(sql::after(impl_->store.settings().write_deadline));
}

}  // namespace vedette::ledger
