#pragma once

#include "ledger/scope.h"

namespace vedette::service {

// Where authentication gets its right to look at credentials of any project, and from there the
// scope of a proven caller. Nobody else in the service can.
class ScopeIssuer {
 private:
  friend class ClientCheck;
  friend class PasswordCheck;
  friend class SignIn;
  friend class Tokens;
  static ledger::OperatorScope for_authentication() { return ledger::OperatorScope(); }
};

}  // namespace vedette::service
