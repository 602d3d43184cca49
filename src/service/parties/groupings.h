#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "catalogue/store.h"
#include "parties/grouping_folder.h"
#include "parties/party_catalogue.h"

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

  // What a search runs on: the generation with its parties, as of() tells; as they were at that
  // time; or as a record names them (PartyCatalogue::parties_text). Where a grouping cannot be
  // read, or is not decided, every entry is alone: a hit is then shown more than once, and never
  // lost.
  parties::PartyCatalogue served(std::shared_ptr<const catalogue::Catalogue> catalogue);
  parties::PartyCatalogue served_at(std::shared_ptr<const catalogue::Catalogue> catalogue,
                                    base::Time time);
  // The newest grouping, where the one that the text names is gone.
  parties::PartyCatalogue recorded(std::shared_ptr<const catalogue::Catalogue> catalogue,
                                   std::string_view text);

 private:
  static constexpr std::size_t kMostOpen = 4;

  struct Open {
    std::int64_t created_millis = 0;
    std::shared_ptr<const parties::Grouping> grouping;
  };
  using Opened = std::deque<Open>;  // the last used at the front
  static std::shared_ptr<const parties::Grouping> find(const Opened& all,
                                                       const catalogue::Catalogue& catalogue,
                                                       std::uint64_t revision);
  static void keep(Opened& all, Open one);
  std::shared_ptr<const parties::Grouping> known(const catalogue::Catalogue& catalogue);
  std::shared_ptr<const parties::Grouping> revision(const catalogue::Catalogue& catalogue,
                                                    std::uint64_t number);

  const parties::GroupingFolder folder_;
  std::mutex mutex_;
  Opened open_;   // the newest of their generations
  Opened older_;  // certain revisions
  // The generation whose grouping could not be read, until a look() can.
  std::optional<std::pair<std::uint64_t, std::int64_t>> unreadable_;
};

}  // namespace vedette::service
