#include "service/lists/list_import.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <filesystem>
#include <fstream>

#include "base/digest.h"
#include "catalogue/testing/sample_profiles.h"
#include "service/lists/catalogue_rebuild.h"
#include "service/lists/catalogue_watch.h"
#include "service/lists/generation_build.h"

namespace vedette::service {
namespace {

namespace fs = std::filesystem;

class ListImportTest : public ::testing::Test {
 protected:
  ListImportTest() : folder_(::testing::TempDir() + "vedette-import-" + base::random_token(8)) {
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
  const names::Analyser& analyser_ = catalogue::sample_analyser();
};

// A generation as an older program left it: the list was read by readers without a version.
TEST_F(ListImportTest, AFileThatANewerReaderReadsDifferentlyIsNoNewVersion) {
  const std::string file = people("red", 0, 3);
  ASSERT_TRUE(import({file}).ok());
  const auto first = store().open_current();
  ASSERT_TRUE(first.ok());
  catalogue::ListInfo list = first->catalogue->lists().at(0);
  EXPECT_EQ(list.reader, lists::kReaderVersion);
  list.reader = 0;
  catalogue::Store older = store();
  auto build = GenerationBuild::begin(older, analyser_, clock_, [](const catalogue::Catalogue*) {
    return base::Result<std::vector<std::string>>(std::vector<std::string>{"red"});
  });
  ASSERT_TRUE(build.ok());
  for (std::uint32_t i = 0; i < 3; ++i) {
    auto profile = first->catalogue->profile(i);
    ASSERT_TRUE(profile.ok());
    profile->notes = {"as an older reader read it"};
    ASSERT_TRUE((*build)->builder().add(std::move(*profile)).ok());
  }
  ASSERT_TRUE((*build)->finish({list}).ok());
  ASSERT_TRUE((*build)->check().ok());
  ASSERT_TRUE((*build)->serve({}).ok());
  build->reset();
  const auto again = import({file});
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->profiles.changed, 0u);
  EXPECT_EQ(again->profiles.reread, 3u);
  const auto now = store().open_current();
  ASSERT_TRUE(now.ok());
  const auto profile = now->catalogue->profile(0);
  EXPECT_EQ(profile->version, 2u);  // of the older reader's generation
  EXPECT_TRUE(profile->notes.empty());
}

TEST_F(ListImportTest, WhoeverIsOnAListOfOnesOwnWithoutADatasetIsOfInterest) {
  ASSERT_TRUE(import({people("red", 0, 1)}).ok());
  const auto opened = store().open_current();
  ASSERT_TRUE(opened.ok());
  EXPECT_TRUE(opened->catalogue->is_matchable(0));
  EXPECT_TRUE(opened->catalogue->profile(0)->datasets.has(profile::Dataset::kPoi));
}

TEST_F(ListImportTest, ADonorWithoutADatasetIsContextUnlessTheOperatorSaysOtherwise) {
  const std::string path = folder_ / "entities.ftm.json";
  std::ofstream(path) << R"({"id":"d1","schema":"Person","caption":"Dora Donor","properties":)"
                      << R"({"name":["Dora Donor"]},"datasets":["donors"]})"
                      << "\n";
  ASSERT_TRUE(import({path}).ok());
  EXPECT_FALSE(store().open_current()->catalogue->is_matchable(0));
  ImportRequest request;
  request.match_context = true;
  ASSERT_TRUE(import_lists(store(), analyser_, clock_, request, [](const ImportProgress&) {}).ok());
  EXPECT_TRUE(store().open_current()->catalogue->is_matchable(0));
}

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

TEST_F(ListImportTest, TheFileThatServesMakesNoGenerationWhereItIsToBeSkipped) {
  const std::string path = people("red", 0, 10);
  ImportRequest request;
  request.groups = {{.files = {path}}};
  request.skip_identical = true;
  const auto run = [&] {
    return import_lists(store(), analyser_, clock_, request, [](const ImportProgress&) {});
  };
  ASSERT_TRUE(run().ok());
  int recorded = 0;
  request.record = [&](const ImportReport&) {
    ++recorded;
    return base::Result<void>();
  };
  const auto same = run();
  ASSERT_TRUE(same.ok()) << same.error().message;
  EXPECT_TRUE(same->nothing_changed);
  EXPECT_EQ(same->generation, 1u);
  EXPECT_EQ(same->lists.at(0).account.list.id, "red");
  EXPECT_EQ(recorded, 0);
  EXPECT_EQ(store().generations().size(), 1u);
  request.groups = {{.files = {path}}, {.files = {people("blue", 0, 5)}}};
  const auto more = run();
  ASSERT_TRUE(more.ok()) << more.error().message;
  EXPECT_FALSE(more->nothing_changed);
  EXPECT_EQ(more->generation, 2u);
  request.match_context = true;
  EXPECT_EQ(run()->generation, 3u);
  request.skip_identical = false;
  EXPECT_EQ(run()->generation, 4u);
  EXPECT_EQ(recorded, 3);
}

TEST_F(ListImportTest, AListThatLosesItsAliasesIsRefusedUnlessToldOtherwise) {
  const std::string full = folder_ / "full.jsonl";
  std::ofstream(full) << R"({"kind":"person","list":"red","record":"1","names":[)"
                      << R"({"text":"Person One"},{"text":"Uno"},{"text":"Eins"}]})"
                      << "\n";
  ASSERT_TRUE(import({full}).ok());
  const auto refused = import({people("red", 0, 1)});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("would shrink from 3 to 1 names"), std::string::npos)
      << refused.error().message;
  EXPECT_TRUE(import({people("red", 0, 1)}, true).ok());
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

TEST_F(ListImportTest, AListOfAsManyOthersIsRefusedUnlessToldOtherwise) {
  ASSERT_TRUE(import({people("red", 0, 10)}).ok());
  const auto refused = import({people("red", 3, 12)});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("would lose 3 of its 10 parties"), std::string::npos)
      << refused.error().message;
  EXPECT_TRUE(import({people("red", 2, 12)}).ok());
  EXPECT_TRUE(import({people("red", 50, 20)}, true).ok());
  EXPECT_EQ(live_profiles(), 20u);
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

// A catalogue as an earlier version of the program left it.
class OldCatalogueTest : public ListImportTest {
 protected:
  void make_old(std::uint64_t generation, std::uint32_t format) {
    const fs::path path = store().path_of(generation);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    catalogue::FileHeader header;
    file.read(reinterpret_cast<char*>(&header), sizeof header);
    header.format = format;
    header.header_checksum = XXH3_64bits(&header, offsetof(catalogue::FileHeader, header_checksum));
    file.seekp(0);
    file.write(reinterpret_cast<const char*>(&header), sizeof header);
  }
  base::Result<ImportReport> rebuild() {
    return rebuild_catalogue(store(), analyser_, clock_, ImportRequest(),
                             [](const ImportProgress&) {});
  }
};

TEST_F(OldCatalogueTest, AnOldFormatIsNotServedSaysWhatToDoAndIsBuiltAnewWithoutTheLists) {
  ASSERT_TRUE(import({people("red", 0, 10), people("blue", 0, 4)}).ok());
  ASSERT_TRUE(import({people("red", 1, 9)}).ok());  // one person has left
  const auto before = *store().open_current();
  make_old(2, catalogue::kFormatVersion - 1);
  make_old(1, catalogue::kFormatVersion - 1);
  const auto refused = store().open_current();
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("vedette lists rebuild"), std::string::npos);
  {
    CatalogueWatch watch(store(), clock_);
    const SourceFolder folder(folder_ / "sources");
    Readiness readiness;
    watch.describe(readiness, ListAges(folder, {}, base::days(7), clock_));
    EXPECT_NE(readiness.catalogue_problem->find("vedette lists rebuild"), std::string::npos);
  }

