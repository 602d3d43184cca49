#pragma once

#include <optional>
#include <string>
#include <vector>

#include "validation/earlier.h"
#include "validation/result.h"

namespace vedette::service {

// The result of a run in brief: what the list of runs and the console show.
std::string validation_summary(const validation::Result& result, const std::string& result_sha256,
                               const std::string& compared_with);

// Classes that are below the line now, were not in the earlier run, and are accepted by no one.
std::vector<validation::WeakClass> newly_weak(const validation::Result& result,
                                              const std::optional<validation::Earlier>& earlier);
// Weak classes without an owner.
std::int64_t unaccepted(const validation::Result& result);

}  // namespace vedette::service
