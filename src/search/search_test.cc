#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

#include "base/testing/test_seed.h"
#include "catalogue/testing/sample_profiles.h"
#include "lists/formats/reading.h"
#include "search/self_check.h"
#include "search/testing/both_ways.h"

namespace vedette::search {
namespace {

using catalogue::build_sample;
using catalogue::Catalogue;
using catalogue::Check;
using catalogue::sample_analyser;
using catalogue::sample_profile;
using catalogue::sample_profiles;
using catalogue::TemporaryFolder;

void expect_no_difference(const std::shared_ptr<const Catalogue>& catalogue,
                          SelfCheckOptions options) {
  if (const char* seed = std::getenv("VEDETTE_TEST_SEED"))
    options.seed = std::strtoull(seed, nullptr, 10);
  const auto report = self_check(catalogue, sample_analyser(), options);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->queries + report->refused, options.queries);
  EXPECT_LT(report->refused, options.queries / 100 + 1);
  EXPECT_GT(report->hits, 0u);
  for (std::size_t i = 0; i < std::min<std::size_t>(report->differences.size(), 20); ++i)
    ADD_FAILURE() << "\"" << report->differences[i].query.name << "\" at "
                  << report->differences[i].query.threshold << ": " << report->differences[i].what
                  << " (seed " << options.seed << ")";
  std::printf("seed %llu: %llu queries, %llu hits, %llu scanned, %zu differences\n",
              static_cast<unsigned long long>(options.seed),
              static_cast<unsigned long long>(report->queries),
              static_cast<unsigned long long>(report->hits),
              static_cast<unsigned long long>(report->scanned), report->differences.size());
}

TEST(Search, FindsExactlyWhatAFullScanFinds) {
  SelfCheckOptions options;
  options.queries = rounds(2500);
  options.seed = 42;
  expect_no_difference(built(sample_profiles(800, 1)), options);
}

TEST(Search, FindsExactlyWhatAFullScanFindsAtLowThresholds) {
  SelfCheckOptions options;
  options.queries = rounds(400);
  options.seed = 43;
  options.thresholds = {0, 1, 30, 50, 60, 65};
  expect_no_difference(built(sample_profiles(400, 2)), options);
}

// With words that are legal forms and parts of people's names.
TEST(Search, FindsPartiesOfUnknownKindExactlyAsAFullScanFindsThem) {
  std::vector<profile::Profile> profiles = sample_profiles(600, 3);
  std::mt19937_64 random(47);
  for (profile::Profile& profile : profiles) {
    if (random() % 2 == 0) profile.kind = profile::Kind::kUnknown;
    constexpr std::array kForms = {"Se", "Ag", "Co", "Sa", "Ho", "A.", "Ltd"};
    if (random() % 3 == 0)
      profile.names.front().text += std::string(" ") + kForms[random() % kForms.size()];
  }
  SelfCheckOptions options;
  options.queries = rounds(1200);
  options.seed = 47;
  options.thresholds = {50, 65, 80, 90};
  expect_no_difference(built(profiles), options);
}

// The names of published lists: people and companies in many languages, with their aliases.
std::vector<profile::Profile> real_profiles(const std::string& folder, std::size_t most,
                                            bool all_lists = false) {
  std::vector<std::vector<std::string>> lists = {
      {"official/un/un_2026-02-27.xml"},
      {"official/ofac/sdn_2023-12-28/sdn.csv", "official/ofac/sdn_2023-12-28/alt.csv"},
      {"official/eu/eu_fsf_rebuilt_2026-05-01.xml.gz"},
      {"official/uk/uk_sl_rebuilt_2026-05-02.xml.gz"}};
  if (all_lists)
    for (const char* more :
         {"official/us_csl/csl_2022-04.csv.gz", "pep/everypolitician_2016-08_persons.jsonl.gz",
          "opensanctions/sa_wiki_peps_v3_entities.ftm.json",
          "opensanctions/us_congress_senzing.json"})
      lists.push_back({more});
  std::vector<profile::Profile> all;
  for (const auto& files : lists) {
    std::vector<std::string> paths;
    for (const std::string& file : files)
      paths.push_back(folder + "/" + file);
    const auto reading = lists::read_files(paths);
    all.insert(all.end(), reading.profiles.begin(), reading.profiles.end());
  }
  std::mt19937_64 random(1);
  std::ranges::shuffle(all, random);
  if (all.size() > most) all.resize(most);
  return all;
}

class RealNames : public testing::Test {
 protected:
  // Once for all: reading the lists takes most of the time.
  static void SetUpTestSuite() {
    const std::string folder = lists::real_data();
    if (!folder.empty()) catalogue_ = built(real_profiles(folder, 5000));
  }
  static void TearDownTestSuite() { catalogue_.reset(); }
  void SetUp() override {
    if (!catalogue_) GTEST_SKIP() << "1 case skipped: the folder of real lists is not there";
    ASSERT_GT(catalogue_->profile_count(), 1000u);
  }
  static inline std::shared_ptr<const catalogue::Catalogue> catalogue_;
};

TEST_F(RealNames, AreFoundExactlyAsAFullScanFindsThem) {
  SelfCheckOptions options;
  options.queries = rounds(600);
  options.seed = 44;
  expect_no_difference(catalogue_, options);
}

TEST_F(RealNames, AreFoundExactlyAtLowThresholdsToo) {
  SelfCheckOptions options;
  options.queries = rounds(60);
  options.seed = 45;
  options.thresholds = {0, 50, 60};
  expect_no_difference(catalogue_, options);
}

TEST_F(RealNames, AreFoundExactlyInAllListsTogether) {
  if (std::getenv("VEDETTE_TEST_LONG") == nullptr)
    GTEST_SKIP() << "1 case skipped: some minutes long, set VEDETTE_TEST_LONG=1";
  const auto catalogue = built(real_profiles(lists::real_data(), 1'000'000, true));
  std::printf("%u profiles, %u names\n", catalogue->profile_count(), catalogue->name_count());
  SelfCheckOptions options;
  options.queries = rounds(2000);
  options.seed = 46;
  expect_no_difference(catalogue, options);
}

// Most parts of the Consolidated Screening List give no type, that of denied persons among them.
TEST(Search, NobodyOfARealListIsClearInEitherFamilyBecauseTheListGivesNoType) {
  const std::string folder = lists::real_data();
  if (folder.empty()) GTEST_SKIP() << "1 case skipped: the folder of real lists is not there";
  const auto reading = lists::read_files({folder + "/official/us_csl/csl_2022-04.csv.gz"});
  std::vector<profile::Profile> untyped;
  for (const profile::Profile& each : reading.profiles)
    if (each.kind == profile::Kind::kUnknown) untyped.push_back(each);
  ASSERT_GT(untyped.size(), 1000u);
  EXPECT_EQ(untyped.size(), reading.account.unknown_kind);
  const auto catalogue = built(untyped);
  const Searcher searcher(catalogue, sample_analyser());
  Workspace workspace;
  Query query;
  query.limit = untyped.size();
  for (const Scope scope : {Scope::kIndividual, Scope::kBusiness}) {
    query.scope = scope;
    std::size_t clear = 0;
    for (const profile::Profile& each : untyped) {
      query.name = each.name();
      const auto found = searcher.search(query, workspace);
      ASSERT_TRUE(found.ok()) << query.name << ": " << found.error().message;
      const auto id = catalogue::resource_id_of(each.key);
      clear += std::ranges::none_of(found->hits, [&](const Hit& hit) {
        return hit.score >= 99 && catalogue->resource_id(hit.profile) == id;
      });
    }
    EXPECT_EQ(clear, 0u) << "of " << untyped.size();
  }
}

TEST(Search, AnswersAreTheSameWithAnyNumberOfThreads) {
  const auto catalogue = built(sample_profiles(500, 6));
  const Searcher searcher(catalogue, sample_analyser());
  QueryMaker maker(*catalogue, 8);
  std::vector<Query> queries(300);
  for (Query& query : queries)
    query.name = maker.next_name();
  const auto one = searcher.search_all(queries, 1);
  for (const unsigned threads : {2u, 8u}) {
    const auto many = searcher.search_all(queries, threads);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      EXPECT_EQ(one[i]->total, many[i]->total);
      EXPECT_EQ(one[i]->hits, many[i]->hits) << queries[i].name;
    }
  }
}

