#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "base/testing/test_seed.h"
#include "catalogue/testing/sample_profiles.h"
#include "search/full_scan.h"
#include "search/self_check.h"
#include "search/testing/both_ways.h"

namespace vedette::search {
namespace {

using catalogue::Catalogue;
using catalogue::sample_analyser;
using catalogue::sample_profile;
using profile::Profile;
using testing::ElementsAre;

// Parties made up by a test.
class MadeUpParties final : public PartyMap {
 public:
  MadeUpParties(std::uint32_t entries, std::vector<std::vector<std::uint32_t>> groups)
      : party_(entries) {
    std::iota(party_.begin(), party_.end(), 0u);
    for (auto& group : groups) {
      std::ranges::sort(group);
      for (const std::uint32_t entry : group)
        party_[entry] = group.front();
      groups_[group.front()] = group;
    }
  }
  std::uint32_t party_of(std::uint32_t entry) const override { return party_[entry]; }
  std::span<const std::uint32_t> entries_of(std::uint32_t entry) const override {
    const auto found = groups_.find(party_[entry]);
    if (found == groups_.end()) return {&party_[entry], 1};
    return found->second;
  }

 private:
  std::vector<std::uint32_t> party_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> groups_;
};

// Groups of up to five entries at random; a third of the entries stays alone.
std::shared_ptr<const PartyMap> random_parties(const Catalogue& catalogue, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> entries(catalogue.profile_count());
  std::iota(entries.begin(), entries.end(), 0u);
  std::ranges::shuffle(entries, random);
  entries.resize(entries.size() * 2 / 3);
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::size_t at = 0; at < entries.size();) {
    const std::size_t size = std::min<std::size_t>(2 + random() % 4, entries.size() - at);
    const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(at);
    groups.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(size));
    at += size;
  }
  return std::make_shared<MadeUpParties>(catalogue.profile_count(), std::move(groups));
}

std::vector<Profile> varied_profiles(std::size_t count, std::uint64_t seed) {
  std::vector<Profile> profiles = catalogue::sample_profiles(count, seed);
  std::mt19937_64 random(seed);
  for (Profile& profile : profiles) {
    if (random() % 5 == 0) profile.kind = profile::Kind::kUnknown;
    profile.datasets = {};
    using enum profile::Dataset;
    constexpr profile::Dataset kSome[] = {kSanCurrent, kSanFormer, kPepCurrent, kRre, kPoi};
    profile.datasets.add(kSome[random() % 5]);
    profile.nationalities.clear();
    constexpr const char* kCountries[] = {"RU", "IR", "US", "FR"};
    if (random() % 3 != 0)
      profile.nationalities.push_back(*profile::Country::from_alpha2(kCountries[random() % 4]));
    profile.births.clear();
    if (random() % 3 != 0)
      profile.births.push_back(
          {{static_cast<std::int16_t>(1950 + static_cast<int>(random() % 40)), 0, 0}, {}, false});
  }
  return profiles;
}

// A query with random filters.
Query random_query(QueryMaker& maker, std::mt19937_64& random) {
  Query query;
  query.name = maker.next_name();
  constexpr int kThresholds[] = {60, 70, 80, 90, 100};
  query.threshold = kThresholds[random() % 5];
  constexpr Scope kScopes[] = {Scope::kBoth, Scope::kIndividual, Scope::kBusiness};
  query.scope = kScopes[random() % 3];
  using enum profile::Dataset;
  if (random() % 3 == 0) query.datasets = {random() % 2 == 0 ? kSanCurrent : kSanFormer};
  if (random() % 3 == 0) query.countries = {*profile::Country::from_alpha2("RU")};
  query.country_required = random() % 2 == 0;
  if (random() % 3 == 0) {
    query.birth = {
        {static_cast<std::int16_t>(1950 + static_cast<int>(random() % 40)), 0, 0}, {}, false};
    query.birth_date_rule = static_cast<BirthDateRule>(random() % 4);
  }
  if (random() % 6 == 0) query.identifiers = maker.next_identifiers();
  return query;
}

TEST(PartySearch, FindsExactlyWhatAFullScanFinds) {
  const auto catalogue = built(catalogue::sample_profiles(800, 11));
  SelfCheckOptions options;
  options.queries = rounds(250);
  options.seed = base::test_seed();
  options.parties = random_parties(*catalogue, options.seed);
  const auto report = self_check(catalogue, sample_analyser(), options);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_GT(report->hits, 0u);
  for (const SelfCheckDifference& each : report->differences)
    ADD_FAILURE() << each.query.name << ": " << each.what << " (seed " << options.seed << ")";
}

