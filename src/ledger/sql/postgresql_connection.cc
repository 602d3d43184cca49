#include "ledger/sql/postgresql_connection.h"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

#include <array>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "ledger/sql/copy_format.h"

namespace vedette::ledger::sql {
namespace {

// How much of a bulk insert is handed to the network layer at once.
constexpr std::size_t kCopyChunkBytes = 256 * 1024;
constexpr int kBinary = 1;
// Any number, the same in all versions: one program at a time changes the schema.
constexpr const char* kMigrationLock = "select pg_advisory_xact_lock(8349201164)";

struct FinishConnection {
  void operator()(PGconn* handle) const { PQfinish(handle); }
};
struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Handle = std::unique_ptr<PGconn, FinishConnection>;
using Answer = std::unique_ptr<PGresult, ClearResult>;

// Waits until one of them is ready; false when the deadline passes first.
bool wait_for_any(std::span<pollfd> entries, Deadline deadline) {
  for (;;) {
    int timeout = -1;
    if (deadline != Deadline::max()) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          deadline - std::chrono::steady_clock::now());
      if (left.count() <= 0) return false;
      timeout = static_cast<int>(std::min<std::int64_t>(left.count() + 1, 60'000));
    }
    const int ready = ::poll(entries.data(), entries.size(), timeout);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

// The same for the socket alone.
bool wait_for_socket(PGconn* handle, short events, Deadline deadline) {
  pollfd entry{PQsocket(handle), events, 0};
  return wait_for_any({&entry, 1}, deadline);
}

// The parameters of one call in the form libpq takes: numbers as text, the rest as raw bytes.
class Parameters {
 public:
  explicit Parameters(std::span<const Value> values) : numbers_(values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i)
      add(values[i], numbers_[i]);
  }
  int count() const { return static_cast<int>(values_.size()); }
  const char* const* values() const { return values_.data(); }
  const int* lengths() const { return lengths_.data(); }
  const int* formats() const { return formats_.data(); }

 private:
  void add(const Value& value, std::string& number) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      number = fmt::format("{}", *integer);
      push(number, 0);
    } else if (const auto* real = std::get_if<double>(&value)) {
      number = fmt::format("{:.17g}", *real);
      push(number, 0);
    } else if (const auto* text = std::get_if<std::string_view>(&value)) {
      push(*text, kBinary);
    } else if (const auto* bytes = std::get_if<Bytes>(&value)) {
      push(bytes->view, kBinary);
    } else {
      values_.push_back(nullptr);
      lengths_.push_back(0);
      formats_.push_back(0);
    }
  }
  void push(std::string_view bytes, int format) {
    values_.push_back(bytes.data() == nullptr ? "" : bytes.data());
    lengths_.push_back(static_cast<int>(bytes.size()));
    formats_.push_back(format);
  }

  std::vector<std::string> numbers_;
  std::vector<const char*> values_;
  std::vector<int> lengths_;
  std::vector<int> formats_;
};

class PostgresqlConnection final : public Connection {
 public:
  explicit PostgresqlConnection(Handle handle) : handle_(std::move(handle)) {}

  Engine engine() const override { return Engine::kPostgresql; }
  bool usable() const override { return usable_ && PQstatus(handle_.get()) == CONNECTION_OK; }

  base::Result<void> begin(Access access) override {
    clear_fault();
    return simple(access == Access::kWrite ? "begin isolation level read committed read write"
                                           : "begin isolation level repeatable read read only");
  }

  base::Result<void> commit() override {
    VEDETTE_ASSIGN(const Answer answer, exchange(PQsendQuery(handle_.get(), "commit")));
    // PostgreSQL answers the commit of a failed transaction with a successful "ROLLBACK".
    if (std::string_view(PQcmdStatus(answer.get())) != "COMMIT")
      return fail(Fault::kOther, "rolled back");
    return {};
  }

  void rollback() override {
    if (!usable() || PQtransactionStatus(handle_.get()) == PQTRANS_IDLE) return;
    const Fault first = fault();
    set_deadline(after(base::seconds(2)));
    if (!simple("rollback").ok()) usable_ = false;
    if (first != Fault::kNone) static_cast<void>(fail(first, ""));
  }

  base::Result<void> run_migration(const MigrationStatement& statement) override {
    return simple(statement.text().c_str());
  }
  base::Result<void> lock_migrations() override {
    VEDETTE_TRY(simple("set local lock_timeout = '300s'"));
    return simple(kMigrationLock);
  }

  // What other sessions told (NOTIFY) since the last call.
  base::Result<std::vector<std::string>> take_told() {
    if (PQconsumeInput(handle_.get()) == 0) return lost("read");
    std::vector<std::string> told;
    while (PGnotify* each = PQnotifies(handle_.get())) {
      told.emplace_back(each->extra);
      PQfreemem(each);
    }
    return told;
  }
  int socket() const { return PQsocket(handle_.get()); }

