#include "ledger/sql/sqlite_connection.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <unordered_map>
#include <vector>

#include "base/check.h"

namespace vedette::ledger::sql {
namespace {

// How many steps of SQLite's machine pass between two looks at the deadline.
constexpr int kStepsPerDeadlineCheck = 10'000;
// The longest single pause while another process holds the write lock.
constexpr int kBusyPauseMillis = 5;

struct CloseDatabase {
  void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

std::string_view view_of(const void* data, int size) {
  if (data == nullptr || size == 0) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

Value cell_of(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return static_cast<std::int64_t>(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: {
      const void* text = sqlite3_column_text(statement, column);
      return view_of(text, sqlite3_column_bytes(statement, column));
    }
    case SQLITE_BLOB: {
      const void* blob = sqlite3_column_blob(statement, column);
      return Bytes{view_of(blob, sqlite3_column_bytes(statement, column))};
    }
    default:
      return {};
  }
}

class SqliteConnection final : public Connection {
 public:
  SqliteConnection(Database database, Access access)
      : database_(std::move(database)), access_(access) {
    sqlite3_busy_handler(database_.get(), &SqliteConnection::wait_while_busy, this);
    sqlite3_progress_handler(database_.get(), kStepsPerDeadlineCheck,
                             &SqliteConnection::past_deadline, this);
  }

  // Of two connections that set up a new file at once SQLite refuses one without waiting, because
  // each might wait for the other.
  base::Result<void> keep_log() {
    while (true) {
      const auto set = simple("pragma journal_mode = wal");
      if (set.ok() || fault() != Fault::kBusy || past_deadline(this)) return set;
      clear_fault();
      sqlite3_sleep(kBusyPauseMillis);
    }
  }

  // After the pragmas: `wal_autocheckpoint` replaces the hook.
  void watch_log() { sqlite3_wal_hook(database_.get(), &SqliteConnection::note_log_size, this); }

  Engine engine() const override { return Engine::kSqlite; }
  bool usable() const override { return usable_; }

  base::Result<void> begin(Access access) override {
    clear_fault();
    VEDETTE_CHECK(access == Access::kRead || access_ == Access::kWrite);
    return simple(access == Access::kWrite ? "begin immediate" : "begin");
  }

  base::Result<void> commit() override { return simple("commit"); }

  int log_pages() const override { return log_pages_; }

  // SQLite's own automatic checkpoint hides a failed sync; this one reports it.
  base::Result<void> move_log() override {
    clear_fault();
    set_deadline(Deadline::max());
    const int code = sqlite3_wal_checkpoint_v2(database_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE,
                                               nullptr, nullptr);
    // A full disk or a busy reader leaves the log longer; the commit itself stands.
    const Fault fault = code == SQLITE_OK ? Fault::kNone : fault_of_sqlite(extended(code));
    if (fault == Fault::kStorageIo || fault == Fault::kCorrupt) return failed(code);
    return {};
  }

  base::Result<bool> empty_log() override {
    clear_fault();
    const int code = sqlite3_wal_checkpoint_v2(database_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE,
                                               nullptr, nullptr);
    if (code == SQLITE_OK) return true;
    const Fault fault = fault_of_sqlite(extended(code));
    if (fault == Fault::kStorageIo || fault == Fault::kCorrupt) return failed(code);
    return false;
  }

  void rollback() override {
    // The deadline may be what ended the transaction; undoing it must not be cut short.
    set_deadline(Deadline::max());
    if (sqlite3_get_autocommit(database_.get()) != 0) return;
    if (sqlite3_exec(database_.get(), "rollback", nullptr, nullptr, nullptr) != SQLITE_OK)
      usable_ = false;
  }

  base::Result<void> run_migration(const MigrationStatement& statement) override {
    return simple(statement.text().c_str());
  }

  // `begin immediate` holds the one write lock already.
  base::Result<void> lock_migrations() override { return {}; }

  base::Result<void> simple(const char* text) {
    const int code = sqlite3_exec(database_.get(), text, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return failed(code);
    return {};
  }

 protected:
  base::Result<std::int64_t> run_checked(const Sql& sql, std::span<const Value> parameters,
                                         const RowSink& sink) override {
    VEDETTE_ASSIGN(sqlite3_stmt * statement, prepared(sql.text()));
    const Reset reset{statement};
    VEDETTE_TRY(bind_all(statement, parameters));
    const int before = sqlite3_total_changes(database_.get());
    std::vector<Value> cells(static_cast<std::size_t>(sqlite3_column_count(statement)));
    for (;;) {
      const int code = sqlite3_step(statement);
      if (code == SQLITE_DONE) break;
      if (code != SQLITE_ROW) return failed(code);
      for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = cell_of(statement, static_cast<int>(i));
      VEDETTE_TRY(sink(cells));
    }
    return static_cast<std::int64_t>(sqlite3_total_changes(database_.get()) - before);
  }

  base::Result<void> bulk_checked(const BulkTarget& target, std::span<const Value> cells) override {
    VEDETTE_ASSIGN(sqlite3_stmt * statement, prepared_insert(target));
    for (std::size_t at = 0; at < cells.size(); at += target.width()) {
      const Reset reset{statement};
      VEDETTE_TRY(bind_all(statement, cells.subspan(at, target.width())));
      const int code = sqlite3_step(statement);
      if (code != SQLITE_DONE) return failed(code);
    }
    return {};
  }

 private:
  struct Reset {
    sqlite3_stmt* statement;
    ~Reset() {
      sqlite3_reset(statement);
      sqlite3_clear_bindings(statement);
    }
  };

  static int wait_while_busy(void* self, int) {
    auto* connection = static_cast<SqliteConnection*>(self);
    if (std::chrono::steady_clock::now() >= connection->deadline()) return 0;
    sqlite3_sleep(kBusyPauseMillis);
    return 1;
  }

  static int past_deadline(void* self) {
    auto* connection = static_cast<SqliteConnection*>(self);
    return std::chrono::steady_clock::now() >= connection->deadline() ? 1 : 0;
  }

  static int note_log_size(void* self, sqlite3*, const char*, int pages) {
    static_cast<SqliteConnection*>(self)->log_pages_ = pages;
    return SQLITE_OK;
  }

  int extended(int code) const {
    const int stored = sqlite3_extended_errcode(database_.get());
    return (stored & 0xff) == (code & 0xff) ? stored : code;
  }

  base::Error failed(int code) {
    const int full_code = extended(code);
    const Fault fault = fault_of_sqlite(full_code);
    if (fault == Fault::kStorageIo || fault == Fault::kCorrupt) usable_ = false;
    return fail(fault, fmt::format("sqlite {}", full_code));
  }

  base::Result<sqlite3_stmt*> prepared(std::string_view text) {
    if (const auto found = statements_.find(text.data()); found != statements_.end())
      return found->second.get();
    return prepare(text.data(), sqlite_placeholders(text));
  }

  base::Result<sqlite3_stmt*> prepared_insert(const BulkTarget& target) {
    // A target is one constant, so the address of its column list names it.
    if (const auto found = statements_.find(target.columns().data()); found != statements_.end())
      return found->second.get();
    std::string text = fmt::format("insert into {}({}) values(", target.table(), target.columns());
    for (std::size_t i = 0; i < target.width(); ++i)
      text += i == 0 ? "?" : ", ?";
    return prepare(target.columns().data(), text + ")");
  }

  base::Result<sqlite3_stmt*> prepare(const void* name, const std::string& text) {
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v3(database_.get(), text.c_str(), -1,
                                        SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    if (code != SQLITE_OK) return failed(code);
    statements_.emplace(name, Statement(raw));
    return raw;
  }

  base::Result<void> bind_all(sqlite3_stmt* statement, std::span<const Value> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int code = bind_one(statement, static_cast<int>(i) + 1, values[i]);
      if (code != SQLITE_OK) return failed(code);
    }
    return {};
  }

  // The values outlive the step, so SQLite need not copy them.
  static int bind_one(sqlite3_stmt* statement, int index, const Value& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value))
      return sqlite3_bind_int64(statement, index, *number);
    if (const auto* real = std::get_if<double>(&value))
      return sqlite3_bind_double(statement, index, *real);
    if (const auto* text = std::get_if<std::string_view>(&value))
      return sqlite3_bind_text64(statement, index, text->data() == nullptr ? "" : text->data(),
                                 text->size(), SQLITE_STATIC, SQLITE_UTF8);
    if (const auto* bytes = std::get_if<Bytes>(&value)) {
      if (bytes->view.empty()) return sqlite3_bind_zeroblob(statement, index, 0);
      return sqlite3_bind_blob64(statement, index, bytes->view.data(), bytes->view.size(),
                                 SQLITE_STATIC);
    }
    return sqlite3_bind_null(statement, index);
  }

  Database database_;
  const Access access_;
  // Declared after the database: statements are finalised first.
  std::unordered_map<const void*, Statement> statements_;
  int log_pages_ = 0;
  bool usable_ = true;
};

// SQLite would make the file with the permissions of the umask.
base::Result<void> make_private_file(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) {
    if (errno == ENOSPC) return error_of(Fault::kFull, "open");
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("cannot open {}: {}", path.string(), std::strerror(errno)));
  }
  const bool closed = ::fchmod(descriptor, 0600) == 0;
  ::close(descriptor);
  if (!closed)
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("cannot make {} private", path.string()));
  return {};
}

}  // namespace

