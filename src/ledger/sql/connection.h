#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ledger/sql/fault.h"
#include "ledger/sql/statement.h"
#include "ledger/sql/value.h"

namespace vedette::ledger::sql {

enum class Engine { kSqlite, kPostgresql };

enum class Access {
  kRead,   // a snapshot that cannot write
  kWrite,  // SQLite: takes the write lock at once
};

using Deadline = std::chrono::steady_clock::time_point;
inline Deadline after(base::Millis span) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(span.count);
}

// One statement of a migration: the only text that is not known at compile time, because it comes
// from the db/ files in the binary. Only ledger::Migrator makes one.
class MigrationStatement {
 public:
  const std::string& text() const { return text_; }

 private:
  friend class MigrationText;
  explicit MigrationStatement(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

// One connection to one engine. Used by one thread at a time. Every call ends by the deadline that
// was set last. After a failure inside a transaction the caller rolls back.
class Connection {
 public:
  // Called once per row; the cells are valid during the call. A failure stops the query.
  using RowSink = std::function<base::Result<void>(std::span<const Value>)>;

  virtual ~Connection() = default;

  virtual Engine engine() const = 0;
  virtual base::Result<void> begin(Access access) = 0;
  // When it fails with kLost, kTimeout or kStorageIo, nobody knows whether the transaction is
  // durable.
  virtual base::Result<void> commit() = 0;
  virtual void rollback() = 0;

  // SQLite writes changes to a log first: its length in pages after the last commit of this
  // connection.
  virtual int log_pages() const { return 0; }
  // Moves what the log holds into the file, as far as nobody reads it from the log; between two
  // transactions. A failure means that nobody knows what the disk holds; what was committed stands.
  virtual base::Result<void> move_log() { return {}; }
  // Moves the whole log and empties it, so that it holds no removed row. Waits for readers of the
  // log; false if one still uses it at the deadline.
  virtual base::Result<bool> empty_log() { return true; }

  // Runs one statement, each row to `sink`; gives the number of rows changed (0 for a select).
  base::Result<std::int64_t> run(const Sql& sql, std::span<const Value> parameters,
                                 const RowSink& sink);
  // Inserts rows given cell by cell, width() cells each; COPY on PostgreSQL. The deadline moves
  // with the number of rows: the largest batch that the API takes must not fail for its size alone.
  base::Result<void> bulk(const BulkTarget& target, std::span<const Value> cells);
  virtual base::Result<void> run_migration(const MigrationStatement& statement) = 0;
  // Waits until no other connection migrates; held to the end of the transaction.
  virtual base::Result<void> lock_migrations() = 0;

  // The fault of the last failed call since begin(); kNone while all went well.
  Fault fault() const { return fault_; }
  // False when the connection must be thrown away.
  virtual bool usable() const = 0;

  void set_deadline(Deadline deadline) { deadline_ = deadline; }

 protected:
  virtual base::Result<std::int64_t> run_checked(const Sql& sql, std::span<const Value> parameters,
                                                 const RowSink& sink) = 0;
  virtual base::Result<void> bulk_checked(const BulkTarget& target,
                                          std::span<const Value> cells) = 0;

  base::Error fail(Fault fault, std::string_view engine_code) {
    fault_ = fault;
    return error_of(fault, engine_code);
  }
  void clear_fault() { fault_ = Fault::kNone; }
  Deadline deadline() const { return deadline_; }

 private:
  base::Result<void> check_text(std::span<const Value> values);

  Fault fault_ = Fault::kNone;
  Deadline deadline_ = Deadline::max();
};

}  // namespace vedette::ledger::sql
