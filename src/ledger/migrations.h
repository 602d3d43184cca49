#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/sql/connection.h"

namespace vedette::ledger {

// One step of the schema. Steps are numbered 1, 2, 3, ... and never change once released.
struct Migration {
  int number;
  std::string_view name;
  std::string_view text;
};

// The steps in this program, from db/*.sql. A new step is a file and a row in migrations.cc.
base::Result<std::vector<Migration>> known_migrations();

// How far a database is.
struct SchemaState {
  std::size_t applied = 0;
  std::size_t known = 0;  // to this program
};
// Only looks. Fails as migrate() does on a database that is not this program's.
base::Result<SchemaState> schema_state(sql::Connection& connection);

// Called after each statement, before its transaction ends.
using MigrationObserver = std::function<void(int number, std::size_t statement)>;

// Brings the schema up to date: one transaction per step, under a lock that all processes respect,
// so that a step is whole or absent however the process ends. kUnsupported when the database is
// newer than `migrations`; kCorrupt when an applied step is not the one in this program.
base::Result<void> migrate(sql::Connection& connection, std::span<const Migration> migrations,
                           base::Time now, const MigrationObserver& observer = {});

}  // namespace vedette::ledger
