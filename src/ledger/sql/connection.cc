#include "ledger/sql/connection.h"

#include "base/check.h"
#include "base/encoding.h"

namespace vedette::ledger::sql {
namespace {

// Several times what a row with its indexes takes on a slow disk.
constexpr std::chrono::microseconds kTimePerRow{500};

}  // namespace

// PostgreSQL refuses zero bytes and broken UTF-8 in text, SQLite stores them: refused for both.
base::Result<void> Connection::check_text(std::span<const Value> values) {
  for (const Value& value : values) {
    const auto* text = std::get_if<std::string_view>(&value);
    if (text == nullptr) continue;
    if (text->find('\0') != std::string_view::npos || !base::is_utf8(*text))
      return fail(Fault::kInvalid, "");
  }
  return {};
}

base::Result<std::int64_t> Connection::run(const Sql& sql, std::span<const Value> parameters,
                                           const RowSink& sink) {
  VEDETTE_CHECK(static_cast<std::size_t>(sql.parameters()) == parameters.size());
  VEDETTE_TRY(check_text(parameters));
  return run_checked(sql, parameters, sink);
}

base::Result<void> Connection::bulk(const BulkTarget& target, std::span<const Value> cells) {
  if (deadline_ != Deadline::max())
    deadline_ += kTimePerRow * static_cast<std::int64_t>(cells.size() / target.width());
  VEDETTE_CHECK(cells.size() % target.width() == 0);
  if (cells.empty()) return {};
  VEDETTE_TRY(check_text(cells));
  return bulk_checked(target, cells);
}

}  // namespace vedette::ledger::sql