  base::Result<void> simple(const char* text) {
    VEDETTE_TRY(exchange(PQsendQuery(handle_.get(), text)));
    return {};
  }

 protected:
  base::Result<std::int64_t> run_checked(const Sql& sql, std::span<const Value> values,
                                         const RowSink& sink) override {
    VEDETTE_ASSIGN(const std::string name, prepared(sql));
    const Parameters parameters(values);
    VEDETTE_ASSIGN(const Answer answer,
                   exchange(PQsendQueryPrepared(handle_.get(), name.c_str(), parameters.count(),
                                                parameters.values(), parameters.lengths(),
                                                parameters.formats(), kBinary)));
    VEDETTE_TRY(give_rows(answer.get(), sink));
    // libpq counts the rows of a select as well.
    if (std::string_view(PQcmdStatus(answer.get())).starts_with("SELECT")) return 0;
    return std::strtoll(PQcmdTuples(answer.get()), nullptr, 10);
  }

  base::Result<void> bulk_checked(const BulkTarget& target, std::span<const Value> cells) override {
    const std::string text =
        fmt::format("copy {}({}) from stdin (format binary)", target.table(), target.columns());
    VEDETTE_TRY(exchange(PQsendQuery(handle_.get(), text.c_str())));
    std::string chunk;
    append_copy_header(chunk);
    for (std::size_t at = 0; at < cells.size(); at += target.width()) {
      append_copy_row(chunk, cells.subspan(at, target.width()));
      if (chunk.size() < kCopyChunkBytes) continue;
      VEDETTE_TRY(send_copy(chunk));
      chunk.clear();
    }
    append_copy_trailer(chunk);
    VEDETTE_TRY(send_copy(chunk));
    int sent = 0;
    while ((sent = PQputCopyEnd(handle_.get(), nullptr)) == 0)
      VEDETTE_TRY(wait_writable());
    VEDETTE_TRY(exchange(sent));
    return {};
  }

 private:
  base::Result<std::string> prepared(const Sql& sql) {
    const auto [at, is_new] = statements_.try_emplace(sql.text().data(), statements_.size());
    std::string name = fmt::format("v{}", at->second);
    if (!is_new) return name;
    auto answer =
        exchange(PQsendPrepare(handle_.get(), name.c_str(), sql.text().data(), 0, nullptr));
    if (!answer.ok()) {
      statements_.erase(at);
      return std::move(answer).error();
    }
    return name;
  }

  base::Result<void> give_rows(const PGresult* answer, const RowSink& sink) {
    const int columns = PQnfields(answer);
    std::vector<Value> cells(static_cast<std::size_t>(columns));
    for (int row = 0; row < PQntuples(answer); ++row) {
      for (int column = 0; column < columns; ++column) {
        Value& cell = cells[static_cast<std::size_t>(column)];
        cell = {};
        if (PQgetisnull(answer, row, column) != 0) continue;
        const std::string_view bytes(PQgetvalue(answer, row, column),
                                     static_cast<std::size_t>(PQgetlength(answer, row, column)));
        if (!read_binary_cell(PQftype(answer, column), bytes, cell))
          return fail(Fault::kOther, "column type");
      }
      VEDETTE_TRY(sink(cells));
    }
    return {};
  }

  base::Result<void> send_copy(const std::string& chunk) {
    int sent = 0;
    while ((sent = PQputCopyData(handle_.get(), chunk.data(), static_cast<int>(chunk.size()))) == 0)
      VEDETTE_TRY(wait_writable());
    if (sent < 0) return lost("copy");
    return {};
  }

  base::Result<void> wait_writable() {
    if (PQflush(handle_.get()) < 0) return lost("flush");
    if (!wait_for_socket(handle_.get(), POLLIN | POLLOUT, deadline())) return out_of_time();
    if (PQconsumeInput(handle_.get()) == 0) return lost("read");
    return {};
  }

  // Sends what was queued and takes the answer: the last result, or the first failure.
  base::Result<Answer> exchange(int queued) {
    if (queued != 1) return lost("send");
    for (int flushed = PQflush(handle_.get()); flushed != 0; flushed = PQflush(handle_.get())) {
      if (flushed < 0) return lost("flush");
      VEDETTE_TRY(wait_writable());
    }
    Answer last;
    for (;;) {
      while (PQisBusy(handle_.get()) != 0) {
        if (!wait_for_socket(handle_.get(), POLLIN, deadline())) return out_of_time();
        if (PQconsumeInput(handle_.get()) == 0) return lost("read");
      }
      Answer next(PQgetResult(handle_.get()));
      if (next == nullptr) break;
      const bool keep = last == nullptr || PQresultStatus(last.get()) != PGRES_FATAL_ERROR;
      if (keep) last = std::move(next);
      if (PQresultStatus(last.get()) == PGRES_COPY_IN) break;
    }
    return judged(std::move(last));
  }

