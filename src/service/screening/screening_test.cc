#include "service/screening/screening.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>

#include "base/testing/test_seed.h"
#include "catalogue/testing/sample_profiles.h"
#include "ledger/testing/store_fixture.h"
#include "search/searcher.h"
#include "service/access/accounts.h"
#include "service/access/passwords.h"
#include "service/lists/list_ages.h"
#include "service/lists/source_folder.h"
#include "service/screening/batch.h"
#include "service/screening/hit_details.h"
#include "service/screening/kyb_report.h"
#include "service/screening/replay.h"

namespace vedette::service {
namespace {

using catalogue::sample_profile;
using ledger::testing::StoreTest;
using profile::Kind;

// A project with a catalogue of invented people whose generations a test makes day by day.
class ScreeningTest : public StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    Accounts accounts(*ledger_, clock_, key_, passwords_);
    ASSERT_TRUE(accounts.add_project(operator_, {"bank", "Bank Ltd"}).ok());
    auto store = catalogue::Store::open(folder_.path() / "catalogue");
    ASSERT_TRUE(store.ok());
    store_.emplace(*store);
    generations_ = std::make_unique<Generations>(*store_, [this] { return current_; });
    searches_ = std::make_unique<Searches>(*ledger_);
    sources_ = std::make_unique<SourceFolder>(folder_.path() / "sources");
    ages_ = std::make_unique<ListAges>(*sources_, std::vector<ListSource>(), base::days(7), clock_);
    screening_ = std::make_unique<Screening>(parts());
  }

  Screening::Parts parts() {
    return {.generations = *generations_,
            .analyser = catalogue::sample_analyser(),
            .workspaces = workspaces_,
            .searches = *searches_,
            .clock = clock_,
            .ages = *ages_};
  }

  // The next generation, with these profiles and nobody else.
  void serves_since(std::uint64_t generation, base::Time time) {
    const std::chrono::sys_time moment(std::chrono::milliseconds(time.unix_millis));
    std::filesystem::last_write_time(store_->path_of(generation),
                                     std::chrono::file_clock::from_sys(moment));
  }

  void publish(const std::vector<profile::Profile>& profiles) {
    const std::uint64_t number = store_->next_generation();
    ASSERT_TRUE(catalogue::build_sample(
                    store_->path_of(number), profiles,
                    {.generation = number, .created = clock_.now(), .previous = current_})
                    .ok());
    serves_since(number, clock_.now());
    auto opened = catalogue::Catalogue::open(store_->path_of(number), catalogue::Check::kFull);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    current_ = *opened;
  }

  Asker asker() { return {operator_.project(base::ProjectId(1)), base::UserId(7), "request-1"}; }

  static SearchQuestion person(std::string name, int threshold = 80) {
    SearchQuestion question;
    question.name = std::move(name);
    question.threshold = threshold;
    return question;
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
  std::unique_ptr<Screening> screening_;
};

TEST_P(ScreeningTest, WithoutACatalogueNothingIsAnswered) {
  const auto answer = screening_->screen(asker(), person("Anna Petrova"));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().cause, base::Cause::kUnavailable);
}

TEST_P(ScreeningTest, ASearchIsRecordedAsItWasAskedAndAnswered) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova", "Ann Petrova"})});
  SearchQuestion question = person("Anna Petrova");
  question.countries = {*profile::parse_country_code("DE")};
  question.datasets = {profile::Dataset::kSanCurrent};
  question.birth.first = *profile::make_day(1961, 7, 14);
  question.gender = "female";
  question.limit = 5;
  const auto answer = screening_->screen(asker(), question);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->identity.id, 1);
  const auto recorded = searches_->find(asker().scope, answer->identity.ref);
  ASSERT_TRUE(recorded.ok()) << recorded.error().message;
  EXPECT_EQ(recorded->basis.generation, 1U);
  EXPECT_EQ(recorded->user, base::UserId(7));
  EXPECT_EQ(recorded->request_id, "request-1");
  EXPECT_EQ(recorded->total, 1U);
  EXPECT_EQ(recorded->hits, recorded_hits(*current_, answer->results));
  EXPECT_EQ(question_from_json(recorded->question).value(), question);
}

