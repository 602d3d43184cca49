#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/formats/reading.h"
#include "lists/testing/sample_lists.h"

// What OpenSanctions, Senzing and EveryPolitician publish, each with a small invented file: what
// stands in the file must stand in the profile.

namespace vedette::lists {
namespace {

using profile::Dataset;
using profile::Kind;
using profile::NameType;
using profile::Profile;
using testing::Contains;
using testing::ElementsAre;
using testing::SizeIs;

constexpr std::string_view kFtm =
    R"({"id":"o1","caption":"Owner","schema":"Ownership","properties":{"owner":["p1"],"asset":["c1"],"percentage":["51"]},"datasets":["eu_x"]}
{"id":"a1","caption":"x","schema":"Address","properties":{"city":["Kyiv"],"country":["ua"]},"datasets":["eu_x"]}
{"id":"s1","schema":"Sanction","properties":{"entity":["p1"],"authority":["Council"],"program":["UKR"],"startDate":["2022-03-01"],"provisions":["Freeze"],"sourceUrl":["https://x.example"]},"datasets":["eu_x"]}
{"id":"p1","caption":"Ivan Petrovsky","schema":"Person","properties":{"name":["Ivan Petrovsky","Иван Петровский"],"weakAlias":["Vanya"],"birthDate":["1961-07"],"topics":["sanction","role.pep"],"nationality":["ru"],"addressEntity":["a1","lost"],"passportNumber":["AB1"],"education":["Omsk"],"position":["Deputy"]},"datasets":["eu_x"],"target":true,"last_seen":"2024-01-01T00:00:00"}
{"id":"c1","caption":"Nord LLC","schema":"Company","properties":{"name":["Nord LLC"],"innCode":["77"]},"datasets":["eu_x"],"target":false}
{"id":"q1","caption":"Minister of Ice","schema":"Position","properties":{"name":["Minister of Ice"],"country":["ru"]},"datasets":["eu_x"]}
{"id":"oc","schema":"Occupancy","properties":{"holder":["p1"],"post":["q1"],"startDate":["2010"],"endDate":["2012"],"status":["ended"]},"datasets":["eu_x"]}
{"id":"f1","schema":"Family","properties":{"person":["gone"],"relative":["p1"],"relationship":["brother"]},"datasets":["eu_x"]}
{"id":"z1","schema":"Mystery","properties":{},"datasets":["eu_x"]}
)";

TEST(FtmJson, RelationsMeetTheirPartiesInWhateverOrderTheyCome) {
  const auto reading = read_bytes("entities.ftm.json", std::string(kFtm));
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "os-eu-x");
  EXPECT_EQ(reading.account.records, 2U);
  EXPECT_EQ(reading.account.orphans, 3U);  // the lost address, the brother, the mystery
  const Profile* person = reading.find("p1");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("Ivan Petrovsky", "Иван Петровский", "Vanya"));
  EXPECT_EQ(person->names[1].type, NameType::kOriginalScript);
  EXPECT_TRUE(person->names[2].weak);
  EXPECT_THAT(births(*person), ElementsAre("1961-07"));
  EXPECT_EQ(person->addresses[0].city, "Kyiv");
  ASSERT_THAT(person->sanctions, SizeIs(1));
  EXPECT_EQ(person->sanctions[0].regime.body, "Council");
  EXPECT_THAT(person->sanctions[0].measures, ElementsAre("Asset Freeze"));
  ASSERT_THAT(person->peps, SizeIs(1));
  EXPECT_EQ(person->peps[0].position, "Minister of Ice");
  EXPECT_TRUE(person->peps[0].former);
  EXPECT_EQ(person->datasets, (profile::DatasetSet{Dataset::kSanCurrent, Dataset::kPepFormer}));
  EXPECT_THAT(person->notes, Contains("education: Omsk"));
  ASSERT_THAT(person->links, SizeIs(2));
  EXPECT_EQ(person->links[0].target.record, "c1");
  EXPECT_EQ(person->links[0].ownership_percentage, 51);
  EXPECT_EQ(person->links[1].relationship, "Sibling");
  const Profile* company = reading.find("c1");
  EXPECT_EQ(company->links[0].target.record, "p1");
  EXPECT_EQ(company->links[0].relationship, "Owner");
}

