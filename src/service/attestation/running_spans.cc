#include "service/attestation/running_spans.h"

#include <utility>

#include "service/common/retention_clock.h"
#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::OperatorReader;
using ledger::OperatorWriter;
using ledger::sql::Sql;

// A server that was stopped for so long (a machine that slept) did not run meanwhile.
constexpr base::Millis kLongestSilence = base::seconds(120);

constexpr Sql kBegin =
    "insert into running_spans (node, began_at, seen_at, clock_moved) values ($1, $2, $2, $3)"
    " on conflict (node, began_at) do update set clock_moved = $3";
constexpr Sql kProlong = "update running_spans set seen_at = $3 where node = $1 and began_at = $2";
constexpr Sql kSince =
    "select node, began_at, seen_at, clock_moved from running_spans where seen_at >= $1"
    " order by began_at, node";
constexpr Sql kFirst = "select min(began_at) from running_spans";

}  // namespace

Result<std::vector<RunningSpan>> running_spans(OperatorReader& reader, Time since) {
  VEDETTE_ASSIGN(auto rows, (reader.rows<std::string, Time, Time, bool>(kSince, since)));
  std::vector<RunningSpan> out;
  out.reserve(rows.size());
  for (auto& [node, began, seen, moved] : rows)
    out.push_back({std::move(node), began, seen, moved});
  return out;
}

Result<std::optional<Time>> first_running(OperatorReader& reader) {
  VEDETTE_ASSIGN(const auto row, reader.maybe<std::optional<Time>>(kFirst));
  return row ? std::get<0>(*row) : std::nullopt;
}

Result<void> RunningNote::begin(Time now, bool clock_moved) {
  VEDETTE_TRY(parts_.ledger.write(
      ScopeIssuer::for_installation_work(), [&](OperatorWriter& writer) -> Result<void> {
        VEDETTE_TRY(writer.bookkeep(kBegin, parts_.node, now, clock_moved));
        return {};
      }));
  began_ = now;
  return {};
}

Result<void> RunningNote::beat() {
  const Beat now{parts_.clock.now(), parts_.steady()};
  const auto before = std::exchange(last_, now);
  if (!before) return begin(now.at, false);
  const base::Millis ran{now.steady.count - before->steady.count};
  const base::Millis moved{(now.at - before->at).count - ran.count};
  if (moved > kClockTolerance || base::Millis{-kClockTolerance.count} > moved)
    return begin(now.at, true);
  if (ran > kLongestSilence) return begin(now.at, false);
  return parts_.ledger.write(ScopeIssuer::for_installation_work(),
                             [&](OperatorWriter& writer) -> Result<void> {
                               VEDETTE_TRY(writer.bookkeep(kProlong, parts_.node, began_, now.at));
                               return {};
                             });
}

}  // namespace vedette::service