TEST(Search, PagesAreCutFromOneOrderAndTellTheTrueTotal) {
  const auto catalogue = built(sample_profiles(600, 7));
  const Searcher searcher(catalogue, sample_analyser());
  Workspace workspace;
  Query query;
  query.name = "Mohammed Ali";
  query.threshold = 50;
  query.limit = 10000;
  const auto whole = searcher.search(query, workspace);
  ASSERT_GT(whole->total, 5u);
  ASSERT_EQ(whole->hits.size(), whole->total);
  std::vector<Hit> pages;
  query.limit = 3;
  for (query.offset = 0; query.offset < whole->total; query.offset += query.limit) {
    const auto page = searcher.search(query, workspace);
    EXPECT_EQ(page->total, whole->total);
    pages.insert(pages.end(), page->hits.begin(), page->hits.end());
  }
  EXPECT_EQ(pages, whole->hits);
  query.offset = 100000;
  EXPECT_TRUE(searcher.search(query, workspace)->hits.empty());
  for (std::size_t i = 1; i < whole->hits.size(); ++i)
    EXPECT_GE(whole->hits[i - 1].score, whole->hits[i].score);
}

TEST(Search, ASearchThatIsTooExpensiveIsAnErrorAndNeverAShorterAnswer) {
  const auto catalogue = built(sample_profiles(300, 9));
  const Searcher searcher(catalogue, sample_analyser(), 50);
  Workspace workspace;
  Query query;
  query.name = "Mohammed Ali";
  query.threshold = 0;
  const auto refused = searcher.search(query, workspace);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, base::Cause::kTooExpensive);
  // The next search with the same workspace is not disturbed.
  query.threshold = 100;
  query.name = "nobody has this name";
  EXPECT_EQ(searcher.search(query, workspace)->total, 0u);
}

