#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fetch/post.h"
#include "ledger/ledger.h"
#include "service/common/retention_clock.h"
#include "service/monitoring/monitor_record.h"
#include "service/webhooks/webhook.h"
#include "service/webhooks/webhook_signing.h"

namespace vedette::service {

// How endpoints are asked and when they are asked again.
struct WebhookRules {
  fetch::TargetRules targets = {};
  std::string proxy = {};
  std::string ca_file = {};
  std::string user_agent = {};
  base::Millis timeout = base::seconds(5);
  // The waits after the first, second, ... failure; after the last one the delivery is dead.
  std::vector<base::Millis> retries = {};
  base::Millis failing = base::days(5);    // an endpoint without success for so long, by the
                                           // retention clock, is switched off
  base::Millis lease = base::seconds(60);  // longer than a try can take
};

// From events of the feed to requests at endpoints: exactly one delivery per event and endpoint in
// the ledger, and at least one request on the wire. A delivery is leased before it is tried; the
// fence of the lease is checked when its end is written, so that several nodes share the work and
// a node that was held up changes nothing. After a crash it is tried again.
// Safe from any thread.
class WebhookDelivery {
 public:
  using Send = std::function<base::Result<fetch::PostAnswer>(const fetch::PostRequest&)>;
  struct Parts {
    ledger::Ledger& ledger;
    const base::Clock& clock;
    RetentionClock& retention;
    const WebhookSigning& signing;
    std::string node;  // names this node in leases, before and after a restart
    WebhookRules rules;
    Send send = fetch::post;
    // Told what became of each try: delivered, dead, or still pending.
    std::function<void(DeliveryStatus)> observe = {};
  };
  explicit WebhookDelivery(Parts parts) : parts_(std::move(parts)) {}

  // Makes deliveries of the events that endpoints have not seen yet; gives how many endpoints moved
  // on. An endpoint with kMostPending deliveries under way waits; its events stay in the feed.
  base::Result<std::int64_t> fan_out();
  static constexpr std::int64_t kMostPending = 1000;

  struct Claimed {
    base::ProjectId project;
    std::int64_t number = 0;
    std::string webhook = {};
    std::int64_t attempts = 0;  // so far
    std::int64_t fence = 0;
  };
  // Leases up to `most` deliveries that are due, of each endpoint no more than kMostAtOnce at one
  // time over all nodes.
  base::Result<std::vector<Claimed>> claim(std::int64_t most);
  static constexpr std::int64_t kMostAtOnce = 4;

  // Tries it, and writes what came of it. A try that was cancelled counts for nothing.
  base::Result<void> attempt(
      const Claimed& claimed, const std::function<bool()>& cancelled = [] { return false; });

  // Sends a test to the endpoint now, once; gives the number of the delivery.
  base::Result<std::int64_t> test(const Actor& actor, const std::string& webhook);

  // Gives up what this node held before it was restarted; it is tried again at once.
  base::Result<void> release_leases();

  // Removes up to `chunk` deliveries that ended longer than kDeliveriesKept ago by the retention
  // clock.
  base::Result<std::int64_t> remove_outdated(std::int64_t chunk);

 private:
  struct Message;
  struct Outcome;
  base::Result<bool> fan_out_one(base::ProjectId project, const std::string& webhook);
  base::Result<std::optional<Message>> message_of(const Claimed& claimed);
  Outcome send(const Message& message, const std::function<bool()>& cancelled);
  base::Result<void> settle(const Claimed& claimed, const Message& message, const Outcome& outcome);

  const Parts parts_;
};

// When a delivery that failed for the n-th time (from 1) is tried again: the n-th wait with up to a
// fifth more, so that endpoints are not asked in step, or what the endpoint asked for when that is
// longer, up to a day. Nothing when there is no further try. `share` is from 0 to 1.
std::optional<base::Millis> wait_after(const std::vector<base::Millis>& retries,
                                       std::int64_t failures, base::Millis asked_for, double share);

}  // namespace vedette::service
