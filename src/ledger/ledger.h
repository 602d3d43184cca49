#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/access.h"
#include "ledger/audit.h"
#include "ledger/audit_heads.h"
#include "ledger/migrations.h"
#include "ledger/row_seal.h"
#include "ledger/scope.h"
#include "ledger/server_key.h"
#include "ledger/snapshot.h"

namespace vedette::ledger {

class Listener;

struct LedgerSettings {
  std::filesystem::path data_directory;  // holds ledger.db unless database_url is set
  std::string database_url;              // postgresql://... or empty
  std::size_t readers = 4;               // connections that read at one time
  std::size_t snapshots = 8;             // ProjectSnapshots at one time
  std::size_t write_queue = 4096;        // changes that may wait
  base::Millis write_deadline = base::seconds(10);
  base::Millis read_deadline = base::seconds(10);
  base::Millis connect_deadline = base::seconds(5);
  std::string sqlite_vfs;  // another file layer of SQLite, for fault injection; empty for its own
  // The log of SQLite is moved into the file when it has grown by so many pages of 4 KiB: pages
  // that are written again and again are then moved once.
  int sqlite_checkpoint_pages = 2000;
};

// What clients do, durably: one interface over SQLite and PostgreSQL.
//
// write() runs a change and its audit entries in one transaction and returns when that is durable.
// Changes that wait together share one commit. A change may run more than once (its first run is
// then undone), so it must have no effect outside its writer and must set its results anew. A
// change that fails is undone alone. kUnavailable after a lost connection means that the outcome is
// not known; it is never retried. A storage error that leaves the disk in doubt stops all writing
// until the next start.
//
// read() runs queries on one snapshot, possibly twice when the first connection was lost.
// Safe from any thread; closures run on the writer's thread (write) or the caller's (read).
class Ledger {
 public:
  // Opens the store and brings its schema up to date. kUnsupported when the database is newer than
  // this program.
  static base::Result<std::unique_ptr<Ledger>> open(const LedgerSettings& settings,
                                                    const base::Clock& clock, const ServerKey& key);
  // How far the schema of the store is; only looks, and makes nothing.
  static base::Result<SchemaState> inspect(const LedgerSettings& settings);
  // Whether the store was begun with this key, and which generation of the lists served last by
  // what it knows (0: none). Only looks, at a store whose schema is up to date.
  struct Belongings {
    bool key_fits = true;
    std::int64_t newest_generation = 0;
  };
  static base::Result<Belongings> inspect(const LedgerSettings& settings, const ServerKey& key);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // `change` takes ProjectWriter& (or OperatorWriter&) and gives a base::Result.
  template <class Change>
  std::invoke_result_t<Change&, ProjectWriter&> write(const ProjectScope& scope, Change change) {
    return submit<ProjectWriter>(scope.project(), scope, change);
  }
  template <class Change>
  std::invoke_result_t<Change&, OperatorWriter&> write(const OperatorScope& scope, Change change) {
    return submit<OperatorWriter>(kInstallation, scope, change);
  }

  // `question` takes ProjectReader& (or OperatorReader&) and gives a base::Result.
  template <class Question>
  std::invoke_result_t<Question&, ProjectReader&> read(const ProjectScope& scope,
                                                       Question question) {
    return ask<ProjectReader>(scope, question);
  }
  template <class Question>
  std::invoke_result_t<Question&, OperatorReader&> read(const OperatorScope& scope,
                                                        Question question) {
    return ask<OperatorReader>(scope, question);
  }

  // A state of the ledger for many reads. kOverloaded when there are too many already.
  base::Result<std::unique_ptr<ProjectSnapshot>> snapshot(const ProjectScope& scope);

  // Asked by a change in the background (base/background.h) while it runs: false once it should end
  // and go on in the next one, because it has had its time or somebody waits, who joins it.
  bool background_may_go_on() const;

  // Whether the store answers, and takes writes, now.
  base::Result<void> check();

