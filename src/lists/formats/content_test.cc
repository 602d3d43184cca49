#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/formats/reading.h"

// What readers make of the parts of a list that explain an entry: evidence, events, measures,
// offices and relationships. The samples are invented, in the published layouts.

namespace vedette::lists {
namespace {

using profile::Dataset;
using profile::Evidence;
using profile::PepTier;
using profile::Profile;
using testing::ElementsAre;
using testing::HasSubstr;

const Evidence* evidence_of(const Profile& profile, const std::string& id) {
  for (const Evidence& each : profile.evidences)
    if (each.id == id) return &each;
  return nullptr;
}

ImportOptions as_list(const std::string& id) {
  ImportOptions options;
  options.list_id = id;
  return options;
}

ImportOptions as_of(const std::string& today) {
  ImportOptions options;
  options.today = today;
  return options;
}

std::string link_to(const Profile& profile, const std::string& record) {
  for (const profile::Link& each : profile.links)
    if (each.target.record == record) return each.relationship;
  return {};
}

std::string advanced(const std::string& list_id) {
  return R"(<?xml version="1.0"?><Sanctions xmlns="https://example.org/ADVANCED_XML"><DateOfIssue CalendarTypeID="1"><Year>2025</Year><Month>2</Month><Day>3</Day></DateOfIssue><ReferenceValueSets>
<ListValues><List ID="1550">SDN List</List><List ID="91512">Consolidated List</List></ListValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType></PartyTypeValues>
<PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType></PartySubTypeValues>
<NamePartTypeValues><NamePartType ID="1">Last Name</NamePartType><NamePartType ID="2">Entity Name</NamePartType></NamePartTypeValues>
<SanctionsTypeValues><SanctionsType ID="1">Program</SanctionsType><SanctionsType ID="1705">Block</SanctionsType></SanctionsTypeValues>
<EntryEventTypeValues><EntryEventType ID="1">Created</EntryEventType></EntryEventTypeValues>
<LegalBasisValues><LegalBasis ID="7">Executive Order 99999 (Ruritania)</LegalBasis></LegalBasisValues>
<RelationTypeValues><RelationType ID="15003">Owned or Controlled By</RelationType></RelationTypeValues>
</ReferenceValueSets><DistinctParties>
<DistinctParty FixedRef="11"><Profile ID="11" PartySubTypeID="4"><Identity ID="1" Primary="true"><Alias Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue NamePartGroupID="5">ORLOVSKY</NamePartValue></DocumentedNamePart></DocumentedName></Alias><NamePartGroups><MasterNamePartGroup><NamePartGroup ID="5" NamePartTypeID="1"/></MasterNamePartGroup></NamePartGroups></Identity></Profile></DistinctParty>
<DistinctParty FixedRef="12"><Profile ID="12" PartySubTypeID="3"><Identity ID="2" Primary="true"><Alias Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue NamePartGroupID="6">DAWN BANK</NamePartValue></DocumentedNamePart></DocumentedName></Alias><NamePartGroups><MasterNamePartGroup><NamePartGroup ID="6" NamePartTypeID="2"/></MasterNamePartGroup></NamePartGroups></Identity></Profile></DistinctParty>
</DistinctParties><ProfileRelationships><ProfileRelationship ID="1" From-ProfileID="12" To-ProfileID="11" RelationTypeID="15003" Former="false"/></ProfileRelationships><SanctionsEntries>
<SanctionsEntry ID="1" ProfileID="11" ListID=")" +
         list_id +
         R"("><EntryEvent ID="1" EntryEventTypeID="1" LegalBasisID="7"><Date><Year>2019</Year><Month>4</Month><Day>5</Day></Date></EntryEvent><SanctionsMeasure ID="2" SanctionsTypeID="1705"/><SanctionsMeasure ID="3" SanctionsTypeID="1"><Comment>SDGT</Comment></SanctionsMeasure></SanctionsEntry>
<SanctionsEntry ID="4" ProfileID="12" ListID=")" +
         list_id + R"("/></SanctionsEntries></Sanctions>)";
}

TEST(OfacAdvanced, TheEntriesSayWhichListItIsWhateverTheFileDeclares) {
  EXPECT_EQ(read_bytes("a.xml", advanced("1550")).account.list.id, "ofac-sdn");
  EXPECT_EQ(read_bytes("a.xml", advanced("91512")).account.list.id, "ofac-consolidated");
}

TEST(OfacAdvanced, APublishedListIsNotImportedAsAnother) {
  const auto reading = read_bytes("a.xml", advanced("1550"), as_list("ofac-consolidated"));
  EXPECT_THAT(reading.refused, HasSubstr("this is the list ofac-sdn"));
  const auto own = read_bytes("a.xml", advanced("1550"), as_list("our-sdn"));
  ASSERT_EQ(own.refused, "");
  EXPECT_EQ(own.account.list.publication, "ofac-sdn");
  EXPECT_EQ(own.profiles.front().sanctions.front().regime.origin, "United States");
}

TEST(OfacAdvanced, AnEntryHasItsAuthorityItsDayAndItsOwnPage) {
  const auto reading = read_bytes("a.xml", advanced("1550"));
  const Profile* person = reading.find("11");
  ASSERT_NE(person, nullptr);
  const auto& entry = person->sanctions.at(0);
  EXPECT_THAT(entry.measures, ElementsAre("Asset Freeze"));
  ASSERT_EQ(entry.events.size(), 1U);
  const Evidence* proof = evidence_of(*person, entry.events[0].evidence_ids.at(0));
  ASSERT_NE(proof, nullptr);
  EXPECT_EQ(proof->title, "Executive Order 99999 (Ruritania)");
  EXPECT_THAT(proof->original_url, HasSubstr("id=11"));
  EXPECT_EQ(profile::to_text(proof->published), "2019-04-05");
}

TEST(OfacAdvanced, BothEndsOfARelationShowWhatTheOtherIs) {
  const auto reading = read_bytes("a.xml", advanced("1550"));
  EXPECT_EQ(link_to(*reading.find("12"), "11"), "Owner or controller");
  EXPECT_EQ(link_to(*reading.find("11"), "12"), "Owned or controlled party");
  EXPECT_EQ(reading.account.parts.at("relationships"), 1U);
}

TEST(EuXml, ARegulationIsEvidenceAndAMinisterIsAPepByTheListsWords) {
  const auto reading = read_bytes(
      "eu.xml",
      R"xml(<?xml version="1.0"?><export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-01-02T00:00:00"><sanctionEntity euReferenceNumber="EU.1.1" logicalId="1"><regulation regulationType="regulation" organisationType="council" publicationDate="2022-03-04" numberTitle="2022/1 (OJ L1)" programme="UKR"><publicationUrl>https://example.org/act.pdf</publicationUrl></regulation><subjectType code="person" classificationCode="P"/><nameAlias wholeName="Rupert Hentzau" function="Minister of Fisheries of Belarus" strong="true"/><citizenship countryIso2Code="BY"/></sanctionEntity></export>)xml");
  ASSERT_EQ(reading.refused, "");
  const Profile& person = reading.profiles.at(0);
  const auto& event = person.sanctions.at(0).events.at(0);
  const Evidence* act = evidence_of(person, event.evidence_ids.at(0));
  ASSERT_NE(act, nullptr);
  EXPECT_EQ(act->title, "Council regulation 2022/1 (OJ L1)");
  EXPECT_EQ(act->original_url, "https://example.org/act.pdf");
  EXPECT_EQ(profile::to_text(act->published), "2022-03-04");
  EXPECT_TRUE(act->captured.empty());
  ASSERT_EQ(person.peps.size(), 1U);
  EXPECT_EQ(person.peps[0].country.code(), "BY");
  EXPECT_EQ(person.pep_tier, PepTier::kTier1);
  EXPECT_TRUE(person.datasets.has(Dataset::kPepCurrent));
  const Evidence* derived = evidence_of(person, person.peps[0].evidence_ids.at(0));
  ASSERT_NE(derived, nullptr);
  EXPECT_EQ(derived->keywords, "derived");
  EXPECT_EQ(derived->summary, "Minister of Fisheries of Belarus");
}

TEST(UkXml, TheStatementOfReasonsIsEvidenceAndMeasuresHaveOneSpelling) {
  const auto reading = read_bytes(
      "uk.xml",
      R"(<?xml version="1.0"?><Designations><DateGenerated>2026-05-02</DateGenerated><Designation><LastUpdated>03/04/2023</LastUpdated><DateDesignated>01/02/2021</DateDesignated><UniqueID>RUR0001</UniqueID><Names><Name><Name6>DAWN BANK</Name6><NameType>Primary Name</NameType></Name></Names><RegimeName>The Ruritania (Sanctions) Regulations 2020</RegimeName><IndividualEntityShip>Entity</IndividualEntityShip><SanctionsImposed>Asset freeze|Travel Ban</SanctionsImposed><UKStatementofReasons>It finances the coup.</UKStatementofReasons></Designation></Designations>)");
  ASSERT_EQ(reading.refused, "");
  const Profile& bank = reading.profiles.at(0);
  EXPECT_THAT(bank.sanctions.at(0).measures, ElementsAre("Asset Freeze", "Travel Ban"));
  EXPECT_EQ(bank.description, "It finances the coup.");
  const Evidence* reasons = evidence_of(bank, bank.sanctions[0].events.at(0).evidence_ids.at(0));
  ASSERT_NE(reasons, nullptr);
  EXPECT_EQ(reasons->summary, "It finances the coup.");
  EXPECT_EQ(profile::to_text(reasons->published), "2021-02-01");
}

std::string entity(const std::string& id, const std::string& schema,
                   const std::string& properties) {
  return R"({"id":")" + id + R"(","schema":")" + schema + R"(","caption":")" + id +
         R"(","properties":{)" + properties +
         R"(},"datasets":["ruritania"],"last_seen":"2024-06-01T00:00:00","target":true})"
         "\n";
}

TEST(FtmPeps, OfficesHaveCountryTierAndEnd) {
  const auto reading = read_bytes(
      "entities.ftm.json",
      entity("p1", "Person", R"("name":["Rudolf Elphberg"],"topics":["role.pep"])") +
          entity("p2", "Person", R"("name":["Flavia Elphberg"],"topics":["role.rca"])") +
          entity("o1", "Position",
                 R"("name":["Chancellor"],"country":["de"],"topics":["gov.national","gov.head"])") +
          entity("c1", "Occupancy",
                 R"("holder":["p1"],"post":["o1"],"startDate":["2019"],"endDate":["2022-05"])") +
          entity("f1", "Family", R"("person":["p1"],"relative":["p2"],"relationship":["wife"])"));
  ASSERT_EQ(reading.refused, "");
  const Profile* pep = reading.find("p1");
  ASSERT_EQ(pep->peps.size(), 1U);
  EXPECT_EQ(pep->peps[0].country.code(), "DE");
  EXPECT_TRUE(pep->peps[0].former);
  EXPECT_EQ(pep->pep_tier, PepTier::kTier1);
  EXPECT_TRUE(pep->datasets.has(Dataset::kPepFormer));
  EXPECT_FALSE(pep->datasets.has(Dataset::kPepCurrent));
  EXPECT_EQ(link_to(*pep, "p2"), "Wife");
  const Profile* wife = reading.find("p2");
  EXPECT_EQ(link_to(*wife, "p1"), "Spouse");
  ASSERT_EQ(wife->pep_associations.size(), 1U);
  EXPECT_EQ(wife->pep_associations[0].pep.record, "p1");
  EXPECT_EQ(wife->pep_tier, PepTier::kByAssociation);
}

TEST(FtmPeps, APepWithoutANamedOfficeHasAnEntryAndATierToo) {
  const auto reading = read_bytes(
      "entities.ftm.json",
      entity("p1", "Person",
             R"("name":["Rudolf Elphberg"],"topics":["role.pep"],"nationality":["at"])"));
  const Profile& pep = reading.profiles.at(0);
  ASSERT_EQ(pep.peps.size(), 1U);
  EXPECT_EQ(pep.peps[0].country.code(), "AT");
  EXPECT_EQ(pep.pep_tier, PepTier::kTier2);
}

TEST(FtmNames, APatronymicBetweenFirstAndLastNameIsTheMiddleName) {
  const auto reading = read_bytes(
      "entities.ftm.json",
      R"({"id":"p1","schema":"Person","caption":"Anna Ivanovna Orlovskaya","properties":{"name":["Anna Ivanovna Orlovskaya"],"firstName":["Anna Ivanovna","Anna"],"lastName":["Orlovskaya"],"topics":["sanction"]},"datasets":["x"],"target":true})"
      "\n");
  const profile::Name& name = reading.profiles.at(0).names.at(0);
  EXPECT_EQ(name.first, "Anna");
  EXPECT_EQ(name.middle, "Ivanovna");
  EXPECT_EQ(name.last, "Orlovskaya");
}

TEST(SenzingPeps, TheOfficeARecordPointsAtIsTheEntryOfThePep) {
  const auto reading = read_bytes(
      "senzing.json",
      R"({"DATA_SOURCE":"OS_RURITANIA","RECORD_ID":"1","RECORD_TYPE":"PERSON","NAMES":[{"NAME_TYPE":"PRIMARY","NAME_FULL":"Rudolf Elphberg"}],"RISKS":[{"TOPIC":"role.pep"}],"COUNTRIES":[{"NATIONALITY":"at"}],"RELATIONSHIPS":[{"REL_POINTER_ROLE":"Occupancy","REL_POINTER_DOMAIN":"OPEN_SANCTIONS","REL_POINTER_KEY":"Q1"}]})"
      "\n"
      R"({"DATA_SOURCE":"OS_RURITANIA","RECORD_ID":"Q1","RECORD_TYPE":"ORGANIZATION","NAMES":[{"NAME_TYPE":"PRIMARY","NAME_ORG":"Member of the National Assembly"}],"RELATIONSHIPS":[{"REL_ANCHOR_DOMAIN":"OPEN_SANCTIONS","REL_ANCHOR_KEY":"Q1"}]})"
      "\n");
  ASSERT_EQ(reading.refused, "");
  const Profile* pep = reading.find("1");
  ASSERT_EQ(pep->peps.size(), 1U);
  EXPECT_EQ(pep->peps[0].position, "Member of the National Assembly");
  EXPECT_EQ(pep->peps[0].country.code(), "AT");
  EXPECT_EQ(pep->pep_tier, PepTier::kTier1);
  EXPECT_TRUE(reading.find("Q1")->datasets.empty());
}

TEST(PopoloPeps, TheCountryIsFoundAndAnEndedTermIsPast) {
  const std::string file =
      R"({"persons":[{"id":"a","name":"Rudolf Elphberg","image":"https://parliament.gov.at/1.jpg"}],"organizations":[{"id":"l","name":"Assembly","classification":"legislature"}],"events":[{"id":"t","name":"1st","classification":"legislative period","start_date":"2012-10-20","end_date":"2016-10-01"}],"memberships":[{"person_id":"a","organization_id":"l","legislative_period_id":"t","role":"member"}]})";
  const auto reading = read_bytes("members.json", file);
  ASSERT_EQ(reading.refused, "");
  const Profile& pep = reading.profiles.at(0);
  EXPECT_EQ(pep.peps.at(0).country.code(), "AT");
  EXPECT_TRUE(pep.peps[0].former);
  EXPECT_TRUE(pep.datasets.has(Dataset::kPepFormer));
  const auto then = read_bytes("members.json", file, as_of("2014-01-01"));
  EXPECT_FALSE(then.profiles.at(0).peps.at(0).former);
}

std::string claim(const std::string& item, const std::string& qualifiers = "") {
  return R"({"mainsnak":{"snaktype":"value","datavalue":{"type":"wikibase-entityid","value":{"id":")" +
         item + R"("}}},"rank":"normal")" +
         (qualifiers.empty() ? "" : R"(,"qualifiers":{)" + qualifiers + "}") + "}";
}
std::string item(const std::string& id, const std::string& label, const std::string& claims) {
  return R"({"type":"item","id":")" + id + R"(","labels":{"en":{"language":"en","value":")" +
         label + R"("}},"claims":{)" + claims + "}}";
}
std::string year(const std::string& property, const std::string& value) {
  return "\"" + property +
         R"(":[{"snaktype":"value","datavalue":{"type":"time","value":{"time":"+)" + value +
         R"(-00-00T00:00:00Z","precision":9}}}])";
}

