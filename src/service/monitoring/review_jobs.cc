#include "service/monitoring/review_jobs.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <utility>

#include "base/log.h"
#include "service/common/scope_issuer.h"
#include "service/monitoring/review_job_rows.h"
#include "service/monitoring/reviews.h"
#include "service/monitoring/row_seals.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using base::Time;
using ledger::OperatorReader;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::Sql;

// Reviews in one transaction: others write between two of them.
constexpr std::int64_t kPart = 200;
constexpr std::int64_t kJobsAtOnce = 16;
constexpr std::chrono::milliseconds kAfterFailure{2000};

constexpr Sql kUnfinished =
    "select project_id, job_id from review_jobs where finished_at is null"
    " order by created_at, project_id, job_id limit $1";

Error not_found() {
  return {Cause::kNotFound,
          "There is no such review job.",
          {{"id", "REVIEW_JOB_NOT_FOUND", "There is no such review job."}}};
}

template <class Reader>
void found_altered(const Reader& reader, const std::string& id) {
  reader.seals().found_altered(
      fmt::format("review job {} of project {}", id, reader.project().value()));
}

// A job to show or to undo.
template <class Reader>
Result<StoredJob> sealed_job(Reader& reader, const std::string& id) {
  VEDETTE_ASSIGN(auto stored, find_job(reader, id));
  if (!stored) return not_found();
  if (stored->sealed) return std::move(*stored);
  found_altered(reader, id);
  const std::string sentence = "The review job was altered in the database.";
  return Error(Cause::kCorrupt, sentence, {{"", "RECORD_ALTERED", sentence}});
}

// One part of one job, inside of a change.
class Part {
 public:
  Part(ProjectWriter& writer, const ledger::ProjectScope& scope, StoredJob& job, Time now)
      : writer_(writer), scope_(scope), job_(job), now_(now) {}

  Result<void> run() {
    VEDETTE_ASSIGN(const auto items, waiting_items(writer_, job_.job.id, job_.job.settled, kPart));
    std::map<std::pair<profile::Family, std::string>, std::vector<NumberedItem>> records;
    for (const NumberedItem& each : items) {
      if (each.sealed) {
        records[{each.item.family, each.item.record_id}].push_back(each);
      } else {
        found_altered(writer_, job_.job.id);
        VEDETTE_TRY(settle_item(writer_, job_.job.id, each.number, ItemResult::kLeftAlone));
      }
    }
    for (const auto& [record, reviews] : records)
      VEDETTE_TRY(store(record.first, record.second, reviews));
    ReviewJob& job = job_.job;
    job.settled += static_cast<std::int64_t>(items.size());
    if (job.settled >= job.total || items.empty()) job.finished = now_;
    VEDETTE_TRY(move_job(writer_, job));
    if (job.finished)
      writer_.audit({"review_job.completed", job_.actor, job_.request_id,
                     ledger::AuditPayload()
                         .add("id", job.id)
                         .add("matches", job.total)
                         .add("stored", job.stored)
                         .json(),
                     0});
    return {};
  }

 private:
  ReviewInput input_of(const ReviewJobItem& item) const {
    ReviewInput input;
    input.qr_code = item.qr_code;
    input.status = item.to;
    input.expected_status = item.from;
    if (item.match_version > 0) input.match_version = item.match_version;
    if (!job_.job.comment.empty()) input.client_comment = job_.job.comment;
    if (!job_.rating.empty()) input.client_risk_rating = job_.rating;
    if (!job_.client_user_id.empty()) input.client_user_id = job_.client_user_id;
    return input;
  }

  Result<void> store(profile::Family family, const std::string& record_id,
                     const std::vector<NumberedItem>& items) {
    ReviewRequest request{family, record_id, {}, true};
    for (const NumberedItem& each : items)
      request.reviews.push_back(input_of(each.item));
    const Actor actor{scope_, job_.actor, job_.job.username, job_.request_id};
    const auto report = store_reviews(writer_, actor, request, now_);
    // A record that is gone has no matches to review, and one that was altered is not decided on;
    // neither holds up the others.
    if (!report.ok() && report.error().cause != Cause::kNotFound && !is_altered(report.error()))
      return report.error();
    for (std::size_t i = 0; i < items.size(); ++i) {
      const bool stored = report.ok() && !report->items[i].problem;
      job_.job.stored += stored ? 1 : 0;
      VEDETTE_TRY(settle_item(writer_, job_.job.id, items[i].number,
                              stored ? ItemResult::kStored : ItemResult::kLeftAlone));
    }
    return {};
  }

