#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/webhooks/webhook.h"

namespace vedette::service {

// The rows of deliveries in the ledger, within the caller's transaction and project.

// Newest first, those below `before` (0: all).
base::Result<std::vector<Delivery>> list_deliveries(ledger::ProjectReader& reader,
                                                    const std::string& webhook,
                                                    std::optional<DeliveryStatus> status,
                                                    std::int64_t before, std::int64_t limit);

// A row for each event that the endpoint wants; they are due at once. An event that has its row
// already is an error: nothing is delivered twice by mistake.
struct EventRef {
  std::int64_t sequence = 0;
  std::string type = {};
};
base::Result<void> insert_deliveries(ledger::ProjectWriter& writer, const std::string& webhook,
                                     const std::vector<EventRef>& events, base::Time now);

// A test, leased to `owner` from the beginning and tried once; gives its number.
base::Result<std::int64_t> insert_test(ledger::ProjectWriter& writer, const std::string& webhook,
                                       const std::string& body, const std::string& owner,
                                       base::Time now, base::Time lease_until);

// Makes the deliveries with these numbers due at once, with their tries counted anew; the oldest
// dead ones when none are named. Tests are left alone. Gives how many; kNotFound names a number
// that the endpoint has not.
base::Result<std::int64_t> make_due(ledger::ProjectWriter& writer, const std::string& webhook,
                                    const std::vector<std::int64_t>& numbers, std::int64_t most,
                                    base::Time now);

base::Result<void> remove_deliveries(ledger::ProjectWriter& writer, const std::string& webhook);

}  // namespace vedette::service
