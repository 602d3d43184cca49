#include "parties/resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "base/testing/test_seed.h"
#include "catalogue/testing/sample_profiles.h"

namespace vedette::parties {
namespace {

using catalogue::Catalogue;
using profile::Kind;
using profile::Profile;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Profile person(std::string list, std::string record, std::string name, std::string birth,
               std::string nationality = "AF") {
  Profile made = catalogue::sample_profile(Kind::kPerson, std::move(record), {std::move(name)});
  made.key.list = list;
  made.sources = {{list, list, "", {profile::Dataset::kSanCurrent}, {}}};
  if (const auto date = profile::parse_date(birth)) made.births.push_back(*date);
  if (!nationality.empty())
    made.nationalities.push_back(profile::Country::from_alpha2(nationality).value());
  return made;
}

// A folder of generations that are built one after the other.
class Resolving : public testing::Test {
 protected:
  std::shared_ptr<const Catalogue> build(const std::vector<Profile>& profiles) {
    const auto path = folder_.path() / ("generation-" + std::to_string(++generation_) + ".vedcat");
    catalogue::BuildOptions options;
    options.generation = generation_;
    options.created = {static_cast<std::int64_t>(generation_) * 1'000'000};
    options.engine_version = "test";
    options.previous = catalogue_;
    auto builder =
        catalogue::Builder::create(path, catalogue::sample_analyser(), std::move(options));
    for (const Profile& each : profiles)
      EXPECT_TRUE((*builder)->add(each).ok());
    EXPECT_TRUE((*builder)->finish({}).ok());
    catalogue_ = *Catalogue::open(path, catalogue::Check::kFull);
    return catalogue_;
  }
  Resolution resolve(const std::vector<JudgedPair>& judgements = {}, Lines lines = {}) {
    auto made = parties::resolve(
        catalogue_, catalogue::sample_analyser(), files_,
        {.lines = lines, .judgements = judgements, .last_judgement = judgements.size()});
    EXPECT_TRUE(made.ok()) << made.error().message;
    return *made;
  }
  Entry entry(const std::string& list, const std::string& record) const {
    return *catalogue_->find_resource(profile::resource_id({list, record}));
  }
  catalogue::ResourceId id(const std::string& list, const std::string& record) const {
    return catalogue_->resource_id(entry(list, record));
  }
  // The records of each party of two and more entries.
  std::vector<std::vector<std::string>> groups(const Grouping& grouping) const {
    std::vector<std::vector<std::string>> made;
    for (const Party party : grouping.grouped()) {
      auto& group = made.emplace_back();
      for (const Entry each : grouping.entries_of(party))
        group.push_back(catalogue_->profile(each)->key.list);
    }
    return made;
  }