// Whatever the filters are: the parties of all entries that a search without parties finds are
// found, at the same score or a higher one, and pages are cut from one order.
TEST(PartySearch, LosesNoHitAndCutsPagesExactlyWhateverTheFiltersAre) {
  const std::uint64_t seed = base::test_seed();
  const auto catalogue = built(varied_profiles(600, seed));
  const auto parties = random_parties(*catalogue, seed);
  const Searcher by_entry(catalogue, sample_analyser());
  const Searcher by_party(catalogue, sample_analyser(), kDefaultWorkLimit, Capped::kRefused,
                          parties);
  QueryMaker maker(*catalogue, seed);
  std::mt19937_64 random(seed);
  Workspace workspace;
  std::uint64_t joined = 0, gained = 0;
  for (std::uint64_t i = 0; i < rounds(200); ++i) {
    Query query = random_query(maker, random);
    query.limit = catalogue->profile_count();
    const auto alone = by_entry.search(query, workspace);
    const auto found = by_party.search(query, workspace);
    ASSERT_TRUE(alone.ok() && found.ok());
    const Results scan = full_scan(*catalogue, sample_analyser(), query, parties.get());
    ASSERT_EQ(found->hits, scan.hits) << query.name << " (seed " << seed << ")";
    ASSERT_EQ(found->total, found->hits.size());
    std::map<std::uint32_t, int> best;
    for (const Hit& hit : found->hits)
      ASSERT_TRUE(best.emplace(hit.profile, hit.score).second) << "a party twice";
    for (const Hit& hit : alone->hits) {
      const auto party = best.find(parties->party_of(hit.profile));
      ASSERT_NE(party, best.end()) << query.name << " lost an entry (seed " << seed << ")";
      EXPECT_GE(party->second, hit.score);
    }
    joined += alone->total > found->total;
    gained += found->total > alone->total;
    const std::size_t offset = random() % (found->hits.size() + 1), limit = random() % 4;
    query.offset = offset;
    query.limit = limit;
    const auto page = by_party.search(query, workspace);
    EXPECT_EQ(page->total, found->total);
    const std::size_t last = std::min(offset + limit, found->hits.size());
    EXPECT_EQ(page->hits,
              std::vector<Hit>(found->hits.begin() + static_cast<std::ptrdiff_t>(offset),
                               found->hits.begin() + static_cast<std::ptrdiff_t>(last)));
  }
  if (rounds(200) < 200) return;  // too few queries to be sure of both
  EXPECT_GT(joined, 0u);
  EXPECT_GT(gained, 0u);  // a filter that another entry of the party passes
}

// Two entries of one man, and another man.
class OneMan : public testing::Test {
 protected:
  static Profile entry(std::string record, std::string name, profile::DatasetSet datasets,
                       std::string_view country, int year) {
    Profile made = sample_profile(profile::Kind::kPerson, std::move(record), {std::move(name)});
    made.datasets = datasets;
    if (!country.empty()) made.nationalities.push_back(*profile::Country::from_alpha2(country));
    if (year > 0) made.births.push_back({{static_cast<std::int16_t>(year), 0, 0}, {}, false});
    return made;
  }
  void SetUp() override {
    using enum profile::Dataset;
    catalogue_ = built({entry("former", "Ivan Petrovsky", {kSanFormer}, "", 0),
                        entry("current", "Iwan Petrowski", {kSanCurrent}, "RU", 1960),
                        entry("other", "Ivan Petrovsky", {kSanFormer}, "US", 1990)});
    former_ = number("former"), current_ = number("current"), other_ = number("other");
    parties_ = std::make_shared<MadeUpParties>(
        3, std::vector<std::vector<std::uint32_t>>{{former_, current_}});
    party_ = parties_->party_of(former_);
  }
  std::uint32_t number(const std::string& record) const {
    return *catalogue_->find_resource(profile::resource_id({"sample-list", record}));
  }
  Results ask(Query query) const {
    query.name = "Ivan Petrovsky";
    query.threshold = 95;
    Workspace workspace;
    return *Searcher(catalogue_, sample_analyser(), kDefaultWorkLimit, Capped::kRefused, parties_)
                .search(query, workspace);
  }
  std::vector<std::uint32_t> found(const Query& query) const {
    std::vector<std::uint32_t> out;
    for (const Hit& hit : ask(query).hits)
      out.push_back(hit.profile);
    std::ranges::sort(out);
    return out;
  }

  std::shared_ptr<const Catalogue> catalogue_;
  std::shared_ptr<const MadeUpParties> parties_;
  std::uint32_t former_ = 0, current_ = 0, other_ = 0, party_ = 0;
};

TEST_F(OneMan, IsOneHitWithTheBestNameOfHisEntries) {
  const Results results = ask({});
  EXPECT_EQ(results.total, 2u);
  const auto his = std::ranges::find(results.hits, party_, &Hit::profile);
  ASSERT_NE(his, results.hits.end());
  EXPECT_EQ(his->score, 100);
  EXPECT_EQ(his->names.front().entry, former_);
}

TEST_F(OneMan, IsFoundByTheDatasetOfAnEntryWhoseNameIsAnother) {
  Query query;
  query.datasets = {profile::Dataset::kSanCurrent};
  EXPECT_THAT(found(query), ElementsAre(party_));
}

TEST_F(OneMan, IsNotLostBecauseAnotherEntryKnowsMore) {
  Query query;
  query.countries = {*profile::Country::from_alpha2("FR")};  // one entry knows no country
  EXPECT_THAT(found(query), ElementsAre(party_));
  query = {};
  query.birth = {{1975, 0, 0}, {}, false};  // and no birth date
  query.birth_date_rule = BirthDateRule::kExact;
  EXPECT_THAT(found(query), ElementsAre(party_));
  EXPECT_EQ(ask(query).hits.front().evidence.birth, BirthAgreement::kConflict);
}

}  // namespace
}  // namespace vedette::search