TEST(WikidataJson, PeopleWithAnOfficeAndTheirRelativesAreRead) {
  const std::string human = R"("P31":[)" + claim("Q5") + "]";
  const std::string dump =
      "[\n" +
      item("Q100", "Rudolf Elphberg",
           human + R"(,"P39":[)" +
               claim("Q200", year("P580", "2010") + "," + year("P582", "2015")) + R"(],"P27":[)" +
               claim("Q40") + R"(],"P26":[)" + claim("Q101") + "]") +
      ",\n" + item("Q101", "Flavia Elphberg", human) + ",\n" + item("Q102", "Nobody Else", human) +
      ",\n" + item("Q200", "Minister of Fisheries", R"("P1001":[)" + claim("Q40") + "]") + ",\n" +
      item(
          "Q40", "Austria",
          R"("P297":[{"mainsnak":{"snaktype":"value","datavalue":{"type":"string","value":"AT"}},"rank":"normal"}])") +
      "\n]\n";
  const auto reading = read_bytes("latest-all.json", dump, as_of("2026-01-01"));
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "wikidata");
  EXPECT_EQ(reading.account.records, 2U);
  const Profile* pep = reading.find("Q100");
  ASSERT_EQ(pep->peps.size(), 1U);
  EXPECT_EQ(pep->peps[0].position, "Minister of Fisheries");
  EXPECT_EQ(pep->peps[0].country.code(), "AT");
  EXPECT_EQ(profile::to_text(pep->peps[0].to), "2015");
  EXPECT_TRUE(pep->peps[0].former);
  EXPECT_EQ(pep->pep_tier, PepTier::kTier1);
  EXPECT_EQ(link_to(*pep, "Q101"), "Spouse");
  const Profile* wife = reading.find("Q101");
  EXPECT_TRUE(wife->datasets.has(Dataset::kPepLinked));
  ASSERT_EQ(wife->pep_associations.size(), 1U);
  EXPECT_EQ(wife->pep_associations[0].pep.record, "Q100");
}