// Whoever is listed is a record, whatever the publisher calls him.
TEST(FtmJson, APartyOfAnUnknownSchemaIsARecord) {
  const std::string known =
      R"({"id":"p1","caption":"A","schema":"Person","properties":{"name":["A"]},"datasets":["x"]})"
      "\n";
  const auto with = [&](std::string_view properties, std::string_view more = {}) {
    return known +
           fmt::format(R"({{"id":"u1","schema":"UnknownThing","properties":{},)"
                       R"("datasets":["x"]{}}})",
                       properties, more) +
           "\n";
  };
  for (const char* file : {"entities.ftm.json", "targets.nested.json"}) {
    ImportOptions options;
    options.format = file[0] == 'e' ? Format::kFtmJson : Format::kNestedJson;
    for (const char* properties : {R"({"name":["Bob Zed"],"topics":["sanction"]})",
                                   R"({"name":["Bob Zed"]})", R"({"alias":["Bob Zed"]})"}) {
      const Reading reading = read_bytes(file, with(properties), options);
      EXPECT_EQ(reading.account.accepted, 2U) << file << properties;
      EXPECT_EQ(reading.account.orphans, 0U) << file << properties;
      ASSERT_NE(reading.find("u1"), nullptr) << file << properties;
      EXPECT_EQ(reading.find("u1")->kind, Kind::kUnknown);
      ASSERT_THAT(reading.account.warnings, SizeIs(1)) << file << properties;
      EXPECT_THAT(reading.account.warnings[0],
                  testing::HasSubstr("unknown schema, taken as parties of an unknown kind: 1 "
                                     "(UnknownThing)"));
    }
  }
  const auto listed =
      read_bytes("entities.ftm.json", with(R"({"name":["B"],"topics":["sanction"]})"));
  EXPECT_EQ(listed.find("u1")->datasets, profile::DatasetSet{Dataset::kSanCurrent});
  // Without a name it cannot be searched for, which is told.
  for (const auto& bytes : {with(R"({"topics":["sanction"]})"), with("{}", R"(,"target":true)")}) {
    const auto nameless = read_bytes("entities.ftm.json", bytes);
    EXPECT_EQ(nameless.account.records, 2U);
    EXPECT_EQ(nameless.account.causes.at("no name"), 1U);
  }
}

TEST(FtmJson, ALegalEntityIsAPersonByItsBirthGenderOrNationalityAndElseUnknown) {
  const auto reading = read_bytes(
      "entities.ftm.json",
      R"({"id":"u1","caption":"Bob Zed","schema":"LegalEntity","properties":{"name":["Bob Zed"],"country":["fr"],"incorporationDate":["1999"],"topics":["corp.disqual"]},"datasets":["x"]}
{"id":"p1","caption":"Bob Zed","schema":"LegalEntity","properties":{"name":["Bob Zed"],"birthDate":["1961"]},"datasets":["x"]}
{"id":"p2","caption":"Bob Zed","schema":"LegalEntity","properties":{"name":["Bob Zed"],"nationality":["fr"]},"datasets":["x"]}
{"id":"c1","caption":"Bob Zed","schema":"Company","properties":{"name":["Bob Zed"],"gender":["male"]},"datasets":["x"]}
)");
  ASSERT_EQ(reading.refused, "");
  ASSERT_THAT(reading.profiles, SizeIs(4));
  EXPECT_EQ(reading.find("u1")->kind, Kind::kUnknown);
  EXPECT_TRUE(reading.find("u1")->datasets.has(Dataset::kDd)) << "it may be a director";
  EXPECT_EQ(reading.find("p1")->kind, Kind::kPerson);
  EXPECT_EQ(reading.find("p2")->kind, Kind::kPerson);
  EXPECT_EQ(reading.find("c1")->kind, Kind::kOrganisation);
  EXPECT_EQ(reading.account.unknown_kind, 1U);
}

