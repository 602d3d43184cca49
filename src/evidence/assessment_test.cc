#include "evidence/assessment.h"

#include <gtest/gtest.h>

#include <random>

#include "evidence/birth_date.h"
#include "names/tables/lexicon.h"

namespace vedette::evidence {
namespace {

using profile::Country;

profile::PartialDate date(std::string_view text) {
  profile::PartialDate made;
  EXPECT_TRUE(profile::from_text(text, made)) << text;
  return made;
}
Finding births(std::string_view a, std::string_view b) {
  EXPECT_EQ(compare_births(date(a), date(b)), compare_births(date(b), date(a)));
  return compare_births(date(a), date(b));
}

TEST(BirthDate, PartialDatesCompareAsSpans) {
  EXPECT_EQ(births("1961-07-14", "1961-07-14"), Finding::kBirthSameDay);
  EXPECT_EQ(births("1961-07-14", "1961-07"), Finding::kBirthSameMonth);
  EXPECT_EQ(births("1961-07-14", "1961"), Finding::kBirthSameYear);
  EXPECT_EQ(births("1961-07-14", "1960/1963"), Finding::kBirthOverlaps);
  EXPECT_EQ(births("1963", "~1961"), Finding::kBirthOverlaps);
  EXPECT_EQ(births("1961", "1962"), Finding::kBirthNearYear);
  EXPECT_EQ(births("1961-07-14", "1961-09-30"), Finding::kBirthOtherDay);
  EXPECT_EQ(births("1961-07-14", "1964-09-30"), Finding::kBirthOtherYear);
  EXPECT_EQ(births("1961-07-14", "1971-12-30"), Finding::kBirthFarYear);
}

TEST(Names, AllNamesOfAPartySayMoreThanOneInCommon) {
  const auto confidence = [](const NamesAgreement& names) {
    Assessment made{.log_odds = 0};
    add_names(made, names);
    EXPECT_EQ(made.terms.back().attribute, Attribute::kNames);
    EXPECT_EQ(made.confidence, confidence_of(made.log_odds));
    return made.log_odds;
  };
  const LogOdds all = confidence({.primary_score = 95, .met = 4, .of = 4, .information = 150});
  const LogOdds primary = confidence({.primary_score = 95, .met = 1, .of = 4, .information = 150});
  const LogOdds alias = confidence({.primary_score = 40, .met = 2, .of = 4, .information = 150});
  const LogOdds few = confidence({.primary_score = 40, .met = 1, .of = 4, .information = 150});
  EXPECT_GT(all, primary);
  EXPECT_GT(primary, alias);
  EXPECT_GT(alias, few);
  EXPECT_GT(few, confidence({.primary_score = 40, .met = 1, .of = 4, .information = 20}));
}

TEST(BirthDate, SlipsAreOutcomesOfTheirOwn) {
  EXPECT_EQ(births("1961-07-04", "1961-04-07"), Finding::kBirthSwapped);
  EXPECT_EQ(births("1961-07-14", "1961-07-15"), Finding::kBirthOneDigit);
  EXPECT_EQ(births("1961-07-14", "1971-07-14"), Finding::kBirthOneDigit);
}

TEST(BirthDate, TheFirstOfJanuaryStandsForTheYear) {
  EXPECT_EQ(births("1961-01-01", "1961-07-14"), Finding::kBirthSameYear);
  EXPECT_EQ(births("1961-01-01", "1961-01-01"), Finding::kBirthSameDay);
}

TEST(Weights, StandInOrderSoThatMoreAgreementNeverCountsLess) {
  const Weights& weights = Weights::shipped();
  EXPECT_TRUE(weights.score().rises());
  EXPECT_TRUE(weights.information().rises());
  for (std::size_t i = 2; i < kFindings; ++i) {
    const Finding better = static_cast<Finding>(i - 1), worse = static_cast<Finding>(i);
    if (attribute_of(better) != attribute_of(worse)) continue;
    // A slip and a date without its day cannot be told from each other by how much they agree.
    if (better == Finding::kBirthOneDigit || better == Finding::kBirthSwapped) continue;
    EXPECT_GE(weights.of(better), weights.of(worse)) << to_text(better);
  }
  for (std::size_t i = 1; i < kFindings; ++i) {
    const Finding finding = static_cast<Finding>(i);
    const LogOdds weight = weights.of(finding);
    EXPECT_TRUE(outcome_of(finding) != Outcome::kAgrees || weight >= 0) << to_text(finding);
    EXPECT_TRUE(outcome_of(finding) != Outcome::kConflicts || weight <= 0) << to_text(finding);
  }
}

TEST(Weights, ConfidenceIsTheProbabilityInPercent) {
  EXPECT_EQ(confidence_of(0), 50);
  EXPECT_EQ(confidence_of(110), 75);
  EXPECT_EQ(confidence_of(-110), 25);
  EXPECT_EQ(confidence_of(220), 90);
  EXPECT_EQ(confidence_of(2000), 100);
  EXPECT_EQ(confidence_of(-2000), 0);
  for (LogOdds at = -700; at < 700; ++at) {
    EXPECT_LE(confidence_of(at), confidence_of(at + 1));
    EXPECT_EQ(confidence_of(at), 100 - confidence_of(-at));
  }
}

// Random facts, from few values so that sides often agree.
class AnyFacts {
 public:
  explicit AnyFacts(unsigned seed) : random_(seed) {}

