#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "ledger/scope.h"
#include "service/access/passwords.h"
#include "service/access/role.h"
#include "service/access/tokens.h"

namespace vedette::service {

struct User {
  base::UserId id;
  std::string username;
  Role role = Role::kAnalyst;
  bool disabled = false;
  base::Time created;
};

// Who changes a user: for the audit chain, and for what they may change.
struct UserActor {
  std::string name;  // "operator", or "user:7"
  std::string request_id;
  std::optional<base::UserId> user = {};  // nobody's at the command line, which may all
};

// What is to be another; what is absent stays.
struct UserChange {
  std::optional<Role> role;
  std::optional<bool> disabled;
  std::optional<std::string> password;  // ends every token of the user as well
};

// The users of one project. Each change is one audited transaction. kNotFound, kConflict and
// kInvalidInput as in Accounts. kForbidden for a change of an operator by anybody but the command
// line, save an operator's own password: operators look after every project of the installation,
// and who could set their password could become one. Whether whoever changes a password has proven
// who they are is for the caller to see to. Safe from any thread.
class Users {
 public:
  Users(ledger::Ledger& ledger, const base::Clock& clock, Passwords& passwords)
      : ledger_(ledger), clock_(clock), passwords_(passwords) {}

  // A user name has 1 to 128 bytes, no colon, no control characters.
  base::Result<User> add(const ledger::ProjectScope& scope, const UserActor& actor,
                         std::string_view username, std::string_view password, Role role);
  base::Result<std::vector<User>> list(const ledger::ProjectScope& scope);
  base::Result<User> change(const ledger::ProjectScope& scope, const UserActor& actor,
                            std::string_view username, const UserChange& change);

  // A new password of one's own. Ends every other session of the user and gives how many; the
  // caller's goes on.
  base::Result<std::int64_t> change_own_password(const Principal& principal,
                                                 const std::string& request_id,
                                                 std::string_view password);

 private:
  base::Result<std::string> hash(const ledger::ProjectScope& scope, std::string_view username,
                                 std::string_view password);

  ledger::Ledger& ledger_;
  const base::Clock& clock_;
  Passwords& passwords_;
};

}  // namespace vedette::service
