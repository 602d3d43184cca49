#include "service/list_import.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/digest.h"
#include "names/lexicon.h"
#include "service/catalogue_watch.h"

namespace vedette::service {
namespace {

namespace fs = std::filesystem;

class ListImportTest : public testing::Test {
 protected:
  ListImportTest() : folder_(testing::TempDir() + "vedette-import-" + base::random_token(8)) {
    fs::create_directories(folder_);
  }
  ~ListImportTest() override { fs::remove_all(folder_); }

  // A file of our own JSON lines with `count` people of `list`, from number `first` on.
  std::string people(const std::string& list, int first, int count) {
    const std::string path =
        folder_ / (list + "-" + std::to_string(first) + "-" + std::to_string(count) + ".jsonl");
    std::ofstream file(path);
    for (int i = first; i < first + count; ++i)
      file << R"({"kind":"person","list":")" << list << R"(","record":")" << i
           << R"(","names":[{"text":"Person Number)" << i << R"("}]})"
           << "\n";
    return path;
  }
  catalogue::Store store() {
    auto opened = catalogue::Store::open(folder_ / "catalogue");
    EXPECT_TRUE(opened.ok());
    return *opened;
  }
  base::Result<ImportReport> import(std::vector<std::string> files, bool allow_shrink = false) {
    ImportRequest request;
    request.groups = {{.files = std::move(files)}};
    request.allow_shrink = allow_shrink;
    return import_lists(store(), analyser_, clock_, request, [](const ImportProgress&) {});
  }
  std::uint32_t live_profiles() {
    const auto opened = store().open_current();
    EXPECT_TRUE(opened.ok());
    std::uint32_t live = 0;
    for (std::uint32_t i = 0; i < opened->catalogue->profile_count(); ++i)
      live += !opened->catalogue->is_deleted(i);
    return live;
  }

  fs::path folder_;
  base::ManualClock clock_{base::Time{1'700'000'000'000}};
  names::Lexicon lexicon_;
  names::Analyser analyser_{lexicon_};
};

TEST_F(ListImportTest, AListReplacesItsEarlierVersionAndLeavesTheOthers) {
  ASSERT_TRUE(import({people("red", 0, 10), people("blue", 0, 5)}).ok());
  const auto second = import({people("red", 1, 10)});
  ASSERT_TRUE(second.ok()) << second.error().message;
  EXPECT_EQ(second->generation, 2u);
  EXPECT_EQ(second->lists.at(0).account.accepted, 10u);
  EXPECT_EQ(second->profiles.added, 1u);
  EXPECT_EQ(second->profiles.unchanged, 9u);
  EXPECT_EQ(second->profiles.removed, 1u);
  EXPECT_EQ(second->profiles.carried, 5u);
  EXPECT_EQ(live_profiles(), 15u);
}

TEST_F(ListImportTest, AListThatShrinksTooMuchIsRefusedUnlessToldOtherwise) {
  ASSERT_TRUE(import({people("red", 0, 10)}).ok());
  const auto refused = import({people("red", 0, 7)});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("would shrink from 10 to 7"), std::string::npos)
      << refused.error().message;
  EXPECT_EQ(live_profiles(), 10u);
  EXPECT_TRUE(import({people("red", 0, 8)}).ok());
  EXPECT_TRUE(import({people("red", 0, 1)}, true).ok());
  EXPECT_EQ(live_profiles(), 1u);
}

TEST_F(ListImportTest, OneRefusedFileRefusesTheImportAndNothingIsLeftBehind) {
  ASSERT_TRUE(import({people("red", 0, 10)}).ok());
  const std::string broken = folder_ / "broken.xml";
  std::ofstream(broken) << "<html><body>503 Service Unavailable</body></html>";
  const auto refused = import({people("blue", 0, 5), broken});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(live_profiles(), 10u);
  EXPECT_EQ(store().generations(), std::vector<std::uint64_t>{1});
  for (const auto& entry : fs::directory_iterator(folder_ / "catalogue"))
    EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

TEST_F(ListImportTest, TheSameListTwiceInOneImportIsRefused) {
  const auto refused = import({people("red", 0, 10), people("red", 5, 3)});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("red"), std::string::npos);
}

TEST_F(ListImportTest, ARunningServiceTakesOverTheNewGeneration) {
  CatalogueWatch watch(store());
  const SourceFolder folder(folder_ / "sources");
  const ListAges ages(folder, {}, base::days(7), clock_);
  Readiness before;
  watch.describe(before, ages);
  EXPECT_TRUE(before.catalogue_problem.has_value());
  ASSERT_TRUE(import({people("red", 0, 10)}).ok());
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!watch.get() && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  ASSERT_TRUE(watch.get());
  Readiness after;
  clock_.advance(base::days(8));
  watch.describe(after, ages);
  EXPECT_FALSE(after.catalogue_problem.has_value());
  EXPECT_EQ(after.generation, 1);
  ASSERT_EQ(after.lists.size(), 1u);
  EXPECT_EQ(after.lists[0].list, "red");
  EXPECT_TRUE(after.lists[0].stale);
}

}  // namespace
}  // namespace vedette::service