TEST_P(ScreeningTest, ASearchThatCannotBeRecordedIsNotAnswered) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  auto intruder = connect();
  run(*intruder, "drop table searches");
  const auto answer = screening_->screen(asker(), person("Anna Petrova"));
  EXPECT_FALSE(answer.ok());
}

TEST_P(ScreeningTest, TheAuditChainHoldsADigestOfEachSearchAndNoName) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  ASSERT_TRUE(screening_->screen(asker(), person("Anna Petrova")).ok());
  const auto chain = ledger_->verify_audit_chain(asker().scope);
  ASSERT_TRUE(chain.ok());
  EXPECT_TRUE(chain->whole());
  auto intruder = connect();
  std::string payload;
  ASSERT_TRUE(intruder
                  ->run("select payload from audit_payloads where project_id = 1"
                        " order by sequence desc limit 1",
                        {},
                        [&](std::span<const ledger::sql::Value> cells) -> base::Result<void> {
                          ledger::sql::read(cells[0], payload);
                          return {};
                        })
                  .ok());
  EXPECT_NE(payload.find("\"sha256\""), std::string::npos) << payload;
  EXPECT_EQ(payload.find("Petrova"), std::string::npos) << payload;
}

TEST_P(ScreeningTest, AsOfAsksTheGenerationThatWasCurrentThen) {
  const base::Time before = clock_.now();
  clock_.advance(base::days(1));
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  const base::Time first = clock_.now();
  clock_.advance(base::days(1));
  publish({sample_profile(Kind::kPerson, "2", {"Juan Garcia"})});
  clock_.advance(base::days(1));

  SearchQuestion question = person("Anna Petrova");
  EXPECT_EQ(screening_->screen(asker(), question)->results.found.total, 0U);
  question.as_of = first + base::seconds(3600);
  const auto then = screening_->screen(asker(), question);
  ASSERT_TRUE(then.ok()) << then.error().message;
  EXPECT_EQ(then->results.found.total, 1U);
  EXPECT_EQ(then->lists.catalogue->meta().generation, 1U);
  question.as_of = before;
  const auto gone = screening_->screen(asker(), question);
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().details.front().code, "GENERATION_NOT_KEPT");
}

TEST_P(ScreeningTest, TheTimeOfASearchLeadsToItsGenerationAlsoWhenTheListsChangeMeanwhile) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  clock_.advance(base::days(1));
  Screening::Parts changing = parts();
  changing.observe = [this](const search::Results&, double) {
    clock_.advance(base::Millis{1});
    publish({sample_profile(Kind::kPerson, "2", {"Juan Garcia"})});
    clock_.advance(base::seconds(1));
  };
  const auto answer = Screening(changing).screen(asker(), person("Anna Petrova"));
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->lists.catalogue->meta().generation, 1U);
  SearchQuestion again = person("Anna Petrova");
  again.as_of = searches_->find(asker().scope, answer->identity.ref)->identity.at;
  EXPECT_EQ(screening_->screen(asker(), again)->lists.catalogue->meta().generation, 1U);
}

TEST_P(ScreeningTest, AGenerationCountsFromTheMomentItServesNotFromTheStartOfItsImport) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  clock_.advance(base::days(1));
  publish({sample_profile(Kind::kPerson, "2", {"Juan Garcia"})});
  // As if the second import had taken an hour.
  const base::Time started = clock_.now();
  const base::Time served = started + base::seconds(3600);
  serves_since(2, served);
  clock_.advance(base::days(1));
  SearchQuestion question = person("Anna Petrova");
  question.as_of = started + base::seconds(1800);
  EXPECT_EQ(screening_->screen(asker(), question)->lists.catalogue->meta().generation, 1U);
  question.as_of = served;
  EXPECT_EQ(screening_->screen(asker(), question)->lists.catalogue->meta().generation, 2U);
}

