#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/webhooks/webhook.h"

namespace vedette::service {

// The rows of endpoints in the ledger, within the caller's transaction and project. `Reader` is
// ledger::ProjectReader or ProjectWriter.

inline constexpr std::size_t kWebhookSaltBytes = 16;

// What makes the secrets of an endpoint.
struct WebhookSalts {
  struct Previous {
    std::string salt = {};
    base::Time until = {};
  };
  std::string current = {};
  std::vector<Previous> previous = {};  // that still sign, oldest first
};
struct WebhookRow {
  Webhook webhook = {};
  WebhookSalts salts = {};
};

template <class Reader>
base::Result<std::optional<WebhookRow>> find_webhook(Reader& reader, const std::string& id,
                                                     base::Time now);
// All of the project, oldest first.
template <class Reader>
base::Result<std::vector<WebhookRow>> list_webhooks(Reader& reader, base::Time now);

// A new endpoint that gets the events after `reached`.
base::Result<void> insert_webhook(ledger::ProjectWriter& writer, const WebhookRow& row,
                                  std::int64_t reached);
base::Result<void> update_webhook(ledger::ProjectWriter& writer, const WebhookRow& row);
// Marks it as switched off by the service, says so in the audit chain, and puts an event into the
// feed.
base::Result<void> disable_webhook(ledger::ProjectWriter& writer, const std::string& id,
                                   const std::string& reason, base::Time now);

}  // namespace vedette::service
