#include "service/lists/list_ages.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/digest.h"
#include "catalogue/testing/sample_profiles.h"
#include "service/lists/list_import.h"
#include "service/lists/list_sources.h"

namespace vedette::service {
namespace {

namespace fs = std::filesystem;

class ListAgesTest : public ::testing::Test {
 protected:
  ListAgesTest() : path_(::testing::TempDir() + "vedette-ages-" + base::random_token(8)) {
    fs::create_directories(path_);
    import("red", "");
  }
  // One person on the list, published on the day.
  void import(const std::string& list, const std::string& published) {
    const std::string file = path_ / (list + ".jsonl");
    const std::string date = published.empty() ? "" : ",\"date\":\"" + published + "\"";
    std::ofstream(file) << R"({"listHeader":{"list":")" << list << R"(","name":"List")" << date
                        << "}}\n"
                        << R"({"list":")" << list
                        << R"(","record":"1","names":[{"text":"Ann Example"}]})"
                        << "\n";
    auto store = catalogue::Store::open(path_ / "catalogue");
    EXPECT_TRUE(store.ok());
    ImportRequest request;
    request.groups = {{.files = {file}}};
    request.allow_older = true;
    EXPECT_TRUE(
        import_lists(*store, catalogue::sample_analyser(), clock_, request, [](const auto&) {
        }).ok());
    auto opened = store->open_current();
    EXPECT_TRUE(opened.ok());
    catalogue_ = opened->catalogue;
  }
  ~ListAgesTest() override { fs::remove_all(path_); }

  // The checksum of the list that serves.
  std::string checksum(const std::string& list) {
    for (const catalogue::ListInfo& each : catalogue_->lists())
      if (each.key == list) return each.checksum;
    return {};
  }
  // The source says now that its list `red` is as it was.
  void confirm() {
    EXPECT_TRUE(
        folder_.save("source", {.lists = {{"red", checksum("red")}}, .confirmed = clock_.now()})
            .ok());
  }
  ListAge age() {
    // A new one reads the state at once; within a second an old one would not.
    const ListAges ages(folder_, {{.id = "source", .stale_days = 2, .enabled = true}},
                        base::days(7), clock_);
    return ages.of(*catalogue_).at(0);
  }

  fs::path path_;
  SourceFolder folder_{path_ / "sources"};
  base::ManualClock clock_{base::Time{1'700'000'000'000}};
  std::shared_ptr<const catalogue::Catalogue> catalogue_;
};

TEST_F(ListAgesTest, AListImportedByHandAgesFromItsImportByTheGeneralBound) {
  clock_.advance(base::days(7));
  EXPECT_FALSE(age().stale);
  clock_.advance(base::seconds(1));
  EXPECT_TRUE(age().stale);
  EXPECT_EQ(age().bound, base::days(7));
}

TEST_F(ListAgesTest, AnAgeIsNeverNegative) {
  clock_.advance(base::days(-40));
  EXPECT_EQ(age().age, base::Millis{});
  clock_.advance(base::days(40));
  confirm();
  clock_.advance(base::days(-40));
  EXPECT_EQ(age().age, base::Millis{});
}

TEST_F(ListAgesTest, AListThatItsSourceConfirmsStaysFreshAndHasTheSourcesBound) {
  clock_.advance(base::days(30));
  confirm();
  EXPECT_FALSE(age().stale);
  EXPECT_EQ(age().bound, base::days(2));
  clock_.advance(base::days(2));
  EXPECT_FALSE(age().stale);
  clock_.advance(base::seconds(1));
  EXPECT_TRUE(age().stale);
}

TEST_F(ListAgesTest, AnOldCopyOfAGovernmentsListIsStaleWheneverItWasRead) {
  // The clock stands at 2023-11-14; the other list, red, is read today and has no date.
  import("un-sc", "2023-09-01");
  const ListAges ages(folder_, {}, base::days(7), clock_);
  const auto all = ages.of(*catalogue_);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(ages.stale(*catalogue_), std::vector<std::string>{"un-sc"});
  EXPECT_GT(all[all[0].list == "un-sc" ? 0 : 1].age, base::days(72));
}

TEST_F(ListAgesTest, AFileOfLastMonthMayBeTheNewestThereIs) {
  import("un-sc", "2023-10-10");
  EXPECT_TRUE(ListAges(folder_, {}, base::days(7), clock_).stale(*catalogue_).empty());
  clock_.advance(base::days(8));
  EXPECT_EQ(ListAges(folder_, {}, base::days(7), clock_).stale(*catalogue_).size(), 2U);
}