TEST_P(ScreeningTest, AReplayOfTheSameGenerationIsIdenticalWhateverTheListsSayNow) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  const auto answer = screening_->screen(asker(), person("Ann Petrova"));
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer->results.found.total, 1U);
  publish({});
  const auto recorded = searches_->find(asker().scope, answer->identity.ref);
  const AnsweredThen then{.question = question_from_json(recorded->question).value(),
                          .basis = recorded->basis,
                          .total = recorded->total,
                          .hits = recorded->hits};
  const auto again = replay(*screening_, then);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE(again->identical);
  EXPECT_TRUE(again->differences.empty());

  std::filesystem::remove(store_->path_of(1));
  Generations fresh(*store_, [this] { return current_; });
  EXPECT_EQ(fresh.at(1).error().details.front().code, "GENERATION_NOT_KEPT");
}

TEST_P(ScreeningTest, AReplayNamesEachHitThatCameWentOrChangedItsScore) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"}),
           sample_profile(Kind::kPerson, "2", {"Anne Petrova"})});
  const auto answer = screening_->screen(asker(), person("Anna Petrova"));
  ASSERT_TRUE(answer.ok());
  std::vector<RecordedHit> hits = recorded_hits(*current_, answer->results);
  ASSERT_EQ(hits.size(), 2U);
  hits[0].score -= 1;              // another score then
  hits[1].resource_id.fill(0xAB);  // somebody else then
  const auto again =
      replay(*screening_,
             {.question = person("Anna Petrova"), .basis = {1, "", ""}, .total = 2, .hits = hits});
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->identical);
  ASSERT_EQ(again->differences.size(), 3U);
  int added = 0;
  int removed = 0;
  int changed = 0;
  for (const ReplayDifference& each : again->differences) {
    added += !each.before;
    removed += !each.after;
    changed += each.before && each.after;
  }
  EXPECT_EQ(std::make_tuple(added, removed, changed), std::make_tuple(1, 1, 1));
  EXPECT_EQ(cause_of_differences(*again, "an older one"), "ENGINE_CHANGED");
}

TEST_P(ScreeningTest, AStaleListIsNamedOrRefused) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});  // read in 1970
  EXPECT_EQ(screening_->screen(asker(), person("Anna"))->stale_lists,
            std::vector<std::string>{"sample-list"});
  Screening::Parts strict = parts();
  strict.refuse_stale = true;
  const auto refused = Screening(strict).screen(asker(), person("Anna"));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("sample-list"), std::string::npos);
}

TEST_P(ScreeningTest, ABatchAnswersInOrderAndRecordsEveryName) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  Batch::Begin begin{.asker = asker(), .question = "{}", .as_of = {}, .items = {}, .write = {}};
  constexpr std::size_t kNames = 300;  // more than one piece
  for (std::size_t i = 0; i < kNames; ++i)
    begin.items.push_back({std::to_string(i), person(i % 3 == 0 ? "Anna Petrova" : "Juan Garcia")});
  begin.write = [](const BatchItem& item, const parties::PartyCatalogue&,
                   const base::Result<ScreeningResults>& results) -> base::Result<std::string> {
    return item.key + ":" + std::to_string(results->found.total);
  };
  auto batch = Batch::begin(*screening_, std::move(begin));
  ASSERT_TRUE(batch.ok()) << batch.error().message;
  std::vector<std::string> answers;
  while (true) {
    const auto more = (*batch)->next();
    ASSERT_TRUE(more.ok()) << more.error().message;
    if (more->empty()) break;
    // What is answered is recorded already.
    const auto items = searches_->items(asker().scope, (*batch)->identity().id, 0, 1000);
    answers.insert(answers.end(), more->begin(), more->end());
    EXPECT_GE(items->size(), answers.size());
  }
  ASSERT_EQ(answers.size(), kNames);
  for (std::size_t i = 0; i < kNames; ++i)
    EXPECT_EQ(answers[i], std::to_string(i) + (i % 3 == 0 ? ":1" : ":0"));
  const auto recorded = searches_->find(asker().scope, (*batch)->identity().ref);
  EXPECT_EQ(recorded->batch_items, static_cast<std::int64_t>(kNames));
  EXPECT_EQ(recorded->total, kNames / 3);
  EXPECT_TRUE(recorded->completed.has_value());
}

