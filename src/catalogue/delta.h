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
  std::vector<std::uint32_t> added;    // live in the newer, not live in the older; newer's numbers
  std::vector<std::uint32_t> changed;  // live in both, another version; newer's numbers
  std::vector<std::uint32_t> removed;  // live in the older, not in the newer; older's numbers
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
