#include "service/health/installation_totals.h"

#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::sql::Sql;

// A sum of integers is an arbitrary number in PostgreSQL, which the ledger does not read.
constexpr Sql kFamilies =
    "select family, cast(sum(records) as bigint), cast(sum(open_records) as bigint),"
    " cast(sum(open_matches) as bigint), cast(sum(true_positive_matches) as bigint),"
    " cast(sum(false_positive_matches) as bigint), cast(sum(discarded_matches) as bigint)"
    " from family_totals group by family";
constexpr Sql kChunks = "select count(*) from screening_chunks";
constexpr Sql kChunksBehind = "select count(*) from screening_chunks where generation < $1";
constexpr Sql kWebhooksActive = "select count(*) from webhooks where active = 1";
constexpr Sql kWebhooksDisabled =
    "select count(*) from webhooks where active = 0 and disabled_at is not null";
constexpr Sql kWeakClasses =
    "select coalesce(cast(sum(weak) as bigint), 0) from validation_runs r where failure = ''"
    " and finished_at = (select max(finished_at) from validation_runs l"
    " where l.project_id = r.project_id and l.failure = '')";
constexpr Sql kPending =
    "select count(*), min(d.created_at) from webhook_deliveries d join webhooks w"
    " on w.project_id = d.project_id and w.webhook_id = d.webhook_id"
    " where d.status = 1 and w.active = 1";

Result<std::int64_t> count(OperatorReader& reader, const Sql& sql) {
  VEDETTE_ASSIGN(const auto row, reader.maybe<std::int64_t>(sql));
  return row ? std::get<0>(*row) : 0;
}

}  // namespace

// The right to the sums over every project.
class TotalsReading {
 public:
  static ledger::OperatorScope scope() { return ScopeIssuer::for_totals(); }
};

Result<InstallationTotals> read_installation_totals(ledger::Ledger& ledger,
                                                    std::int64_t generation) {
  return ledger.read(
      TotalsReading::scope(), [&](OperatorReader& reader) -> Result<InstallationTotals> {
        InstallationTotals out;
        VEDETTE_ASSIGN(const auto families,
                       (reader.rows<std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                                    std::int64_t, std::int64_t, std::int64_t>(kFamilies)));
        for (const auto& [family, records, open_records, open, confirmed, cleared, discarded] :
             families) {
          FamilyTotals& totals = family_of_number(family) == profile::Family::kBusiness
                                     ? out.businesses
                                     : out.individuals;
          totals.records = records;
          totals.open_records = open_records;
          totals.matches.of(MatchStatus::kOpen) = open;
          totals.matches.of(MatchStatus::kTruePositive) = confirmed;
          totals.matches.of(MatchStatus::kFalsePositive) = cleared;
          totals.matches.of(MatchStatus::kDiscarded) = discarded;
        }
        VEDETTE_ASSIGN(out.chunks, count(reader, kChunks));
        VEDETTE_ASSIGN(const auto behind, reader.maybe<std::int64_t>(kChunksBehind, generation));
        out.chunks_behind = behind ? std::get<0>(*behind) : 0;
        VEDETTE_ASSIGN(out.webhooks_active, count(reader, kWebhooksActive));
        VEDETTE_ASSIGN(out.webhooks_disabled, count(reader, kWebhooksDisabled));
        VEDETTE_ASSIGN(out.weak_classes, count(reader, kWeakClasses));
        VEDETTE_ASSIGN(const auto pending,
                       (reader.maybe<std::int64_t, std::optional<base::Time>>(kPending)));
        if (pending) std::tie(out.deliveries_pending, out.oldest_pending) = *pending;
        return out;
      });
}

}  // namespace vedette::service