TEST_P(ScreeningTest, ABrokenOffBatchHasNoEnd) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  Batch::Begin begin{.asker = asker(), .question = "{}", .as_of = {}, .items = {}, .write = {}};
  begin.items.assign(200, {"k", person("Anna Petrova")});
  begin.write = [](const auto&, const auto&, const auto&) -> base::Result<std::string> {
    return std::string("x");
  };
  std::string ref;
  {
    auto batch = Batch::begin(*screening_, std::move(begin));
    ASSERT_TRUE(batch.ok());
    ASSERT_TRUE((*batch)->next().ok());
    ref = (*batch)->identity().ref;
  }
  EXPECT_FALSE(searches_->find(asker().scope, ref)->completed.has_value());
}

TEST_P(ScreeningTest, ABatchOfWhichNobodyTakesAnswersIsSearchedAheadOnlySoFar) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  constexpr std::size_t kAhead = 256;
  Batch::Begin begin{.asker = asker(), .question = "{}", .as_of = {}, .items = {}, .write = {}};
  for (std::size_t i = 0; i < 4 * kAhead; ++i)
    begin.items.push_back({std::to_string(i), person("Anna Petrova")});
  std::atomic<std::size_t> written = 0;
  std::atomic<std::size_t> allowed = kAhead;
  std::atomic<bool> too_far = false;
  begin.write = [&](const BatchItem& item, const auto&, const auto&) -> base::Result<std::string> {
    if (std::stoull(item.key) >= allowed) too_far = true;
    ++written;
    return std::string("x");
  };
  auto batch = Batch::begin(*screening_, std::move(begin));
  ASSERT_TRUE(batch.ok());
  std::size_t taken = 0;
  while (true) {
    // Without being asked for more.
    while (written < std::min(taken + kAhead, 4 * kAhead))
      std::this_thread::yield();
    allowed += kAhead;
    const auto more = (*batch)->next();
    ASSERT_TRUE(more.ok());
    if (more->empty()) break;
    taken += more->size();
    EXPECT_LE(more->size(), kAhead);
  }
  EXPECT_EQ(taken, 4 * kAhead);
  EXPECT_EQ(written, 4 * kAhead);
  EXPECT_FALSE(too_far);
}

TEST_P(ScreeningTest, ABatchWithANameThatCannotBePutIntoWordsIsBrokenOffForGood) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"})});
  Batch::Begin begin{.asker = asker(), .question = "{}", .as_of = {}, .items = {}, .write = {}};
  for (std::size_t i = 0; i < 400; ++i)
    begin.items.push_back({std::to_string(i), person("Anna Petrova")});
  begin.write = [](const BatchItem& item, const auto&, const auto&) -> base::Result<std::string> {
    if (item.key == "300") return base::Error(base::Cause::kCorrupt, "unreadable");
    if (item.key == "301") throw std::runtime_error("unexpected");
    return item.key;
  };
  auto batch = Batch::begin(*screening_, std::move(begin));
  ASSERT_TRUE(batch.ok());
  std::size_t answered = 0;
  auto more = (*batch)->next();
  for (; more.ok(); more = (*batch)->next())
    answered += more->size();
  EXPECT_LE(answered, 300u);
  EXPECT_EQ(more.error().cause, base::Cause::kCorrupt);
  EXPECT_FALSE((*batch)->next().ok());
  const auto items = searches_->items(asker().scope, (*batch)->identity().id, 0, 1000);
  EXPECT_EQ(items->size(), answered);
  const auto recorded = searches_->find(asker().scope, (*batch)->identity().ref);
  EXPECT_FALSE(recorded->completed.has_value());
}

