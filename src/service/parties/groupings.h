#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "catalogue/store.h"
#include "parties/grouping_folder.h"

namespace vedette::service {

// The groupings of the generations in a folder, the last few of them in memory. Safe from any
// thread.
class Groupings {
 public:
  explicit Groupings(const catalogue::Store& store) : folder_(store.folder()) {}

  // How the entries of this generation are grouped; every entry alone where that is not decided
  // yet. The newest revision that this process has looked at (look()). A damaged file is an error.
  base::Result<std::shared_ptr<const parties::Grouping>> of(const catalogue::Catalogue& catalogue);

  // Looks into the folder for a newer revision.
  base::Result<std::shared_ptr<const parties::Grouping>> look(
      const catalogue::Catalogue& catalogue);

 private:
  static constexpr std::size_t kMostOpen = 4;

  struct Open {
    std::int64_t created_millis = 0;
    std::shared_ptr<const parties::Grouping> grouping;
  };
  std::shared_ptr<const parties::Grouping> known(const catalogue::Catalogue& catalogue);

  const parties::GroupingFolder folder_;
  std::mutex mutex_;
  std::deque<Open> open_;  // the last used at the front
};

}  // namespace vedette::service