TEST(ProfileLines, AFeedOfNewsInsolvenciesAndDisqualificationsIsRead) {
  const auto reading = read_bytes(
      "feed.jsonl",
      R"({"kind":"person","list":"own-news","record":"a-1","names":[{"text":"Rupert Hentzau"}],"datasets":"RRE,INS,DD","evidences":[{"id":"n1","originalUrl":"https://news.example.org/1","title":"Hentzau charged","keywords":"fraud","summary":"Charged.","published":"2026-03-14","datasets":"RRE"}],"rres":[{"category":"Financial Crime","subcategory":"Fraud","events":[{"type":"Charged","date":"2026-03-14","evidenceIds":["n1"]}]}],"inss":[{"type":"Bankruptcy","court":"High Court","start":"2026-04-01","evidenceIds":["n1"]}],"dds":[{"caseReference":"DQ-5","reason":"Unfit conduct","from":"2026-05-02","to":"2031-05-01","evidenceIds":["n1"]}]})"
      "\n");
  ASSERT_EQ(reading.refused, "");
  const Profile& person = reading.profiles.at(0);
  EXPECT_EQ(person.rres.at(0).events.at(0).evidence_ids.at(0), "n1");
  EXPECT_EQ(person.inss.at(0).court, "High Court");
  EXPECT_EQ(person.dds.at(0).case_reference, "DQ-5");
  EXPECT_EQ(profile::to_text(person.evidences.at(0).published), "2026-03-14");
}

}  // namespace
}  // namespace vedette::lists
