#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/monitoring/review_jobs.h"

namespace vedette::service {

// The rows of review jobs. What a job is to do is sealed (ledger/row_seal.h), because the server
// writes sealed reviews by it: somebody who can write to the database cannot add to a job or change
// it. How far the job has come is not sealed.

enum class ItemResult : std::int64_t { kWaiting = 0, kStored = 1, kLeftAlone = 2 };

// A job with what its reviews are stored under.
struct StoredJob {
  ReviewJob job = {};
  std::string actor = {};
  std::string request_id = {};
  std::string client_user_id = {};
  std::string rating = {};
  bool sealed = false;  // whether the row fits its seal; only such a job may be carried out
};

struct NumberedItem {
  std::int64_t number = 0;
  ReviewJobItem item = {};
  bool sealed = false;
};

base::Result<std::optional<StoredJob>> find_job(ledger::ProjectReader& reader,
                                                const std::string& id);
base::Result<std::optional<StoredJob>> find_job(ledger::ProjectWriter& writer,
                                                const std::string& id);
// The job that undoes this one.
base::Result<std::optional<std::string>> find_undo(ledger::ProjectWriter& writer,
                                                   const std::string& id);

// From item number `from` on, in order.
base::Result<std::vector<NumberedItem>> waiting_items(ledger::ProjectWriter& writer,
                                                      const std::string& id, std::int64_t from,
                                                      std::int64_t most);
// Those whose review the job has stored.
base::Result<std::vector<NumberedItem>> stored_items(ledger::ProjectWriter& writer,
                                                     const std::string& id);

// With its items, and the audit entry of its start.
base::Result<ReviewJob> insert_job(ledger::ProjectWriter& writer, const Actor& actor,
                                   const ReviewJobRequest& request, const std::string& undoes,
                                   base::Time now);
base::Result<void> settle_item(ledger::ProjectWriter& writer, const std::string& id,
                               std::int64_t number, ItemResult result);
base::Result<void> move_job(ledger::ProjectWriter& writer, const ReviewJob& job);
// Ends a job before it has reached all of its matches.
base::Result<void> stop_job(ledger::ProjectWriter& writer, const std::string& id, base::Time now);

}  // namespace vedette::service