TEST_F(ListAgesTest, AnOldPublicationThatItsSourceConfirmsAndAnOldListOfOnesOwnAreNotStale) {
  import("un-sc", "2020-01-01");
  import("own", "2020-01-01");
  EXPECT_TRUE(
      folder_.save("un", {.lists = {{"un-sc", checksum("un-sc")}}, .confirmed = clock_.now()})
          .ok());
  const ListAges ages(folder_, {{.id = "un", .enabled = true}}, base::days(7), clock_);
  EXPECT_TRUE(ages.stale(*catalogue_).empty());
}

TEST_F(ListAgesTest, ASourceDoesNotConfirmAnotherVersionThatSomebodyGaveSince) {
  import("un-sc", "2023-11-10");
  const std::string newest = checksum("un-sc");
  import("un-sc", "2020-01-01");
  EXPECT_NE(checksum("un-sc"), newest);
  EXPECT_TRUE(folder_.save("un", {.lists = {{"un-sc", newest}}, .confirmed = clock_.now()}).ok());
  const ListAges ages(folder_, {{.id = "un", .enabled = true}}, base::days(7), clock_);
  EXPECT_EQ(ages.stale(*catalogue_), std::vector<std::string>{"un-sc"});
}

TEST_F(ListAgesTest, AStaleListMakesTheServiceUnreadyWhereTheSettingsSaySo) {
  Readiness readiness;
  readiness.lists = {age()};
  readiness.refuse_stale_lists();
  EXPECT_TRUE(readiness.ready());
  clock_.advance(base::days(8));
  readiness.lists = {age()};
  EXPECT_TRUE(readiness.ready());
  readiness.refuse_stale_lists();
  EXPECT_FALSE(readiness.ready());
}

TEST_F(ListAgesTest, AFailingSourceIsNamedUntilItWorksAgain) {
  EXPECT_TRUE(folder_.save("source", {.tried = clock_.now(), .failure = "HTTP 500"}).ok());
  const std::vector<ListSource> sources = {{.id = "source", .enabled = true}, {.id = "other"}};
  EXPECT_EQ(ListAges(folder_, sources, base::days(7), clock_).failing(),
            std::vector<std::string>{"source"});
  confirm();
  EXPECT_TRUE(ListAges(folder_, sources, base::days(7), clock_).failing().empty());
}

TEST(ListSourcesTest, BuiltInSourcesAreOverriddenAndOthersAdded) {
  const auto sources = list_sources(
      "[un-sc]\nstale_days = 1\n[own]\nurl = 'https://example.org/own.csv'\nlist = 'own'\n"
      "shrink_percent = 50\nheaders = ['X-Key: 1']\n[eu-fsf]\nenabled = false\n",
      "sources.toml", {"ca-sema"});
  ASSERT_TRUE(sources.ok()) << sources.error().message;
  std::vector<std::string> enabled;
  for (const ListSource& source : *sources)
    if (source.enabled) enabled.push_back(source.id);
  EXPECT_EQ(enabled, (std::vector<std::string>{"ca-sema", "own", "un-sc"}));
  const auto un = std::ranges::find(*sources, "un-sc", &ListSource::id);
  EXPECT_EQ(un->stale_days, 1);
  EXPECT_EQ(un->options.format, lists::Format::kUnXml);
  EXPECT_EQ(un->urls.size(), 1u);
}

TEST(ListSourcesTest, EveryBuiltInAddressCanBeFetchedByTheRules) {
  const auto sources = list_sources("", "", {});
  ASSERT_TRUE(sources.ok());
  EXPECT_GE(sources->size(), 10u);
  for (const ListSource& source : *sources) {
    EXPECT_FALSE(source.enabled) << source.id;
    EXPECT_GT(source.stale_days, 0) << source.id;
    // Parts of OpenSanctions would all call themselves by its name.
    EXPECT_EQ(source.options.list_id, source.id.starts_with("opensanctions-") ? source.id : "");
    for (const std::string& url : source.urls)
      EXPECT_TRUE(url.starts_with("https://")) << url;
  }
}

TEST(ListSourcesTest, UnknownNamesAreRefused) {
  EXPECT_FALSE(list_sources("", "", {"no-such"}).ok());
  EXPECT_FALSE(list_sources("url = 'https://example.org'\n", "sources.toml", {}).ok());
  EXPECT_FALSE(list_sources("['../evil']\nurl = 'https://example.org'\n", "x", {}).ok());
}

}  // namespace
}  // namespace vedette::service
