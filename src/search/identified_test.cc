#include "search/identified.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalogue/testing/sample_profiles.h"
#include "search/testing/both_ways.h"

namespace vedette::search {
namespace {

using catalogue::sample_profile;
using evidence::IdentifierType;
using evidence::make_identifier;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

profile::Profile party(profile::Kind kind, std::string record, std::string name,
                       std::vector<profile::Identifier> numbers) {
  profile::Profile out = sample_profile(kind, std::move(record), {std::move(name)});
  out.identifiers = std::move(numbers);
  return out;
}

profile::Identifier number(std::string category, std::string value) {
  return {std::move(category), std::move(value), {}, {}, {}, ""};
}

class IdentifierSearch : public testing::Test {
 protected:
  IdentifierSearch() {
    using enum profile::Kind;
    ship_ = party(kVessel, "ship", "Golden Star", {number("IMO number", "IMO 9116412")});
    ship_.countries.push_back(profile::Country::from_alpha2("IR").value());
    catalogue_ =
        built({ship_, party(kPerson, "first", "Ivan Petrov", {number("Passport", "KC285901")}),
               party(kPerson, "second", "Oleg Sidorov", {number("National ID", "KC-285901")}),
               party(kOrganisation, "firm", "Alpha Trading", {})});
  }
  // By the index and by the scan, which must agree.
  std::vector<Hit> ask(const Query& query) const { return found_by_both(catalogue_, query).hits; }
  static Query for_number(IdentifierType type, std::string_view text, std::string name = {}) {
    Query query;
    query.name = std::move(name);
    query.identifiers = {make_identifier(type, text)};
    return query;
  }

  profile::Profile ship_;
  std::shared_ptr<const catalogue::Catalogue> catalogue_;
};

TEST_F(IdentifierSearch, ANumberAloneFindsItsOwner) {
  const auto hits = ask(for_number(IdentifierType::kImo, "9116412"));
  ASSERT_THAT(hits, SizeIs(1));
  EXPECT_EQ(hits[0].profile, 0u);
  EXPECT_EQ(hits[0].score, 1);
  EXPECT_FALSE(hits[0].by_name);
  EXPECT_TRUE(hits[0].evidence.identifier);
  ASSERT_THAT(hits[0].identifiers, SizeIs(1));
  EXPECT_EQ(hits[0].identifiers[0].finding, IdentifierFinding::kAgrees);
  EXPECT_EQ(hits[0].identifiers[0].shared_by, 1u);
  EXPECT_THAT(hits[0].names, SizeIs(1)) << "the primary name, to show";
}

TEST_F(IdentifierSearch, AnAgreeingNumberIsNeverHiddenByTheNameTheCountryOrTheBirthDate) {
  Query query = for_number(IdentifierType::kImo, "9116412", "Alpha Trading");
  query.threshold = 100;
  query.countries = {profile::Country::from_alpha2("DE").value()};
  query.country_required = true;
  const auto hits = ask(query);
  ASSERT_THAT(hits, SizeIs(1));
  EXPECT_EQ(hits[0].profile, 0u);
  EXPECT_FALSE(hits[0].by_name);
  EXPECT_LT(hits[0].score, 100);
  EXPECT_GE(hits[0].score, 1);
}

TEST_F(IdentifierSearch, ItComesBeforeBetterNames) {
  const auto hits = ask(for_number(IdentifierType::kImo, "9116412", "Alpha Trading"));
  ASSERT_THAT(hits, SizeIs(2));
  EXPECT_EQ(hits[0].profile, 0u);
  EXPECT_EQ(hits[1].score, 100);
  EXPECT_TRUE(hits[1].by_name);
}

TEST_F(IdentifierSearch, NameAndNumberTogetherAreOneHit) {
  const auto hits = ask(for_number(IdentifierType::kImo, "IMO9116412", "Golden Star"));
  ASSERT_THAT(hits, SizeIs(1));
  EXPECT_TRUE(hits[0].by_name);
  EXPECT_EQ(hits[0].score, 100);
  EXPECT_THAT(hits[0].identifiers, SizeIs(1));
}

TEST_F(IdentifierSearch, AValueThatSeveralHaveSaysSo) {
  const auto hits = ask(for_number(IdentifierType::kPassport, "kc 285901"));
  ASSERT_THAT(hits, SizeIs(2));
  for (const Hit& hit : hits)
    EXPECT_EQ(hit.identifiers.at(0).shared_by, 2u);
}

TEST_F(IdentifierSearch, OneWrongCharacterIsAHintAndNoAlertOfItsOwn) {
  const auto alone = ask(for_number(IdentifierType::kPassport, "KC285907"));
  ASSERT_THAT(alone, SizeIs(1));
  EXPECT_FALSE(alone[0].evidence.identifier);
  EXPECT_EQ(alone[0].identifiers.at(0).finding, IdentifierFinding::kOneOff);
  const auto named = ask(for_number(IdentifierType::kPassport, "KC285907", "Ivan Petrov"));
  ASSERT_THAT(named, SizeIs(1));
  EXPECT_EQ(named[0].identifiers.at(0).finding, IdentifierFinding::kOneOff);
  EXPECT_THAT(ask(for_number(IdentifierType::kPassport, "KC285907", "Anna Smith")), IsEmpty());
}

TEST(Identified, AShortNumberIsAHint) {
  const auto catalogue = built(
      {party(profile::Kind::kPerson, "1", "Ivan Petrov", {number("Registration Number", "377")})});
  Query query;
  query.identifiers = {make_identifier(IdentifierType::kRegistrationNumber, "377")};
  const auto alone = found_by_both(catalogue, query);
  ASSERT_THAT(alone.hits, SizeIs(1));
  EXPECT_EQ(alone.hits[0].identifiers.at(0).finding, IdentifierFinding::kShort);
  query.name = "Anna Smith";
  EXPECT_EQ(found_by_both(catalogue, query).total, 0u);
}

TEST_F(IdentifierSearch, StaysWithinFamilyAndDatasets) {
  Query query = for_number(IdentifierType::kImo, "9116412");
  query.scope = Scope::kIndividual;
  EXPECT_THAT(ask(query), IsEmpty());
  query.scope = Scope::kBusiness;
  EXPECT_THAT(ask(query), SizeIs(1));
  query.datasets = {profile::Dataset::kPepCurrent};
  EXPECT_THAT(ask(query), IsEmpty());
}

}  // namespace
}  // namespace vedette::search
