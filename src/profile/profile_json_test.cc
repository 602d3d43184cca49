#include "profile/profile_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "profile/name_split.h"
#include "profile/testing/filled_profile.h"

namespace vedette::profile {
namespace {

namespace json = boost::json;
using testing::ElementsAre;
using testing::UnorderedElementsAreArray;

Profile small(Kind kind) {
  Profile profile;
  profile.kind = kind;
  profile.key = {"own", "7"};
  profile.version = 1;
  profile.qr_code = 3919221;
  profile.names.push_back({.text = "HASSAN, Ahmad Ali"});
  return profile;
}

json::object written(const Profile& profile, Family family, const LinkLookup& links = NoLinks()) {
  std::string out;
  base::JsonWriter writer(out);
  write_open_profile(writer, profile, family, links);
  writer.end_object();
  return json::parse(out).as_object();
}

std::vector<std::string> keys(const json::object& object) {
  std::vector<std::string> out;
  for (const auto& member : object)
    out.emplace_back(member.key());
  return out;
}

json::object written(const Profile& profile, const LinkLookup& links = NoLinks()) {
  return written(profile, profile.default_family(), links);
}

const std::vector<std::string> kBoth = {
    "kind",           "notes",       "isDeleted",       "qrCode",
    "resourceUri",    "resourceId",  "aliases",         "addresses",
    "contactEntries", "identifiers", "individualLinks", "businessLinks",
    "rreEntries",     "relEntries",  "poiEntries",      "insEntries",
    "griEntries",     "evidences",   "profileImages",   "datasets",
    "sanEntries",     "version"};

TEST(ProfileJson, APartyOfUnknownKindHasTheShapeThatWasAskedFor) {
  const Profile party = small(Kind::kUnknown);
  const auto person = written(party, Family::kIndividual);
  EXPECT_EQ(person.at("kind").as_string(), "unknown");
  EXPECT_EQ(person.at("firstName").as_string(), "Ahmad Ali");
  EXPECT_EQ(person.at("lastName").as_string(), "HASSAN");
  EXPECT_EQ(person.at("gender").as_string(), "");
  EXPECT_EQ(json::serialize(person.at("datesOfBirthIso")), "[]");
  EXPECT_EQ(person.at("resourceUri").as_string(), "/individuals/" + resource_id({"own", "7"}));
  const auto business = written(party, Family::kBusiness);
  EXPECT_EQ(business.at("kind").as_string(), "unknown");
  EXPECT_EQ(business.at("name").as_string(), "HASSAN, Ahmad Ali");
  EXPECT_EQ(business.at("resourceUri").as_string(), "/businesses/" + resource_id({"own", "7"}));
  EXPECT_EQ(keys(person), keys(written(small(Kind::kPerson))));
  EXPECT_EQ(keys(business), keys(written(small(Kind::kOrganisation))));
}

TEST(ProfileJson, AnEmptyBusinessStillHasEveryArrayOfTheInterface) {
  const auto object = written(small(Kind::kOrganisation));
  auto expected = kBoth;
  for (const char* name : {"name", "activities", "businessTypes"})
    expected.emplace_back(name);
  EXPECT_THAT(keys(object), UnorderedElementsAreArray(expected));
  EXPECT_EQ(json::serialize(object.at("sanEntries")), R"({"current":[],"former":[]})");
  EXPECT_EQ(object.at("qrCode").as_string(), "3919221");
  EXPECT_EQ(object.at("resourceUri").as_string(), "/businesses/" + resource_id({"own", "7"}));
}

TEST(ProfileJson, AnEmptyIndividualStillHasEveryArrayOfTheInterface) {
  const auto object = written(small(Kind::kPerson));
  auto expected = kBoth;
  for (const char* name :
       {"firstName", "lastName", "fullName", "gender", "isDeceased", "ddEntries",
        "pepByAssociationEntries", "datesOfBirthIso", "datesOfBirthPartial", "datesOfDeathIso",
        "datesOfDeathPartial", "nationalitiesIsoCodes", "pepEntries"})
    expected.emplace_back(name);
  EXPECT_THAT(keys(object), UnorderedElementsAreArray(expected));
  EXPECT_EQ(object.at("firstName").as_string(), "Ahmad Ali");
  EXPECT_EQ(object.at("lastName").as_string(), "HASSAN");
  EXPECT_EQ(json::serialize(object.at("pepEntries")), R"({"pepTier":"","current":[],"former":[]})");
}

TEST(ProfileJson, PartialBirthDatesStandApartFromFullOnes) {
  Profile profile = small(Kind::kPerson);
  for (const char* text : {"1961-07-14", "1962", "circa 1963-05", "1970-1971"})
    profile.births.push_back(*parse_date(text));
  const auto object = written(profile);
  EXPECT_EQ(json::serialize(object.at("datesOfBirthIso")), R"(["1961-07-14"])");
  EXPECT_EQ(json::serialize(object.at("datesOfBirthPartial")),
            R"(["1962","1963-05","1970","1971"])");
}

TEST(ProfileJson, EveryEvidenceIdNamedExistsAmongTheEvidences) {
  Profile profile = small(Kind::kOrganisation);
  profile.evidences.push_back({.id = "e1", .title = "Notice"});
  SanctionEntry entry;
  entry.events.push_back(
      {.type = "Added", .date = *parse_date("2020-01-02"), .evidence_ids = {"e1", "lost"}});
  profile.sanctions.push_back(entry);
  entry.former = true;
  profile.sanctions.push_back(entry);
  const auto object = written(profile);
  EXPECT_EQ(json::serialize(object.at("sanEntries").at("current").at(0).at("events")),
            R"([{"type":"Added","evidenceIds":["e1"],"dateIso":"2020-01-02"}])");
  EXPECT_EQ(object.at("sanEntries").at("former").as_array().size(), 1U);
}

class OneLink final : public LinkLookup {
 public:
  std::optional<LinkedProfile> find(const ProfileKey& key) const override {
    if (key.record == "p")
      return LinkedProfile{Kind::kPerson, {.text = "DOE, Jane"}, 12, {Dataset::kPepCurrent}};
    if (key.record == "b") return LinkedProfile{Kind::kVessel, {.text = "TONG SAN 2"}, 13, {}};
    return std::nullopt;
  }
};

TEST(ProfileJson, LinksShowTheOtherProfileAndThoseThatLeadNowhereAreLeftOut) {
  Profile profile = small(Kind::kPerson);
  for (const char* record : {"p", "b", "gone", ""})
    profile.links.push_back(
        {.target = {"own", record}, .relationship = "Owner", .ownership_percentage = 12.5});
  profile.pep_associations.push_back({.pep = {"own", "p"}});
  profile.pep_associations.push_back({.pep = {"own", "gone"}});
  const auto object = written(profile, OneLink());
  ASSERT_EQ(object.at("individualLinks").as_array().size(), 1U);
  ASSERT_EQ(object.at("businessLinks").as_array().size(), 1U);
  ASSERT_EQ(object.at("pepByAssociationEntries").as_array().size(), 1U);
  const auto& person = object.at("individualLinks").at(0).as_object();
  EXPECT_EQ(person.at("firstName").as_string(), "Jane");
  EXPECT_EQ(person.at("qrCode").as_string(), "12");
  EXPECT_EQ(json::serialize(person.at("datasets")), R"(["PEP-CURRENT"])");
  EXPECT_EQ(person.at("ownershipPercentage").as_double(), 12.5);
  EXPECT_EQ(object.at("businessLinks").at(0).at("resourceUri").as_string(),
            "/businesses/" + resource_id({"own", "b"}));
}

TEST(ProfileJson, EveryFieldFilledGivesWellFormedJsonOfBothFamilies) {
  for (const Kind kind : {Kind::kPerson, Kind::kVessel}) {
    Profile profile = ProfileFiller().make();
    profile.kind = kind;
    const auto object = written(profile, OneLink());
    EXPECT_EQ(object.at("griEntries").as_array().size(), 2U);
    EXPECT_EQ(object.contains("soeEntry"), kind == Kind::kVessel);
    EXPECT_EQ(object.at("insEntries").at(0).as_object().size(), 15U);
    EXPECT_EQ(object.at("relEntries").at(0).at("events").at(0).as_object().size(), 6U);
  }
}

TEST(ProfileJson, ACopyrightedEvidenceHasNoAsset) {
  Profile profile = small(Kind::kOrganisation);
  profile.evidences.push_back(
      {.id = "e", .is_copyrighted = true, .asset_url = "https://a.example"});
  EXPECT_FALSE(written(profile).at("evidences").at(0).as_object().contains("assetUrl"));
}

TEST(HitDoc, HoldsTheKeysOfTheInterfaceAndNamesTheSourceOfEachField) {
  Profile profile = small(Kind::kPerson);
  profile.sources.push_back({.key = "own", .name = "Own list", .datasets = {Dataset::kSanCurrent}});
  profile.names.push_back({.text = "Abu Ali", .type = NameType::kNickname});
  profile.datasets = {Dataset::kSanCurrent, Dataset::kPepLinked};
  profile.births.push_back(*parse_date("1961"));
  std::string out;
  base::JsonWriter writer(out);
  write_hit_doc(writer, profile, NoLinks());
  const auto doc = json::parse(out).as_object();
  EXPECT_THAT(keys(doc), ElementsAre("id", "last_updated_utc", "created_utc", "fields", "types",
                                     "name", "entity_type", "kind", "aka", "associates", "sources",
                                     "keywords", "source_notes"));
  EXPECT_EQ(json::serialize(doc.at("types")), R"(["sanction","pep","pep-class-4"])");
  EXPECT_EQ(json::serialize(doc.at("aka")), R"([{"name":"Abu Ali"}])");
  EXPECT_EQ(json::serialize(doc.at("fields")),
            R"([{"name":"Date of Birth","source":"own","tag":"date_of_birth","value":"1961"}])");
  EXPECT_EQ(json::serialize(doc.at("source_notes").at("own").at("aml_types")), R"(["sanction"])");
}

TEST(NameSplit, FollowsTheListsOwnConvention) {
  const auto split = [](Name name) {
    const auto parts = split_name(name);
    return parts.first + "|" + parts.middle + "|" + parts.last;
  };
  EXPECT_EQ(split({.text = "HANIYA, Ismail Abdul Salah"}), "Ismail Abdul Salah||HANIYA");
  EXPECT_EQ(split({.text = "Vitaly Yurievich KUZMENKO"}), "Vitaly|Yurievich|KUZMENKO");
  EXPECT_EQ(split({.text = "KUZMENKO Vitaly"}), "Vitaly||KUZMENKO");
  EXPECT_EQ(split({.text = "Saddam Hussein Al-Tikriti"}), "Saddam Hussein||Al-Tikriti");
  EXPECT_EQ(split({.text = "FRANK KAKOLELE BWAMBALE"}), "FRANK KAKOLELE||BWAMBALE");
  EXPECT_EQ(split({.text = "Madonna"}), "||Madonna");
  EXPECT_EQ(split({.text = "x", .first = "A", .middle = "B", .last = "C"}), "A|B|C");
}

TEST(Profile, AliasTypesAreThoseOfTheFamily) {
  EXPECT_EQ(alias_type(NameType::kShortened, Family::kBusiness), "Name Abbreviation");
  EXPECT_EQ(alias_type(NameType::kShortened, Family::kIndividual), "Shortened Name");
  EXPECT_EQ(alias_type(NameType::kBrand, Family::kIndividual), "Name Spelling Variation");
  EXPECT_EQ(alias_type(NameType::kOriginalScript, Family::kIndividual), "Original Script Name");
}

TEST(Profile, EachNameKnowsItsSourcesAndTheirAmlTypes) {
  Profile profile = small(Kind::kPerson);
  profile.sources.push_back({.key = "a", .datasets = {Dataset::kSanCurrent}});
  profile.sources.push_back({.key = "b", .datasets = {Dataset::kPepCurrent}});
  profile.pep_tier = PepTier::kTier2;
  profile.names.push_back({.text = "Other", .sources = {1, 9}});
  EXPECT_THAT(aml_types_of(profile, profile.names[0]),
              ElementsAre("sanction", "pep", "pep-class-2"));
  EXPECT_THAT(aml_types_of(profile, profile.names[1]), ElementsAre("pep", "pep-class-2"));
}

}  // namespace
}  // namespace vedette::profile
