#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "ledger/scope.h"
#include "ledger/server_key.h"
#include "service/access/passwords.h"
#include "service/access/role.h"
#include "service/access/users.h"

namespace vedette::service {

struct Project {
  base::ProjectId id;
  std::string code;
  std::string company;
  bool disabled = false;
  base::Time created;
};

struct Client {
  base::ClientId id;
  std::string username;  // empty for a client of the password grant
  std::string label;
  bool disabled = false;
  base::Time created;
};

struct NewProject {
  std::string code;  // 1 to 64 of A-Z a-z 0-9 . _ -
  std::string company;
};

struct NewUser {
  std::string project_code;
  std::string username;  // 1 to 128 bytes, no colon, no control characters
  std::string password;
  Role role = Role::kAnalyst;
};

// Shown once: the secret is derived, never stored.
struct ClientCredentials {
  base::ClientId id;
  std::string secret;
};

// Projects, users and clients, as the operator sees them. Each change is one audited transaction.
// kNotFound names what is missing, kConflict what exists already, kInvalidInput what is wrong.
// Safe from any thread.
class Accounts {
 public:
  Accounts(ledger::Ledger& ledger, const base::Clock& clock, const ledger::ServerKey& key,
           Passwords& passwords);

  base::Result<Project> add_project(const ledger::OperatorScope& scope, const NewProject& project);
  base::Result<std::vector<Project>> list_projects(const ledger::OperatorScope& scope);
  base::Result<Project> find_project(const ledger::OperatorScope& scope, std::string_view code);
  base::Result<void> set_project_disabled(const ledger::OperatorScope& scope, std::string_view code,
                                          bool disabled);

  base::Result<User> add_user(const ledger::OperatorScope& scope, const NewUser& user);
  base::Result<std::vector<User>> list_users(const ledger::OperatorScope& scope,
                                             std::string_view project_code);
  base::Result<void> set_user_disabled(const ledger::OperatorScope& scope,
                                       std::string_view project_code, std::string_view username,
                                       bool disabled);
  base::Result<void> set_user_role(const ledger::OperatorScope& scope,
                                   std::string_view project_code, std::string_view username,
                                   Role role);
  // Ends every token of the user as well.
  base::Result<void> set_password(const ledger::OperatorScope& scope, std::string_view project_code,
                                  std::string_view username, std::string_view password);

  // A client of the password grant.
  base::Result<ClientCredentials> add_client(const ledger::OperatorScope& scope,
                                             std::string_view project_code, std::string_view label);
  base::Result<std::vector<Client>> list_clients(const ledger::OperatorScope& scope,
                                                 std::string_view project_code);
  base::Result<void> set_client_disabled(const ledger::OperatorScope& scope,
                                         std::string_view project_code, base::ClientId client,
                                         bool disabled);
  // A new secret; the old one no longer fits.
  base::Result<ClientCredentials> renew_client_secret(const ledger::OperatorScope& scope,
                                                      std::string_view project_code,
                                                      base::ClientId client);

 private:
  ledger::Ledger& ledger_;
  const base::Clock& clock_;
  const ledger::ServerKey& key_;
  Users users_;
};

}  // namespace vedette::service
