#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/formats/reading.h"
#include "lists/testing/sample_lists.h"
#include "profile/profile_lines.h"

// Lists of your own, and what holds for every list.

namespace vedette::lists {
namespace {

using profile::Dataset;
using profile::Profile;
using testing::ElementsAre;

constexpr std::string_view kMapping = R"(
list = "own-list"
name = "Our own list"
kind = "person"
datasets = ["REL"]
day_order = "month-first"
[columns]
id = "tracking_number"
first = "first_name"
last = "last_name"
birth = "dob"
address = ["street", "street2"]
city = "city"
address_country = "country"
[identifiers]
number = "SSN"
)";

TEST(MappedCsv, AnyTableBecomesAListByItsMapping) {
  ImportOptions options;
  options.mapping = kMapping;
  const auto reading = read_bytes(
      "own.csv",
      "tracking_number,last_name,first_name,dob,street,street2,city,country,number,colour\n"
      "1,Doe,John,02/14/1992,1 Road,Flat 2,Omsk,RU,114,blue\n"
      "1,Doe,Johnny,,,,,,,\n"
      ",Lost,Person,,,,,,,\n",
      options);
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "own-list");
  EXPECT_EQ(reading.account.records, 2U);
  EXPECT_EQ(reading.account.causes.at("no id"), 1U);
  const Profile* person = reading.find("1");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("John Doe", "Johnny Doe"));
  EXPECT_THAT(births(*person), ElementsAre("1992-02-14"));
  EXPECT_EQ(person->addresses[0].line1, "1 Road, Flat 2");
  EXPECT_THAT(identifiers(*person), ElementsAre("SSN=114"));
  EXPECT_THAT(person->notes, ElementsAre("colour: blue"));
  EXPECT_EQ(person->datasets, profile::DatasetSet{Dataset::kRel});
}

// Only what a list says of a person, or a type, tells what a party is. Words do not: "Sa" is a
// legal form and part of a name.
TEST(MappedCsv, APartyWithoutAKindIsAPersonByItsBirthGenderOrNationalityAndElseUnknown) {
  ImportOptions options;
  options.mapping = R"(
list = "own-list"
datasets = ["POI"]
[columns]
id = "id"
name = "name"
birth = "born"
gender = "sex"
nationality = "nation"
country = "country"
kind = "type"
[kinds]
firm = "organisation"
)";
  const auto reading = read_bytes("own.csv",
                                  "id,name,born,sex,nation,country,type\n"
                                  "1,Tamsin Okehurst,1961-02-03,,,,\n"
                                  "2,Tamsin Okehurst,,F,,,\n"
                                  "3,Tamsin Okehurst,,,FR,,\n"
                                  "4,Okehurst Sa,,,,FR,\n"
                                  "5,Okehurst Ltd,,,,FR,other\n"
                                  "6,Okehurst,1961-02-03,,FR,,firm\n",
                                  options);
  ASSERT_EQ(reading.refused, "");
  for (const char* person : {"1", "2", "3"})
    EXPECT_EQ(reading.find(person)->kind, profile::Kind::kPerson) << person;
  for (const char* unknown : {"4", "5"})
    EXPECT_EQ(reading.find(unknown)->kind, profile::Kind::kUnknown) << unknown;
  EXPECT_EQ(reading.find("6")->kind, profile::Kind::kOrganisation);
  EXPECT_EQ(reading.account.unknown_kind, 2U);
}

TEST(ProfileLines, APartyWithoutAKindIsAPersonByItsBirth) {
  const auto reading = read_bytes(
      "own.jsonl",
      R"({"list":"own","record":"1","names":[{"text":"Alister Petrenholm"}],"births":["1950"]}
{"list":"own","record":"2","names":[{"text":"Alister Petrenholm"}]}
)");
  ASSERT_EQ(reading.refused, "");
  ASSERT_EQ(reading.profiles.size(), 2U);
  EXPECT_EQ(reading.find("1")->kind, profile::Kind::kPerson);
  EXPECT_EQ(reading.find("2")->kind, profile::Kind::kUnknown);
  EXPECT_EQ(reading.account.unknown_kind, 1U);
}

TEST(MappedCsv, AColumnThatTheFileDoesNotHaveIsRefused) {
  ImportOptions options;
  options.mapping =
      "list='x'\ndatasets=['REL']\n[columns]\nid='Nr'\nlast='Name'\nfirst='Vornamen'\n";
  const auto read = read_bytes("own.csv", "Nr,Name,Vorname\n1,Kestrel,Ann\n", options);
  EXPECT_THAT(read.refused, testing::HasSubstr("no column 'vornamen'"));
  EXPECT_THAT(read.refused, testing::HasSubstr("Vorname'"));
}