VEDETTE_BOTH_STORES(ScreeningTest);

TEST(HitDetails, TheExplanationIsTheScorersOwn) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  const auto profiles = catalogue::sample_profiles(400, seed);
  const catalogue::TemporaryFolder folder;
  ASSERT_TRUE(catalogue::build_sample(folder.path() / "c", profiles).ok());
  const auto catalogue = *catalogue::Catalogue::open(folder.path() / "c", catalogue::Check::kFull);
  const search::Searcher searcher(catalogue, catalogue::sample_analyser());
  search::Workspace workspace;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < profiles.size(); i += 7) {
    search::Query query;
    query.name = profiles[i].names.back().text;
    query.threshold = 60;
    const auto results = searcher.search(query, workspace);
    ASSERT_TRUE(results.ok());
    HitExplainer explainer(catalogue, catalogue::sample_analyser(), query.name);
    for (const search::Hit& hit : results->hits) {
      const auto details = explainer.explain(hit);
      ASSERT_TRUE(details.ok());
      EXPECT_FALSE(match_types(*details).empty());
      for (std::size_t n = 0; n < hit.names.size(); ++n, ++compared) {
        const MatchedName& matched = details->names[n];
        EXPECT_EQ(matched.explanation.score, hit.names[n].score)
            << query.name << " / " << matched.name;
        // What the catalogue keeps of a name says as much as the name itself.
        const names::Kind kind = hit.names[n].kind;
        const auto anew =
            names::explain(names::AskedName(catalogue::sample_analyser(), query.name, kind),
                           names::ComparableName(catalogue::sample_analyser(), matched.name, kind));
        EXPECT_EQ(names::to_json(matched.explanation), names::to_json(anew));
      }
    }
  }
  EXPECT_GT(compared, 100U);
}

TEST(KybReport, TheNumberOfAShipIsFoundWithAndWithoutItsLetters) {
  const auto ship = [](Kind kind, std::string record, std::string name, std::string category,
                       std::string number) {
    profile::Profile made = sample_profile(kind, std::move(record), {std::move(name)});
    made.identifiers.push_back({std::move(category), std::move(number), {}, {}, {}, ""});
    return made;
  };
  const catalogue::TemporaryFolder folder;
  ASSERT_TRUE(catalogue::build_sample(
                  folder.path() / "c",
                  {ship(Kind::kVessel, "1", "Grey Heron", "Vessel Registration Identification",
                        "IMO 9116412"),
                   ship(Kind::kVessel, "2", "Dawn Trader", "IMO Number", "9116412"),
                   ship(Kind::kOrganisation, "3", "Alpha AG", "Registration Number", "9116412"),
                   ship(Kind::kOrganisation, "4", "Beta AG", "Registration Number", "9116413"),
                   ship(Kind::kVessel, "5", "Sea Queen", "Registration Number", "9116414")})
                  .ok());
  const auto catalogue = *catalogue::Catalogue::open(folder.path() / "c", catalogue::Check::kFull);
  const auto found = [&](std::string_view code) {
    std::set<std::string> names;
    for (const std::uint32_t number : find_companies(*catalogue, code, {}))
      names.insert(catalogue->profile(number)->name());
    return names;
  };
  EXPECT_THAT(found("IMO 9116412"), ::testing::ElementsAre("Dawn Trader", "Grey Heron"));
  EXPECT_THAT(found("imo9116412"), ::testing::ElementsAre("Dawn Trader", "Grey Heron"));
  EXPECT_THAT(found("9116412"), ::testing::ElementsAre("Alpha AG", "Dawn Trader", "Grey Heron"));
  EXPECT_THAT(found("IMO 9116413"), ::testing::ElementsAre());  // no ship
  EXPECT_THAT(found("IMO 9116414"), ::testing::ElementsAre());  // a ship's other number
  // Two lists call one ship by two names.
  std::vector<profile::Profile> both;
  for (const std::uint32_t number : find_companies(*catalogue, "IMO 9116412", {}))
    both.push_back(*catalogue->profile(number));
  const auto one = as_one_company(both, "IMO 9116412");
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ(one->names.size(), 2U);
}

