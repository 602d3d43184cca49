#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "catalogue/testing/sample_profiles.h"
#include "ledger/testing/store_fixture.h"
#include "service/access/accounts.h"
#include "service/access/passwords.h"
#include "service/lists/list_ages.h"
#include "service/lists/source_folder.h"
#include "service/screening/hit_details.h"
#include "service/screening/replay.h"
#include "service/screening/screening.h"

namespace vedette::service {
namespace {

using ledger::testing::StoreTest;
using parties::Entry;
using parties::Grouping;
using profile::Kind;

// Two entries of one man on two lists and one of another man, and groupings made by a test.
class PartyScreening : public StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    Accounts accounts(*ledger_, clock_, key_, passwords_);
    ASSERT_TRUE(accounts.add_project(operator_, {"bank", "Bank Ltd"}).ok());
    auto store = catalogue::Store::open(folder_.path() / "catalogue");
    ASSERT_TRUE(store.ok());
    store_.emplace(*store);
    const std::uint64_t number = store_->next_generation();
    ASSERT_TRUE(catalogue::build_sample(store_->path_of(number),
                                        {listed("un-sc", "1", "Ivan Petrovsky"),
                                         listed("eu-fsf", "1", "Ivan Petrovsky"),
                                         listed("eu-fsf", "2", "Ivan Petrovski")},
                                        {.generation = number, .created = clock_.now()})
                    .ok());
    date(store_->path_of(number), clock_.now());
    current_ = *catalogue::Catalogue::open(store_->path_of(number), catalogue::Check::kFull);
    generations_ = std::make_unique<Generations>(*store_, [this] { return current_; });
    searches_ = std::make_unique<Searches>(*ledger_);
    sources_ = std::make_unique<SourceFolder>(folder_.path() / "sources");
    ages_ = std::make_unique<ListAges>(*sources_, std::vector<ListSource>(), base::days(7), clock_);
    restart();
  }
  // As after a start of the server.
  void restart() {
    groupings_ = std::make_unique<Groupings>(*store_);
    screening_ =
        std::make_unique<Screening>(Screening::Parts{.generations = *generations_,
                                                     .analyser = catalogue::sample_analyser(),
                                                     .workspaces = workspaces_,
                                                     .searches = *searches_,
                                                     .clock = clock_,
                                                     .ages = *ages_,
                                                     .groupings = groupings_.get()});
  }
  static profile::Profile listed(std::string list, std::string record, std::string name) {
    profile::Profile made = catalogue::sample_profile(Kind::kPerson, std::move(record), {name});
    made.key.list = list;
    made.sources = {{list, list, "", {profile::Dataset::kSanCurrent}, {}}};
    return made;
  }
  static void date(const std::filesystem::path& file, base::Time time) {
    const std::chrono::sys_time moment(std::chrono::milliseconds(time.unix_millis));
    std::filesystem::last_write_time(file, std::chrono::file_clock::from_sys(moment));
  }
  Entry entry(const std::string& list, const std::string& record) const {
    return *current_->find_resource(profile::resource_id({list, record}));
  }
  std::filesystem::path revision_file(std::uint64_t revision) const {
    return store_->folder() / fmt::format("parties-1-{}.vedpar", revision);
  }
  // The next revision, decided now.
  void group(std::vector<std::vector<Entry>> groups, parties::Lines lines = {}) {
    const parties::GroupingFolder folder(store_->folder());
    const std::uint64_t revision = folder.newest_revision(1) + 1;
    const Grouping grouping(*current_, {.generation = 1, .revision = revision, .lines = lines},
                            groups, {});
    ASSERT_TRUE(folder.write(*current_, grouping).ok());
    date(revision_file(revision), clock_.now());
    ASSERT_TRUE(groupings_->look(*current_).ok());
  }
  void group_the_man() { group({{entry("un-sc", "1"), entry("eu-fsf", "1")}}); }
  Asker asker() { return {operator_.project(base::ProjectId(1)), base::UserId(7), "request-1"}; }
  static SearchQuestion query(std::optional<base::Time> as_of = {}) {
    SearchQuestion made;
    made.name = "Ivan Petrovsky";
    made.as_of = as_of;
    return made;
  }
  ScreeningAnswer ask(std::optional<base::Time> as_of = {}) {
    auto answer = screening_->screen(asker(), query(as_of));
    EXPECT_TRUE(answer.ok()) << answer.error().message;
    return *std::move(answer);
  }
  Replay replayed(const ScreeningAnswer& answer) {
    const auto recorded = searches_->find(asker().scope, answer.identity.ref);
    EXPECT_TRUE(recorded.ok()) << recorded.error().message;
    return *replay(*screening_, {.question = question_from_json(recorded->question).value(),
                                 .basis = recorded->basis,
                                 .total = recorded->total,
                                 .hits = recorded->hits});
  }

  std::unique_ptr<ledger::Ledger> ledger_;
  Passwords passwords_{PasswordCost{8192, 1}, PasswordLimits{}};
  std::optional<catalogue::Store> store_;
  std::shared_ptr<const catalogue::Catalogue> current_;
  search::WorkspacePool workspaces_{2};
  std::unique_ptr<Generations> generations_;
  std::unique_ptr<Searches> searches_;
  std::unique_ptr<SourceFolder> sources_;
  std::unique_ptr<ListAges> ages_;
  std::unique_ptr<Groupings> groupings_;
  std::unique_ptr<Screening> screening_;
};

