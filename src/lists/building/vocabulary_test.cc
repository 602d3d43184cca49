#include "lists/building/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/building/known_lists.h"
#include "lists/building/offices.h"

namespace vedette::lists {
namespace {

using profile::PepEntry;
using profile::PepTier;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Vocabulary, AMeasureHasOneSpelling) {
  for (const char* written : {"Asset freeze", "ASSET FREEZE", "Block", "Asset Freeze"})
    EXPECT_EQ(measure_name(written), "Asset Freeze");
  EXPECT_EQ(measure_name("Shipping sanctions: (see \"Other information\")"), "Shipping Sanctions");
  EXPECT_EQ(measure_name("A measure of its own"), "A measure of its own");
}

TEST(Vocabulary, AProgrammeTellsTheKindOfRegime) {
  EXPECT_THAT(regime_types("SDGT"), ElementsAre("Terrorism"));
  EXPECT_THAT(regime_types("DPRK4"), ElementsAre("Non-Proliferation"));
  EXPECT_THAT(regime_types("UKR"), ElementsAre("Territorial Violation"));
  EXPECT_THAT(regime_types("The Russia (Sanctions) (EU Exit) Regulations 2019"),
              ElementsAre("Territorial Violation"));
  EXPECT_THAT(regime_types("RUSSIA-EO14024"), ElementsAre("Hostile Activities"));
  // A code is a word, not a part of one.
  EXPECT_THAT(regime_types("Chrome"), IsEmpty());
}

TEST(Vocabulary, AProgrammeAgainstAGovernmentTellsTheCountry) {
  EXPECT_EQ(programme_country("SYR")->code(), "SY");
  EXPECT_EQ(programme_country("IRAN-HR")->code(), "IR");
  EXPECT_EQ(programme_country("DPRK2")->code(), "KP");
  EXPECT_FALSE(programme_country("UKR"));  // named after the country that suffers
  EXPECT_FALSE(programme_country("SDGT"));
}

TEST(Vocabulary, OriginsAreCountriesByTheirCommonName) {
  EXPECT_EQ(origin_name("USA"), "United States");
  EXPECT_EQ(origin_name("us"), "United States");
  EXPECT_EQ(origin_name("European Union"), "European Union");
  EXPECT_EQ(known_list("ofac-sdn").origin, "United States");
}

TEST(Vocabulary, ARelationshipReadsRightFromBothEnds) {
  std::string name;
  ASSERT_TRUE(relationship_name("wife", true, name));
  EXPECT_EQ(name, "Wife");
  ASSERT_TRUE(relationship_name("wife", false, name));
  EXPECT_EQ(name, "Spouse");
  ASSERT_TRUE(relationship_name("Owned or Controlled By", false, name));
  EXPECT_EQ(name, "Owned or controlled party");
  EXPECT_FALSE(relationship_name("pen friend", true, name));
}

TEST(Offices, TheNarrowerOfficeDecidesTheTier) {
  EXPECT_EQ(office_of("Minister of Fisheries of Ruritania")->tier, PepTier::kTier1);
  EXPECT_EQ(office_of("Deputy Minister of Fisheries")->tier, PepTier::kTier2);
  EXPECT_EQ(office_of("Mayor of Strelsau")->tier, PepTier::kTier3);
  EXPECT_FALSE(office_of("Football player"));
  const std::string_view topics[] = {"gov.legislative", "gov.national"};
  EXPECT_EQ(office_of_topics(topics)->segment, "Legislature");
}

TEST(Offices, WordsTellTheCountryAndWhetherItIsPast) {
  EXPECT_EQ(country_in("Saudi ambassador to Greece")->code(), "SA");
  EXPECT_EQ(country_in("Member of the State Duma of the Russian Federation")->code(), "RU");
  EXPECT_FALSE(country_in("Member of the council"));
  EXPECT_TRUE(is_former_office("Former minister of trade"));
  EXPECT_TRUE(is_office_of_another("Son of the Minister of Trade"));
}

PepEntry completed(const std::string& position, const std::string& nationality,
                   const std::string& programme) {
  profile::Profile person;
  person.kind = profile::Kind::kPerson;
  if (!nationality.empty())
    person.nationalities.push_back(profile::parse_country(nationality).value());
  person.sanctions.emplace_back().regime.name = programme;
  PepEntry entry;
  entry.position = position;
  complete_pep_entry(person, entry, PepTier::kTier2);
  return entry;
}

TEST(Offices, TheCountryIsTheBodysThenThePersonsThenTheProgrammes) {
  EXPECT_EQ(completed("Member of the State Duma", "", "UKR").country.code(), "RU");
  EXPECT_EQ(completed("Member of the State Duma", "UA", "UKR").country.code(), "RU");
  EXPECT_EQ(completed("Prosecutor of Crimea", "RU", "UKR").country.code(), "RU");
  EXPECT_EQ(completed("Prosecutor of Crimea", "", "UKR").country.code(), "UA");
  EXPECT_EQ(completed("Minister of Health", "LB", "SYR").country.code(), "LB");
  EXPECT_EQ(completed("Minister of Health", "", "SYR").country.code(), "SY");
  EXPECT_TRUE(completed("Minister of Health", "", "UKR").country.empty());
}

TEST(KnownLists, AnotherIdKeepsWhoPublishesTheList) {
  const ListInfo list = named_list("un-sc", "our-un");
  EXPECT_EQ(list.id, "our-un");
  EXPECT_EQ(list.publication, "un-sc");
  EXPECT_EQ(list.origin, "United Nations");
  EXPECT_EQ(list.body_id, 8);
}

}  // namespace
}  // namespace vedette::lists