base::Result<std::unique_ptr<Connection>> open_sqlite(const SqliteFile& file, Access access,
                                                      Deadline deadline) {
  if (access == Access::kWrite && !std::filesystem::exists(file.path))
    VEDETTE_TRY(make_private_file(file.path));
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(
      file.path.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
      file.vfs.empty() ? nullptr : file.vfs.c_str());
  Database database(raw);
  if (code != SQLITE_OK)
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("cannot open {}: sqlite {}", file.path.string(), code));
  auto connection = std::make_unique<SqliteConnection>(std::move(database), access);
  connection->set_deadline(deadline);
  VEDETTE_TRY(connection->keep_log());
  for (const char* pragma : {"pragma synchronous = full", "pragma wal_autocheckpoint = 0",
                             "pragma foreign_keys = on", "pragma trusted_schema = off",
                             "pragma temp_store = memory", "pragma journal_size_limit = 67108864"})
    VEDETTE_TRY(connection->simple(pragma));
  if (access == Access::kRead) VEDETTE_TRY(connection->simple("pragma query_only = on"));
  // A large batch changes more pages than the usual 2 MB; what does not fit is written twice.
  if (access == Access::kWrite) VEDETTE_TRY(connection->simple("pragma cache_size = -65536"));
  connection->watch_log();
  connection->set_deadline(Deadline::max());
  return std::unique_ptr<Connection>(std::move(connection));
}