// Twenty words, of which each is like every other; the last one may have more letters.
std::string slow_name(std::size_t more) {
  std::string out;
  for (char c = 'a'; c < 'a' + 20; ++c)
    out += "щукинщукинщукин" + std::string(c == 'a' + 19 ? 1 + more : 1, c) + " ";
  return out;
}

TEST(Search, ANameThatCannotBeComparedInFullIsAnErrorAndNeverAMissingHit) {
  const auto catalogue =
      built({sample_profile(profile::Kind::kPerson, "slow", {slow_name(2)}),
             sample_profile(profile::Kind::kPerson, "plain", {"Ivan Petrovsky"})});
  Workspace workspace;
  Query query;
  query.name = slow_name(0);
  const auto refused = Searcher(catalogue, sample_analyser()).search(query, workspace);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, base::Cause::kTooExpensive);
  // Where an answer must be given whatever happens, the name is taken for a match.
  const Searcher lenient(catalogue, sample_analyser(), kDefaultWorkLimit, Capped::kTaken);
  const auto taken = lenient.search(query, workspace);
  ASSERT_TRUE(taken.ok());
  ASSERT_EQ(taken->total, 1u);
  EXPECT_GE(taken->hits.front().score, query.threshold);
  query.name = "Ivan Petrovsky";
  EXPECT_EQ(Searcher(catalogue, sample_analyser()).search(query, workspace)->total, 1u);
}

TEST(Search, AThresholdOutsideOfItsRangeIsRefused) {
  const auto catalogue = built(sample_profiles(3, 9));
  const Searcher searcher(catalogue, sample_analyser());
  Workspace workspace;
  Query query;
  for (const int threshold : {-1, 101}) {
    query.threshold = threshold;
    EXPECT_EQ(searcher.search(query, workspace).error().cause, base::Cause::kInvalidInput);
  }
}

// Filters and evidence.
class Filters : public testing::Test {
 protected:
  void add(const std::string& record, std::vector<std::string> countries, int year,
           profile::Gender gender, profile::DatasetSet datasets) {
    auto one = sample_profile(profile::Kind::kPerson, record, {"Ivan Petrovsky"});
    for (const std::string& country : countries)
      one.nationalities.push_back(*profile::Country::from_alpha2(country));
    if (year > 0) one.births.push_back({{static_cast<std::int16_t>(year), 0, 0}, {}, false});
    one.gender = gender;
    one.datasets = datasets;
    profiles_.push_back(std::move(one));
  }
  // The records found, in order.
  std::vector<std::string> ask(Query query) {
    const auto catalogue = built(profiles_);
    query.name = "Ivan Petrovsky";
    query.scope = Scope::kIndividual;
    Workspace workspace;
    const auto results = Searcher(catalogue, sample_analyser()).search(query, workspace);
    std::vector<std::string> records;
    for (const Hit& hit : results->hits)
      records.push_back(catalogue->profile(hit.profile)->key.record);
    return records;
  }
  void SetUp() override {
    using profile::Dataset;
    using profile::Gender;
    add("ru-1960", {"RU"}, 1960, Gender::kMale, {Dataset::kSanCurrent});
    add("nowhere", {}, 0, Gender::kUnknown, {Dataset::kPepCurrent});
    add("us-1975", {"US"}, 1975, Gender::kFemale, {Dataset::kSanCurrent, Dataset::kPepCurrent});
  }
  std::vector<profile::Profile> profiles_;
};

