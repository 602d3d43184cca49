#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/bell.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalogue/serving.h"
#include "catalogue/store.h"
#include "service/lists/list_ages.h"
#include "service/lists/readiness.h"

namespace vedette::service {

// Keeps the generation that serves up to date: opens the current one at start, notices within a
// second when an import names another, and checks the whole file in the background. A file that
// turns out to be damaged is never served: the one before goes on, or none. One that cannot be read
// is tried again at every look. The same for a file that somebody writes to while it serves: it is
// withdrawn within half a second, read in full, and serves again if it is whole. Safe from any
// thread.
class CatalogueWatch {
 public:
  // Starts with whatever the folder holds; a folder without a generation is fine. `switched` is
  // called on a thread of the watch when it serves another generation than before.
  CatalogueWatch(
      catalogue::Store store, const base::Clock& clock, std::function<void()> switched = [] {});
  ~CatalogueWatch();
  CatalogueWatch(const CatalogueWatch&) = delete;
  CatalogueWatch& operator=(const CatalogueWatch&) = delete;

  // Looks whether there is another one, on its own thread, without waiting for its time.
  void look_now() { bell_.ring(); }

  // Whether another generation serves than the current one, or none because of it.
  bool refuses_current() const;

  // Null while there is none.
  std::shared_ptr<const catalogue::Catalogue> get() const { return serving_.get(); }

  // Fills in what the catalogue has to do with being ready.
  void describe(Readiness& readiness, const ListAges& ages) const;

 private:
  void run();
  void look();
  void open_current();
  void serve(std::shared_ptr<const catalogue::Catalogue> catalogue, std::string problem);
  void switch_to(std::shared_ptr<const catalogue::Catalogue> catalogue);
  void look_at_the_file();
  void go_on_without(const std::string& problem);
  void check_in_full(const std::shared_ptr<const catalogue::Catalogue>& catalogue);
  bool wait();

  const catalogue::Store store_;
  const base::Clock& clock_;
  const std::function<void()> switched_;
  catalogue::Serving serving_;
  std::uint64_t refused_ = 0;  // a generation that is damaged: not tried again
  // Of the file that serves, as it was when that began: what it says of itself may change under us.
  std::uint64_t generation_ = 0;
  std::uint64_t newest_ = 0;  // that has served
  std::optional<std::filesystem::file_time_type> written_;

  mutable std::mutex mutex_;
  std::string problem_;      // why another generation serves than the current one, or none
  bool unreadable_ = false;  // that is because it cannot be read, which may pass
  base::Bell bell_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace vedette::service