TEST_P(PartyScreening, AnswersWithPartiesAndRecordsWhichGroupingItWas) {
  EXPECT_EQ(ask().results.found.total, 3U);
  group_the_man();
  const ScreeningAnswer answer = ask();
  EXPECT_EQ(answer.results.found.total, 2U);
  const auto recorded = searches_->find(asker().scope, answer.identity.ref);
  EXPECT_TRUE(recorded->basis.parties.starts_with("1-")) << recorded->basis.parties;
  EXPECT_EQ(
      recorded->hits.front().resource_id,
      current_->resource_id(groupings_->of(*current_).value()->party_of(entry("un-sc", "1"))));
  // His name, which both lists give, is shown once with both.
  HitExplainer explainer(answer.lists, catalogue::sample_analyser(), "Ivan Petrovsky");
  const auto details = explainer.explain(answer.results.found.hits.front());
  ASSERT_TRUE(details.ok());
  ASSERT_EQ(details->names.size(), 1U);
  EXPECT_THAT(details->names.front().sources, ::testing::UnorderedElementsAre("un-sc", "eu-fsf"));
  EXPECT_EQ(details->names.front().entries.size(), 2U);
}

TEST_P(PartyScreening, WhatWasAnsweredStaysAndAReplayAsksTheSameParties) {
  const ScreeningAnswer alone = ask();
  group_the_man();
  const ScreeningAnswer grouped = ask();
  group({});
  EXPECT_EQ(ask().results.found.total, 3U);
  for (const ScreeningAnswer* each : {&alone, &grouped}) {
    const Replay again = replayed(*each);
    EXPECT_TRUE(again.identical);
    EXPECT_TRUE(again.same_parties);
  }
}

TEST_P(PartyScreening, AReplayWhoseGroupingIsGoneNamesWhatTheNewOneChanged) {
  group_the_man();
  const ScreeningAnswer grouped = ask();
  group({});
  std::filesystem::remove(revision_file(1));
  restart();
  const Replay again = replayed(grouped);
  EXPECT_FALSE(again.identical);
  EXPECT_FALSE(again.differences.empty());
  EXPECT_EQ(cause_of_differences(again, "an older one"), "PARTIES_CHANGED");
  // Another server made the same parties under another number.
  group_the_man();
  EXPECT_TRUE(replayed(grouped).identical);
}

TEST_P(PartyScreening, AsOfShowsThePartiesOfThatDay) {
  const base::Time before = clock_.now() + base::seconds(60);
  clock_.advance(base::days(1));
  group_the_man();
  const base::Time joined = clock_.now() + base::seconds(60);
  clock_.advance(base::days(1));
  group({});
  clock_.advance(base::days(1));
  EXPECT_EQ(ask(before).results.found.total, 3U);
  EXPECT_EQ(ask(joined).results.found.total, 2U);
  EXPECT_EQ(ask(clock_.now()).results.found.total, 3U);
  EXPECT_TRUE(replayed(ask(joined)).identical);
}

TEST_P(PartyScreening, ADamagedGroupingShowsEveryEntryAndLosesNone) {
  group_the_man();
  std::ofstream(revision_file(1), std::ios::trunc) << "nothing of the kind";
  restart();
  EXPECT_EQ(ask().results.found.total, 3U);
}

TEST_P(PartyScreening, SwitchedOffProfilesAreShownAsTheirListsHaveThem) {
  group({}, {.off = true});
  EXPECT_EQ(ask().lists.parties(), nullptr);
  group({});
  EXPECT_NE(ask().lists.parties(), nullptr);
}

TEST_P(PartyScreening, ARecordedGroupingThatWasChangedInTheDatabaseIsRefused) {
  group_the_man();
  const ScreeningAnswer answer = ask();
  auto intruder = connect();
  run(*intruder, "update searches set parties = ''");
  const auto recorded = searches_->find(asker().scope, answer.identity.ref);
  ASSERT_FALSE(recorded.ok());
  EXPECT_EQ(recorded.error().details.front().code, "SEARCH_ALTERED");
}

TEST_P(PartyScreening, ThePlaceOfAHitIsThatOfItsPartyOnEveryPage) {
  group_the_man();
  const ScreeningAnswer whole = ask();
  for (const HitOrder order : {HitOrder::kScore, HitOrder::kConfidence})
    for (std::size_t at = 0; at < whole.results.found.hits.size(); ++at) {
      SearchQuestion page = query();
      page.order = order;
      page.offset = at;
      page.limit = 1;
      const auto answer = screening_->screen(asker(), page);
      ASSERT_TRUE(answer.ok());
      EXPECT_EQ(answer->results.found.total, 2U);
      ASSERT_EQ(answer->results.found.hits.size(), 1U);
      EXPECT_EQ(answer->results.found.hits.front().profile, whole.results.found.hits[at].profile);
    }
}

VEDETTE_BOTH_STORES(PartyScreening);

}  // namespace
}  // namespace vedette::service
