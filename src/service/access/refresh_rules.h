#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"

namespace vedette::service {

// What the ledger knows about a presented refresh token and its family.
struct PresentedRefresh {
  std::int64_t generation = 0;  // of the presented token
  base::Time expires;           // of the presented token
  std::int64_t current_generation = 0;
  base::Time rotated;  // when the current generation was issued
  base::Time family_expires;
  bool family_closed = false;  // lost its refresh token to newer sign-ins
  bool family_revoked = false;
};

enum class RefreshVerdict {
  kRotate,    // the current token: issue the next one
  kExpired,   // too old, or its family is
  kRevoked,   // its family was ended
  kJustUsed,  // the direct predecessor, within the leeway: a race or a retry of the client
  kReuse,     // anything older or later: somebody else has it, end the family
};

// Single use with a leeway that never issues again. The leeway covers the direct predecessor only;
// a leeway of 0 means that every second use ends the family.
RefreshVerdict judge_refresh(const PresentedRefresh& presented, base::Time now,
                             base::Millis leeway);

}  // namespace vedette::service
