#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/result.h"
#include "catalogue/builder.h"
#include "catalogue/catalogue.h"

namespace vedette::catalogue {

// The difference between two generations, as numbers of profiles.
struct Difference {
  // Matchable is what is neither deleted nor context that is not matched.
  std::vector<std::uint32_t> added;  // matchable in the newer, not in the older; newer's numbers
  // Matchable in both, with another version or read differently; newer's numbers.
  std::vector<std::uint32_t> changed;
  std::vector<std::uint32_t> removed;  // matchable in the older, not in the newer; older's numbers
};
Difference difference(const Catalogue& older, const Catalogue& newer);

struct DeltaOptions {
  base::Time created = {};
  std::string engine_version = {};
  unsigned threads = 2;
};

// Writes a catalogue of what changed from `older` to `newer` to `path`: added and changed profiles
// as they are in the newer, removed ones as deleted. Searching it says which of the newer's hits an
// earlier search of the older cannot have seen.
base::Result<BuildSummary> write_delta(const std::shared_ptr<const Catalogue>& older,
                                       const Catalogue& newer, const std::filesystem::path& path,
                                       const names::Analyser& analyser,
                                       const DeltaOptions& options);

}  // namespace vedette::catalogue
