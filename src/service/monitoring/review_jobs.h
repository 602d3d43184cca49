#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/bell.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/common/idempotency.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// Reviews of many matches as one job of the server. A job is durable once it is answered; it goes
// on after a restart and on any server of the ledger, and stores each review once.

inline constexpr std::size_t kMostJobMatches = 10'000;

struct ReviewJobItem {
  profile::Family family = profile::Family::kIndividual;
  std::string record_id = {};
  std::int64_t qr_code = 0;
  MatchStatus from = MatchStatus::kOpen;  // a match in another state is left alone
  MatchStatus to = MatchStatus::kOpen;
  std::int64_t match_version = 0;  // 0: any
};

struct ReviewJobRequest {
  std::string comment = {};
  std::string rating = {};
  std::string client_user_id = {};
  std::vector<ReviewJobItem> items = {};
};

struct ReviewJob {
  std::string id = {};
  base::Time created = {};
  std::optional<base::Time> finished = {};
  std::string username = {};
  std::string comment = {};
  std::string undoes = {};  // the job that this one takes back; empty: none
  bool stopped = false;     // undone before it had reached all of its matches
  std::int64_t total = 0;
  std::int64_t settled = 0;  // stored or left alone
  std::int64_t stored = 0;
};

// Puts the job into the ledger; the runner of any server carries it out.
base::Result<Answered> start_review_job(ledger::Ledger& ledger, const Actor& actor,
                                        const ReviewJobRequest& request,
                                        const AnswerOnce<ReviewJob>& once);

// REVIEW_JOB_NOT_FOUND in details[0].code when the project has no such job.
base::Result<ReviewJob> read_review_job(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                        const std::string& id);

// Stops the job, and starts one that puts what it stored back to the status before. Matches that
// were reviewed since are left alone. kConflict with REVIEW_JOB_UNDONE when that was done before.
base::Result<Answered> undo_review_job(ledger::Ledger& ledger, const Actor& actor,
                                       const std::string& id, const std::string& comment,
                                       const AnswerOnce<ReviewJob>& once);

// Carries out a part of each unfinished job of the installation; whether there was one.
base::Result<bool> run_review_jobs(ledger::Ledger& ledger);

// Carries out jobs for as long as it lives, on a thread of its own.
class ReviewJobRunner {
 public:
  ReviewJobRunner(ledger::Ledger& ledger, base::Millis interval);
  ~ReviewJobRunner();
  ReviewJobRunner(const ReviewJobRunner&) = delete;
  ReviewJobRunner& operator=(const ReviewJobRunner&) = delete;

  void look_now() { bell_.ring(); }

 private:
  void run();

  ledger::Ledger& ledger_;
  const base::Millis interval_;
  base::Bell bell_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace vedette::service