TEST(KybReport, ACodeThatSeveralCompaniesHaveIsSettledByTheCountry) {
  const auto company = [](std::string record, std::string name, std::string code,
                          std::string_view country) {
    profile::Profile made =
        sample_profile(Kind::kOrganisation, std::move(record), {std::move(name)});
    made.identifiers.push_back({"Company Registration Number",
                                std::move(code),
                                *profile::parse_country_code(country),
                                {},
                                {},
                                ""});
    return made;
  };
  const catalogue::TemporaryFolder folder;
  ASSERT_TRUE(
      catalogue::build_sample(folder.path() / "c", {company("1", "Alpha AG", "FN 375714x", "AT"),
                                                    company("2", "Beta GmbH", "FN-375714X", "DE"),
                                                    company("3", "Gamma SA", "99", "FR")})
          .ok());
  const auto catalogue = *catalogue::Catalogue::open(folder.path() / "c", catalogue::Check::kFull);
  EXPECT_EQ(find_companies(*catalogue, "fn375714x", {}).size(), 2U);
  const auto austrian =
      find_companies(*catalogue, "FN 375714x", *profile::parse_country_code("AT"));
  ASSERT_EQ(austrian.size(), 1U);
  EXPECT_EQ(catalogue->profile(austrian[0])->name(), "Alpha AG");
  EXPECT_TRUE(find_companies(*catalogue, "FN 375714x", *profile::parse_country_code("FR")).empty());
  EXPECT_TRUE(find_companies(*catalogue, "nonsense", {}).empty());
}

TEST(KybReport, ACompanyThatTwoListsNameIsOneCompany) {
  const auto listed = [](std::string record, std::vector<std::string> names,
                         std::string_view country) {
    profile::Profile made =
        sample_profile(Kind::kOrganisation, std::move(record), std::move(names));
    if (!country.empty()) made.countries = {*profile::parse_country_code(country)};
    return made;
  };
  auto first = listed("1", {"Alpha Works AG", "Alfa Works"}, "AT");
  first.datasets = {profile::Dataset::kSanCurrent};
  auto second = listed("2", {"ALPHA-WORKS A.G."}, "AT");
  second.datasets = {profile::Dataset::kRel};
  second.activities = {"Machines"};
  const auto one = as_one_company({second, first}, "375714");
  ASSERT_TRUE(one) << "a name and the country agree";
  EXPECT_EQ(one->name(), "Alpha Works AG") << "the sanctioned one leads";
  EXPECT_EQ(one->names.size(), 2U) << "the same name in another spelling is no alias";
  EXPECT_EQ(one->datasets,
            (profile::DatasetSet{profile::Dataset::kSanCurrent, profile::Dataset::kRel}));
  EXPECT_EQ(one->activities, std::vector<std::string>{"Machines"});
  const auto other_name = listed("3", {"Rabota Alfa"}, "AT");
  EXPECT_TRUE(as_one_company({first, other_name}, "1157700005759")) << "a long number tells";
  EXPECT_FALSE(as_one_company({first, other_name}, "375714")) << "a short one does not";
  EXPECT_FALSE(as_one_company({first, listed("4", {"Alpha Works AG"}, "DE")}, "1157700005759"))
      << "registers of two countries give out the same numbers";
  EXPECT_FALSE(as_one_company({first, listed("5", {"Beta"}, "")}, "1157700005759"));
}

