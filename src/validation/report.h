#pragma once

#include <optional>
#include <string>

#include "validation/earlier.h"
#include "validation/result.h"

namespace vedette::validation {

// What differs in every run: one element of the page, on one line.
struct RunInfo {
  std::string run_id = {};
  std::string started = {};  // ISO time
  std::string finished = {};
  std::string started_by = {};
  std::string result_sha256 = {};  // of the JSON file
};

// One page of HTML with its style and plots inside and no script, which opens anywhere and prints
// well. The same result gives the same bytes but for the line of the run.
std::string to_html(const Result& result, const RunInfo& run,
                    const std::optional<Earlier>& earlier);

}  // namespace vedette::validation
