#pragma once

#include <cstdint>

namespace vedette::ledger {

// Who waits for a change: somebody who asked for it, or nobody in particular.
enum class Urgency : std::uint8_t { kRequest, kBackground };

}  // namespace vedette::ledger
