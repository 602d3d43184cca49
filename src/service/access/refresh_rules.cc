#include "service/access/refresh_rules.h"

namespace vedette::service {

RefreshVerdict judge_refresh(const PresentedRefresh& presented, base::Time now,
                             base::Millis leeway) {
  if (presented.family_revoked) return RefreshVerdict::kRevoked;
  if (presented.generation != presented.current_generation) {
    const bool predecessor = presented.generation + 1 == presented.current_generation;
    const bool soon = leeway.count > 0 && now - presented.rotated <= leeway;
    return predecessor && soon ? RefreshVerdict::kJustUsed : RefreshVerdict::kReuse;
  }
  if (presented.family_closed) return RefreshVerdict::kRevoked;
  if (now >= presented.expires || now >= presented.family_expires) return RefreshVerdict::kExpired;
  return RefreshVerdict::kRotate;
}

}  // namespace vedette::service