  PartyFacts next() {
    PartyFacts facts;
    static const std::vector<std::string> kDates = {"1961-07-14", "1961",       "~1962",
                                                    "1961-04-07", "1950-01-01", "1960/1963"};
    static const std::vector<std::string> kCountries = {"IR", "IQ", "SY", "GB"};
    static const std::vector<std::string> kPlaces = {"Kharj, Saudi Arabia", "Baghdad, Iraq",
                                                     "12 Main Road, London", "Tehran"};
    static const std::vector<std::string> kNumbers = {"12345678", "12345679", "99887766", "A71728"};
    facts.kind = static_cast<profile::Kind>(below(5));
    facts.gender = static_cast<profile::Gender>(below(3));
    for (std::size_t i = below(3); i > 0; --i)
      facts.births.push_back(date(one_of(kDates)));
    for (std::size_t i = below(3); i > 0; --i)
      facts.nationalities.push_back(Country::from_alpha2(one_of(kCountries)).value());
    for (std::size_t i = below(3); i > 0; --i)
      facts.countries.push_back(Country::from_alpha2(one_of(kCountries)).value());
    for (std::size_t i = below(3); i > 0; --i)
      facts.birth_places.push_back(place_of_text(one_of(kPlaces)));
    for (std::size_t i = below(3); i > 0; --i)
      facts.addresses.push_back(place_of_text(one_of(kPlaces)));
    for (std::size_t i = below(3); i > 0; --i)
      facts.identifiers.push_back(
          make_identifier(static_cast<IdentifierType>(below(kIdentifierTypes)), one_of(kNumbers)));
    return facts;
  }
  std::size_t below(std::size_t limit) { return random_() % limit; }
  void shuffle(PartyFacts& facts) {
    std::shuffle(facts.births.begin(), facts.births.end(), random_);
    std::shuffle(facts.nationalities.begin(), facts.nationalities.end(), random_);
    std::shuffle(facts.identifiers.begin(), facts.identifiers.end(), random_);
    std::shuffle(facts.addresses.begin(), facts.addresses.end(), random_);
  }