using testing::UnorderedElementsAre;

TEST_F(Filters, AProfileWithoutACountryStaysUnlessACountryIsRequired) {
  Query query;
  query.countries = {*profile::Country::from_alpha2("RU")};
  EXPECT_THAT(ask(query), UnorderedElementsAre("ru-1960", "nowhere"));
  query.country_required = true;
  EXPECT_THAT(ask(query), UnorderedElementsAre("ru-1960"));
}

TEST_F(Filters, DatasetsKeepProfilesWithAnyOfThem) {
  Query query;
  query.datasets = {profile::Dataset::kPepCurrent};
  EXPECT_THAT(ask(query), UnorderedElementsAre("nowhere", "us-1975"));
}

TEST_F(Filters, ABirthDateOrdersAndFiltersOnlyWhenAsked) {
  Query query;
  query.birth = {{1961, 5, 2}, {}, false};
  EXPECT_THAT(ask(query), testing::ElementsAre("ru-1960", "nowhere", "us-1975"));
  query.birth_date_rule = BirthDateRule::kWithinOneYear;
  EXPECT_THAT(ask(query), UnorderedElementsAre("ru-1960", "nowhere"));
  query.birth_date_rule = BirthDateRule::kSameYear;
  EXPECT_THAT(ask(query), UnorderedElementsAre("nowhere"));
}

TEST_F(Filters, AnIdentifierPutsItsOwnerFirstAndFiltersNothing) {
  profiles_[1].identifiers.push_back({"Passport", "N 123-456", {}, {}, {}});
  Query query;
  query.identifiers = {evidence::make_identifier(evidence::IdentifierType::kPassport, "n123456"),
                       evidence::make_identifier(evidence::IdentifierType::kLei, "of nobody")};
  query.gender = profile::Gender::kFemale;
  EXPECT_THAT(ask(query), testing::ElementsAre("nowhere", "us-1975", "ru-1960"));
}

TEST_F(Filters, GenderBreaksTiesAndFiltersNothing) {
  Query query;
  query.gender = profile::Gender::kFemale;
  EXPECT_THAT(ask(query), testing::ElementsAre("us-1975", "nowhere", "ru-1960"));
}

// The office stands for all that the listed name leaves out, also for words that would relate to
// the family name if it were not taken already.
TEST(Search, AnOfficeAndAFamilyNameAreFoundWhateverElseIsAskedFor) {
  const auto catalogue =
      built({sample_profile(profile::Kind::kPerson, "1", {"President Zhuravlyov"}),
             sample_profile(profile::Kind::kPerson, "2", {"President Holding"})});
  for (const auto* name : {"General Holdilg Holding", "General Arkady Zhuravlyob Zhuravlyov"})
    EXPECT_EQ(found_by_both(catalogue, name).total, 1u) << name;
}

// "co" is a name in the question and a legal form in the listed name, so that nothing relates them.
TEST(Search, TheSameWordsAreFoundWhateverTheyAreTakenFor) {
  const auto catalogue =
      built({sample_profile(profile::Kind::kOrganisation, "1",
                            {"Ningbo Quorvex Technologies Co., Electrical Research Center"})});
  EXPECT_EQ(
      found_by_both(catalogue, "ningbo quorvex technologies co electrical research center").total,
      1u);
}

