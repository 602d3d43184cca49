#include "ledger/store.h"

#include <algorithm>

#include "ledger/sql/postgresql_connection.h"
#include "ledger/sql/sqlite_connection.h"

namespace vedette::ledger {

base::Result<std::unique_ptr<sql::Connection>> Store::connect(sql::Access access) const {
  const sql::Deadline deadline = sql::after(settings_.connect_deadline);
  if (is_postgresql()) return sql::open_postgresql(settings_.database_url, access, deadline);
  return sql::open_sqlite({settings_.data_directory / "ledger.db", settings_.sqlite_vfs}, access,
                          deadline);
}

void Backoff::failed() {
  constexpr std::chrono::milliseconds kFirst{50};
  constexpr std::chrono::milliseconds kLongest{1000};
  next_ = std::chrono::steady_clock::now() + pause_;
  pause_ = std::clamp(pause_ * 2, kFirst, kLongest);
}

}  // namespace vedette::ledger