namespace {

base::Result<Database> open_for_copy(const std::filesystem::path& path, const std::string& vfs) {
  sqlite3* raw = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE,
                      vfs.empty() ? nullptr : vfs.c_str());
  Database database(raw);
  if (code != SQLITE_OK)
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("cannot open {}: sqlite {}", path.string(), code));
  return database;
}

base::Result<void> copy_pages(sqlite3* from, sqlite3* to) {
  sqlite3_backup* backup = sqlite3_backup_init(to, "main", from, "main");
  int code = backup == nullptr ? sqlite3_extended_errcode(to) : SQLITE_OK;
  if (backup != nullptr) {
    // In one step, so that everything is of one moment; writers are not held up by a reader.
    sqlite3_backup_step(backup, -1);
    code = sqlite3_backup_finish(backup);
  }
  if (code != SQLITE_OK)
    return error_of(fault_of_sqlite(code), fmt::format("backup, sqlite {}", code));
  return {};
}

}  // namespace

base::Result<void> copy_sqlite(const SqliteFile& from, const std::filesystem::path& to) {
  if (std::filesystem::exists(to))
    return base::Error(base::Cause::kConflict, to.string() + " is there already");
  VEDETTE_ASSIGN(const Database source, open_for_copy(from.path, from.vfs));
  VEDETTE_TRY(make_private_file(to));
  const auto copied = [&]() -> base::Result<void> {
    VEDETTE_ASSIGN(const Database target, open_for_copy(to, ""));
    return copy_pages(source.get(), target.get());
  }();
  if (copied.ok()) return {};
  std::error_code ignored;
  std::filesystem::remove(to, ignored);
  return copied.error();
}

}  // namespace vedette::ledger::sql
