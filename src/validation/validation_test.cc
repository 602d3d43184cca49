#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "catalogue/testing/sample_profiles.h"
#include "names/tables/lexicon.h"
#include "validation/report.h"
#include "validation/run.h"
#include "validation/wilson.h"

namespace vedette::validation {
namespace {

using catalogue::sample_analyser;
using catalogue::sample_profile;

std::shared_ptr<const catalogue::Catalogue> sample_catalogue() {
  std::vector<profile::Profile> profiles;
  const char* people[] = {"Gennady Pavlovich Orlovsky",   "Tomasz Adam Wielgosz",
                          "Farid Nasser Barzegari",       "Ricardo Javier Mondragon",
                          "Nikolaos Andreas Vlachakis",   "Boubacar Ousmane Keletigui",
                          "Дмитрий Олегович Рогозинский", "Henrik Johannes Lindqvister"};
  int record = 0;
  for (const char* name : people)
    profiles.push_back(
        sample_profile(profile::Kind::kPerson, "p" + std::to_string(++record), {name}));
  for (const char* name : {"Zarechny Petrochemical Works LLC", "Golden Falcon Marine Services Ltd"})
    profiles.push_back(
        sample_profile(profile::Kind::kOrganisation, "o" + std::to_string(++record), {name}));
  profiles.push_back(sample_profile(profile::Kind::kVessel, "v1", {"Ocean Harrier 7"}));
  const catalogue::TemporaryFolder folder;
  const auto path = folder.path() / "c";
  EXPECT_TRUE(catalogue::build_sample(path, profiles).ok());
  return catalogue::Catalogue::open(path, catalogue::Check::kFull).value();
}

// An engine that has lost initials: a query that has one finds no party.
class WithoutInitials final : public Engine {
 public:
  explicit WithoutInitials(const Engine& whole) : whole_(whole) {}
  base::Result<std::vector<FoundParty>> find(const search::Query& query,
                                             search::Workspace& workspace) const override {
    std::istringstream words(query.name);
    for (std::string word; words >> word;)
      if (is_initial(word)) return std::vector<FoundParty>{};
    return whole_.find(query, workspace);
  }

 private:
  static bool is_initial(const std::string& word) {
    const bool letter = std::isalpha(static_cast<unsigned char>(word[0])) != 0;
    return letter && (word.size() == 1 || (word.size() == 2 && word[1] == '.'));
  }

