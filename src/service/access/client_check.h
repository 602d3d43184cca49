#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "ledger/ledger.h"
#include "ledger/server_key.h"
#include "service/access/role.h"
#include "service/access/token_answer.h"

namespace vedette::service {

// A client whose secret was proven.
struct ProvenClient {
  ledger::ProjectScope scope;
  base::ClientId client;
  std::string project_code;
  std::optional<base::UserId> user;  // whose own client it is; nothing for one of all users
};

// Proves clients by their number and secret. Safe from any thread.
class ClientCheck {
 public:
  ClientCheck(ledger::Ledger& ledger, const ledger::ServerKey& key) : ledger_(ledger), key_(key) {}

  // invalid_client for anything that does not fit, a disabled client or project included.
  TokenAnswer<ProvenClient> prove(std::string_view client_id, std::string_view secret);

 private:
  ledger::Ledger& ledger_;
  const ledger::ServerKey& key_;
};

}  // namespace vedette::service
