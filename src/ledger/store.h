#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "ledger/ledger.h"
#include "ledger/sql/connection.h"

namespace vedette::ledger {

// Opens connections to the store that the settings name.
class Store {
 public:
  explicit Store(const LedgerSettings& settings) : settings_(settings) {}

  base::Result<std::unique_ptr<sql::Connection>> connect(sql::Access access) const;
  bool is_postgresql() const { return !settings_.database_url.empty(); }
  const LedgerSettings& settings() const { return settings_; }

 private:
  const LedgerSettings settings_;
};

// When to try a broken connection again: at once after the first failure, then after pauses that
// double up to a second. Used under the lock of its owner.
class Backoff {
 public:
  bool may_try() const { return std::chrono::steady_clock::now() >= next_; }
  void failed();
  void succeeded() { pause_ = std::chrono::milliseconds(0); }

 private:
  std::chrono::milliseconds pause_{0};
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace vedette::ledger
