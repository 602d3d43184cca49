#include "service/attestation/attestations.h"

#include <boost/json.hpp>

#include "base/digest.h"
#include "base/encoding.h"
#include "service/attestation/attestation_watch.h"
#include "service/audit/audit_trail.h"
#include "service/monitoring/event_feed.h"
#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

using profile::Family;
using profile::Kind;

class AttestationsTest : public testing::MonitoringTest {
 protected:
  void SetUp() override {
    MonitoringTest::SetUp();
    make();
    const base::Time now = clock_.now();
    clock_.advance(calendar().day_of(now).ends - now);  // a day begins
    beat();
  }
  static Calendar calendar() { return *Calendar::of("Europe/Berlin"); }
  void make() {
    attestations_.reset();
    attestations_.emplace(
        Attestations::Parts{*ledger_, clock_, calendar(), base::seconds(7200), "test"});
    note_.reset();
    note_.emplace(RunningNote::Parts{*ledger_, clock_, "a", [this] {
                                       return base::Millis{clock_.now().unix_millis - jumped_};
                                     }});
  }
  void beat() { ASSERT_TRUE(note_->beat().ok()); }
  // Runs for so long, as a server does.
  void run(base::Millis time) {
    constexpr base::Millis kStep = base::seconds(60);
    for (std::int64_t done = 0; done < time.count; done += kStep.count) {
      clock_.advance(kStep);
      beat();
    }
  }
  void serve_list(const std::string& checksum, const std::vector<profile::Profile>& profiles) {
    catalogue::ListInfo list;
    list.key = "our-own";
    list.name = "Our own";
    list.checksum = checksum;
    list.read = clock_.now();
    list.accepted = profiles.size();
    lists_ = {list};
    serve(profiles);
  }
  static profile::Profile person(const std::string& number, std::vector<std::string> names) {
    return catalogue::sample_profile(Kind::kPerson, number, std::move(names));
  }
  std::int64_t close() {
    const auto closed = attestations_->close_due_days();
    EXPECT_TRUE(closed.ok()) << (closed.ok() ? "" : closed.error().message);
    return closed.ok() ? *closed : -1;
  }
  AttestedDay day(const std::string& date) {
    const auto read = attestations_->day(*scope_, date);
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
    return read.ok() ? *read : AttestedDay();
  }
  std::string today() const { return attestations_->today().date; }
  std::vector<std::string> late_events() {
    std::vector<std::string> out;
    const auto connection = connect();
    const auto rows = ledger::query_rows<std::string>(
        *connection, "select data from events where type = 'attestation.late' order by sequence",
        {});
    if (rows.ok())
      for (const auto& [data] : *rows)
        out.push_back(data);
    return out;
  }

  std::int64_t jumped_ = 0;
  std::optional<Attestations> attestations_;
  std::optional<RunningNote> note_;
};
VEDETTE_BOTH_STORES(AttestationsTest);

TEST_P(AttestationsTest, ADayIsClosedOnceAfterItsEndAndNeverChanges) {
  serve_list("one", {person("1", {"Sergei Lavrov"})});
  catch_up();
  save(Family::kIndividual, {change("a", "Sergei Lavrov"), change("b", "Anna Petrova")});
  const std::string date = today();
  EXPECT_EQ(day(date).state, "open");
  run(base::seconds(6 * 3600));
  serve_list("two", {person("1", {"Sergei Lavrov"}), person("2", {"Anna Petrova"})});
  catch_up();
  run(base::seconds(18 * 3600));
  EXPECT_EQ(close(), 0) << "servers may still note something of the day";
  run(base::seconds(660));
  EXPECT_EQ(close(), 1);
  EXPECT_EQ(close(), 0);
  const AttestedDay closed = day(date);
  EXPECT_EQ(closed.state, "complete") << closed.document;
  const auto json = boost::json::parse(closed.document);
  EXPECT_EQ(json.at("records").at("watched").as_int64(), 2);
  EXPECT_EQ(json.at("records").at("screened").as_int64(), 2);
  const auto& versions = json.at("lists").at(0).at("versions").as_array();
  ASSERT_EQ(versions.size(), 2U) << closed.document;
  EXPECT_EQ(versions[1].at("sha256").as_string(), "two");
  EXPECT_EQ(versions[1].at("minutesFromFetch").as_int64(), 0);
  serve_list("three", {person("1", {"Sergei Lavrov"})});
  catch_up();
  restart();
  make();
  EXPECT_EQ(day(date).document, closed.document);
  const auto audit = read_audit(*ledger_, *scope_, {.action = "attestation.closed"});
  ASSERT_TRUE(audit.ok());
  ASSERT_EQ(audit->size(), 1U);
  EXPECT_NE(audit->front().payload->find(base::hex(base::as_text(base::sha256(closed.document)))),
            std::string::npos);
  EXPECT_TRUE(late_events().empty());
}

TEST_P(AttestationsTest, AfterDaysWithoutAServerEachDayIsClosedAndLate) {
  serve_list("one", {person("1", {"Sergei Lavrov"})});
  catch_up();
  const std::string first = today();
  run(base::seconds(3600));
  restart();
  make();
  clock_.advance(base::days(3));
  beat();
  EXPECT_EQ(close(), 3);
  const CalendarDay day_two = calendar().next(*calendar().day(first));
  EXPECT_EQ(day(first).state, "complete") << "it ran on a part of the day";
  EXPECT_EQ(day(first).gaps, 1);
  EXPECT_EQ(day(day_two.date).state, "late");
  EXPECT_NE(day(day_two.date).document.find("server_down"), std::string::npos);
  EXPECT_EQ(late_events().size(), 2U);
  const auto all =
      attestations_->days(*scope_, first, "9999-12-31", Attestations::Content::kSummary);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all->size(), 3U);
  EXPECT_EQ(all->back().date, first) << "the newest first";
}

