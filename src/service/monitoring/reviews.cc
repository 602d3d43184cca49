#include "service/monitoring/reviews.h"

#include <fmt/format.h>

#include <map>

#include "service/monitoring/monitoring_settings.h"
#include "service/monitoring/record_changes.h"
#include "service/monitoring/records.h"
#include "service/monitoring/review_proof.h"
#include "service/monitoring/row_seals.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;

base::Error match_not_found() {
  return {Cause::kNotFound,
          "The record has no such match.",
          {{"", "MATCH_NOT_FOUND", "The record has no such match."}}};
}

// What is no longer a match should be discarded; every other status keeps it as if it were one.
bool keeps_what_is_gone(const ReviewInput& input, const Match& match) {
  return match.seen.score == 0 && input.status && *input.status != MatchStatus::kDiscarded;
}

// One request inside its transaction.
class Insertion {
 public:
  Insertion(ProjectWriter& writer, const Actor& actor, const ReviewRequest& request, base::Time now)
      : writer_(writer),
        actor_(actor),
        request_(request),
        now_(now),
        changes_(writer, actor, now) {}

  // Decides about every item first: nothing is written before it is known that all can be.
  Result<ReviewReport> decide() {
    VEDETTE_ASSIGN(auto record, find_record(writer_, request_.family, request_.record_id));
    if (!record) return record_not_found();
    record_ = std::move(*record);
    VEDETTE_ASSIGN(const MonitoringSettings settings, read_settings(writer_));
    ReviewReport report;
    for (std::size_t i = 0; i < request_.reviews.size(); ++i) {
      VEDETTE_ASSIGN(Match * match, match_of(request_.reviews[i].qr_code));
      ReviewReport::Item& item = report.items.emplace_back();
      VEDETTE_ASSIGN(item.problem, problem_of(i, match, settings));
      if (item.problem) {
        problems_.push_back(*item.problem);
      } else {
        review(request_.reviews[i], *match, item);
      }
    }
    for (std::size_t i = 0; i < report.items.size(); ++i)
      if (!report.items[i].problem)
        report.items[i].status = matches_.at(request_.reviews[i].qr_code)->status;
    return report;
  }

  const std::vector<ReviewProblem>& problems() const { return problems_; }

  Result<void> write(ReviewReport& report) {
    const StatusCounts before = record_.counts;
    for (const auto& [code, match] : touched_) {
      --record_.counts.of(match.before);
      ++record_.counts.of(match.now->status);
      changes_.moved(record_, *match.now, match.before);
      VEDETTE_TRY(update_review(writer_, record_.number, *match.now));
    }
    if (record_.counts != before) {
      record_.updated = now_;
      VEDETTE_TRY(update_record(writer_, record_));
      changes_.totals().replace(record_.family, before, record_.counts);
    }
    for (const ReviewReport::Item& item : report.items) {
      if (item.problem) continue;
      changes_.reviewed(record_, *matches_.at(item.review.qr_code), item.review);
      audit(item.review);
    }
    report.counts = record_.counts;
    return changes_.flush();
  }

 private:
  struct Touched {
    MatchStatus before;
    const Match* now;
  };

  // Null when the record has no such match.
  Result<Match*> match_of(std::int64_t qr_code) {
    const auto known = matches_.find(qr_code);
    if (known != matches_.end()) return known->second ? &*known->second : nullptr;
    VEDETTE_ASSIGN(auto match, find_match(writer_, record_.number, qr_code));
    auto& kept = matches_[qr_code] = std::move(match);
    return kept ? &*kept : nullptr;
  }

  Result<std::optional<ReviewProblem>> problem_of(std::size_t index, const Match* match,
                                                  const MonitoringSettings& settings) {
    const ReviewInput& input = request_.reviews[index];
    std::optional<ReviewProblem> out;
    if (match == nullptr) {
      out = ReviewProblem{index,
                          Cause::kNotFound,
                          "qrCode",
                          "MATCH_NOT_FOUND",
                          fmt::format("the record has no match {}", input.qr_code),
                          {},
                          {}};
      return out;
    }
    if (input.match_version && *input.match_version != match->match_version) {
      out = ReviewProblem{index,
                          Cause::kConflict,
                          "matchVersion",
                          "MATCH_VERSION_CONFLICT",
                          fmt::format("the match is at version {} now", match->match_version),
                          *match,
                          {}};
    } else if (input.expected_status && *input.expected_status != match->status) {
      out = ReviewProblem{index,
                          Cause::kConflict,
                          "expectedStatus",
                          "REVIEW_CONFLICT",
                          fmt::format("the match is {} now", status_name(match->status)),
                          *match,
                          {}};
    } else if (settings.strict_reviews && keeps_what_is_gone(input, *match)) {
      out = ReviewProblem{index,
                          Cause::kConflict,
                          "status",
                          "REVIEW_CONFLICT",
                          "it is no longer a match; in strict mode it can only be discarded",
                          *match,
                          {}};
    }
    if (out) {
      VEDETTE_ASSIGN(auto steps, history_of(writer_, record_.number, input.qr_code));
      for (HistoryStep& step : steps)
        if (step.is_review) out->last_review = std::move(step);
    }
    return out;
  }

