#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/digest.h"
#include "base/ids.h"
#include "ledger/server_key.h"

namespace vedette::service {

// Signatures of pushed events after Standard Webhooks 1.0, and the secrets they are made with.
//
// A secret is derived from the server key and a random salt and stored nowhere: whoever reads the
// database cannot sign. A new salt is a new secret.
class WebhookSigning {
 public:
  explicit WebhookSigning(const ledger::ServerKey& key)
      : secrets_(ledger::ServerKey(key.derive("vedette webhook secrets 1"))),
        messages_(ledger::ServerKey(key.derive("vedette webhook messages 1"))) {}

  base::Key256 secret(base::ProjectId project, std::string_view webhook,
                      std::string_view salt) const;
  // evt_...: the same for every try of an event and for every endpoint; nobody can tell from it how
  // many events there are.
  std::string message_id(base::ProjectId project, std::int64_t event) const;

 private:
  ledger::ServerKey secrets_;
  ledger::ServerKey messages_;
};

// The secret as receivers configure it: whsec_ and base64.
std::string secret_text(const base::Key256& secret);

// "v1,<base64>", for the header webhook-signature.
std::string webhook_signature(const base::Key256& secret, std::string_view message_id,
                              base::Time at, std::string_view body);

}  // namespace vedette::service
