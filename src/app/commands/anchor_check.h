#pragma once

#include <string>
#include <vector>

#include "app/settings/settings.h"
#include "base/json_writer.h"
#include "base/result.h"

namespace vedette::app {

struct AnchorVerdict {
  std::size_t anchors = 0;
  std::size_t timestamps = 0;
  std::string newest = {};            // when the last one was made
  std::vector<std::string> bad = {};  // what does not fit, in words
};

// Holds the audit chains against a file of anchors (one per line). With a file of certificates the
// timestamps must be by an authority that one of them vouches for.
base::Result<AnchorVerdict> check_anchors(const Settings& settings, const std::string& file,
                                          const std::string& authority_file);
void print_anchors(const AnchorVerdict& verdict);
void write_anchors(base::JsonWriter& json, const AnchorVerdict& verdict);

}  // namespace vedette::app
