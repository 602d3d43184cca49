#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/digest.h"
#include "ledger/ledger.h"

// For tests only: numbered rows, each written with its audit entry, to compare what was
// acknowledged with what is there. They live in idempotency_keys.
namespace vedette::ledger::testing {

inline base::Result<void> write_number(Ledger& ledger, const ProjectScope& scope,
                                       std::int64_t number, const std::string& padding = "") {
  return ledger.write(scope, [&](ProjectWriter& writer) -> base::Result<void> {
    const base::Sha256 digest = base::sha256(std::to_string(number));
    VEDETTE_TRY(writer.execute(
        "insert into idempotency_keys (project_id, key_sha256, request_sha256, created_at,"
        " expires_at, answer) values ($1, $2, $2, $3, 0, $4)",
        digest, number, padding));
    writer.audit({"number.written", "service", "", AuditPayload().add("number", number).json(), 0});
    return {};
  });
}

inline std::vector<std::int64_t> read_numbers(Ledger& ledger, const ProjectScope& scope) {
  const auto rows = ledger.read(scope, [](ProjectReader& reader) {
    return reader.rows<std::int64_t>(
        "select created_at from idempotency_keys where project_id = $1 order by created_at");
  });
  EXPECT_TRUE(rows.ok()) << (rows.ok() ? "" : rows.error().message);
  std::vector<std::int64_t> out;
  if (rows.ok())
    for (const auto& [number] : *rows)
      out.push_back(number);
  return out;
}

// Every number has exactly one audit entry, and the chain is whole.
inline void expect_whole(Ledger& ledger, const ProjectScope& scope) {
  const auto report = ledger.verify_audit_chain(scope);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_TRUE(report->whole()) << report->reason;
  EXPECT_EQ(static_cast<std::size_t>(report->entries), read_numbers(ledger, scope).size());
}

}  // namespace vedette::ledger::testing
