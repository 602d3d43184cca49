#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/digest.h"
#include "ledger/ledger.h"
#include "ledger/store.h"
#include "ledger/testing/private_cluster.h"

namespace vedette::ledger::testing {

enum class StoreKind { kSqlite, kPostgresql };

// Runs each test once per store. 2026-01-31T12:00:00Z is "now" until a test moves the clock.
class StoreTest : public ::testing::TestWithParam<StoreKind> {
 protected:
  StoreTest() {
    settings_.data_directory = folder_.path();
    if (GetParam() == StoreKind::kPostgresql) settings_.database_url = shared_cluster().fresh_url();
  }

  bool on_postgresql() const { return GetParam() == StoreKind::kPostgresql; }

  std::unique_ptr<Ledger> open() {
    auto ledger = Ledger::open(settings_, clock_, key_);
    EXPECT_TRUE(ledger.ok()) << (ledger.ok() ? "" : ledger.error().message);
    return ledger.ok() ? std::move(ledger).value() : nullptr;
  }

  // A connection beside the ledger, as an intruder with the database password has.
  std::unique_ptr<sql::Connection> connect() {
    auto connection = Store(settings_).connect(sql::Access::kWrite);
    EXPECT_TRUE(connection.ok());
    return std::move(connection).value();
  }

  static std::int64_t run(sql::Connection& connection, const sql::Sql& text,
                          std::vector<sql::Value> values = {}) {
    const auto changed = connection.run(text, values, [](auto) { return base::Result<void>(); });
    EXPECT_TRUE(changed.ok()) << (changed.ok() ? "" : changed.error().message);
    return changed.ok() ? *changed : -1;
  }

  TemporaryFolder folder_;
  base::ManualClock clock_{base::Time{1'769'860'800'000}};
  const ServerKey key_{base::random_key()};
  const OperatorScope operator_ = OperatorScope::for_command_line();
  LedgerSettings settings_;
};

inline std::string store_name(const ::testing::TestParamInfo<StoreKind>& info) {
  return info.param == StoreKind::kSqlite ? "SQLite" : "PostgreSQL";
}

#define VEDETTE_BOTH_STORES(suite)                                                                \
  INSTANTIATE_TEST_SUITE_P(Store, suite,                                                          \
                           ::testing::Values(::vedette::ledger::testing::StoreKind::kSqlite,      \
                                             ::vedette::ledger::testing::StoreKind::kPostgresql), \
                           ::vedette::ledger::testing::store_name)

}  // namespace vedette::ledger::testing
