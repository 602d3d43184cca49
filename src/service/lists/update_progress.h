#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/json_writer.h"
#include "service/lists/list_import.h"

namespace vedette::service {

enum class SourceStep {
  kWaiting,
  kFetching,
  kFetched,    // new files are here, not yet imported
  kUnchanged,  // the catalogue has what the source has
  kImported,
  kFailed,  // the last good version goes on
};
std::string_view step_name(SourceStep step);

struct SourceProgress {
  std::string source;
  SourceStep step = SourceStep::kWaiting;
  std::uint64_t bytes = 0;  // of the file that is coming
  std::optional<std::uint64_t> total_bytes = {};
  std::string failure = {};
  std::vector<std::string> lists = {};  // that it was imported as
};

// How far an update is, or how it ended.
struct UpdateProgress {
  base::Time started = {};
  std::optional<base::Time> finished = {};
  std::string phase = "fetching";  // then "reading", "indexing", "checking", "done"
  std::vector<SourceProgress> sources = {};
  ImportProgress import = {};                         // while reading
  std::shared_ptr<const ImportReport> imported = {};  // nothing: the same generation goes on

  bool failed() const;
};
// {"state":"running","phase":..,"sources":[..],"import":{..},"generation":..,"lists":[..]}
void write_progress(base::JsonWriter& json, const UpdateProgress& progress);

}  // namespace vedette::service
