#include "service/common/work_lease.h"

#include <fmt/format.h>

#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorWriter;
using ledger::sql::Sql;

constexpr Sql kFirst =
    "insert into leases (work, owner, held_until, fence) values ($1, '', 0, 0)"
    " on conflict (work) do nothing";
constexpr Sql kTake =
    "update leases set owner = $2, held_until = $3, fence = fence + 1"
    " where work = $1 and (held_until < $4 or owner = $2)";
constexpr Sql kFence = "select fence from leases where work = $1";
constexpr Sql kSetEnd = "update leases set held_until = $3 where work = $1 and fence = $2";

}  // namespace

Result<std::optional<std::int64_t>> WorkLease::take() {
  using Fence = std::optional<std::int64_t>;
  return parts_.ledger.write(
      ScopeIssuer::for_installation_work(), [this](OperatorWriter& writer) -> Result<Fence> {
        const base::Time now = parts_.clock.now();
        VEDETTE_TRY(writer.bookkeep(kFirst, parts_.work));
        VEDETTE_ASSIGN(const std::int64_t taken,
                       writer.bookkeep(kTake, parts_.work, parts_.node, now + parts_.span, now));
        if (taken == 0) return Fence();
        VEDETTE_ASSIGN(const auto fence, writer.maybe<std::int64_t>(kFence, parts_.work));
        return Fence(std::get<0>(*fence));
      });
}

base::Error WorkLease::lost() const {
  return {base::Cause::kConflict,
          fmt::format("another node has taken over the work {}", parts_.work)};
}

Result<void> WorkLease::set_end(std::int64_t fence, base::Time end) {
  return parts_.ledger.write(
      ScopeIssuer::for_installation_work(), [&](OperatorWriter& writer) -> Result<void> {
        VEDETTE_ASSIGN(const std::int64_t held, writer.bookkeep(kSetEnd, parts_.work, fence, end));
        if (held == 0) return lost();
        return {};
      });
}

Result<void> WorkLease::hold(std::int64_t fence) {
  return set_end(fence, parts_.clock.now() + parts_.span);
}

Result<void> WorkLease::give_back(std::int64_t fence) {
  return set_end(fence, base::Time{0});
}

Result<void> WorkLease::check(OperatorWriter& writer, std::int64_t fence) const {
  // Written, not only read: a node that takes the lease meanwhile waits for this change.
  VEDETTE_ASSIGN(const std::int64_t held,
                 writer.bookkeep(kSetEnd, parts_.work, fence, parts_.clock.now() + parts_.span));
  if (held == 0) return lost();
  return {};
}

}  // namespace vedette::service
