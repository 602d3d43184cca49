#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "base/bell.h"
#include "service/parties/groupings.h"
#include "service/parties/party_resolution.h"

namespace vedette::service {

// Keeps the parties of the generation that serves up to date: decides them where they are not
// decided (a generation of an earlier version, or one that another server published), and again
// when somebody judged or a setting changed. Each server does so alone: the same lists and
// judgements give the same parties.
class PartyWatch {
 public:
  struct Parts {
    catalogue::Store store;
    const names::Analyser& analyser;
    Groupings& groupings;
    std::function<std::shared_ptr<const catalogue::Catalogue>()> catalogue;
    PartyResolution how;
    std::chrono::milliseconds interval{500};
  };
  explicit PartyWatch(Parts parts);
  ~PartyWatch();
  PartyWatch(const PartyWatch&) = delete;
  PartyWatch& operator=(const PartyWatch&) = delete;

  // Looks at once, on its own thread.
  void look_now() { bell_.ring(); }

 private:
  void run();
  base::Result<void> look();
  base::Result<bool> is_up_to_date(const parties::Grouping& grouping) const;

  const Parts parts_;
  base::Bell bell_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace vedette::service
