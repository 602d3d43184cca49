#pragma once

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"
#include "names/reading/analyser.h"
#include "search/workspace.h"
#include "service/lists/generations.h"
#include "service/lists/list_deltas.h"
#include "service/lists/readiness.h"
#include "service/monitoring/record_screening.h"
#include "service/monitoring/screening_progress.h"

namespace vedette::service {

// Brings records up to date when the lists, the engine or the settings of their project changed,
// chunk by chunk. Each chunk is leased in the ledger; the fence of the lease is checked in every
// transaction, so that several threads and nodes can share the work and one that was held up cannot
// write what is out of date. A record that is saved while its chunk is screened is never passed
// over: the chunk then stays behind and is done again. Applying a chunk twice changes nothing the
// second time, so that a crash at any moment loses and doubles nothing.
//
// After a change of the lists alone, records are searched in the delta of the two generations;
// else, or when the older generation is gone, or for a few records, in the whole. Safe from any
// thread.
class Rescreening {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    Generations& generations;
    const names::Analyser& analyser;
    const base::Clock& clock;
    std::filesystem::path scratch;  // a folder for deltas
    std::string node;               // names this node in leases, before and after a restart
    unsigned threads = 2;           // cores of the machine
    base::Millis lease = base::seconds(120);
    // After a change of the lists alone. The outcome is the same.
    enum class Against : std::uint8_t { kCheaper, kDelta, kWhole };
    Against against = Against::kCheaper;
  };
  explicit Rescreening(Parts parts)
      : parts_(std::move(parts)),
        deltas_(
            // A core is left to whoever is asked something.
            {parts_.generations, parts_.analyser, parts_.clock, parts_.scratch,
             std::max(1U, parts_.threads - 1)}) {}

  struct Chunk {
    base::ProjectId project;
    std::int64_t number = 0;
  };
  // Chunks that are behind and that nobody works on, at most `limit`. Nothing while no catalogue
  // serves, or an older one than records were screened under.
  base::Result<std::vector<Chunk>> behind(std::int64_t limit);

  enum class End : std::uint8_t {
    kDone,
    kTaken,    // somebody else holds it, or has done it
    kChanged,  // a record was saved meanwhile; the chunk is still behind
  };
  base::Result<End> bring_up_to_date(const Chunk& chunk, search::Workspace& workspace);

  // Everything that is behind, on this thread; gives the number of chunks done.
  base::Result<std::int64_t> catch_up();

  // Gives up what this node held before it was restarted; its work is taken up again at once.
  base::Result<void> release_leases();

  // Says so when it waits for newer lists.
  void describe(Readiness& readiness) const;

  // The target of the catalogue that serves.
  base::Result<ScreeningTarget> target() const;

 private:
  class Work;
  using CataloguePointer = std::shared_ptr<const catalogue::Catalogue>;

  // Once for each generation that serves.
  base::Result<void> note_generation(const catalogue::Catalogue& catalogue);
  // While older lists serve than records were screened under, nothing is screened again: it would
  // close the matches of everybody who is on the newer ones alone.
  base::Result<bool> is_newest(const catalogue::Catalogue& catalogue,
                               ledger::OperatorReader& reader);
  const Parts parts_;
  ListDeltas deltas_;
  std::atomic<std::int64_t> chunks_behind_ = 1;  // when somebody looked last
  std::atomic<std::int64_t> noted_generation_ = 0;
  std::atomic<bool> waits_ = false;  // for the newer lists
};

}  // namespace vedette::service