  base::Result<Answer> judged(Answer answer) {
    if (answer == nullptr) return lost("no answer");
    switch (PQresultStatus(answer.get())) {
      case PGRES_COMMAND_OK:
      case PGRES_TUPLES_OK:
      case PGRES_COPY_IN:
        return answer;
      default:
        break;
    }
    const char* state = PQresultErrorField(answer.get(), PG_DIAG_SQLSTATE);
    if (PQstatus(handle_.get()) != CONNECTION_OK) return lost(state == nullptr ? "closed" : state);
    const Fault fault = state == nullptr ? Fault::kLost : fault_of_sqlstate(state);
    if (fault == Fault::kLost) usable_ = false;
    return fail(fault, state == nullptr ? "" : state);
  }

  base::Error lost(std::string_view where) {
    usable_ = false;
    return fail(Fault::kLost, where);
  }
  base::Error out_of_time() {
    usable_ = false;
    return fail(Fault::kTimeout, "");
  }

  Handle handle_;
  std::unordered_map<const void*, std::size_t> statements_;
  bool usable_ = true;
};

base::Result<Handle> connect(const std::string& url, Deadline deadline) {
  const char* keywords[] = {"dbname",           "application_name", "client_encoding",
                            "tcp_user_timeout", "keepalives_idle",  nullptr};
  const char* values[] = {url.c_str(), "vedette", "UTF8", "15000", "30", nullptr};
  Handle handle(PQconnectStartParams(keywords, values, 1));
  // libpq's own message may quote the URL; it goes nowhere.
  if (handle == nullptr || PQstatus(handle.get()) == CONNECTION_BAD)
    return error_of(Fault::kLost, "connect");
  for (PostgresPollingStatusType state = PGRES_POLLING_WRITING;;) {
    const short events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    if (!wait_for_socket(handle.get(), events, deadline))
      return error_of(Fault::kTimeout, "connect");
    state = PQconnectPoll(handle.get());
    if (state == PGRES_POLLING_OK) break;
    if (state == PGRES_POLLING_FAILED) return error_of(Fault::kLost, "connect");
  }
  if (PQsetnonblocking(handle.get(), 1) != 0) return error_of(Fault::kLost, "connect");
  PQsetNoticeProcessor(handle.get(), [](void*, const char*) {}, nullptr);
  return handle;
}

class ListeningConnection final : public PostgresqlListener {
 public:
  explicit ListeningConnection(Handle handle) : connection_(std::move(handle)) {}

  base::Result<std::vector<std::string>> wait(int stop, Deadline deadline) override {
    for (;;) {
      VEDETTE_ASSIGN(std::vector<std::string> told, connection_.take_told());
      if (!told.empty()) return told;
      std::array entries = {pollfd{connection_.socket(), POLLIN, 0}, pollfd{stop, POLLIN, 0}};
      if (!wait_for_any(entries, deadline) || entries[1].revents != 0) return told;
    }
  }

  // To listen again changes nothing, so that this is the first question and every later one; in
  // pg_stat_activity the connection is known by it at any time.
  base::Result<void> check(Deadline deadline) override {
    connection_.set_deadline(deadline);
    return connection_.simple(fmt::format("listen {}", kAnnouncements).c_str());
  }

 private:
  PostgresqlConnection connection_;
};

}  // namespace

base::Result<std::unique_ptr<PostgresqlListener>> open_postgresql_listener(const std::string& url,
                                                                           Deadline deadline) {
  VEDETTE_ASSIGN(Handle handle, connect(url, deadline));
  auto listener = std::make_unique<ListeningConnection>(std::move(handle));
  VEDETTE_TRY(listener->check(deadline));
  return std::unique_ptr<PostgresqlListener>(std::move(listener));
}

base::Result<std::unique_ptr<Connection>> open_postgresql(const std::string& url, Access access,
                                                          Deadline deadline) {
  VEDETTE_ASSIGN(Handle handle, connect(url, deadline));
  auto connection = std::make_unique<PostgresqlConnection>(std::move(handle));
  connection->set_deadline(deadline);
  for (const char* setting : {"select set_config('synchronous_commit', 'on', false)"
                              " where current_setting('synchronous_commit') = 'off'",
                              "set lock_timeout = '8s'", "set timezone = 'UTC'"})
    VEDETTE_TRY(connection->simple(setting));
  // A change holds its project's chain. A server that is stopped in the middle of one must not hold
  // up the others for longer than they wait for a lock.
  if (access == Access::kWrite)
    VEDETTE_TRY(connection->simple("set idle_in_transaction_session_timeout = '5s'"));
  if (access == Access::kRead)
    VEDETTE_TRY(
        connection->simple("set idle_in_transaction_session_timeout = '60s';"
                           "set default_transaction_read_only = on"));
  connection->set_deadline(Deadline::max());
  return std::unique_ptr<Connection>(std::move(connection));
}

}  // namespace vedette::ledger::sql
