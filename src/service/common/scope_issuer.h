#pragma once

#include "base/result.h"
#include "ledger/scope.h"

namespace vedette::ledger {
class Ledger;
}

namespace vedette::service {

// Issues the scopes that give access to projects. Only the friends below may use it:
// - authentication reads credentials of any project, and gives a proven caller its scope;
// - re-screening, event delivery, attestations and validation runs work for every project;
// - review jobs go on without the analyst who started them;
// - list updates, which belong to no project, need leases, audit entries, generations and the
//   confirmed time.
class ScopeIssuer {
 private:
  friend class ClientCheck;
  friend class PasswordCheck;
  friend class SignIn;
  friend class Tokens;
  friend class Rescreening;
  friend class Watch;
  friend class WebhookDelivery;
  friend class TotalsReading;
  friend class WorkLease;
  friend class ListAudit;
  friend class SharedGenerations;
  friend class PartyJudgements;
  friend class RetentionClock;
  friend class RunningNote;
  friend class Attestations;
  friend class ValidationRunner;
  friend base::Result<bool> run_review_jobs(ledger::Ledger& ledger);
  static ledger::OperatorScope for_authentication() { return ledger::OperatorScope(); }
  static ledger::OperatorScope for_rescreening() { return ledger::OperatorScope(); }
  static ledger::OperatorScope for_deliveries() { return ledger::OperatorScope(); }
  static ledger::OperatorScope for_installation_work() { return ledger::OperatorScope(); }
  static ledger::OperatorScope for_review_jobs() { return ledger::OperatorScope(); }
  static ledger::OperatorScope for_attestations() { return ledger::OperatorScope(); }
  static ledger::OperatorScope for_validations() { return ledger::OperatorScope(); }
  static ledger::OperatorScope for_totals() { return ledger::OperatorScope(); }
};

}  // namespace vedette::service