TEST_P(AttestationsTest, ADayWaitsForItsRecordsAndIsLateWhenTheyTakeTooLong) {
  serve_list("one", {person("1", {"Sergei Lavrov"})});
  catch_up();
  save(Family::kIndividual, {change("a", "Anna Petrova")});
  const std::string date = today();
  run(base::seconds(24 * 3600 - 600));
  serve_list("two", {person("2", {"Anna Petrova"})});
  ASSERT_TRUE(rescreening_->behind(1).ok()) << "it is noted that it serves";
  run(base::seconds(1800));
  EXPECT_EQ(close(), 0) << "the record may still be screened in time";
  run(base::seconds(7200));
  EXPECT_EQ(close(), 1);
  EXPECT_EQ(day(date).state, "late");
  EXPECT_NE(day(date).document.find(R"("behind":1)"), std::string::npos) << day(date).document;
}

TEST_P(AttestationsTest, ALateListIsAnnouncedOnceByWhicheverNodeComesFirst) {
  serve_list("one", {person("1", {"Sergei Lavrov"})});
  catch_up();
  save(Family::kIndividual, {change("a", "Anna Petrova")});
  run(base::seconds(3600));
  serve_list("two", {person("2", {"Anna Petrova"})});
  ASSERT_TRUE(rescreening_->behind(1).ok());
  EXPECT_EQ(*attestations_->announce_late_lists(), 0);
  run(base::seconds(3 * 3600));
  const Attestations other({*ledger_, clock_, calendar(), base::seconds(7200), "test"});
  EXPECT_EQ(*attestations_->announce_late_lists(), 1);
  EXPECT_EQ(*other.announce_late_lists(), 0);
  catch_up();
  EXPECT_EQ(*other.announce_late_lists(), 0);
  ASSERT_EQ(late_events().size(), 1U);
  EXPECT_NE(late_events()[0].find(R"("list":"our-own")"), std::string::npos) << late_events()[0];
}

TEST_P(AttestationsTest, AClockThatJumpsIsNotedAndAShortStopIsNot) {
  const std::string date = today();
  run(base::seconds(3600));
  clock_.advance(base::seconds(1800));  // the clock alone
  jumped_ += base::seconds(1800).count;
  beat();
  EXPECT_NE(day(date).document.find("clock_moved"), std::string::npos) << day(date).document;
}

TEST_P(AttestationsTest, AnAlteredAttestationIsNotGiven) {
  serve_list("one", {person("1", {"Sergei Lavrov"})});
  catch_up();
  const std::string date = today();
  run(base::seconds(25 * 3600));
  ASSERT_EQ(close(), 1);
  const auto connection = connect();
  ASSERT_TRUE(connection
                  ->run("update attestations set complete = 1 - complete", {},
                        [](auto) { return base::Result<void>(); })
                  .ok());
  const auto read = attestations_->day(*scope_, date);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().cause, base::Cause::kCorrupt);
}

TEST_P(AttestationsTest, RecordsWhoseRowsWereAlteredAreSaid) {
  rows_hold_ = false;
  serve_list("one", {person("1", {"Sergei Lavrov"})});
  catch_up();
  save(Family::kIndividual, {change("a", "Sergei Lavrov"), change("b", "Anna Petrova")});
  const auto connection = connect();
  ASSERT_TRUE(connection
                  ->run("update records set name = 'Boris Ivanov' where record_number = 1", {},
                        [](auto) { return base::Result<void>(); })
                  .ok());
  serve_list("two", {person("1", {"Sergei Lavrov"}), person("2", {"Anna Petrova"})});
  catch_up();
  EXPECT_NE(day(today()).document.find(R"("notScreenable":1)"), std::string::npos)
      << day(today()).document;
}

TEST_P(AttestationsTest, ThereIsNoneBeforeTheFirstAndNoneOfTheFuture) {
  for (const std::string& date : {std::string("2001-01-01"), std::string("2999-01-01"),
                                  std::string("tomorrow"), std::string()}) {
    const auto read = attestations_->day(*scope_, date);
    ASSERT_FALSE(read.ok()) << date;
    EXPECT_EQ(read.error().cause, base::Cause::kNotFound);
  }
}

TEST_P(AttestationsTest, OfTwoNodesOneDoesTheWorkAtATime) {
  WorkLease mine({*ledger_, clock_, "attestations", "a"});
  WorkLease theirs({*ledger_, clock_, "attestations", "b"});
  serve_list("one", {person("1", {"Sergei Lavrov"})});
  catch_up();
  run(base::seconds(25 * 3600));
  const auto fence = theirs.take();
  ASSERT_TRUE(fence.ok() && *fence);
  ASSERT_TRUE(attest_what_is_due(*attestations_, mine).ok());
  EXPECT_EQ(read_audit(*ledger_, *scope_, {.action = "attestation.closed"})->size(), 0U);
  ASSERT_TRUE(theirs.give_back(**fence).ok());
  ASSERT_TRUE(attest_what_is_due(*attestations_, mine).ok());
  EXPECT_EQ(read_audit(*ledger_, *scope_, {.action = "attestation.closed"})->size(), 1U);
}

}  // namespace
}  // namespace vedette::service
