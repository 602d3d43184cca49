#include "service/monitoring/review_jobs.h"

#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

using profile::Family;

class ReviewJobsTest : public testing::MonitoringTest {
 protected:
  // So many customers with one open match each.
  void watch(std::size_t customers) {
    serve({catalogue::sample_profile(profile::Kind::kPerson, "1", {"Barnaby Aldous Thistlewick"})});
    std::vector<RecordChange> changes;
    for (std::size_t i = 0; i < customers; ++i)
      changes.push_back(change("C-" + std::to_string(i), "Barnaby Aldous Thistlewick"));
    save(Family::kIndividual, changes);
  }

  std::vector<ReviewJobItem> all_to(MatchStatus status, std::size_t customers) {
    std::vector<ReviewJobItem> items;
    for (std::size_t i = 0; i < customers; ++i) {
      const std::string id = "C-" + std::to_string(i);
      for (const Match& match : matches(id))
        items.push_back({Family::kIndividual, id, match.seen.qr_code, match.status, status,
                         match.match_version});
    }
    return items;
  }

  std::vector<Match> matches(const std::string& id) {
    const auto read = read_matches(*ledger_, *scope_, Family::kIndividual, id);
    EXPECT_TRUE(read.ok());
    return read.ok() ? read->matches : std::vector<Match>();
  }
  MatchStatus status_of(std::size_t customer) {
    const auto all = matches("C-" + std::to_string(customer));
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? MatchStatus::kOpen : all.front().status;
  }

  std::string start(std::vector<ReviewJobItem> items) {
    const auto done = start_review_job(*ledger_, *actor_, {"Checked", "", "ann", std::move(items)},
                                       {{}, [](const ReviewJob& job) { return job.id; }});
    EXPECT_TRUE(done.ok());
    return done.ok() ? done->body : "";
  }
  base::Result<Answered> undo(const std::string& id) {
    return undo_review_job(*ledger_, *actor_, id, "Taken back",
                           {{}, [](const ReviewJob& job) { return job.id; }});
  }
  ReviewJob read(const std::string& id) {
    const auto job = read_review_job(*ledger_, *scope_, id);
    EXPECT_TRUE(job.ok());
    return job.ok() ? *job : ReviewJob();
  }
  void run_to_the_end() {
    for (int i = 0; i < 100; ++i) {
      const auto worked = run_review_jobs(*ledger_);
      ASSERT_TRUE(worked.ok()) << worked.error().message;
      if (!*worked) return;
    }
    FAIL() << "the jobs do not end";
  }
};

VEDETTE_BOTH_STORES(ReviewJobsTest);

TEST_P(ReviewJobsTest, AJobGoesOnAfterARestartAndStoresEachReviewOnce) {
  constexpr std::size_t kCustomers = 450;
  watch(kCustomers);
  const std::string id = start(all_to(MatchStatus::kFalsePositive, kCustomers));
  ASSERT_TRUE(run_review_jobs(*ledger_).ok());
  const ReviewJob half = read(id);
  EXPECT_GT(half.settled, 0);
  EXPECT_LT(half.settled, half.total);
  EXPECT_FALSE(half.finished);
  restart();
  run_to_the_end();
  const ReviewJob job = read(id);
  EXPECT_TRUE(job.finished);
  EXPECT_EQ(job.stored, static_cast<std::int64_t>(kCustomers));
  for (const std::size_t customer : {0UL, 199UL, 200UL, 449UL}) {
    EXPECT_EQ(status_of(customer), MatchStatus::kFalsePositive);
    const std::string record = "C-" + std::to_string(customer);
    const auto history = read_history(*ledger_, *scope_, Family::kIndividual, record,
                                      matches(record).front().seen.qr_code);
    ASSERT_TRUE(history.ok());
    EXPECT_EQ(history->size(), 2U);
    EXPECT_EQ(history->back().client_comment, "Checked");
    EXPECT_EQ(history->back().username, "ann");
  }
}