// Neither word carries weight by itself in an organisation's name.
TEST(Search, WordsWithoutWeightThatAreWrittenAsOneAreFound) {
  const auto catalogue =
      built({sample_profile(profile::Kind::kOrganisation, "1", {"Ala"}),
             sample_profile(profile::Kind::kOrganisation, "2", {"Ala (Quorvex"}),
             sample_profile(profile::Kind::kOrganisation, "3", {"Ala Trading"})});
  for (int threshold = 60; threshold <= 95; threshold += 5)
    EXPECT_TRUE(found_by_both(catalogue, "al a.", threshold).total > 0 || threshold > 85);
}

// A listed word that one word of the question meets for little may be written apart all the same.
TEST(Search, AWordThatMeetsAnotherIsStillMadeUpOfSeveral) {
  const auto catalogue =
      built({sample_profile(profile::Kind::kPerson, "1", {"Mohamed"}),
             sample_profile(profile::Kind::kPerson, "2", {"Mohammed Yiha"}),
             sample_profile(profile::Kind::kPerson, "3", {"Mohamed Yihya Mala"})});
  for (int threshold = 50; threshold <= 95; threshold += 5)
    EXPECT_TRUE(found_by_both(catalogue, "mo hammed y iha mal a", threshold).total > 0 ||
                threshold > 80);
}

// A listed word that is there in the question is a repetition where that word meets another.
TEST(Search, WordsThatAreRepeatedInAnotherSpellingAreNotLeftOver) {
  const auto catalogue = built({sample_profile(profile::Kind::kPerson, "1", {"Abdal A. Abdtl"}),
                                sample_profile(profile::Kind::kOrganisation, "2", {"Hussein H"}),
                                sample_profile(profile::Kind::kOrganisation, "3", {"H Hussein"})});
  for (const char* question : {"Abdal", "H Ussein", "A. Abdal"})
    for (int threshold = 50; threshold <= 99; ++threshold)
      found_by_both(catalogue, question, threshold);
  EXPECT_EQ(found_by_both(catalogue, "Abdal", 80).total, 1u);
}

// "Y. Mohammad" written as one is Mohammad with a letter too many, but Mohammad is there.
TEST(Search, AWordThatIsThereIsNotMadeUpOfOthers) {
  std::vector<profile::Profile> profiles;
  for (const char* name : {"Mohammad Khalid Gupta", "Ivan Mohammad Petrov", "Mohammad Faouzi Azam",
                           "Abd al Latif Kelmendi", "Ymohammad", "Sayed Mohammad Ymohammad"})
    profiles.push_back(
        sample_profile(profile::Kind::kPerson, std::to_string(profiles.size()), {name}));
  const auto catalogue = built(profiles);
  for (int threshold = 50; threshold <= 95; threshold += 5)
    for (const char* question : {"Y. Mohammad", "Mohammad K.", "abdal salam nayef", "ymo hammad"})
      found_by_both(catalogue, question, threshold);
  Query query;
  query.name = "Y. Mohammad";
  query.threshold = 80;
  Workspace workspace;
  const auto found = Searcher(catalogue, sample_analyser()).search(query, workspace);
  ASSERT_TRUE(found.ok());
  EXPECT_LE(found->scored, 2u);  // the others have a word that contradicts
}

// "Ministerie" is put aside, because a phrase of the question narrows it as well.
TEST(Search, WordsThatAPhraseNarrowsAreNotLeftOver) {
  const auto catalogue = built(
      {sample_profile(profile::Kind::kOrganisation, "1", {"Ministerie van Binnenlandse Zaken"})});
  EXPECT_EQ(found_by_both(catalogue, "Ministry of Interior [Syria]").total, 1u);
}

TEST(Search, AQueryOfInitialsFindsTheSameInitialsAndNothingElse) {
  const auto catalogue = built({sample_profile(profile::Kind::kPerson, "1", {"Z. K."}),
                                sample_profile(profile::Kind::kPerson, "2", {"Zenzi Karimov"}),
                                sample_profile(profile::Kind::kPerson, "3", {"Z. Karimov"})});
  const Searcher searcher(catalogue, sample_analyser());
  Workspace workspace;
  Query query;
  for (const char* name : {"Z. K.", "z", "K. Z."})
    for (const int threshold : {60, 80, 100}) {
      query.name = name;
      query.threshold = threshold;
      const Results scan = full_scan(*catalogue, sample_analyser(), query);
      const auto index = searcher.search(query, workspace);
      EXPECT_EQ(index->hits, scan.hits) << name << " at " << threshold;
      EXPECT_TRUE(threshold < 80 || !index->scanned) << name;
    }
  query.name = "Z. K.";
  query.threshold = 100;
  EXPECT_EQ(searcher.search(query, workspace)->total, 1u);
}

