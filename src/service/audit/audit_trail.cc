#include "service/audit/audit_trail.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;

constexpr ProjectSql kNewest = "select sequence from audit_heads where project_id = $1";
constexpr ProjectSql kTimeOf =
    "select at from audit_entries where project_id = $1 and sequence = $2";
constexpr ProjectSql kRead =
    "select e.sequence, e.at, e.action, e.actor, e.request_id, e.refers_to, p.payload"
    " from audit_entries e left join audit_payloads p"
    " on p.project_id = e.project_id and p.sequence = e.sequence"
    " where e.project_id = $1 and e.sequence > $2 and e.at >= $3"
    " and ($4 = '' or e.action = $4) and ($5 = '' or e.action like $5 || '.%')"
    " order by e.sequence limit $6";

}  // namespace

Result<std::int64_t> newest_entry(ProjectReader& reader) {
  VEDETTE_ASSIGN(const auto row, reader.maybe<std::int64_t>(kNewest));
  return row ? std::get<0>(*row) : 0;
}

// Sequences have no gaps, and times rise with them, so halving finds it without walking the chain.
Result<std::int64_t> entry_before(ProjectReader& reader, base::Time since) {
  if (since.unix_millis <= 0) return 0;
  std::int64_t low = 0;
  VEDETTE_ASSIGN(std::int64_t high, newest_entry(reader));
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    VEDETTE_ASSIGN(const auto at, reader.maybe<base::Time>(kTimeOf, middle));
    if (at && std::get<0>(*at) < since) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

Result<std::vector<AuditRecord>> read_audit(ledger::Ledger& ledger,
                                            const ledger::ProjectScope& scope,
                                            const AuditQuestion& question) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<std::vector<AuditRecord>> {
    VEDETTE_ASSIGN(const std::int64_t start, entry_before(reader, question.since));
    VEDETTE_ASSIGN(auto rows, reader.rows<std::int64_t, base::Time, std::string, std::string,
                                          std::string, std::int64_t, std::optional<std::string>>(
                                  kRead, std::max(start, question.after), question.since,
                                  question.action, question.category, question.limit));
    std::vector<AuditRecord> out;
    for (auto& [sequence, at, action, actor, request, refers, payload] : rows)
      out.push_back({sequence, at, std::move(action), std::move(actor), std::move(request), refers,
                     std::move(payload)});
    return out;
  });
}

}  // namespace vedette::service
