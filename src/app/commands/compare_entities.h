#pragma once

#include <string>

#include "base/result.h"

namespace vedette::app {

// `vedette compare --entities FILE`: reads JSON lines {"left": entity, "right": entity, ...} of
// FollowTheMoney entities, "-" for standard input, and writes each line back with `score`,
// `confidence` and `evidence`. Fails at the first line that is not such a pair and names it; lines
// already written stay written.
base::Result<void> compare_entities(const std::string& path);

}  // namespace vedette::app