  ProjectWriter& writer_;
  const ledger::ProjectScope scope_;
  StoredJob& job_;
  const Time now_;
};

}  // namespace

Result<Answered> start_review_job(ledger::Ledger& ledger, const Actor& actor,
                                  const ReviewJobRequest& request,
                                  const AnswerOnce<ReviewJob>& once) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<Answered> {
    VEDETTE_ASSIGN(auto earlier, find_answer(writer, once.key));
    if (earlier) return std::move(*earlier);
    const Time now = ledger.clock().now();
    VEDETTE_ASSIGN(const ReviewJob job, insert_job(writer, actor, request, {}, now));
    Answered answer{once.render(job), false};
    VEDETTE_TRY(store_answer(writer, once.key, answer.body, now));
    return answer;
  });
}

Result<ReviewJob> read_review_job(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                  const std::string& id) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<ReviewJob> {
    VEDETTE_ASSIGN(auto stored, sealed_job(reader, id));
    return std::move(stored.job);
  });
}

Result<Answered> undo_review_job(ledger::Ledger& ledger, const Actor& actor, const std::string& id,
                                 const std::string& comment, const AnswerOnce<ReviewJob>& once) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<Answered> {
    VEDETTE_ASSIGN(auto earlier, find_answer(writer, once.key));
    if (earlier) return std::move(*earlier);
    VEDETTE_ASSIGN(const auto stored, sealed_job(writer, id));
    VEDETTE_ASSIGN(const auto undone, find_undo(writer, id));
    if (undone)
      return Error(Cause::kConflict, "The review job was undone before.",
                   {{"", "REVIEW_JOB_UNDONE", "The review job was undone before."}});
    const Time now = ledger.clock().now();
    VEDETTE_TRY(stop_job(writer, id, now));
    VEDETTE_ASSIGN(auto items, stored_items(writer, id));
    ReviewJobRequest request;
    request.comment = comment;
    request.client_user_id = stored.client_user_id;
    for (NumberedItem& each : items) {
      if (!each.sealed) {
        found_altered(writer, id);
        continue;
      }
      std::swap(each.item.from, each.item.to);
      request.items.push_back(std::move(each.item));
    }
    VEDETTE_ASSIGN(const ReviewJob job, insert_job(writer, actor, request, id, now));
    Answered answer{once.render(job), false};
    VEDETTE_TRY(store_answer(writer, once.key, answer.body, now));
    return answer;
  });
}

Result<bool> run_review_jobs(ledger::Ledger& ledger) {
  const auto operating = ScopeIssuer::for_review_jobs();
  VEDETTE_ASSIGN(const auto jobs, ledger.read(operating, [](OperatorReader& reader) {
    return reader.rows<std::int64_t, std::string>(kUnfinished, kJobsAtOnce);
  }));
  std::optional<Error> failure;
  for (const auto& [project, id] : jobs) {
    const auto scope = operating.project(base::ProjectId(project));
    // The writes of a project follow one another: of two servers the second goes on where the first
    // has come to.
    auto part = ledger.write(scope, [&](ProjectWriter& writer) -> Result<void> {
      VEDETTE_ASSIGN(auto job, find_job(writer, id));
      if (!job || job->job.finished) return {};
      if (!job->sealed) {
        found_altered(writer, id);
        return stop_job(writer, id, ledger.clock().now());
      }
      return Part(writer, scope, *job, ledger.clock().now()).run();
    });
    if (!part.ok()) failure = std::move(part).error();
  }
  if (failure) return *failure;
  return !jobs.empty();
}

ReviewJobRunner::ReviewJobRunner(ledger::Ledger& ledger, base::Millis interval)
    : ledger_(ledger), interval_(interval), thread_([this] { run(); }) {}

ReviewJobRunner::~ReviewJobRunner() {
  stopping_ = true;
  bell_.ring();
  thread_.join();
}

void ReviewJobRunner::run() {
  while (!stopping_) {
    const auto worked = run_review_jobs(ledger_);
    if (!worked.ok())
      base::log(base::LogLevel::kError, "a review job failed and is tried again",
                {{"error", worked.error().message}});
    if (worked.ok() && *worked) continue;
    bell_.wait(worked.ok() ? std::chrono::milliseconds(interval_.count) : kAfterFailure);
  }
}

}  // namespace vedette::service
