#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/clock.h"
#include "base/result.h"
#include "ledger/audit.h"
#include "ledger/row_seal.h"
#include "ledger/scope.h"
#include "ledger/sql/connection.h"
#include "ledger/topic.h"

namespace vedette::ledger {

// Rows of one query as tuples of the wanted types; a cell of another type is an error.
template <class... Columns>
base::Result<std::vector<std::tuple<Columns...>>> query_rows(sql::Connection& connection,
                                                             const sql::Sql& sql,
                                                             std::span<const sql::Value> values) {
  std::vector<std::tuple<Columns...>> out;
  const auto sink = [&out](std::span<const sql::Value> cells) -> base::Result<void> {
    if (cells.size() != sizeof...(Columns))
      return base::Error(base::Cause::kInternal, "a query gave another number of columns");
    auto& row = out.emplace_back();
    const bool good = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (sql::read(cells[I], std::get<I>(row)) && ...);
    }(std::index_sequence_for<Columns...>());
    if (!good) return base::Error(base::Cause::kInternal, "a column has another type");
    return {};
  };
  VEDETTE_TRY(connection.run(sql, values, sink));
  return out;
}

// The total of a project's sealed rows: whether there is one, and what it is when it is what was
// written with the head of the audit chain.
struct TotalState {
  bool begun = false;
  std::optional<RowTotal> total = {};
};
base::Result<TotalState> read_total(sql::Connection& connection, const RowSeals& seals,
                                    base::ProjectId project);

// What a read closure gets: queries, all of one snapshot. `Text` is ProjectSql or Sql.
template <class Text>
class Reader {
 public:
  template <class... Columns, class... Arguments>
  base::Result<std::vector<std::tuple<Columns...>>> rows(Text text, const Arguments&... arguments) {
    return with_values(
        text,
        [&](const sql::Sql& sql, std::span<const sql::Value> values) {
          return query_rows<Columns...>(connection_, sql, values);
        },
        arguments...);
  }

  base::ProjectId project() const { return base::ProjectId(project_); }
  const RowSeals& seals() const { return seals_; }

  // The total of the sealed rows of a project, as the snapshot has it.
  base::Result<TotalState> sealed_total(base::ProjectId project) {
    return read_total(connection_, seals_, project);
  }

  // The first row, or nothing.
  template <class... Columns, class... Arguments>
  base::Result<std::optional<std::tuple<Columns...>>> maybe(Text text,
                                                            const Arguments&... arguments) {
    VEDETTE_ASSIGN(auto all, rows<Columns...>(text, arguments...));
    std::optional<std::tuple<Columns...>> first;
    if (!all.empty()) first = std::move(all.front());
    return first;
  }

 protected:
  Reader(sql::Connection& connection, const RowSeals& seals, std::int64_t project)
      : connection_(connection), seals_(seals), project_(project) {}

  template <class Use, class... Arguments>
  auto with_values(const Text& text, Use use, const Arguments&... arguments) {
    if constexpr (std::is_same_v<Text, sql::ProjectSql>) {
      const std::array<sql::Value, sizeof...(Arguments) + 1> values{sql::Value(project_),
                                                                    sql::bind(arguments)...};
      return use(text.sql(), std::span<const sql::Value>(values));
    } else {
      const std::array<sql::Value, sizeof...(Arguments)> values{sql::bind(arguments)...};
      return use(text, std::span<const sql::Value>(values));
    }
  }

  sql::Connection& connection_;
  const RowSeals& seals_;
  const std::int64_t project_;
};

// What a change has done so far inside the writer's transaction.
struct ChangeLog {
  std::int64_t changed_rows = 0;
  std::int64_t bookkept_rows = 0;
  std::vector<AuditEntry> entries;
  RowTotal sealed;             // by how much the total of the sealed rows moves
  bool begins_totals = false;  // a total is begun where there is none
  Topics told;
};

// What a write closure gets: queries, changes, and the audit chain. A change of rows without an
// audit entry is refused at the end and rolled back.
template <class Text>
class Writer : public Reader<Text> {
 public:
  // The number of rows changed.
  template <class... Arguments>
  base::Result<std::int64_t> execute(Text text, const Arguments&... arguments) {
    VEDETTE_ASSIGN(const std::int64_t changed,
                   this->with_values(
                       text,
                       [&](const sql::Sql& sql, std::span<const sql::Value> values) {
                         return this->connection_.run(sql, values,
                                                      [](auto) { return base::Result<void>(); });
                       },
                       arguments...));
    log_.changed_rows += changed;
    return changed;
  }

