#pragma once

#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"
#include "names/reading/analyser.h"
#include "search/workspace_pool.h"
#include "service/common/idempotency.h"
#include "service/lists/generations.h"
#include "service/monitoring/monitor_record.h"
#include "service/monitoring/monitoring_settings.h"
#include "service/monitoring/record_rows.h"

namespace vedette::service {

// What a client sends of one record. Nothing in a field: on update the value stays.
struct RecordChange {
  std::string id = {};
  std::optional<std::string> name = {};
  std::optional<std::vector<std::string>> countries = {};
  std::optional<std::string> dob = {};
  std::optional<std::string> gender = {};
  evidence::PartyDetails details = {};
  std::vector<evidence::DetailField> given_details = {};  // those of `details` that were sent
};

struct SaveRequest {
  profile::Family family = profile::Family::kIndividual;
  std::vector<RecordChange> changes = {};  // each id once
  bool partial = false;                    // store what can be stored
};

enum class SaveResult : std::uint8_t { kCreated, kUpdated, kUnchanged, kRefused };

// What is wrong with one item of a request.
struct ItemProblem {
  std::size_t item = 0;
  std::string field = {};
  std::string code = {};
  std::string message = {};
};

struct SaveReport {
  struct Item {
    SaveResult result = SaveResult::kRefused;
    MonitorRecord record = {};  // as it is now; only the id of a refused one
    std::int64_t closed = 0;    // open matches that are none of the record any more
    std::optional<ItemProblem> problem = {};
  };
  std::vector<Item> items = {};  // in the order of the request
};

// The answer, or, with problems and without an answer, why nothing was stored.
struct Saved {
  Answered answer = {};
  std::vector<ItemProblem> problems = {};
};

struct Deleted {
  MonitorRecord record = {};
  base::Time at = {};
};

// Monitor records. A record is screened before it is stored and acknowledged: its counters are true
// from the first answer on. Searches run on the caller's threads, never on the ledger's writer; the
// transaction that stores their outcome finds out when the record changed meanwhile (then it is all
// done again, in the end while no other save of this process goes on) and when the generation did
// (then re-screening passes over it once more).
// Failures carry the code of the answer in details[0].code. Safe from any thread.
class Records {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    Generations& generations;
    const names::Analyser& analyser;
    search::WorkspacePool& workspaces;
    const base::Clock& clock;
  };
  explicit Records(const Parts& parts) : parts_(parts) {}

  base::Result<Saved> save(const Actor& actor, const SaveRequest& request,
                           const AnswerOnce<SaveReport>& once);

  // RECORD_NOT_FOUND when there is none. The matches leave with the record; the ledger keeps both
  // as long as the project's settings say.
  base::Result<Answered> remove(const Actor& actor, profile::Family family, const std::string& id,
                                const AnswerOnce<Deleted>& once);

  base::Result<MonitorRecord> find(const ledger::ProjectScope& scope, profile::Family family,
                                   const std::string& id);

 private:
  class Save;
  base::Result<Saved> save_once(const Actor& actor, const SaveRequest& request,
                                const AnswerOnce<SaveReport>& once, bool alone);

  const Parts parts_;
  std::mutex entrance_;  // whoever wants to be alone holds it while the others leave
  std::shared_mutex saving_;
};

base::Error record_not_found();

}  // namespace vedette::service
