#pragma once

#include "base/result.h"
#include "ledger/scope.h"

namespace vedette::ledger {
class Ledger;
}

namespace vedette::service {

// Where authentication gets its right to look at credentials of any project, and from there the
// scope of a proven caller; where re-screening, which nobody asks for, gets its right to bring the
// records of every project up to date, and the sending of events its right to read those of every
// project; and where work that belongs to no project (the lists) gets its leases, its audit
// entries, its generations and the confirmed time. Attestations and validation runs are of
// every project. Review jobs,
// which an analyst of a project started, go on without a caller. Nobody else in the service can.
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
