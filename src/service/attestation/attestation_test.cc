#include "service/attestation/attestation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vedette::service {
namespace {

using base::Time;

constexpr std::int64_t kMinute = 60'000;

Time at(const char* text) {
  return *base::parse_iso(text);
}
Time later(Time time, std::int64_t minutes) {
  return time + base::Millis{minutes * kMinute};
}

// A day on which everything went well: one server, one source, one new version of its list at noon.
class AttestationTest : public ::testing::Test {
 protected:
  AttestationTest() {
    const auto berlin = Calendar::of("Europe/Berlin");
    facts_.project = "BANK";
    facts_.time_zone = "Europe/Berlin";
    facts_.day = *berlin->day("2026-06-10");
    facts_.until = facts_.day.ends;
    facts_.late_after = base::Millis{240 * kMinute};
    begins_ = facts_.day.begins;
    noon_ = later(begins_, 720);
    facts_.running = {{"a", later(begins_, -5000), later(facts_.day.ends, 60), false}};
    facts_.lists = {served(1, "ofac-sdn", "one", later(begins_, -3000)),
                    served(2, "ofac-sdn", "two", noon_)};
    facts_.completions = {{later(begins_, -2990), 1, later(begins_, -3001)},
                          {later(noon_, 3), 2, later(noon_, -1)}};
    facts_.checks = {check("ofac-sdn", "one", later(begins_, -3000), later(begins_, 540), true),
                     check("ofac-sdn", "two", later(noon_, -1), facts_.day.ends, true)};
    facts_.checks.back().modified = later(noon_, -61);
    facts_.records = {
        .records = 1000, .behind = 0, .unscreened = 0, .first_added = later(begins_, -9000)};
  }
  static ServedList served(std::int64_t serial, const std::string& list,
                           const std::string& checksum, Time when) {
    ServedList row;
    row.serial = row.generation = serial;
    row.list = list;
    row.name = list;
    row.generation_created = later(when, -1);
    row.served = when;
    row.read = later(when, -1);
    row.checksum = checksum;
    row.published = "2026-06-10";
    row.records = 7;
    return row;
  }
  static ListCheck check(const std::string& list, const std::string& checksum, Time began,
                         Time until, bool good) {
    return {list, list, began, until, good, checksum, {}, good ? "" : "HTTP 503"};
  }
  // The reasons of the gaps, the late ones with an exclamation mark.
  std::vector<std::string> reasons() const {
    std::vector<std::string> out;
    for (const AttestationGap& gap : attest(facts_).gaps)
      out.push_back(gap.reason + (gap.late ? "!" : ""));
    return out;
  }
  using Reasons = std::vector<std::string>;

