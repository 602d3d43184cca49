#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"
#include "service/common/idempotency.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// One review as a client sends it. At least one of status, rating and comment is there.
struct ReviewInput {
  std::int64_t qr_code = 0;
  std::optional<MatchStatus> status = {};
  std::optional<std::string> client_risk_rating = {};
  std::optional<std::string> client_comment = {};
  std::optional<std::string> client_user_id = {};
  std::optional<MatchStatus> expected_status = {};
  std::optional<std::int64_t> match_version = {};
  std::string reference_id = {};
};

struct ReviewRequest {
  profile::Family family = profile::Family::kIndividual;
  std::string record_id = {};
  std::vector<ReviewInput> reviews = {};
  bool partial = false;  // store what can be stored
};

// Why one review cannot be stored; `current` is the match as it stands, when there is one.
struct ReviewProblem {
  std::size_t item = 0;
  base::Cause cause = base::Cause::kNotFound;
  std::string field = {};  // of the review, which does not fit what is there
  std::string code = {};   // MATCH_NOT_FOUND, MATCH_VERSION_CONFLICT, REVIEW_CONFLICT
  std::string message = {};
  std::optional<Match> current = {};
  std::optional<HistoryStep> last_review = {};
};

struct ReviewReport {
  struct Item {
    HistoryStep review = {};
    MatchStatus status = MatchStatus::kOpen;  // of the match, after all of the request
    std::int64_t match_version = 0;
    bool not_current = false;  // no longer a match, and set to something else than discarded
    std::optional<ReviewProblem> problem = {};
  };
  std::vector<Item> items = {};  // in the order of the request
  StatusCounts counts = {};      // of the record, after the request
};

// The answer, or, with problems and without an answer, why nothing was stored.
struct Reviewed {
  Answered answer = {};
  std::vector<ReviewProblem> problems = {};
};

// Adds clients' reviews to matches. Counters, totals, history and events move in the transaction of
// the review. RECORD_NOT_FOUND in details[0].code when there is no such record.
base::Result<Reviewed> insert_reviews(ledger::Ledger& ledger, const Actor& actor,
                                      const ReviewRequest& request,
                                      const AnswerOnce<ReviewReport>& once);

// Inside of a change: stores those reviews of the request that can be stored. A record that is
// missing or altered fails before anything is written.
base::Result<ReviewReport> store_reviews(ledger::ProjectWriter& writer, const Actor& actor,
                                         const ReviewRequest& request, base::Time now);

// What stands about the matches of a record.
struct RecordMatches {
  MonitorRecord record = {};
  std::vector<Match> matches = {};
};
base::Result<RecordMatches> read_matches(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                         profile::Family family, const std::string& record_id);

// Everything that happened to one match, oldest first. MATCH_NOT_FOUND when there is none.
base::Result<std::vector<HistoryStep>> read_history(ledger::Ledger& ledger,
                                                    const ledger::ProjectScope& scope,
                                                    profile::Family family,
                                                    const std::string& record_id,
                                                    std::int64_t qr_code);

}  // namespace vedette::service