TEST(NestedJson, GivesTheSameProfileAsTheFlatForm) {
  const auto reading = read_bytes(
      "targets.nested.json",
      R"({"id":"p1","caption":"Ivan Petrovsky","schema":"Person","properties":{"name":["Ivan Petrovsky"],"topics":["sanction"],"addressEntity":[{"id":"a1","caption":"x","schema":"Address","properties":{"city":["Kyiv"]}}],"sanctions":[{"id":"s1","schema":"Sanction","properties":{"authority":["Council"],"program":["UKR"],"endDate":["2020-01-01"]}}],"ownershipOwner":[{"id":"o1","schema":"Ownership","properties":{"asset":[{"id":"c1","caption":"Nord LLC","schema":"Company","properties":{"name":["Nord LLC"]}}]}}]},"datasets":["eu_x"],"target":true,"last_seen":"2024-01-01T00:00:00"}
)");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.format, "nested-json");
  const Profile* person = reading.find("p1");
  ASSERT_NE(person, nullptr);
  EXPECT_EQ(person->addresses[0].city, "Kyiv");
  EXPECT_TRUE(person->sanctions[0].former);
  EXPECT_EQ(person->datasets, profile::DatasetSet{Dataset::kSanFormer});
  EXPECT_EQ(person->links[0].target.record, "c1");
  EXPECT_EQ(person->links[0].name, "Nord LLC");
}

TEST(SimpleCsv, OneRowOneTarget) {
  const auto reading = read_bytes(
      "targets.simple.csv",
      "\"id\",\"schema\",\"name\",\"aliases\",\"birth_date\",\"countries\",\"addresses\","
      "\"identifiers\",\"sanctions\",\"phones\",\"emails\",\"dataset\",\"first_seen\"\n"
      "\"Q1\",\"Person\",\"Ivan\",\"Vanya;Иван\",\"1961\",\"ru;ua\",\"\",\"77\",\"UKR\",\"\",\"\","
      "\"EU list\",\"2024\"\n"
      "\"Q2\",\"Company\",\"Nord\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"EU list\",\"2024\"\n");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "os-eu-list");
  EXPECT_THAT(names(*reading.find("Q1")), ElementsAre("Ivan", "Vanya", "Иван"));
  EXPECT_EQ(reading.find("Q1")->datasets, profile::DatasetSet{Dataset::kSanCurrent});
  EXPECT_EQ(reading.find("Q2")->datasets, profile::DatasetSet{Dataset::kPoi});
}

TEST(SenzingJson, FeaturesAreUnderstoodWhereverTheyStand) {
  const auto reading = read_bytes(
      "senzing.json",
      R"({"DATA_SOURCE":"OS_X","RECORD_ID":"1","RECORD_TYPE":"PERSON","NAMES":[{"NAME_TYPE":"ALIAS","NAME_FULL":"Bob"},{"NAME_TYPE":"PRIMARY","NAME_FULL":"Robert"}],"DATES":[{"DATE_OF_BIRTH":"1972"}],"RISKS":[{"TOPIC":"role.pep"}],"COUNTRIES":[{"NATIONALITY":"us"}],"RELATIONSHIPS":[{"REL_POINTER_ROLE":"Family","REL_POINTER_KEY":"9"}]}
{"DATA_SOURCE":"OS_X","RECORD_ID":"2","FEATURES":[{"RECORD_TYPE":"ORGANIZATION"},{"NAME_ORG":"Widget Inc"},{"ADDR_LINE1":"500 Tech Park","ADDR_CITY":"Austin"}]}
{"DATA_SOURCE":"OS_X","RECORD_ID":"3","RECORD_TYPE":"PERSON","NAME_FIRST":"Jane","NAME_LAST":"Doe","PASSPORT_NUMBER":"AB1","PASSPORT_COUNTRY":"US"}
)");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "os-x");
  EXPECT_THAT(names(*reading.find("1")), ElementsAre("Robert", "Bob"));
  EXPECT_EQ(reading.find("1")->datasets, profile::DatasetSet{Dataset::kPepCurrent});
  EXPECT_EQ(reading.find("1")->links[0].target.record, "9");
  EXPECT_EQ(reading.find("2")->kind, Kind::kOrganisation);
  EXPECT_EQ(reading.find("2")->addresses[0].city, "Austin");
  EXPECT_THAT(identifiers(*reading.find("3")), ElementsAre("Passport=AB1/US"));
}

