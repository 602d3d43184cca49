#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.h"
#include "catalogue/catalogue.h"
#include "service/lists/list_sources.h"
#include "service/lists/readiness.h"
#include "service/lists/source_folder.h"

namespace vedette::service {

// How old the lists of a catalogue are: the time since their source last confirmed that nothing has
// changed, however long ago the publication was; for a file that somebody gave (also in place of
// the source's) the time since it was read, and for a government's list that was published more
// than 60 days ago since then. The bound is that of the source, else the installation's. What the
// sources say is read again after a second, so that updates made by another process count. Safe
// from any thread.
class ListAges {
 public:
  ListAges(const SourceFolder& folder, std::vector<ListSource> sources, base::Millis bound,
           const base::Clock& clock);

  std::vector<ListAge> of(const catalogue::Catalogue& catalogue) const;
  // The ids of those older than their bound.
  std::vector<std::string> stale(const catalogue::Catalogue& catalogue) const;
  // Enabled sources whose last try failed.
  std::vector<std::string> failing() const;
  // What is known of a source.
  SourceState state(const std::string& source) const;

 private:
  struct Known {
    std::string checksum;
    base::Time confirmed;
    base::Millis bound;
  };
  void refresh() const;

  const SourceFolder& folder_;
  const std::vector<ListSource> sources_;
  const base::Millis bound_;
  const base::Clock& clock_;
  mutable std::mutex mutex_;
  mutable std::chrono::steady_clock::time_point refreshed_{};
  mutable std::map<std::string, SourceState, std::less<>> states_;        // by source
  mutable std::map<std::string, std::vector<Known>, std::less<>> lists_;  // by list
};

}  // namespace vedette::service