TEST(MappedCsv, AMappingThatMakesNoSenseIsRefused) {
  for (const char* mapping : {"list = 'x'\n[columns]\nname = 'a'", "list = 'x'\ndatasets=['REL']",
                              "list='x'\ndatasets=['NOPE']\n[columns]\nname='a'",
                              "list='x'\ndatasets=['REL']\n[columns]\nshoe='a'",
                              "= = =", "list='x'\n[\x01", "[!a]", "[a.!]"}) {
    ImportOptions options;
    options.mapping = mapping;
    EXPECT_NE(read_bytes("own.csv", "a\nx\n", options).refused, "") << mapping;
  }
}

TEST(ProfileLines, OurOwnFormatKeepsEverythingAndRefusesStrayLines) {
  const auto first = read_bytes("sdn.xml", std::string(kOfacXml));
  std::string lines;
  for (const Profile& each : first.profiles) {
    profile::append_line(each, lines);
    lines += '\n';
  }
  lines += "{\"list\":\"other\",\"record\":\"1\",\"names\":[{\"text\":\"X\"}]}\n{broken\n";
  const auto second = read_bytes("own.jsonl", lines);
  ASSERT_EQ(second.refused, "");
  EXPECT_EQ(second.account.list.id, "ofac-sdn");
  EXPECT_EQ(second.account.records, 4U);
  EXPECT_EQ(second.account.accepted, 2U);
  EXPECT_EQ(second.account.causes.at("profile of another list"), 1U);
  EXPECT_TRUE(second.profiles == first.profiles);
}

TEST(ProfileLines, ATextWithAZeroByteIsRejectedAndTheOthersAreRead) {
  const auto reading = read_bytes(
      "own.jsonl",
      R"({"kind":"person","list":"own","record":"1","names":[{"text":"Ann Bell"}]})"
      "\n"
      R"({"kind":"person","list":"own","record":"2","names":[{"text":"Igor\u0000 Gromov"}]})"
      "\n");
  EXPECT_EQ(reading.account.accepted, 1U);
  EXPECT_EQ(reading.account.rejected, 1U);
  EXPECT_EQ(reading.account.examples.at(0).cause, "a zero byte in its id or a name");
}

TEST(ProfileLines, AnIdOfAListHasNoControlCharacters) {
  for (const char* id : {"own\\nlist", "own\\u001b[2J"}) {
    const auto line = [&](std::string_view list) {
      return fmt::format(
          R"({{"kind":"person","list":"{}","record":"1","names":[{{"text":"Ann Bell"}}]}})", list);
    };
    EXPECT_THAT(read_bytes("own.jsonl", line(id)).refused, testing::HasSubstr("control characters"))
        << id;
  }
}

TEST(Lists, AnIdTwiceInAListIsRejectedTheSecondTime) {
  std::string twice(kOfacXml);
  const auto at = twice.find("<uid>102</uid>");
  twice.replace(at, 14, "<uid>101</uid>");
  const auto reading = read_bytes("sdn.xml", twice);
  EXPECT_EQ(reading.account.records, 2U);
  EXPECT_EQ(reading.account.rejected, 1U);
  EXPECT_EQ(reading.account.causes.at("id used twice in the list"), 1U);
  EXPECT_GT(reading.account.examples[0].line, 0U);
}

TEST(Lists, TheListIdCanBeChosen) {
  ImportOptions options;
  options.list_id = "mine";
  const auto reading = read_bytes("sdn.xml", std::string(kOfacXml), options);
  EXPECT_EQ(reading.account.list.id, "mine");
  EXPECT_EQ(reading.profiles[0].key.list, "mine");
}

TEST(Lists, EveryFormatHasANameThatReadsBack) {
  for (const Format format : all_formats())
    EXPECT_EQ(format_of(format_name(format)), format);
  EXPECT_EQ(format_of("nothing"), std::nullopt);
}

TEST(ProfileLines, AHeaderGivesTheListItsDateAndIsNoRecord) {
  const std::string person = R"({"list":"own","record":"1","names":[{"text":"Ann Example"}]})"
                             "\n";
  const auto reading = read_bytes(
      "own.jsonl", R"({"listHeader":{"list":"own","name":"Our list","date":"2026-01-31"}})"
                   "\n" +
                       person);
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.records, 1U);
  EXPECT_EQ(reading.account.list.name, "Our list");
  EXPECT_EQ(profile::to_text(reading.account.list.date), "2026-01-31");
  for (const char* header :
       {R"({"listHeader":{"list":"own","date":"yesterday"}})", R"({"listHeader":{"name":"x"}})",
        R"({"listHeader":{"list":"own","dat":"2026"}})", R"({"listHeader":7})"})
    EXPECT_NE(read_bytes("own.jsonl", header + ("\n" + person)).refused, "") << header;
}

}  // namespace
}  // namespace vedette::lists
