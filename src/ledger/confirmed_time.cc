#include "ledger/confirmed_time.h"

#include "ledger/store.h"

namespace vedette::ledger {
namespace {

constexpr sql::Sql kRead = "select confirmed_at from confirmed_time where only_row = 1";

}  // namespace

base::Result<std::optional<base::Time>> confirmed_time(const LedgerSettings& settings) {
  VEDETTE_ASSIGN(const std::unique_ptr<sql::Connection> connection,
                 Store(settings).connect(sql::Access::kRead));
  connection->set_deadline(sql::after(settings.read_deadline));
  VEDETTE_ASSIGN(const auto rows, query_rows<base::Time>(*connection, kRead, {}));
  return rows.empty() ? std::nullopt : std::optional(std::get<0>(rows.front()));
}

}  // namespace vedette::ledger