  // Walks the chain of a project (the installation's for an OperatorScope). With a head that was
  // exported earlier, a chain that was cut or rewritten since is found too.
  base::Result<ChainReport> verify_audit_chain(const ProjectScope& scope,
                                               const std::optional<AuditHead>& exported = {});
  base::Result<ChainReport> verify_audit_chain(const OperatorScope& scope,
                                               const std::optional<AuditHead>& exported = {});

  // Every chain there is, the installation's included; and their heads, to be kept elsewhere.
  base::Result<std::vector<base::ProjectId>> audit_chains(const OperatorScope& scope);
  base::Result<ExportedHeads> audit_heads(const OperatorScope& scope);

  // Looks for damage in the file of SQLite, where nothing else checks its pages: kQuick for torn
  // and broken pages, kFull also compares every index with its table. Gives what is wrong.
  // PostgreSQL has checksums of its own, so that there is nothing to look for.
  enum class StorageCheck { kQuick, kFull };
  base::Result<std::vector<std::string>> storage_damage(const OperatorScope& scope,
                                                        StorageCheck check);

  // Copies the ledger as it is now into a new file while others read and write. kUnsupported on
  // PostgreSQL, which has tools of its own for that.
  base::Result<void> back_up(const OperatorScope& scope, const std::filesystem::path& file);

  // Removes the payload of one entry and says so in the chain, which stays whole.
  base::Result<void> erase_audit_payload(const ProjectScope& scope, std::int64_t sequence,
                                         const std::string& actor);

  // SQLite keeps the text of removed rows in its log (ledger.db-wal) until it starts the log again.
  // This empties the log now. False if a reader used the log until the write deadline.
  base::Result<bool> forget_removed_rows();

  // Moves on when a change of this process outdates remembered reads. A cache keeps the epoch from
  // before its read, and forgets the answer once the epoch is another. Other processes are seen
  // while this one listens, and then nothing is certain: whoever caches also bounds the age of an
  // answer.
  std::uint64_t cache_epoch() const;

  // Listens to the other servers on this ledger until what it gives is destroyed, which must be
  // before the ledger; null where there can be no others.
  std::unique_ptr<Listener> listen(std::function<void(Topic)> heard);

  // Of the rows that readers and writers check and seal.
  const RowSeals& seals() const;

  const base::Clock& clock() const { return clock_; }

 private:
  using RawChange = std::function<base::Result<void>(sql::Connection&, ChangeLog&)>;
  using RawQuestion = std::function<base::Result<void>(sql::Connection&)>;
  class Impl;

  Ledger(const base::Clock& clock, std::unique_ptr<Impl> impl);
  base::Result<void> submit_raw(base::ProjectId chain, RawChange change);
  base::Result<void> ask_raw(const RawQuestion& question);
  base::Result<ChainReport> verify(base::ProjectId chain, const std::optional<AuditHead>& exported);

  template <class WriterType, class Scope, class Change>
  std::invoke_result_t<Change&, WriterType&> submit(base::ProjectId chain, const Scope& scope,
                                                    Change& change) {
    std::optional<std::invoke_result_t<Change&, WriterType&>> answer;
    auto status =
        submit_raw(chain, [&](sql::Connection& connection, ChangeLog& log) -> base::Result<void> {
          WriterType writer(connection, seals(), scope, log);
          answer.emplace(change(writer));
          if (!answer->ok()) return answer->error();
          return {};
        });
    if (!status.ok()) return std::move(status).error();
    return std::move(*answer);
  }

  template <class ReaderType, class Scope, class Question>
  std::invoke_result_t<Question&, ReaderType&> ask(const Scope& scope, Question& question) {
    std::optional<std::invoke_result_t<Question&, ReaderType&>> answer;
    auto status = ask_raw([&](sql::Connection& connection) -> base::Result<void> {
      ReaderType reader(connection, seals(), scope);
      answer.emplace(question(reader));
      if (!answer->ok()) return answer->error();
      return {};
    });
    if (!status.ok()) return std::move(status).error();
    return std::move(*answer);
  }

  const base::Clock& clock_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace vedette::ledger