TEST(SenzingJson, ARecordWithoutATypeIsAnOrganisationOnlyByItsNames) {
  ImportOptions options;
  options.format = Format::kSenzingJson;
  const auto reading = read_bytes("s.json",
                                  R"({"RECORD_ID":"1","NAME_FULL":"Jane Doe"}
{"RECORD_ID":"2","NAME_ORG":"Widget Inc"}
{"RECORD_ID":"3","NAME_ORG":"Widget Inc","NAME_FIRST":"Jane","NAME_LAST":"Doe"}
{"RECORD_ID":"4","NAME_ORG":"Widget Inc","DATE_OF_BIRTH":"1961"}
)",
                                  options);
  ASSERT_EQ(reading.refused, "");
  ASSERT_THAT(reading.profiles, SizeIs(4));
  EXPECT_EQ(reading.find("1")->kind, Kind::kUnknown);
  EXPECT_EQ(reading.find("2")->kind, Kind::kOrganisation);
  EXPECT_EQ(reading.find("3")->kind, Kind::kUnknown);
  EXPECT_EQ(reading.find("4")->kind, Kind::kPerson);
}

TEST(SenzingJson, ARecordWithoutASourceStillBelongsToAList) {
  ImportOptions options;
  options.format = Format::kSenzingJson;
  const auto reading =
      read_bytes("s.json", "{\"RECORD_ID\":\"1\",\"NAME_FULL\":\"Jane Doe\"}\n", options);
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.profiles.at(0).key.list, "senzing");
}

TEST(PopoloJson, MembershipsMakePoliticallyExposedPersons) {
  const auto reading = read_bytes(
      "ep-popolo-v1.0.json",
      R"({"posts":[],"persons":[{"id":"p1","name":"Anna Berg","birth_date":"1965","gender":"female","other_names":[{"name":"Анна Берг","lang":"ru"}],"identifiers":[{"scheme":"wikidata","identifier":"Q1"}]},{"id":"p2","name":"Old Member"}],
"organizations":[{"id":"abcdef1234","name":"Parliament","classification":"legislature"},{"id":"g","name":"Greens"}],
"memberships":[{"person_id":"p1","organization_id":"abcdef1234","legislative_period_id":"t2","role":"member","on_behalf_of_id":"g"},{"person_id":"p2","organization_id":"abcdef1234","legislative_period_id":"t1","role":"member"},{"person_id":"gone","organization_id":"abcdef1234","role":"member"}],
"events":[{"id":"t1","classification":"legislative period","name":"1","start_date":"2000","end_date":"2004"},{"id":"t2","classification":"legislative period","name":"2","start_date":"2004"}],"areas":[]})");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "everypolitician-parliament-abcdef12");
  EXPECT_EQ(reading.account.orphans, 1U);
  const Profile* current = reading.find("p1");
  ASSERT_NE(current, nullptr);
  EXPECT_EQ(current->peps[0].position, "member of Parliament");
  EXPECT_EQ(current->datasets, profile::DatasetSet{Dataset::kPepCurrent});
  EXPECT_EQ(current->pep_tier, profile::PepTier::kTier1);
  EXPECT_THAT(current->notes, Contains("Party: Greens"));
  EXPECT_EQ(reading.find("p2")->datasets, profile::DatasetSet{Dataset::kPepFormer});
}

}  // namespace
}  // namespace vedette::lists