 private:
  const std::string& one_of(const std::vector<std::string>& all) { return all[below(all.size())]; }
  std::mt19937 random_;
};

constexpr int kTries = 3000;
NameEvidence good_name() {
  return {.score = 90, .information = 100};
}
int confidence(const PartyFacts& a, const PartyFacts& b) {
  return assess(a, b, good_name(), Use::kScreening).log_odds;
}

TEST(Assessment, TheOrderOfSidesAndValuesDoesNotMatter) {
  AnyFacts any(1);
  for (int i = 0; i < kTries; ++i) {
    PartyFacts a = any.next();
    const PartyFacts b = any.next();
    const int before = confidence(a, b);
    EXPECT_EQ(before, confidence(b, a)) << "try " << i;
    any.shuffle(a);
    EXPECT_EQ(before, confidence(a, b)) << "try " << i;
  }
}

TEST(Assessment, AFurtherValueThatAgreesNeverLowersTheConfidence) {
  AnyFacts any(2);
  for (int i = 0; i < kTries; ++i) {
    PartyFacts a = any.next();
    PartyFacts b = any.next();
    const int before = confidence(a, b);
    if (!a.births.empty()) b.births.push_back(a.births.front());
    if (!a.nationalities.empty()) b.nationalities.push_back(a.nationalities.front());
    if (!a.birth_places.empty()) b.birth_places.push_back(a.birth_places.front());
    if (!a.addresses.empty()) b.addresses.push_back(a.addresses.front());
    if (!a.identifiers.empty()) b.identifiers.push_back(a.identifiers.front());
    EXPECT_GE(confidence(a, b), before) << "try " << i;
  }
}

TEST(Assessment, ABetterNameNeverLowersTheConfidence) {
  const Weights& weights = Weights::shipped();
  for (int score = 0; score < 100; ++score)
    for (int information = 0; information < 250; information += 7) {
      const NameEvidence one{.score = score, .information = information};
      const NameEvidence better{.score = score + 1, .information = information + 1};
      EXPECT_GE(better.log_odds(weights), one.log_odds(weights));
    }
}

TEST(Assessment, WhatOneSideDoesNotSayIsNoConflict) {
  AnyFacts any(3);
  const int nothing = confidence({}, {});
  for (int i = 0; i < kTries; ++i) {
    PartyFacts facts = any.next();
    EXPECT_EQ(confidence(facts, {}), nothing) << "try " << i;
    EXPECT_EQ(confidence({}, facts), nothing) << "try " << i;
  }
}

TEST(Assessment, TheTermsAddUp) {
  AnyFacts any(4);
  for (int i = 0; i < kTries; ++i) {
    const Assessment made = assess(any.next(), any.next(), good_name(), Use::kResolving);
    LogOdds sum = made.prior;
    for (const Term& term : made.terms)
      sum += term.contribution;
    EXPECT_EQ(sum, made.log_odds);
    EXPECT_EQ(confidence_of(sum), made.confidence);
  }
}

TEST(Assessment, AnAgreeingPassportOutweighsACommonName) {
  PartyFacts a, b;
  a.identifiers = b.identifiers = {make_identifier(IdentifierType::kPassport, "KC-285901")};
  const NameEvidence common{.score = 90, .information = 40};
  const int without = assess({}, {}, common, Use::kScreening).confidence;
  EXPECT_GT(assess(a, b, common, Use::kScreening).confidence, without);
  EXPECT_NE(sentence(assess(a, b, common, Use::kScreening)).find("the identifier agrees (+"),
            std::string::npos);
}

TEST(NameEvidence, RareWordsSayMoreThanCommonOnes) {
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  const auto met = [&](const std::string& a, const std::string& b) {
    const std::vector<std::string> x = {a}, y = {b};
    return best_name(PartyNames(analyser, x, profile::Kind::kPerson),
                     PartyNames(analyser, y, profile::Kind::kPerson), Weights::shipped());
  };
  const NameEvidence common = met("Ahmad Ali", "Ahmad Ali");
  const NameEvidence rare = met("Qadhafuddin Zelimkhanov", "Qadhafuddin Zelimkhanov");
  EXPECT_EQ(common.score, 100);
  EXPECT_EQ(rare.score, 100);
  EXPECT_GT(rare.information, common.information);
  EXPECT_EQ(met("Ahmad Ali", "Ali Ahmad").information, met("Ali Ahmad", "Ahmad Ali").information);
}

}  // namespace
}  // namespace vedette::evidence