  const Engine& whole_;
};

Options small() {
  Options options;
  options.per_class = 20;
  options.per_population = 10;
  return options;
}

Result run(const Engine& engine, const std::shared_ptr<const catalogue::Catalogue>& catalogue,
           unsigned threads = 1, std::vector<Accepted> accepted = {}) {
  const auto plan = Plan::make(catalogue, small(), {}, threads);
  EXPECT_TRUE(plan.ok());
  auto tally = run_plan(*plan, engine, threads, [](std::size_t) {});
  EXPECT_TRUE(tally.ok());
  Binding binding;
  binding.options = small();
  binding.generation = catalogue->meta().generation;
  binding.lists = catalogue->lists();
  return make_result(std::move(binding), std::move(*tally), std::move(accepted));
}

class ValidationTest : public testing::Test {
 protected:
  const std::shared_ptr<const catalogue::Catalogue> catalogue_ = sample_catalogue();
  const CatalogueEngine engine_{catalogue_, sample_analyser()};
};

bool is_weak(const Result& result, std::string_view id) {
  return std::ranges::any_of(result.weak,
                             [&](const WeakClass& each) { return each.recall.id == id; });
}

TEST(Wilson, GivesTheIntervalOfTheTextbook) {
  const Share share = wilson(95, 100);
  EXPECT_DOUBLE_EQ(0.95, share.share);
  EXPECT_NEAR(0.8882, share.low, 0.0001);
  EXPECT_NEAR(0.9785, share.high, 0.0001);
  EXPECT_DOUBLE_EQ(1, wilson(7, 7).high);
  EXPECT_DOUBLE_EQ(0, wilson(0, 7).low);
  EXPECT_DOUBLE_EQ(1, wilson(0, 0).high);
}

TEST(Percent, IsCutSoThatAHundredMeansAll) {
  Result result;
  result.control = {"", "", 100'000, 99'999};
  const std::string page = to_html(result, {}, {});
  EXPECT_NE(std::string::npos, page.find("99.99 %"));
  EXPECT_EQ(std::string::npos, page.find("100.00 %"));
}

TEST_F(ValidationTest, FindsEveryListedNameAsPublished) {
  const Result result = run(engine_, catalogue_);
  EXPECT_EQ(11u, result.control.queries);
  EXPECT_EQ(11u, result.control.found);
  EXPECT_GE(result.classes.size(), 25u);
  EXPECT_FALSE(result.stability.empty());
  EXPECT_EQ(0u, result.refused);
}

TEST_F(ValidationTest, TheSameSeedGivesTheSameBytesOnAnyNumberOfThreads) {
  const Result one = run(engine_, catalogue_, 1);
  const Result three = run(engine_, catalogue_, 3);
  EXPECT_EQ(to_json(one), to_json(three));
  EXPECT_EQ(to_csv(one), to_csv(three));
  EXPECT_TRUE(one.tally == three.tally);
}

TEST_F(ValidationTest, AnotherSeedDrawsOtherQueries) {
  Options other = small();
  other.seed = 2;
  const auto plan = Plan::make(catalogue_, small(), {}, 1);
  const auto again = Plan::make(catalogue_, other, {}, 1);
  const auto texts = [](const Plan& each) {
    std::string all;
    for (const Task& task : each.tasks())
      all += task.text + "\n";
    return all;
  };
  EXPECT_NE(texts(*plan), texts(*again));
}

TEST_F(ValidationTest, ABrokenEngineIsCaughtAndTheClassIsNamed) {
  const Result whole = run(engine_, catalogue_);
  EXPECT_FALSE(is_weak(whole, "initials.given"));
  const Result broken = run(WithoutInitials(engine_), catalogue_);
  EXPECT_TRUE(is_weak(broken, "initials.given"));
  EXPECT_TRUE(is_weak(broken, "initials.middle"));
  EXPECT_FALSE(broken.good());
  const auto earlier = read_earlier(to_json(whole));
  ASSERT_TRUE(earlier.ok());
  const auto rows = differences(*earlier, broken);
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(Movement::kWorse, rows.front().movement);
  const auto initials = std::ranges::find(rows, "initials.given", &ClassDifference::id);
  ASSERT_NE(rows.end(), initials);
  EXPECT_EQ(Movement::kWorse, initials->movement);
  EXPECT_LT(initials->now.found, initials->before.found);
  EXPECT_NE(std::string::npos, to_html(broken, {}, *earlier).find("<code>initials.given</code>"));
}

TEST_F(ValidationTest, AnAcceptedWeaknessIsShownWithItsOwner) {
  const WithoutInitials broken(engine_);
  Result result = run(broken, catalogue_);
  std::vector<Accepted> accepted;
  for (const WeakClass& weak : result.weak)
    accepted.push_back({weak.recall.id, "Head of <compliance>", "covered by a manual check"});
  result = run(broken, catalogue_, 1, accepted);
  EXPECT_TRUE(result.control_is_whole());
  EXPECT_TRUE(result.good());
  const std::string page = to_html(result, {}, {});
  EXPECT_NE(std::string::npos, page.find("Head of &lt;compliance&gt;"));
  const auto earlier = read_earlier(to_json(result));
  ASSERT_TRUE(earlier.ok());
  EXPECT_EQ(accepted, earlier->accepted);
}

TEST_F(ValidationTest, ReportsDifferOnlyInTheLineOfTheRun) {
  const Result result = run(engine_, catalogue_);
  const auto without_run = [](const std::string& page) {
    const std::size_t at = page.find("<p id=\"run\">");
    EXPECT_NE(std::string::npos, at);
    return page.substr(0, at) + page.substr(page.find('\n', at));
  };
  const std::string one = to_html(result, {"run-1", "2026-01-01T00:00:00Z", "", "", ""}, {});
  const std::string two = to_html(result, {"run-2", "2026-02-01T00:00:00Z", "", "", ""}, {});
  EXPECT_NE(one, two);
  EXPECT_EQ(without_run(one), without_run(two));
}

TEST_F(ValidationTest, AThresholdAboveTheServingOneLosesNothingBelowIt) {
  const Result result = run(engine_, catalogue_);
  for (std::size_t i = 1; i < result.sweep.size(); ++i) {
    EXPECT_LE(result.sweep[i].found, result.sweep[i - 1].found);
    EXPECT_LE(result.sweep[i].alerts, result.sweep[i - 1].alerts);
  }
}

TEST(Populations, AreTheSameForTheSameSeed) {
  const auto one = populations(small());
  const auto two = populations(small());
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(10u, one[i].names.size()) << one[i].region;
    EXPECT_EQ(one[i].names.front().text, two[i].names.front().text);
  }
}

std::string refusal(const std::string& csv) {
  std::istringstream in(csv);
  const auto read = read_accepted(in);
  return read.ok() ? "" : read.error().message;
}

TEST(AcceptedFile, NamesTheLineThatIsWrong) {
  const std::string head = "class,owner,note\n";
  EXPECT_EQ("", refusal(head + "typing.swap,Jo,known\n"));
  EXPECT_NE("", refusal("id,owner,note\n"));
  EXPECT_NE(std::string::npos, refusal(head + "typing.swap,Jo,a\nno.such,Jo,b\n").find("line 3"));
  EXPECT_NE(std::string::npos, refusal(head + "typing.swap,,a\n").find("owner"));
  EXPECT_NE(std::string::npos, refusal(head + "typing.swap,Jo,\n").find("note"));
  EXPECT_NE(std::string::npos,
            refusal(head + "typing.swap,Jo,a\ntyping.swap,Jo,a\n").find("twice"));
}

TEST(EarlierResult, RefusesWhatIsNone) {
  EXPECT_FALSE(read_earlier("").ok());
  EXPECT_FALSE(read_earlier("[]").ok());
  EXPECT_FALSE(read_earlier("{\"format\":\"vedette-validation-1\"}").ok());
}

}  // namespace
}  // namespace vedette::validation
