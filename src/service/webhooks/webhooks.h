#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fetch/target.h"
#include "ledger/ledger.h"
#include "service/monitoring/monitor_record.h"
#include "service/webhooks/webhook.h"
#include "service/webhooks/webhook_signing.h"

namespace vedette::service {

inline constexpr std::int64_t kMostWebhooks = 20;        // of a project
inline constexpr std::int64_t kMostRedeliveries = 1000;  // in one call
inline constexpr std::size_t kMostSecrets = 5;           // of an endpoint at one time

// What an endpoint is to be; what is absent stays, or is the default of a new one.
struct WebhookChange {
  std::optional<std::string> url = {};
  std::optional<std::vector<std::string>> types = {};  // empty: all
  std::optional<bool> active = {};
  std::optional<std::string> description = {};
};

// An endpoint whose secret is shown, once.
struct NewSecret {
  Webhook webhook = {};
  std::string secret = {};  // whsec_...
};

struct DeliveryQuestion {
  std::optional<DeliveryStatus> status = {};
  std::int64_t before = 0;  // ids below this one; 0 for the newest
  std::int64_t limit = 100;
};

// The endpoints of a project and what became of their deliveries. Each change is one audited
// transaction. kNotFound for an endpoint of another project as for one that never was;
// kInvalidInput for an address that cannot be sent to. Safe from any thread.
class Webhooks {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    const base::Clock& clock;
    const WebhookSigning& signing;
    fetch::TargetRules rules = {};
  };
  explicit Webhooks(const Parts& parts) : parts_(parts) {}

  // Gets the events from now on. kConflict when the project has kMostWebhooks already.
  base::Result<NewSecret> add(const Actor& actor, const WebhookChange& wanted);
  base::Result<std::vector<Webhook>> list(const ledger::ProjectScope& scope);
  base::Result<Webhook> find(const ledger::ProjectScope& scope, const std::string& id);
  // One that is made active again goes on where it stopped.
  base::Result<Webhook> change(const Actor& actor, const std::string& id,
                               const WebhookChange& wanted);
  // Its deliveries go with it.
  base::Result<void> remove(const Actor& actor, const std::string& id);
  // Each earlier secret goes on signing for kSecretOverlap after it was replaced. kConflict when
  // kMostSecrets sign already.
  base::Result<NewSecret> rotate(const Actor& actor, const std::string& id);

  // Newest first.
  base::Result<std::vector<Delivery>> deliveries(const ledger::ProjectScope& scope,
                                                 const std::string& id,
                                                 const DeliveryQuestion& question);
  base::Result<Delivery> delivery(const ledger::ProjectScope& scope, const std::string& id,
                                  std::int64_t number);
  // Makes these deliveries, or the oldest dead ones when none are named, due at once with a fresh
  // row of tries; gives how many. Pending ones are brought forward.
  base::Result<std::int64_t> redeliver(const Actor& actor, const std::string& id,
                                       const std::vector<std::int64_t>& numbers);

 private:
  base::Result<void> check_url(const std::string& url) const;

  const Parts parts_;
};

}  // namespace vedette::service