// A father's name is left out lightly, so that it need not meet anything.
TEST(Search, ANameWithAFathersNameIsFoundByTheNameBesideIt) {
  const auto catalogue =
      built({sample_profile(profile::Kind::kPerson, "1", {"Zhuravlyov Arkadievich"}),
             sample_profile(profile::Kind::kPerson, "2", {"Mukhametov Gennadievich"})});
  for (const char* name : {"Zhuravlyov", "Oleg Zhuravlyov", "Mukhametov Ilya", "Mukhametov"})
    for (const int threshold : {60, 70, 75, 80})
      found_by_both(catalogue, name, threshold);
}

TEST(Search, ANameOfWhichTwoWordsAreEachWrittenApartIsFound) {
  const auto catalogue =
      built({sample_profile(profile::Kind::kPerson, "1", {"Nam Kung Sok-chin-hwan"}),
             sample_profile(profile::Kind::kPerson, "2", {"Chu-ko An-lu-shan"})});
  const Searcher searcher(catalogue, sample_analyser());
  Workspace workspace;
  for (const char* name : {"南宮振煥", "诸葛安芦"}) {
    Query query;
    query.name = name;
    query.threshold = 70;
    const auto found = searcher.search(query, workspace);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->total, 1U) << name;
    EXPECT_EQ(found->hits, full_scan(*catalogue, sample_analyser(), query).hits);
  }
}

TEST(Search, AQueryThatWritesEveryWordApartFindsTheName) {
  const auto catalogue =
      built({sample_profile(profile::Kind::kVessel, "1", {"Captain Zheltov"}),
             sample_profile(profile::Kind::kOrganisation, "2", {"Quillfeather Bramblewood"})});
  const Searcher searcher(catalogue, sample_analyser());
  Workspace workspace;
  for (const char* name : {"ca ptain zh eltov", "Quill feather Bram blewood"})
    for (const int threshold : {70, 75, 80}) {
      Query query;
      query.name = name;
      query.threshold = threshold;
      const Results scan = full_scan(*catalogue, sample_analyser(), query);
      EXPECT_EQ(scan.total, 1u) << name << " at " << threshold;
      EXPECT_EQ(searcher.search(query, workspace)->hits, scan.hits) << name << " at " << threshold;
    }
}

// The words of these meet nothing one by one; names::letters_agree() brings them together.
TEST(Search, TheLettersOfAWholeNameFindItWhereverBlanksStand) {
  using profile::Kind;
  const auto catalogue =
      built({sample_profile(Kind::kOrganisation, "1", {"Quillfeather Foundation"}),
             sample_profile(Kind::kOrganisation, "2", {"Bramblewood OAO"}),
             sample_profile(Kind::kOrganisation, "3", {"Thistledown Neft Trading Bureau GmbH"}),
             sample_profile(Kind::kVessel, "4", {"Marigold Star 12"})});
  for (const char* name :
       {"QUILLFEATHER FOU NDATION", "Quill fea ther F ound ation Ltd", "BRAMBLEWOODOAO",
        "Bramblewood OAOO", "Thistledown Neft Tra", "Thistledown Nefttradingbureau",
        "MARIGOLDSTAR12", "M a r igold S tar 12"})
    for (const int threshold : {60, 80, 85})
      EXPECT_EQ(found_by_both(catalogue, name, threshold).total, 1u) << name << " at " << threshold;
  // Another number, an abbreviation instead of a cut word, the beginning of too many names.
  for (const char* name : {"Marigold Star 1 3", "Thistledow Neft T"})
    EXPECT_EQ(found_by_both(catalogue, name).total, 0u) << name;
}

TEST(Search, ALateWordOfALongNameMayBeWrittenTogether) {
  const std::string begin = "Amber Birch Cedar Dahlia Elder Fennel Ginger Hazel Indigo ";
  const auto catalogue = built(
      {sample_profile(profile::Kind::kOrganisation, "1", {begin + "Jasmine Kelpwort Lavender"})});
  const Searcher searcher(catalogue, sample_analyser());
  Workspace workspace;
  Query query;
  query.name = begin + "Jasmine Kelpwortlavender";
  query.threshold = 90;
  EXPECT_EQ(searcher.search(query, workspace)->total, 1u);
}