  void review(const ReviewInput& input, Match& match, ReviewReport::Item& item) {
    HistoryStep& step = item.review;
    step.qr_code = input.qr_code;
    step.at = now_;
    step.by_client = true;
    step.is_review = true;
    step.action = input.status ? "reviewed" : "commented";
    step.from = match.status;
    touched_.emplace(input.qr_code, Touched{match.status, &match});
    item.not_current = keeps_what_is_gone(input, match);
    if (input.status) {
      match.status = *input.status;
      match.verdict = ClientVerdict{*input.status, match.seen.likeness()};
    }
    match.reviewed = now_;
    step.to = match.status;
    step.score = match.seen.score;
    step.version = match.seen.version;
    step.match_version = item.match_version = match.match_version;
    step.client_risk_rating = input.client_risk_rating;
    step.client_comment = input.client_comment;
    step.client_user_id = input.client_user_id;
    if (!actor_.username.empty()) step.username = actor_.username;
    step.request_id = actor_.request_id;
  }

  void audit(const HistoryStep& step) {
    ledger::AuditPayload payload;
    payload.add("family", profile::to_text(record_.family))
        .add("id", record_.id)
        .add("qrCode", step.qr_code)
        .add("from", status_name(*step.from))
        .add("to", status_name(step.to))
        .add("score", step.score)
        .add("matchVersion", step.match_version);
    if (step.client_user_id) payload.add("clientUserId", *step.client_user_id);
    if (step.client_risk_rating) payload.add("clientRiskRating", *step.client_risk_rating);
    if (step.client_comment) payload.add("clientComment", *step.client_comment);
    payload.add("recordNumber", record_.number).add("sha256", review_digest(step));
    writer_.audit({"match." + step.action, actor_.name, actor_.request_id, payload.json(), 0});
  }

  ProjectWriter& writer_;
  const Actor& actor_;
  const ReviewRequest& request_;
  const base::Time now_;
  RecordChanges changes_;
  MonitorRecord record_;
  std::map<std::int64_t, std::optional<Match>> matches_;
  std::map<std::int64_t, Touched> touched_;
  std::vector<ReviewProblem> problems_;
};

}  // namespace

Result<Reviewed> insert_reviews(ledger::Ledger& ledger, const Actor& actor,
                                const ReviewRequest& request,
                                const AnswerOnce<ReviewReport>& once) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<Reviewed> {
    VEDETTE_ASSIGN(auto earlier, find_answer(writer, once.key));
    if (earlier) return Reviewed{std::move(*earlier), {}};
    const base::Time now = ledger.clock().now();
    Insertion insertion(writer, actor, request, now);
    VEDETTE_ASSIGN(ReviewReport report, insertion.decide());
    if (!insertion.problems().empty() && !request.partial)
      return Reviewed{{}, insertion.problems()};
    VEDETTE_TRY(insertion.write(report));
    Answered answer{once.render(report), false};
    VEDETTE_TRY(store_answer(writer, once.key, answer.body, now));
    return Reviewed{std::move(answer), {}};
  });
}

Result<ReviewReport> store_reviews(ProjectWriter& writer, const Actor& actor,
                                   const ReviewRequest& request, base::Time now) {
  Insertion insertion(writer, actor, request, now);
  VEDETTE_ASSIGN(ReviewReport report, insertion.decide());
  VEDETTE_TRY(insertion.write(report));
  return report;
}

Result<RecordMatches> read_matches(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                   profile::Family family, const std::string& record_id) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<RecordMatches> {
    VEDETTE_ASSIGN(auto record, find_record(reader, family, record_id));
    if (!record) return record_not_found();
    VEDETTE_ASSIGN(auto matches, matches_of(reader, record->number));
    StatusCounts counts;
    for (const Match& match : matches)
      ++counts.of(match.status);
    if (counts != record->counts) return missing_matches(reader.seals(), reader.project(), *record);
    return RecordMatches{std::move(*record), std::move(matches)};
  });
}

Result<std::vector<HistoryStep>> read_history(ledger::Ledger& ledger,
                                              const ledger::ProjectScope& scope,
                                              profile::Family family, const std::string& record_id,
                                              std::int64_t qr_code) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<std::vector<HistoryStep>> {
    VEDETTE_ASSIGN(const auto record, find_record(reader, family, record_id));
    if (!record) return record_not_found();
    VEDETTE_ASSIGN(auto history, history_of(reader, record->number, qr_code));
    if (history.empty()) return match_not_found();
    return history;
  });
}

}  // namespace vedette::service
