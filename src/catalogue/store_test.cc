#include "catalogue/store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <random>
#include <thread>

#include "catalogue/delta.h"
#include "catalogue/serving.h"
#include "catalogue/testing/sample_profiles.h"

namespace vedette::catalogue {
namespace {

namespace fs = std::filesystem;

constexpr base::Time kNow{1'772'323'200'000};  // 2026-03-01T00:00:00Z

class StoreTest : public testing::Test {
 protected:
  // Builds and switches to a generation with `count` profiles.
  void import(std::size_t count, base::Time now = kNow) {
    auto lock = store_.lock_for_building();
    ASSERT_TRUE(lock.ok());
    const std::uint64_t generation = store_.next_generation();
    BuildOptions options;
    options.generation = generation;
    ASSERT_TRUE(
        build_sample(store_.building_path(generation), sample_profiles(count, 3), options).ok());
    ASSERT_TRUE(store_.activate(generation, *lock, now).ok());
  }
  std::size_t serving() const {
    const auto opened = store_.open_current();
    return opened.ok() ? opened->catalogue->profile_count() : 0;
  }
  static void write(const fs::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
  }

  TemporaryFolder folder_;
  Store store_ = Store::open(folder_.path() / "catalogue").value();
  fs::path at_ = folder_.path() / "catalogue";
};

TEST_F(StoreTest, SaysThatNothingWasImportedYet) {
  const auto opened = store_.open_current();
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().cause, base::Cause::kNotFound);
}

TEST_F(StoreTest, ServesTheNewestGenerationAndKeepsTheOldOnes) {
  import(5);
  import(9);
  EXPECT_EQ(serving(), 9u);
  EXPECT_EQ(store_.generations(), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(store_.current().value()->sha256.size(), 64u);
}

TEST_F(StoreTest, TwoBuildsCannotRunAtOnce) {
  const auto first = store_.lock_for_building();
  ASSERT_TRUE(first.ok());
  const auto second = store_.lock_for_building();
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().cause, base::Cause::kConflict);
}

TEST_F(StoreTest, ADamagedBuildIsNotActivatedAndThePreviousGoesOnServing) {
  import(5);
  auto lock = store_.lock_for_building();
  ASSERT_TRUE(build_sample(store_.building_path(2), sample_profiles(9, 3)).ok());
  std::string bytes = bytes_of(store_.building_path(2));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write(store_.building_path(2), bytes);
  EXPECT_FALSE(store_.activate(2, *lock, base::Time{2000}).ok());
  EXPECT_EQ(serving(), 5u);
  EXPECT_FALSE(fs::exists(store_.building_path(2)));
}

TEST_F(StoreTest, ATruncatedCurrentGenerationIsRefusedAndThePreviousServesWithAReason) {
  import(5);
  import(9);
  fs::resize_file(store_.path_of(2), fs::file_size(store_.path_of(2)) / 2);
  const auto opened = store_.open_current();
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ(opened->catalogue->profile_count(), 5u);
  EXPECT_NE(opened->explanation.find("generation 2 is refused"), std::string::npos)
      << opened->explanation;
}

TEST_F(StoreTest, LeftoversOfACrashAreGoneAfterTheNextBuildBegins) {
  import(5);
  write(store_.building_path(2), "half a file");
  write(at_ / "CURRENT.tmp", "generation-2.vedc");
  EXPECT_EQ(serving(), 5u);
  EXPECT_TRUE(store_.lock_for_building().ok());
  EXPECT_FALSE(fs::exists(store_.building_path(2)));
  EXPECT_FALSE(fs::exists(at_ / "CURRENT.tmp"));
  EXPECT_EQ(serving(), 5u);
}

TEST_F(StoreTest, ACrashBetweenRenameAndSwitchLeavesTheOldGenerationServing) {
  import(5);
  ASSERT_TRUE(build_sample(store_.path_of(2), sample_profiles(9, 3)).ok());
  EXPECT_EQ(serving(), 5u);
  EXPECT_EQ(store_.next_generation(), 3u);
}

TEST_F(StoreTest, AnyMixOfLeftoversStartsOrExplains) {
  constexpr std::uint64_t kSeed = 99;
  std::mt19937_64 random(kSeed);
  import(5);
  import(9);
  const std::string good = bytes_of(store_.path_of(2));
  for (int round = 0; round < 120; ++round) {
    for (const fs::directory_entry& entry : fs::directory_iterator(at_))
      if (random() % 3 == 0) fs::remove(entry.path());
    if (random() % 3 == 0) write(store_.path_of(1 + random() % 3), good.substr(0, random() % 5000));
    if (random() % 3 == 0) write(store_.path_of(1 + random() % 3), good);
    if (random() % 3 == 0) write(at_ / "CURRENT", random() % 2 ? "" : "generation-7.vedcat x\n");
    if (random() % 3 == 0) write(at_ / "generation-x.vedcat", "?");
    const auto opened = store_.open_current();
    if (opened.ok()) {
      EXPECT_GT(opened->catalogue->profile_count(), 0u) << "seed " << kSeed;
    } else {
      EXPECT_FALSE(opened.error().message.empty());
    }
  }
}

TEST_F(StoreTest, PruningKeepsTheNewestAndTheCurrentGeneration) {
  import(1);
  import(2);
  import(3);
  const auto lock = store_.lock_for_building();
  const auto removed = store_.prune({.most = 2}, kNow, *lock);
  ASSERT_TRUE(removed.ok());
  EXPECT_EQ(*removed, std::vector<std::uint64_t>{1});
  EXPECT_EQ(serving(), 3u);
}

TEST_F(StoreTest, ThePastKnowsWhichGenerationServedAlsoWhenItWasRemoved) {
  for (std::int64_t hour = 0; hour < 6; ++hour)  // 22:00, 23:00, 00:00, ...
    import(1, kNow + base::seconds((hour - 2) * 3600));
  const base::Time later = kNow + base::days(3);
  const KeepRules rules{.all = base::days(1), .daily = base::days(30), .most = 100};
  const auto removed = store_.prune(rules, later, *store_.lock_for_building());
  ASSERT_TRUE(removed.ok());
  EXPECT_EQ(*removed, (std::vector<std::uint64_t>{1, 3, 4}));  // 2 served at midnight
  const auto timeline = store_.timeline();
  ASSERT_EQ(timeline.size(), 5u);  // 1 is older than all that is kept
  EXPECT_EQ(timeline[1], (Served{3, kNow}));
  EXPECT_EQ(timeline[2], (Served{4, kNow + base::seconds(3600)}));
  // A second clean-up forgets what the first remembered only with what it was between.
  const KeepRules two{.all = base::days(1), .daily = base::days(1), .most = 2};
  ASSERT_TRUE(store_.prune(two, later, *store_.lock_for_building()).ok());
  EXPECT_EQ(store_.timeline().front().generation, 5u);
}

TEST_F(StoreTest, AReaderKeepsItsGenerationThroughASwitchAndAPrune) {
  import(5);
  Serving serving_now(store_.open_current()->catalogue);
  const auto mine = serving_now.get();
  import(9);
  serving_now.set(store_.open_current()->catalogue);
  ASSERT_TRUE(store_.prune({.most = 1}, kNow, *store_.lock_for_building()).ok());
  EXPECT_EQ(mine->profile_count(), 5u);
  EXPECT_TRUE(mine->verify().ok());
  EXPECT_EQ(serving_now.get()->profile_count(), 9u);
}

TEST_F(StoreTest, WhatTheClockSaysWhileAGenerationServesLeadsBackToIt) {
  import(5);
  const base::SystemClock clock;
  constexpr std::size_t kSwitches = 12;
  std::vector<std::shared_ptr<const Catalogue>> all;
  for (std::size_t i = 0; i <= kSwitches; ++i)
    all.push_back(store_.open_current()->catalogue);
  Serving serving_now(all.front());
  std::atomic<bool> ended = false;
  struct Seen {
    const Catalogue* catalogue;
    base::Time at;
  };
  std::array<std::vector<Seen>, 2> seen;
  std::vector<base::Time> moments;
  {
    std::vector<std::jthread> readers;
    for (auto& mine : seen)
      readers.emplace_back([&] {
        while (!ended) {
          const auto before = serving_now.get();
          const base::Time at = clock.now();
          if (serving_now.get() == before) mine.push_back({before.get(), at});
          std::this_thread::yield();
        }
      });
    for (std::size_t i = 1; i < all.size(); ++i)
      moments.push_back(serving_now.set(all[i], clock));
    ended = true;
  }
  for (const auto& mine : seen)
    for (const Seen& each : mine) {
      const auto switches = std::ranges::upper_bound(moments, each.at) - moments.begin();
      ASSERT_EQ(each.catalogue, all[static_cast<std::size_t>(switches)].get());
    }
}

// The delta is exactly the difference.
TEST(Delta, HoldsWhatWasAddedChangedAndRemovedAndNothingElse) {
  const TemporaryFolder folder;
  auto profiles = sample_profiles(60, 5);
  BuildOptions options;
  ASSERT_TRUE(build_sample(folder.path() / "1", profiles, options).ok());
  const auto older = Catalogue::open(folder.path() / "1", Check::kFull).value();
  const auto removed = profiles[10];
  profiles.erase(profiles.begin() + 10);
  profiles[20].names[0].text = "Changed Name";
  profiles.push_back(sample_profile(profile::Kind::kPerson, "new", {"Newly Listed"}));
  options.generation = 2;
  options.previous = older;
  ASSERT_TRUE(build_sample(folder.path() / "2", profiles, options).ok());
  const auto newer = Catalogue::open(folder.path() / "2", Check::kFull).value();

  const auto summary = write_delta(older, *newer, folder.path() / "delta", sample_analyser(), {});
  ASSERT_TRUE(summary.ok()) << summary.error().message;
  EXPECT_EQ(summary->added, 1u);
  EXPECT_EQ(summary->changed, 1u);
  EXPECT_EQ(summary->removed, 1u);
  const auto delta = Catalogue::open(folder.path() / "delta", Check::kFull).value();
  EXPECT_TRUE(delta->meta().is_delta());
  EXPECT_EQ(delta->meta().previous_generation, 1u);
  ASSERT_EQ(delta->profile_count(), 3u);
  for (const auto& [key, deleted] :
       {std::pair(profiles.back().key, false), std::pair(profiles[20].key, false),
        std::pair(removed.key, true)}) {
    const auto number = delta->find_resource(profile::resource_id(key));
    ASSERT_TRUE(number);
    EXPECT_EQ(delta->is_deleted(*number), deleted);
    const auto whole = newer->find_resource(profile::resource_id(key));
    EXPECT_EQ(*delta->profile(*number), *newer->profile(*whole));
  }
}

}  // namespace
}  // namespace vedette::catalogue
