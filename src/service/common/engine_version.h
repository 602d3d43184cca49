#pragma once

#include <cstdint>
#include <string_view>

namespace vedette::service {

// The version of the comparison: raised whenever a change of names/, text/ or their tables can
// change a score. Stored with every generation, search and match.
constexpr std::string_view kEngineVersion = "13";

// The version of the confidence: raised whenever a change of evidence/ or its tables can change
// one. Records are screened again; generations stay as they are.
constexpr std::int64_t kEvidenceVersion = 1;

}  // namespace vedette::service