  clock_.advance(base::days(1));
  const auto report = rebuild();
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->generation, 3u);
  const auto after = store().open_current();
  ASSERT_TRUE(after.ok()) << after.error().message;
  EXPECT_EQ(after->catalogue->meta().generation, 3u);
  EXPECT_EQ(after->catalogue->lists().size(), 2u);
  ASSERT_EQ(after->catalogue->profile_count(), before.catalogue->profile_count());
  for (std::uint32_t i = 0; i < before.catalogue->profile_count(); ++i) {
    const auto now = after->catalogue->find(before.catalogue->resource_id(i));
    ASSERT_TRUE(now.has_value());
    EXPECT_EQ(*after->catalogue->profile(*now), *before.catalogue->profile(i));
  }
}

TEST_F(OldCatalogueTest, AListCanBeImportedOverAnOldFormatAndTheOthersAreCarriedOver) {
  ASSERT_TRUE(import({people("red", 0, 10), people("blue", 0, 4)}).ok());
  make_old(1, catalogue::kFormatVersion - 1);
  ASSERT_TRUE(import({people("red", 0, 11)}).ok());
  EXPECT_EQ(live_profiles(), 15u);
}

TEST_F(OldCatalogueTest, AFormatBeforeTheFirstReadableOneOrANewerOneIsNotRead) {
  ASSERT_TRUE(import({people("red", 0, 3)}).ok());
  for (const std::uint32_t format :
       {catalogue::kFirstReadableFormat - 1, catalogue::kFormatVersion + 1}) {
    make_old(1, format);
    EXPECT_FALSE(rebuild().ok()) << format;
  }
  make_old(1, catalogue::kFormatVersion);
  EXPECT_TRUE(rebuild().ok());
}

