#pragma once

#include <string_view>

#include "ledger/sql/placeholders.h"

namespace vedette::ledger::sql {

// The text of one query. The constructor runs at compile time only, so a string that was put
// together at run time does not compile as a query. Parameters are $1..$n on both engines.
class Sql {
 public:
  consteval Sql(const char* text)  // NOLINT(implicit)
      : text_(text), parameters_(count_placeholders(text_)) {
    if (parameters_ == kBadPlaceholders) throw "parameters must be $1..$n, one statement, no ?";
  }
  // Lives for ever; its address names the statement in the caches.
  constexpr std::string_view text() const { return text_; }
  constexpr int parameters() const { return parameters_; }

 private:
  std::string_view text_;
  int parameters_;
};

// A query over the rows of one project. $1 is the project, and the scope binds it: callers give
// $2..$n only, and text that does not restrict its rows to the project does not compile.
class ProjectSql {
 public:
  consteval ProjectSql(const char* text) : sql_(text) {  // NOLINT(implicit)
    const std::string_view view = sql_.text();
    const bool restricts = view.find("project_id = $1") != std::string_view::npos;
    const bool inserts = view.starts_with("insert into ") &&
                         view.find("(project_id,") != std::string_view::npos &&
                         view.find(" values ($1,") != std::string_view::npos;
    if (!restricts && !inserts) throw "a project query must hold to its project by $1";
  }
  constexpr const Sql& sql() const { return sql_; }

 private:
  Sql sql_;
};

// Where a bulk insert goes: a table and its columns, known at compile time.
class BulkTarget {
 public:
  consteval BulkTarget(const char* table, const char* columns) : table_(table), columns_(columns) {
    for (const char c : columns_)
      width_ += c == ',' ? 1 : 0;
  }
  constexpr std::string_view table() const { return table_; }
  constexpr std::string_view columns() const { return columns_; }
  constexpr std::size_t width() const { return width_; }
  constexpr bool by_project() const { return columns_.starts_with("project_id,"); }

 private:
  std::string_view table_;
  std::string_view columns_;
  std::size_t width_ = 1;
};

}  // namespace vedette::ledger::sql