  DayFacts facts_;
  Time begins_;
  Time noon_;
};

TEST_F(AttestationTest, AGoodDayNamesEachVersionAndItsWayToTheLastCustomer) {
  const Attestation day = attest(facts_);
  EXPECT_TRUE(day.complete());
  EXPECT_EQ(reasons(), Reasons());
  ASSERT_EQ(day.lists.size(), 1U);
  EXPECT_EQ(day.lists[0].source, "ofac-sdn");
  EXPECT_EQ(day.lists[0].confirmed, facts_.day.ends);
  ASSERT_EQ(day.lists[0].versions.size(), 2U);
  const AttestedVersion& before = day.lists[0].versions[0];
  EXPECT_TRUE(before.before_day);
  EXPECT_EQ(before.screened, later(begins_, -2990));
  const AttestedVersion& fresh = day.lists[0].versions[1];
  EXPECT_EQ(fresh.generation, 2);
  EXPECT_EQ(fresh.published_at, later(noon_, -61));
  EXPECT_EQ(fresh.published_by, "server");
  EXPECT_EQ(fresh.minutes_from_publication(), 64);
  EXPECT_EQ(fresh.minutes_from_fetch(), 4);
  const std::string text = attestation_document(day, facts_.day.ends, "1");
  EXPECT_NE(text.find(R"("state":"complete")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("minutesFromPublication":64)"), std::string::npos) << text;
  EXPECT_EQ(text, attestation_document(attest(facts_), facts_.day.ends, "1"));
}

TEST_F(AttestationTest, AMomentThatTheListItselfGivesIsBelievedFirst) {
  facts_.lists[1].published = "2026-06-10T09:30:00Z";
  const AttestedVersion version = attest(facts_).lists[0].versions[1];
  EXPECT_EQ(version.published_by, "list");
  EXPECT_EQ(version.published_at, at("2026-06-10T09:30:00Z"));
}

TEST_F(AttestationTest, AnOutageOfThePublisherIsAGapAndMakesTheDayLateOnlyWhenItLastsTheDay) {
  facts_.lists.pop_back();
  facts_.checks = {check("ofac-sdn", "one", later(begins_, -3000), later(begins_, 60), true),
                   check("ofac-sdn", "one", later(begins_, 120), later(begins_, 300), false),
                   check("ofac-sdn", "one", later(begins_, 360), facts_.day.ends, true)};
  Attestation day = attest(facts_);
  EXPECT_EQ(reasons(), Reasons{"list_outage"});
  EXPECT_EQ(day.gaps[0].from, later(begins_, 120));
  EXPECT_EQ(day.gaps[0].until, later(begins_, 360));
  EXPECT_NE(day.gaps[0].text.find("HTTP 503"), std::string::npos);
  EXPECT_TRUE(day.complete());
  facts_.checks = {check("ofac-sdn", "one", later(begins_, -3000), later(begins_, -60), true),
                   check("ofac-sdn", "one", later(begins_, -30), facts_.day.ends, false)};
  EXPECT_EQ(reasons(), (Reasons{"list_outage", "list_not_confirmed!"}));
  EXPECT_FALSE(attest(facts_).complete());
}

TEST_F(AttestationTest, ASourceThatWasNotTriedOnThisDayDidNotConfirmIt) {
  facts_.lists.pop_back();
  facts_.checks = {
      check("ofac-sdn", "one", later(begins_, -3000), later(begins_, -600), true),
      check("ofac-sdn", "one", later(facts_.day.ends, 5), later(facts_.day.ends, 5), true)};
  EXPECT_EQ(reasons(), Reasons{"list_not_confirmed!"});
}

TEST_F(AttestationTest, APublishedListThatSomebodyGaveAsAFileIsConfirmedByNothing) {
  facts_.checks.clear();
  facts_.lists.pop_back();
  EXPECT_EQ(reasons(), Reasons{"list_not_confirmed!"});
  facts_.lists = {served(1, "ofac-sdn", "one", later(begins_, 10))};
  facts_.completions = {{later(begins_, 12), 1, later(begins_, 9)}};
  EXPECT_EQ(reasons(), Reasons()) << "it was given on this day";
  facts_.lists = {served(1, "our-own", "one", later(begins_, -3000))};
  facts_.completions = {{later(begins_, -2998), 1, later(begins_, -3001)}};
  EXPECT_EQ(reasons(), Reasons()) << "a list of one's own changes when its owner changes it";
}

TEST_F(AttestationTest, AListIsLateWhenItReachesTheLastRecordTooLate) {
  facts_.completions.back().completed = later(noon_, 500);
  EXPECT_EQ(reasons(), Reasons{"list_late!"});
  facts_.completions.pop_back();
  facts_.records.behind = 12;
  const Attestation day = attest(facts_);
  EXPECT_EQ(reasons(), (Reasons{"list_late!", "records_behind!"}));
  EXPECT_FALSE(day.lists[0].versions[1].screened);
  EXPECT_EQ(day.late_versions().size(), 1U);
  EXPECT_NE(day.gaps[1].text.find("12 records"), std::string::npos);
}

TEST_F(AttestationTest, APublicationThatWasFetchedTooLateIsLate) {
  facts_.checks.back().modified = later(noon_, -600);
  EXPECT_EQ(reasons(), Reasons{"list_late!"});
  facts_.lists.erase(facts_.lists.begin());
  EXPECT_EQ(reasons(), Reasons())
      << "the first version: there was no customer here when it came out";
}

TEST_F(AttestationTest, ALateListOfYesterdayIsNoGapOfTheNextDay) {
  facts_.lists = {served(1, "ofac-sdn", "two", later(begins_, -3000))};
  facts_.completions = {{later(begins_, -1000), 1, later(begins_, -3001)}};
  EXPECT_EQ(reasons(), Reasons());
  facts_.completions = {{later(begins_, 5), 1, later(begins_, -3001)}};
  EXPECT_EQ(reasons(), Reasons{"list_late!"}) << "it was still late when this day began";
}

TEST_F(AttestationTest, WithoutRecordsAListReachesEverybodyAtOnce) {
  facts_.completions.clear();
  facts_.records = {};
  const Attestation day = attest(facts_);
  EXPECT_EQ(day.lists[0].versions[1].screened, noon_);
  EXPECT_TRUE(day.complete());
}

TEST_F(AttestationTest, RecordsThatWereAddedLaterDoNotMakeAnOlderListLate) {
  facts_.records.first_added = later(noon_, 10);
  facts_.completions = {{later(noon_, 600), 3, later(noon_, 590)}};
  const Attestation day = attest(facts_);
  EXPECT_EQ(day.lists[0].versions[1].screened, noon_);
  EXPECT_TRUE(day.complete());
}

TEST_F(AttestationTest, ANewerGenerationAndOneThatWasBegunAnewCoverAnOlderOne) {
  facts_.completions = {{later(noon_, -30), 9, later(begins_, -9000)},
                        {later(noon_, 20), 1, later(noon_, 10)}};
  EXPECT_EQ(attest(facts_).lists[0].versions[1].screened, later(noon_, 20))
      << "numbers that were begun anew are smaller; what was made before is no proof";
  facts_.completions = {{later(noon_, 7), 3, later(noon_, 5)}};
  EXPECT_EQ(attest(facts_).lists[0].versions[1].screened, later(noon_, 7));
}

TEST_F(AttestationTest, TimesWithoutAServerAreGapsUnlessAnotherNodeRan) {
  facts_.running = {{"a", later(begins_, -60), later(begins_, 100), false},
                    {"a", later(begins_, 160), later(facts_.day.ends, 5), false}};
  Attestation day = attest(facts_);
  EXPECT_EQ(reasons(), Reasons{"server_down"});
  EXPECT_EQ(day.gaps[0].from, later(begins_, 100));
  EXPECT_EQ(day.gaps[0].until, later(begins_, 160));
  facts_.running.push_back({"b", later(begins_, 90), later(begins_, 170), false});
  EXPECT_EQ(reasons(), Reasons()) << "two nodes cover for each other";
  facts_.running = {{"a", later(begins_, -60), later(begins_, 100), false},
                    {"a", later(begins_, 101), later(facts_.day.ends, 5), false}};
  EXPECT_EQ(reasons(), Reasons()) << "a restart takes some seconds";
  facts_.running = {{"a", later(begins_, -60), later(begins_, -30), false}};
  EXPECT_EQ(reasons(), Reasons{"server_down!"}) << "a whole day without a server";
  facts_.running.clear();
  EXPECT_EQ(reasons(), Reasons{"server_down!"});
}

TEST_F(AttestationTest, AClockThatJumpedMakesTheTimesOfTheDayDoubtful) {
  facts_.running = {{"a", later(begins_, -60), later(begins_, 100), false},
                    {"a", later(begins_, 50), later(facts_.day.ends, 5), true}};
  EXPECT_EQ(reasons(), Reasons{"clock_moved!"});
}

TEST_F(AttestationTest, RecordsThatCannotBeScreenedAreSaid) {
  facts_.records.unscreened = 2;
  EXPECT_EQ(reasons(), Reasons{"records_altered!"});
}

TEST_F(AttestationTest, ADayThatLastsIsOpenAndSaysNothingOfWhatIsYetToCome) {
  facts_.until = later(begins_, 30);
  facts_.lists.pop_back();
  facts_.checks = {check("ofac-sdn", "one", later(begins_, -3000), later(begins_, -20), true)};
  const Attestation day = attest(facts_);
  EXPECT_EQ(reasons(), Reasons());
  EXPECT_EQ(state_name(day, false), "open");
}

TEST_F(AttestationTest, ARemovedListIsAttestedForTheDayOnWhichItEnded) {
  ServedList gone = served(3, "ofac-sdn", "", later(noon_, 60));
  gone.removed = true;
  facts_.lists.push_back(gone);
  const Attestation day = attest(facts_);
  ASSERT_EQ(day.lists.size(), 1U);
  EXPECT_TRUE(day.lists[0].removed);
  facts_.lists = {served(1, "ofac-sdn", "one", later(begins_, -3000)), gone};
  facts_.lists.back().served = later(begins_, -100);
  EXPECT_TRUE(attest(facts_).lists.empty());
}

TEST_F(AttestationTest, DaysOf23And25HoursAreCoveredToTheirEnds) {
  const auto berlin = Calendar::of("Europe/Berlin");
  for (const char* date : {"2026-03-29", "2026-10-25"}) {
    facts_.day = *berlin->day(date);
    facts_.until = facts_.day.ends;
    facts_.lists.clear();
    facts_.running = {{"a", facts_.day.begins, later(facts_.day.ends, -60), false}};
    const Attestation day = attest(facts_);
    ASSERT_EQ(day.gaps.size(), 1U) << date;
    EXPECT_EQ(day.gaps[0].from, later(facts_.day.ends, -60));
    EXPECT_EQ(day.gaps[0].until, facts_.day.ends);
  }
}

TEST(ListChecks, AnHttpDateIsRead) {
  EXPECT_EQ(http_time("Sat, 31 Jan 2026 12:00:01 GMT"), at("2026-01-31T12:00:01Z"));
  for (const char* text : {"", "yesterday", "Sat, 31 Foo 2026 12:00:01 GMT",
                           "Sat, 31 Feb 2026 12:00:01 GMT", "Sat, 31 anF 2026 12:00:01 GMT"})
    EXPECT_EQ(http_time(text), Time{}) << text;
}

}  // namespace
}  // namespace vedette::service