  catalogue::TemporaryFolder folder_;
  const GroupingFolder files_{folder_.path()};
  std::shared_ptr<const Catalogue> catalogue_;
  std::uint64_t generation_ = 0;
};

const std::string kName = "Khairullah Barakzai Khudai Nazar";

TEST_F(Resolving, EntriesOfSeveralListsAboutOneManAreOneParty) {
  build({person("un-sc", "1", kName, "1965-05-17"), person("eu-fsf", "1", kName, "1965-05-17"),
         person("ofac-sdn", "1", "NAZAR, Khairullah Barakzai Khudai", "1965-05-17"),
         person("ofac-sdn", "2", "Zulaykha Petrosyan", "1971-02-02", "AM")});
  const Resolution made = resolve();
  const Grouping& grouping = *made.grouping;
  EXPECT_THAT(groups(grouping), ElementsAre(ElementsAre("un-sc", "eu-fsf", "ofac-sdn")));
  EXPECT_EQ(grouping.party_of(entry("ofac-sdn", "1")), entry("un-sc", "1"));
  EXPECT_EQ(grouping.party_count(), 2U);
  EXPECT_THAT(grouping.entries_of(entry("ofac-sdn", "2")), ElementsAre(entry("ofac-sdn", "2")));
  EXPECT_TRUE(made.written);
}

TEST_F(Resolving, AnotherFullBirthDateForbidsAndOnlyAJudgementMerges) {
  build({person("un-sc", "1", kName, "1965-05-17"), person("eu-fsf", "1", kName, "1951-11-30")});
  EXPECT_THAT(groups(*resolve().grouping), IsEmpty());
  const JudgedPair same{id("un-sc", "1"), id("eu-fsf", "1"), Verdict::kSame};
  const Resolution judged = resolve({same});
  EXPECT_THAT(groups(*judged.grouping), SizeIs(1));
  EXPECT_EQ(judged.grouping->id().revision, 2U);
  EXPECT_EQ(judged.grouping->id().judgements, 1U);
}

TEST_F(Resolving, AJudgementOutlivesEveryImport) {
  const std::vector<Profile> lists = {person("un-sc", "1", kName, "1965-05-17"),
                                      person("eu-fsf", "1", kName, "1965-05-17")};
  build(lists);
  const JudgedPair different{id("un-sc", "1"), id("eu-fsf", "1"), Verdict::kDifferent};
  EXPECT_THAT(groups(*resolve({different}).grouping), IsEmpty());
  build(lists);
  EXPECT_THAT(groups(*resolve({different}).grouping), IsEmpty());
  EXPECT_THAT(groups(*resolve().grouping), SizeIs(1));
}

TEST_F(Resolving, TheSameInputGivesTheSameRevision) {
  build({person("un-sc", "1", kName, "1965-05-17"), person("eu-fsf", "1", kName, "1965-05-17")});
  EXPECT_TRUE(resolve().written);
  const Resolution again = resolve();
  EXPECT_FALSE(again.written);
  EXPECT_EQ(again.compared, 0U);
  EXPECT_EQ(again.grouping->id().revision, 1U);
}

TEST_F(Resolving, OnlyChangedEntriesAreComparedAgain) {
  std::vector<Profile> lists = {person("un-sc", "1", kName, "1965-05-17"),
                                person("eu-fsf", "1", kName, "1965-05-17"),
                                person("eu-fsf", "2", "Zulaykha Petrosyan", "1971-02-02", "AM")};
  build(lists);
  EXPECT_EQ(resolve().compared, 3U);
  lists.push_back(person("ofac-sdn", "9", "Zulaykha Petrosyan", "1971-02-02", "AM"));
  build(lists);
  const Resolution made = resolve();
  EXPECT_EQ(made.compared, 1U);
  EXPECT_THAT(groups(*made.grouping), SizeIs(2));
}

TEST_F(Resolving, ADelistedEntryStaysInItsPartyAndGivesItTheId) {
  build({person("un-sc", "1", kName, "1965-05-17")});
  build({person("un-sc", "1", kName, "1965-05-17"), person("eu-fsf", "1", kName, "1965-05-17")});
  build({person("eu-fsf", "1", kName, "1965-05-17")});
  const Resolution made = resolve();
  ASSERT_TRUE(catalogue_->is_deleted(entry("un-sc", "1")));
  EXPECT_EQ(made.grouping->party_of(entry("eu-fsf", "1")), entry("un-sc", "1"));
}

TEST_F(Resolving, WithoutAFileEveryEntryIsAPartyOfItsOwn) {
  build({person("un-sc", "1", kName, "1965-05-17"), person("eu-fsf", "1", kName, "1965-05-17")});
  const auto grouping = files_.open(*catalogue_);
  ASSERT_TRUE(grouping.ok());
  EXPECT_EQ((*grouping)->id().revision, 0U);
  EXPECT_EQ((*grouping)->party_count(), 2U);
}

TEST_F(Resolving, AWrittenGroupingIsReadBack) {
  build({person("un-sc", "1", kName, "1965-05-17"), person("eu-fsf", "1", kName, "1965-05-17")});
  const Resolution made = resolve();
  const auto read = files_.open(*catalogue_);
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE((*read)->same_result(*made.grouping));
  EXPECT_EQ((*read)->id(), made.grouping->id());
}

TEST_F(Resolving, ADamagedFileIsNoticedAndMadeAnew) {
  build({person("un-sc", "1", kName, "1965-05-17"), person("eu-fsf", "1", kName, "1965-05-17")});
  (void)resolve();
  {
    std::fstream file(folder_.path() / "parties-1-1.vedpar",
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(40);
    file.put('\x55');
  }
  const auto read = files_.open(*catalogue_);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().cause, base::Cause::kCorrupt);
  const Resolution made = resolve();
  EXPECT_EQ(made.grouping->id().revision, 2U);
  EXPECT_TRUE(files_.open(*catalogue_).ok());
}

TEST_F(Resolving, FilesOfRemovedGenerationsGo) {
  build({person("un-sc", "1", kName, "1965-05-17")});
  (void)resolve();
  build({person("un-sc", "1", kName, "1965-05-18")});
  (void)resolve();
  files_.prune({2});
  EXPECT_EQ(files_.newest_revision(1), 0U);
  EXPECT_EQ(files_.newest_revision(2), 1U);
}

// What is compared step by step, generation after generation, is what a comparison of all gives.
TEST_F(Resolving, StepByStepGivesWhatAFreshStartGives) {
  std::mt19937_64 random(base::test_seed());
  const std::vector<std::string> names = {
      kName,          "Khairullah Barakzai", "Zulaykha Petrosyan", "Zulaykha Petrossian",
      "Mohammed Ali", "Muhammad Aly"};
  const auto invent = [&](std::size_t record) {
    Profile made =
        person("list-" + std::to_string(record % 3), std::to_string(record),
               names[random() % names.size()],
               std::to_string(1950 + random() % 3) + "-03-0" + std::to_string(1 + random() % 2));
    if (random() % 3 == 0)
      made.identifiers.push_back({.category = "Passport",
                                  .value = "AB12345" + std::to_string(random() % 4),
                                  .country = profile::Country::from_alpha2("AF").value()});
    return made;
  };
  std::vector<Profile> lists;
  for (std::size_t record = 0; record < 30; ++record)
    lists.push_back(invent(record));
  for (int step = 0; step < 5; ++step) {
    for (int change = 0; change < 4; ++change) {
      const std::size_t at = random() % lists.size();
      lists[at] = invent(std::stoul(lists[at].key.record));
    }
    build(lists);
    const Resolution stepwise = resolve();
    const catalogue::TemporaryFolder fresh;
    const auto all = parties::resolve(catalogue_, catalogue::sample_analyser(),
                                      GroupingFolder(fresh.path()), {});
    ASSERT_TRUE(all.ok());
    ASSERT_TRUE(stepwise.grouping->same_result(*all->grouping)) << "step " << step;
  }
}

}  // namespace
}  // namespace vedette::parties