  // A change that says nothing about clients (a lease, a mark of progress) and needs no audit
  // entry.
  template <class... Arguments>
  base::Result<std::int64_t> bookkeep(Text text, const Arguments&... arguments) {
    const std::int64_t before = log_.changed_rows;
    auto changed = execute(text, arguments...);
    log_.bookkept_rows += log_.changed_rows - before;
    log_.changed_rows = before;
    return changed;
  }

  // A statement with RETURNING, or a `select ... for update`; its first row.
  template <class... Columns, class... Arguments>
  base::Result<std::optional<std::tuple<Columns...>>> execute_returning(
      Text text, const Arguments&... arguments) {
    VEDETTE_ASSIGN(auto row, this->template maybe<Columns...>(text, arguments...));
    if (row) ++log_.changed_rows;
    return row;
  }

  // The same for what says nothing about clients, as bookkeep().
  template <class... Columns, class... Arguments>
  base::Result<std::optional<std::tuple<Columns...>>> bookkeep_returning(
      Text text, const Arguments&... arguments) {
    VEDETTE_ASSIGN(auto row, this->template maybe<Columns...>(text, arguments...));
    if (row) ++log_.bookkept_rows;
    return row;
  }

  // Many rows at once, cell by cell. For a project, `project_id` is the first column of the target
  // and each row is given without it.
  base::Result<void> bulk(const sql::BulkTarget& target, std::span<const sql::Value> cells) {
    if constexpr (std::is_same_v<Text, sql::ProjectSql>) {
      VEDETTE_CHECK(target.by_project() && target.width() > 1);
      const std::size_t width = target.width() - 1;
      VEDETTE_CHECK(cells.size() % width == 0);
      std::vector<sql::Value> all;
      all.reserve(cells.size() / width * target.width());
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i % width == 0) all.emplace_back(this->project_);
        all.push_back(cells[i]);
      }
      VEDETTE_TRY(this->connection_.bulk(target, all));
    } else {
      VEDETTE_TRY(this->connection_.bulk(target, cells));
    }
    log_.changed_rows += static_cast<std::int64_t>(cells.size());
    return {};
  }

  // The same for what says nothing about clients, as bookkeep().
  base::Result<void> bookkeep_bulk(const sql::BulkTarget& target,
                                   std::span<const sql::Value> cells) {
    const std::int64_t before = log_.changed_rows;
    auto done = bulk(target, cells);
    log_.bookkept_rows += log_.changed_rows - before;
    log_.changed_rows = before;
    return done;
  }

  // Appends to the chain of the scope, in the same transaction.
  void audit(AuditEntry entry) { log_.entries.push_back(std::move(entry)); }

  // A row with this seal was stored, or is gone, in the same transaction: moves the total that
  // tells when a row is missing.
  void seal_added(const RowSeal& seal) { log_.sealed.add(this->seals_.share(seal)); }
  void seal_removed(const RowSeal& seal) { log_.sealed.remove(this->seals_.share(seal)); }
  // For the upgrade of a ledger that is older than the seals, and for nothing else: a chain without
  // a total gets one.
  void begin_total() { log_.begins_totals = true; }

  // This change makes remembered reads wrong (a revocation): Ledger::cache_epoch moves on before
  // the change is acknowledged.
  void outdate_caches() { tell(Topic::kCaches); }

  // Tells every server on this ledger, once the change is durable and not before. On PostgreSQL
  // only; elsewhere there are no others.
  void tell(Topic topic) { log_.told.add(topic); }

 protected:
  Writer(sql::Connection& connection, const RowSeals& seals, std::int64_t project, ChangeLog& log)
      : Reader<Text>(connection, seals, project), log_(log) {}

  ChangeLog& log_;
};

class ProjectReader final : public Reader<sql::ProjectSql> {
 public:
  ProjectReader(sql::Connection& connection, const RowSeals& seals, const ProjectScope& scope)
      : Reader(connection, seals, scope.project().value()) {}
};

class ProjectWriter final : public Writer<sql::ProjectSql> {
 public:
  ProjectWriter(sql::Connection& connection, const RowSeals& seals, const ProjectScope& scope,
                ChangeLog& log)
      : Writer(connection, seals, scope.project().value(), log) {}
};

class OperatorReader final : public Reader<sql::Sql> {
 public:
  OperatorReader(sql::Connection& connection, const RowSeals& seals, const OperatorScope&)
      : Reader(connection, seals, kInstallation.value()) {}
};

class OperatorWriter final : public Writer<sql::Sql> {
 public:
  OperatorWriter(sql::Connection& connection, const RowSeals& seals, const OperatorScope&,
                 ChangeLog& log)
      : Writer(connection, seals, kInstallation.value(), log) {}
};

}  // namespace vedette::ledger