TEST_F(OldCatalogueTest, AGenerationOfAnotherComparisonIsServedWithAWarningUntilItIsRebuilt) {
  const auto built = store();
  ASSERT_TRUE(import({people("red", 0, 3)}).ok());
  catalogue::BuildOptions options;
  options.generation = 2;
  options.engine_version = "0";
  options.lists_read.emplace();
  options.previous = store().open_current()->catalogue;
  {
    const auto lock = built.lock_for_building();
    const auto builder = catalogue::Builder::create(built.building_path(2), analyser_, options);
    ASSERT_TRUE((*builder)->finish({}).ok());
    ASSERT_TRUE(built.activate(2, *lock, clock_.now()).ok());
  }
  const SourceFolder folder(folder_ / "sources");
  const ListAges ages(folder, {}, base::days(7), clock_);
  Readiness old;
  {
    CatalogueWatch watch(store(), clock_);
    watch.describe(old, ages);
  }
  EXPECT_TRUE(old.ready());
  ASSERT_EQ(old.warnings.size(), 1u);
  EXPECT_NE(old.warnings[0].find("vedette lists rebuild"), std::string::npos);
  ASSERT_TRUE(rebuild().ok());
  Readiness anew;
  CatalogueWatch(store(), clock_).describe(anew, ages);
  EXPECT_TRUE(anew.ready());
  EXPECT_TRUE(anew.warnings.empty());
}

TEST_F(ListImportTest, ARunningServiceTakesOverTheNewGeneration) {
  CatalogueWatch watch(store(), clock_);
  const SourceFolder folder(folder_ / "sources");
  const ListAges ages(folder, {}, base::days(7), clock_);
  Readiness before;
  watch.describe(before, ages);
  EXPECT_TRUE(before.catalogue_problem.has_value());
  ASSERT_TRUE(import({people("red", 0, 10)}).ok());
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
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

// An import is noticed some time after its end, and until then the generation before answers.
TEST_F(ListImportTest, AGenerationServesFromTheMomentAtWhichTheServerTookItOver) {
  ASSERT_TRUE(import({people("red", 0, 10)}).ok());
  const base::Time first = clock_.now();
  const base::ManualClock servers(first + base::seconds(3600));
  {
    CatalogueWatch watch(store(), servers);
    EXPECT_EQ(store().served_since(1), first) << "nobody answered in between";
    ASSERT_TRUE(import({people("red", 0, 11)}).ok());
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (watch.get()->meta().generation == 1 && std::chrono::steady_clock::now() < deadline)
      std::this_thread::yield();
  }
  EXPECT_EQ(store().served_since(1), first);
  EXPECT_GT(store().served_since(2), servers.now());
  EXPECT_LE(store().served_since(2), servers.now() + base::Millis{1});
}

}  // namespace
}  // namespace vedette::service
