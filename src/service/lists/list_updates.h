#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "service/lists/list_update.h"

namespace vedette::service {

// Updates of the lists inside a server: on a schedule and when somebody asks, one at a time. The
// lock of the source folder keeps other processes on the same data directory from doing the same;
// the lease, when there is one, keeps the schedules of nodes that share a ledger from running at
// the same time. Safe from any thread.
class ListUpdates {
 public:
  // `sources` are all that are known; the enabled ones are fetched every `interval` (0: only when
  // asked), counted from the last try, whoever made it, plus up to a tenth of it at random. After a
  // failure the next try comes within the hour.
  ListUpdates(UpdateParts parts, std::vector<ListSource> sources, base::Millis interval,
              WorkLease* lease = nullptr);
  // Breaks off a download; an import under way that is past its reading is waited for.
  ~ListUpdates();
  ListUpdates(const ListUpdates&) = delete;
  ListUpdates& operator=(const ListUpdates&) = delete;

  // Starts one in the background, of the sources named or of all that are enabled. kConflict while
  // one runs, kNotFound for a source that is not enabled, kInvalidInput when none is.
  base::Result<void> start(UpdateAsked asked);

  // The one that runs, or the last one of this process.
  std::optional<UpdateProgress> latest() const;
  const std::vector<ListSource>& sources() const { return sources_; }

 private:
  // An update that is to be made now.
  struct Job {
    std::vector<ListSource> sources = {};
    UpdateAsked asked = {};
  };
  void run(const std::stop_token& stop);
  // False when another node is at it.
  bool update_on_schedule(const std::stop_token& stop);
  void update(const Job& job, const HeldLease& lease, const std::stop_token& stop);
  base::Time next_due() const;
  base::Time first_due() const;
  base::Time last_tried() const;
  std::vector<ListSource> enabled() const;

  const UpdateParts parts_;
  const std::vector<ListSource> sources_;
  const base::Millis interval_;
  WorkLease* const lease_;

  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Job> asked_;  // to be done now
  bool running_ = false;
  bool failed_ = false;       // the last one
  base::Time seen_try_ = {};  // the last that the schedule knew of; its thread's own
  std::optional<UpdateProgress> latest_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace vedette::service