TEST_P(ReviewJobsTest, AMatchThatSomebodyDecidedMeanwhileIsLeftAlone) {
  watch(2);
  const std::string id = start(all_to(MatchStatus::kFalsePositive, 2));
  const std::int64_t qr_code = matches("C-1").front().seen.qr_code;
  EXPECT_EQ(review(Family::kIndividual, "C-1", {verdict(qr_code, MatchStatus::kTruePositive)}),
            "ok");
  run_to_the_end();
  EXPECT_EQ(read(id).stored, 1);
  EXPECT_EQ(read(id).settled, 2);
  EXPECT_EQ(status_of(0), MatchStatus::kFalsePositive);
  EXPECT_EQ(status_of(1), MatchStatus::kTruePositive);
  // Nor does undoing the job touch it.
  ASSERT_TRUE(undo(id).ok());
  run_to_the_end();
  EXPECT_EQ(status_of(0), MatchStatus::kOpen);
  EXPECT_EQ(status_of(1), MatchStatus::kTruePositive);
}

TEST_P(ReviewJobsTest, UndoStopsAJobAndTakesBackWhatItStored) {
  constexpr std::size_t kCustomers = 250;
  watch(kCustomers);
  const std::string id = start(all_to(MatchStatus::kDiscarded, kCustomers));
  ASSERT_TRUE(run_review_jobs(*ledger_).ok());
  EXPECT_EQ(status_of(0), MatchStatus::kDiscarded);
  const auto undone = undo(id);
  ASSERT_TRUE(undone.ok());
  run_to_the_end();
  EXPECT_TRUE(read(id).stopped);
  EXPECT_EQ(read(undone->body).undoes, id);
  EXPECT_EQ(read(undone->body).stored, read(id).stored);
  for (const std::size_t customer : {0UL, 249UL})
    EXPECT_EQ(status_of(customer), MatchStatus::kOpen);
  const auto twice = undo(id);
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error().details.front().code, "REVIEW_JOB_UNDONE");
}

TEST_P(ReviewJobsTest, ARecordThatIsGoneDoesNotHoldUpTheOthers) {
  watch(1);
  auto items = all_to(MatchStatus::kDiscarded, 1);
  items.insert(items.begin(),
               {Family::kBusiness, "GONE-1", 7, MatchStatus::kOpen, MatchStatus::kDiscarded, 0});
  const std::string id = start(std::move(items));
  run_to_the_end();
  EXPECT_EQ(read(id).stored, 1);
  EXPECT_EQ(status_of(0), MatchStatus::kDiscarded);
}

TEST_P(ReviewJobsTest, WhatSomebodyWroteIntoTheDatabaseIsNotCarriedOut) {
  watch(2);
  const std::string id = start(all_to(MatchStatus::kFalsePositive, 2));
  const auto intruder = connect();
  run(*intruder, "update review_job_items set to_status = 4 where item = 1");
  run_to_the_end();
  EXPECT_EQ(status_of(0), MatchStatus::kFalsePositive);
  EXPECT_EQ(status_of(1), MatchStatus::kOpen);
  EXPECT_EQ(read(id).stored, 1);
  EXPECT_EQ(read(id).settled, 2);
  const std::string other = start(all_to(MatchStatus::kDiscarded, 2));
  run(*intruder, "update review_jobs set username = 'bob' where job_id = $1",
      {ledger::sql::bind(other)});
  run_to_the_end();
  EXPECT_EQ(status_of(0), MatchStatus::kFalsePositive);
  EXPECT_EQ(status_of(1), MatchStatus::kOpen);
  const auto altered = read_review_job(*ledger_, *scope_, other);
  ASSERT_FALSE(altered.ok());
  EXPECT_EQ(altered.error().details.front().code, "RECORD_ALTERED");
  EXPECT_GT(ledger_->seals().altered(), 0U);
}

TEST_P(ReviewJobsTest, ARecordThatWasAlteredDoesNotHoldUpTheOthers) {
  watch(2);
  const std::string id = start(all_to(MatchStatus::kDiscarded, 2));
  rows_hold_ = false;
  run(*connect(), "update records set name = 'Somebody Else' where record_number = 1");
  run_to_the_end();
  EXPECT_EQ(read(id).settled, 2);
  EXPECT_EQ(read(id).stored, 1);
  EXPECT_EQ(status_of(1), MatchStatus::kDiscarded);
}

}  // namespace
}  // namespace vedette::service