TEST(KybReport, OwnersOfAreNotOwners) {
  profile::Profile company = sample_profile(Kind::kOrganisation, "1", {"Alpha AG"});
  const auto link = [&](std::string record, std::string relationship) {
    profile::Link made;
    made.target = {"sample-list", std::move(record)};
    made.relationship = std::move(relationship);
    company.links.push_back(std::move(made));
  };
  link("p1", "Managing Director");
  link("p2", "Ultimate Beneficial Owner");
  link("c1", "Shareholder");
  link("c2", "Owner of");
  link("c3", "Subsidiary");
  struct Links final : profile::LinkLookup {
    std::optional<profile::LinkedProfile> find(const profile::ProfileKey& key) const override {
      profile::LinkedProfile found;
      found.kind = key.record.starts_with('p') ? Kind::kPerson : Kind::kOrganisation;
      found.name.text = key.record;
      if (key.record == "c1") found.datasets = {profile::Dataset::kSanCurrent};
      return found;
    }
  };
  const CompanyParties parties = parties_of(company, Links());
  EXPECT_EQ(parties.officers.size(), 1U);
  EXPECT_EQ(parties.beneficial_owners.size(), 1U);
  EXPECT_EQ(parties.shareholders.size(), 1U);
  EXPECT_EQ(parties.related_businesses.size(), 2U);
  EXPECT_EQ(risk_level(company, parties), "critical");  // sanctioned itself and by its owner
  company.datasets = {profile::Dataset::kRre};
  EXPECT_EQ(risk_level(company, parties), "high");
  EXPECT_EQ(risk_level(company, {}), "medium");
  company.datasets = {};
  EXPECT_EQ(risk_level(company, {}), "low");
}

// Two people of one name, born in different years.
std::vector<profile::Profile> namesakes() {
  profile::Profile right = sample_profile(Kind::kPerson, "right", {"Anna Petrova"});
  right.births.push_back({.first = *profile::make_day(1961, 7, 14)});
  right.nationalities.push_back(*profile::parse_country_code("RU"));
  profile::Profile wrong = sample_profile(Kind::kPerson, "wrong", {"Anna Petrova"});
  wrong.births.push_back({.first = *profile::make_day(1990, 2, 1)});
  wrong.nationalities.push_back(*profile::parse_country_code("BG"));
  return {wrong, right};
}

TEST_P(ScreeningTest, TheConfidenceOrdersAndNarrowsOnlyWhenAskedTo) {
  publish(namesakes());
  SearchQuestion question = person("Anna Petrova");
  question.birth.first = *profile::make_day(1961, 7, 14);
  question.details.nationalities = {*profile::parse_country_code("RU")};
  const auto plain = screening_->screen(asker(), question);
  ASSERT_TRUE(plain.ok()) << plain.error().message;
  ASSERT_EQ(plain->results.found.hits.size(), 2U) << "nothing is hidden";
  question.order = HitOrder::kConfidence;
  const auto ordered = screening_->screen(asker(), question);
  ASSERT_TRUE(ordered.ok());
  ASSERT_EQ(ordered->results.assessed.size(), 2U);
  EXPECT_GT(ordered->results.assessed[0].confidence, ordered->results.assessed[1].confidence);
  EXPECT_GE(ordered->results.assessed[0].confidence, 50);
  EXPECT_LT(ordered->results.assessed[1].confidence, 20);
  question.confidence_threshold = 50;
  const auto narrowed = screening_->screen(asker(), question);
  ASSERT_TRUE(narrowed.ok());
  EXPECT_EQ(narrowed->results.found.total, 1U);
  EXPECT_EQ(narrowed->results.left_out, 1U);
  EXPECT_EQ(narrowed->results.assessed, std::vector(1, ordered->results.assessed[0]));
  question.offset = 1;
  EXPECT_TRUE(screening_->screen(asker(), question)->results.found.hits.empty());
}