TEST(Search, EachNameOfAQuestionFindsItsOwnAndTheBestOneCounts) {
  const auto catalogue =
      built({sample_profile(profile::Kind::kPerson, "1", {"Ivan Petrovsky", "Vanya Petrovsky"}),
             sample_profile(profile::Kind::kPerson, "2", {"Olga Marchbanks"}),
             sample_profile(profile::Kind::kPerson, "3", {"Olga Marchbank"}),
             sample_profile(profile::Kind::kOrganisation, "4", {"Kestrel Harbour Shipping"})});
  const Searcher searcher(catalogue, sample_analyser());
  Workspace workspace;
  Query query;
  query.name = "Ivan Petrovsky or Olga Marchbanks";
  const auto people = searcher.search(query, workspace);
  ASSERT_EQ(people->total, 3u);
  EXPECT_EQ(people->hits[0].score, 99) << "a part of the question is not the question";
  EXPECT_EQ(people->hits[1].score, 99);
  EXPECT_LT(people->hits[2].score, 99);
  EXPECT_EQ(people->hits, full_scan(*catalogue, sample_analyser(), query).hits);
  query.name = "Gatewick Ltd d/b/a Kestrel Harbour Shipping";
  EXPECT_EQ(searcher.search(query, workspace)->total, 1u);
  for (query.threshold = 0; query.threshold <= 100; query.threshold += 50)
    EXPECT_EQ(searcher.search(query, workspace)->hits,
              full_scan(*catalogue, sample_analyser(), query).hits);
}

TEST(Search, APartyOfUnknownKindIsFoundInBothFamiliesAsPersonAndAsCompany) {
  const auto catalogue = built({sample_profile(profile::Kind::kUnknown, "1", {"Petrovsky Ivan"}),
                                sample_profile(profile::Kind::kPerson, "2", {"Ivan Petrovsky"}),
                                sample_profile(profile::Kind::kVessel, "3", {"Ivan Petrovsky"})});
  const Searcher searcher(catalogue, sample_analyser());
  Workspace workspace;
  Query query;
  query.name = "Ivan Petrovsky";
  query.scope = Scope::kBusiness;
  EXPECT_EQ(searcher.search(query, workspace)->total, 2u);
  query.scope = Scope::kIndividual;
  EXPECT_EQ(searcher.search(query, workspace)->total, 2u);
  query.scope = Scope::kBoth;
  EXPECT_EQ(searcher.search(query, workspace)->total, 3u);
}

TEST(Search, APersonIsFoundWhoseListGivesNoTypeAndWhoseNameHasALegalForm) {
  const std::array names = {"KIM, Se Gon", "Li Ho Jin",      "Tor Ag Hansen",
                            "Mei Co Tan",  "Ana Sa Moreira", "Alexander Petrenko"};
  const std::array asked = {"Se Gon Kim", "Jin Li Ho",      "Hansen Tor Ag",
                            "Tan Mei Co", "Moreira Ana Sa", "Petrenko Alexander"};
  std::vector<profile::Profile> unknown;
  std::vector<profile::Profile> people;
  for (std::size_t i = 0; i < names.size(); ++i) {
    unknown.push_back(sample_profile(profile::Kind::kUnknown, std::to_string(i), {names[i]}));
    people.push_back(sample_profile(profile::Kind::kPerson, std::to_string(i), {names[i]}));
  }
  const auto without_type = built(unknown);
  const auto with_type = built(people);
  for (const std::string name : asked) {
    const Results expected = found_by_both(with_type, name, 60, Scope::kIndividual);
    ASSERT_FALSE(expected.hits.empty()) << name;
    for (const Scope scope : {Scope::kIndividual, Scope::kBusiness, Scope::kBoth}) {
      const Results found = found_by_both(without_type, name, 60, scope);
      ASSERT_FALSE(found.hits.empty()) << name;
      EXPECT_GE(found.hits.front().score, expected.hits.front().score) << name;
    }
  }
  EXPECT_EQ(found_by_both(without_type, "Se Gon Kim", 80, Scope::kIndividual).hits.front().score,
            100);
}

}  // namespace
}  // namespace vedette::search