TEST_P(ScreeningTest, AReplayGivesTheSameConfidence) {
  publish(namesakes());
  SearchQuestion question = person("Anna Petrova");
  question.birth.first = *profile::make_day(1961, 7, 14);
  question.details.other_names = {"Ann Petrov"};
  question.details.identifiers = {
      {evidence::IdentifierType::kPassport, "71 1234567", *profile::parse_country_code("RU")}};
  question.order = HitOrder::kConfidence;
  const auto answer = screening_->screen(asker(), question);
  ASSERT_TRUE(answer.ok());
  const auto recorded = searches_->find(asker().scope, answer->identity.ref);
  ASSERT_TRUE(recorded.ok());
  EXPECT_EQ(question_from_json(recorded->question).value(), question);
  ASSERT_EQ(recorded->hits.size(), 2U);
  EXPECT_EQ(recorded->hits[0].confidence, answer->results.assessed[0].confidence);
  const auto again = replay(*screening_, {.question = question,
                                          .basis = recorded->basis,
                                          .total = recorded->total,
                                          .hits = recorded->hits});
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->identical);
  // Another confidence is a difference, none is not: earlier versions recorded none.
  std::vector<RecordedHit> hits = recorded->hits;
  hits[0].confidence = *hits[0].confidence - 1;
  const auto other = replay(
      *screening_,
      {.question = question, .basis = recorded->basis, .total = recorded->total, .hits = hits});
  ASSERT_TRUE(other.ok());
  EXPECT_FALSE(other->identical);
  ASSERT_EQ(other->differences.size(), 1U);
  for (RecordedHit& hit : hits)
    hit.confidence.reset();
  EXPECT_TRUE(
      replay(
          *screening_,
          {.question = question, .basis = recorded->basis, .total = recorded->total, .hits = hits})
          ->identical);
}

TEST_P(ScreeningTest, HitsWithoutAConfidenceAreReadAsTheyWereWritten) {
  publish(namesakes());
  const SearchQuestion question = person("Anna Petrova");
  const std::vector<RecordedHit> hits = {{current_->resource_id(0), 100, std::nullopt},
                                         {current_->resource_id(1), 90, std::nullopt}};
  const auto identity = searches_->record(asker(), {.asked = clock_.now(),
                                                    .question = question,
                                                    .basis = basis_of(current_),
                                                    .total = 2,
                                                    .hits = hits});
  ASSERT_TRUE(identity.ok());
  EXPECT_EQ(searches_->find(asker().scope, identity->ref)->hits, hits);
}

TEST_P(ScreeningTest, OtherNamesAreSearchedAndTheBestScoreCounts) {
  publish({sample_profile(Kind::kPerson, "1", {"Anna Petrova"}),
           sample_profile(Kind::kPerson, "2", {"Zoltan Kovacs", "Anna Petrovna"})});
  SearchQuestion question = person("Anna Petrova");
  question.details.other_names = {"Zoltan Kovacs"};
  const auto answer = screening_->screen(asker(), question);
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer->results.found.total, 2U);
  for (const search::Hit& hit : answer->results.found.hits) {
    EXPECT_EQ(hit.score, 100);
    const bool by_other = hit.names.front().other_name == 1;
    const auto& name = answer->results.assessed[&hit - answer->results.found.hits.data()].terms[0];
    EXPECT_EQ(name.ours, by_other ? "Zoltan Kovacs" : "Anna Petrova");
    EXPECT_EQ(name.theirs, name.ours);
  }
  question.limit = 1;
  question.offset = 1;
  const auto page = screening_->screen(asker(), question);
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->results.found.total, 2U);
  ASSERT_EQ(page->results.found.hits.size(), 1U);
  EXPECT_EQ(page->results.found.hits[0], answer->results.found.hits[1]);
}

}  // namespace
}  // namespace vedette::service
