#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/reading.h"
#include "profile/profile_lines.h"

// Each format with a small invented file: what stands in the file must stand in the profile.

namespace vedette::lists {
namespace {

using profile::Dataset;
using profile::Kind;
using profile::NameType;
using profile::Profile;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> births(const Profile& profile) {
  std::vector<std::string> out;
  for (const auto& each : profile.births)
    out.push_back(profile::to_text(each));
  return out;
}
std::vector<std::string> names(const Profile& profile) {
  std::vector<std::string> out;
  for (const auto& each : profile.names)
    out.push_back(each.text);
  return out;
}
std::vector<std::string> nationalities(const Profile& profile) {
  std::vector<std::string> out;
  for (const auto& each : profile.nationalities)
    out.emplace_back(each.code());
  return out;
}
std::vector<std::string> identifiers(const Profile& profile) {
  std::vector<std::string> out;
  for (const auto& each : profile.identifiers)
    out.push_back(each.category + "=" + each.value +
                  (each.country.empty() ? "" : "/" + std::string(each.country.code())));
  return out;
}

constexpr std::string_view kOfacXml = R"(<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="http://tempuri.org/sdnList.xsd">
 <publshInformation><Publish_Date>03/17/2020</Publish_Date><Record_Count>2</Record_Count></publshInformation>
 <sdnEntry><uid>101</uid><firstName>Ivan</firstName><lastName>PETROVSKY</lastName><title>Director</title>
  <sdnType>Individual</sdnType>
  <remarks>(Linked To: NORDHAVN TRADING LLC); wears a hat</remarks>
  <programList><program>SDGT</program><program>CYBER2</program></programList>
  <idList>
   <id><uid>1</uid><idType>Passport</idType><idNumber>AB123</idNumber><idCountry>Russia</idCountry><issueDate>14 Nov 2007</issueDate></id>
   <id><uid>2</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
   <id><uid>3</uid><idType>Email Address</idType><idNumber>ivan@nord.example</idNumber></id>
   <id><uid>4</uid><idType>Additional Sanctions Information -</idType><idNumber>Subject to Secondary Sanctions</idNumber></id>
  </idList>
  <akaList>
   <aka><uid>5</uid><type>a.k.a.</type><category>weak</category><lastName>VANYA</lastName></aka>
   <aka><uid>6</uid><type>f.k.a.</type><category>strong</category><lastName>PETROV</lastName><firstName>Ivan</firstName></aka>
  </akaList>
  <addressList><address><uid>7</uid><address1>1 Harbour Road</address1><city>Tehran</city><postalCode>11365</postalCode><country>Iran</country></address></addressList>
  <nationalityList><nationality><uid>8</uid><country>Russia</country><mainEntry>true</mainEntry></nationality></nationalityList>
  <dateOfBirthList>
   <dateOfBirthItem><uid>9</uid><dateOfBirth>circa 1961</dateOfBirth></dateOfBirthItem>
   <dateOfBirthItem><uid>10</uid><dateOfBirth>14 Jul 1962</dateOfBirth></dateOfBirthItem>
  </dateOfBirthList>
  <placeOfBirthList><placeOfBirthItem><uid>11</uid><placeOfBirth>Omsk, Russia</placeOfBirth></placeOfBirthItem></placeOfBirthList>
 </sdnEntry>
 <sdnEntry><uid>102</uid><lastName>NORDHAVN TRADING LLC</lastName><sdnType>Entity</sdnType>
  <programList><program>UKRAINE-EO13685</program></programList></sdnEntry>
</sdnList>)";

TEST(OfacXml, APersonComesWithEverythingTheEntrySays) {
  const auto reading = read_bytes("sdn.xml", std::string(kOfacXml));
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "ofac-sdn");
  EXPECT_EQ(profile::to_text(reading.account.list.date), "2020-03-17");
  EXPECT_EQ(reading.account.records, 2U);
  const Profile* person = reading.find("101");
  ASSERT_NE(person, nullptr);
  EXPECT_EQ(person->kind, Kind::kPerson);
  EXPECT_THAT(names(*person), ElementsAre("PETROVSKY, Ivan", "VANYA", "PETROV, Ivan"));
  EXPECT_EQ(person->names[0].first, "Ivan");
  EXPECT_EQ(person->names[0].last, "PETROVSKY");
  EXPECT_TRUE(person->names[1].weak);
  EXPECT_EQ(person->names[2].type, NameType::kPrevious);
  EXPECT_THAT(births(*person), ElementsAre("~1961", "1962-07-14"));
  EXPECT_THAT(nationalities(*person), ElementsAre("RU"));
  EXPECT_EQ(person->gender, profile::Gender::kMale);
  EXPECT_THAT(identifiers(*person), ElementsAre("Passport=AB123/RU"));
  EXPECT_EQ(profile::to_text(person->identifiers[0].issued), "2007-11-14");
  ASSERT_THAT(person->addresses, SizeIs(2));
  EXPECT_EQ(person->addresses[0].country.code(), "IR");
  EXPECT_EQ(person->addresses[1].type, "Place of Birth");
  EXPECT_EQ(person->addresses[1].city, "Omsk");
  EXPECT_THAT(person->contacts, SizeIs(1));
  EXPECT_THAT(person->notes,
              ElementsAre("Additional Sanctions Information - Subject to Secondary Sanctions",
                          "wears a hat"));
  ASSERT_THAT(person->sanctions, SizeIs(2));
  EXPECT_EQ(person->sanctions[0].regime.name, "SDGT");
  EXPECT_THAT(person->sanctions[0].regime.types, ElementsAre("Terrorism"));
  EXPECT_THAT(person->sanctions[0].measures, ElementsAre("Asset Freeze"));
  EXPECT_EQ(person->datasets, profile::DatasetSet{Dataset::kSanCurrent});
  ASSERT_THAT(person->links, SizeIs(1));
  EXPECT_EQ(person->links[0].target.record, "102");
  EXPECT_EQ(person->sources[0].key, "ofac-sdn");
}

TEST(OfacCsv, TheThreeFilesAreBroughtTogetherAndRemarksUnderstood) {
  const std::string sdn =
      "101,\"PETROVSKY, Ivan\",\"individual\",\"SDGT] [CYBER2\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"
      "\"DOB 14 Jul 1962; alt. DOB circa 1961; POB Omsk, Russia; nationality Russia; Gender Male; "
      "Passport AB123 (Russia) issued 14 Nov 2007 expires 13 Nov 2012; Digital Currency Address - "
      "XBT "
      "1BoatSLRHtKNngkdXEeobR76b53LETtpyT; a.k.a. 'VANYA'; Website www.nord.example; Linked To: "
      "NORDHAVN "
      "TRADING LLC; Chairman, Nord Bank; one more thing.\"\r\n"
      "102,\"NORDHAVN TRADING LLC\",-0- ,\"IRAN\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,\"Tax ID No. "
      "77 (Russia); Reg\"\r\n"
      "103,\"SEA QUEEN\",\"vessel\",\"IRAN\",-0- "
      ",\"EPXX\",\"Tanker\",\"100\",\"90\",\"Iran\",\"NITC\",\"Vessel Registration Identification "
      "IMO 1234567.\"\r\n"
      "\x1A";
  const std::string alt =
      "101,1,\"aka\",\"PETROV, Vanya\",-0- \r\n999,2,\"fka\",\"NOBODY\",-0- \r\n\x1A";
  const std::string add =
      "101,1,\"1 Harbour Road\",\"Tehran\",\"Iran\",-0- \r\n102,2,-0- ,-0- ,-0- ,-0- \r\n\x1A";
  const std::string comments = "102,\"istration Number 5 (Cyprus).\"\r\n\x1A";
  const auto reading = read_bytes({{"a/sdn.csv", sdn},
                                   {"a/alt.csv", alt},
                                   {"a/add.csv", add},
                                   {"a/sdn_comments.csv", comments}});
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "ofac-sdn");
  EXPECT_EQ(reading.account.records, 3U);
  EXPECT_EQ(reading.account.accepted, 3U);
  EXPECT_EQ(reading.account.orphans, 1U);  // the alias of party 999
  EXPECT_EQ(reading.account.parts.at("aliases"), 1U);
  const Profile* person = reading.find("101");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("PETROVSKY, Ivan", "PETROV, Vanya", "VANYA"));
  EXPECT_THAT(births(*person), ElementsAre("1962-07-14", "~1961"));
  EXPECT_THAT(nationalities(*person), ElementsAre("RU"));
  EXPECT_THAT(identifiers(*person),
              ElementsAre("Passport=AB123/RU",
                          "Digital Currency Address - XBT=1BoatSLRHtKNngkdXEeobR76b53LETtpyT"));
  EXPECT_EQ(profile::to_text(person->identifiers[0].expires), "2012-11-13");
  EXPECT_EQ(person->links[0].target.record, "102");
  EXPECT_THAT(person->notes, ElementsAre("Chairman, Nord Bank; one more thing"));
  EXPECT_THAT(person->sanctions, SizeIs(2));
  EXPECT_THAT(identifiers(*reading.find("102")),
              ElementsAre("Tax ID No.=77/RU", "Registration Number=5/CY"));
  const Profile* vessel = reading.find("103");
  EXPECT_EQ(vessel->kind, Kind::kVessel);
  EXPECT_THAT(identifiers(*vessel),
              ElementsAre("Call Sign=EPXX", "Vessel Registration Identification=IMO 1234567"));
  EXPECT_EQ(vessel->countries[0].code(), "IR");
}

TEST(OfacCsv, AliasesWithoutThePartiesAreRefused) {
  const auto reading = read_bytes("alt.csv", "101,1,\"aka\",\"PETROV, Vanya\",-0- \r\n\x1A");
  EXPECT_THAT(reading.refused, HasSubstr("missing"));
}

TEST(UnXml, SingleQuotedAttributesNamesInPartsAndApproximateBirths) {
  const auto reading = read_bytes("un.xml", R"(<?xml version='1.0' encoding='UTF-8'?>
<CONSOLIDATED_LIST dateGenerated='2025-04-19T23:00:04.625Z'><INDIVIDUALS><INDIVIDUAL>
 <DATAID>77</DATAID><FIRST_NAME>OMAR</FIRST_NAME><SECOND_NAME>BIN</SECOND_NAME><THIRD_NAME>KHALED</THIRD_NAME>
 <UN_LIST_TYPE>Taliban</UN_LIST_TYPE><REFERENCE_NUMBER>TAi.999</REFERENCE_NUMBER><LISTED_ON>2001-02-23</LISTED_ON>
 <NAME_ORIGINAL_SCRIPT>عمر بن خالد</NAME_ORIGINAL_SCRIPT><COMMENTS1>A remark.</COMMENTS1>
 <NATIONALITY><VALUE>Afghanistan</VALUE></NATIONALITY>
 <LAST_DAY_UPDATED><VALUE>2003-09-03</VALUE></LAST_DAY_UPDATED>
 <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Haji Omar; Mudir</ALIAS_NAME></INDIVIDUAL_ALIAS>
 <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
 <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1961</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
 <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1958</FROM_YEAR><TO_YEAR>1963</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
 <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>P1</NUMBER><ISSUING_COUNTRY>Afghanistan</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
</INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY><DATAID>78</DATAID><FIRST_NAME>GREY BANK</FIRST_NAME>
 <UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE><ENTITY_ADDRESS><CITY>Kabul</CITY><COUNTRY>Afghanistan</COUNTRY></ENTITY_ADDRESS></ENTITY></ENTITIES></CONSOLIDATED_LIST>)");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "un-sc");
  EXPECT_EQ(profile::to_text(reading.account.list.date), "2025-04-19");
  EXPECT_EQ(reading.account.parts.at("aliases"), 2U);
  const Profile* person = reading.find("77");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("OMAR BIN KHALED", "عمر بن خالد", "Haji Omar", "Mudir"));
  EXPECT_EQ(person->names[1].type, NameType::kOriginalScript);
  EXPECT_EQ(person->names[1].script, "Arab");
  EXPECT_TRUE(person->names[2].weak);
  EXPECT_THAT(births(*person), ElementsAre("~1961", "1958/1963"));
  EXPECT_EQ(person->sanctions[0].sanction_id, "TAi.999");
  ASSERT_THAT(person->sanctions[0].events, SizeIs(2));
  EXPECT_EQ(person->sanctions[0].events[0].type, "Added");
  EXPECT_EQ(person->sanctions[0].events[0].evidence_ids[0], person->evidences[0].id);
  EXPECT_EQ(reading.find("78")->kind, Kind::kOrganisation);
}

TEST(EuXml, TheStrongEnglishNameIsThePrimaryOne) {
  const auto reading = read_bytes("eu.xml", R"xml(<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-05-01T08:25:36+00:00">
<sanctionEntity designationDetails="" unitedNationId="U1" euReferenceNumber="EU.1.1" logicalId="13" designationDate="2010-12-01">
 <remark>A remark</remark>
 <regulation regulationType="amendment" publicationDate="2017-03-08" numberTitle="2017/1 (OJ L1)" programme="IRN" logicalId="9"/>
 <subjectType code="person" classificationCode="P"/>
 <nameAlias firstName="" middleName="" lastName="" wholeName="Weak One" function="" title="" nameLanguage="" strong="false" logicalId="1"/>
 <nameAlias firstName="Jean" middleName="P" lastName="Dupont" wholeName="Jean P Dupont" function="Head" gender="M" title="Dr" nameLanguage="FR" strong="true" logicalId="2"/>
 <nameAlias firstName="John" middleName="P" lastName="Dupont" wholeName="John P Dupont" nameLanguage="EN" strong="true" logicalId="3"/>
 <citizenship countryIso2Code="IR" countryDescription="IRAN"/>
 <citizenship countryIso2Code="00" countryDescription="UNKNOWN"/>
 <birthdate circa="true" calendarType="GREGORIAN" city="Qom" year="1965" countryIso2Code="IR"/>
 <birthdate circa="false" calendarType="GREGORIAN" birthdate="1966-02-03" year="1966" countryIso2Code="00"/>
 <address street="1 Road" city="Qom" zipCode="1" countryIso2Code="IR"/>
 <identification number="488555" identificationTypeCode="passport" identificationTypeDescription="National passport" countryIso2Code="IR" knownExpired="true"/>
</sanctionEntity></export>)xml");
  ASSERT_EQ(reading.refused, "");
  const Profile* person = reading.find("13");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("John P Dupont", "Weak One", "Jean P Dupont"));
  EXPECT_EQ(person->names[0].last, "Dupont");
  EXPECT_THAT(births(*person), ElementsAre("~1965", "1966-02-03"));
  EXPECT_THAT(nationalities(*person), ElementsAre("IR"));
  EXPECT_THAT(identifiers(*person),
              ElementsAre("National passport=488555/IR", "EU reference number=EU.1.1",
                          "UN reference number=U1"));
  EXPECT_EQ(person->identifiers[0].note, "knownExpired");
  EXPECT_EQ(person->sanctions[0].regime.name, "IRN");
  EXPECT_EQ(profile::to_text(person->sanctions[0].events[0].date), "2010-12-01");
  EXPECT_EQ(person->sanctions[0].events[1].type, "Amended");
}

TEST(EuCsv, RowsOfOneEntityAreOneProfileEvenWhenLinesAreQuotedWhole) {
  const std::string header =
      "Date_file;Entity_logical_id;Subject_type;Leba_numtitle;Leba_publication_date;Leba_url;"
      "Programme;Entity_remark;"
      "Naal_lastname;Naal_firstname;Naal_middlename;Naal_wholename;Naal_gender;Birt_date;Birt_"
      "place;Birt_country;"
      "Iden_number;Iden_country;Citi_country;EU_ref_num";
  const std::string one =
      "04/07/2018;1;P;2018/223;2018-02-16;u;ZWE;;Doe;John;;John Doe;M;;;;;;;EU.36.64";
  const std::string two = "04/07/2018;2;E;2018/223;2018-02-16;u;ZWE;;;;;Grey Bank;;;;;;;;EU.1";
  const std::string three =
      "04/07/2018;1;P;2018/223;2018-02-16;u;ZWE;;;;;;;1924-02-21;Kutama;ZWE;;;;EU.36.64";
  for (const bool quoted : {false, true}) {
    std::string bytes;
    for (const std::string& line : {header, one, two, three})
      bytes += quoted ? "\"" + line + "\"\n" : line + "\n";
    const auto reading = read_bytes("eu.csv", bytes);
    ASSERT_EQ(reading.refused, "");
    EXPECT_EQ(reading.account.records, 2U);
    EXPECT_EQ(reading.account.parts.at("rows"), 3U);
    const Profile* person = reading.find("1");
    ASSERT_NE(person, nullptr);
    EXPECT_EQ(person->name(), "John Doe");
    EXPECT_THAT(births(*person), ElementsAre("1924-02-21"));
    EXPECT_EQ(person->addresses[0].country.code(), "ZW");
  }
}

TEST(UkOfsiCsv, RowsOfAGroupAreOneProfileInWindows1252) {
  const std::string bytes =
      "Last Updated,27/04/2020\r\n"
      "Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,DOB,Town of Birth,Country of "
      "Birth,Nationality,"
      "Passport Details,NI Number,Position,Address 1,Address 2,Address 3,Address 4,Address "
      "5,Address 6,"
      "Post/Zip Code,Country,Other Information,Group Type,Alias Type,Regime,Listed On,Last "
      "Updated,Group ID\r\n"
      "SMITHE,Jo,,,,,Dr,00/00/1980,(1) Omsk (2) Tomsk,Russia,1) Russian 2) Qatar,Passport No: "
      "592667 (issued 2007),,Head,"
      ",,,,,Kabul,,Afghanistan (since 2009),UN Ref X,Individual,AKA,Ukraine "
      "(Sovereignty),01/04/2016,02/04/2016,13349\r\n"
      "GREY BANK \x93NORD\x94,,,,,,,,,,,,,,,,,,,,,,,Entity,Prime Alias,Iran (nuclear "
      "proliferation),01/04/2016,01/04/2016,5\r\n"
      "SMITH,Joe,Paul,,,,Dr,14/07/1981,,,,,,,,,,,,,,,UN Ref X,Individual,Prime Alias,Ukraine "
      "(Sovereignty),01/04/2016,02/04/2016,13349\r\n";
  const auto reading = read_bytes("ConList.csv", bytes);
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "uk-ofsi");
  EXPECT_EQ(profile::to_text(reading.account.list.date), "2020-04-27");
  EXPECT_EQ(reading.account.records, 2U);
  const Profile* person = reading.find("13349");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("Joe Paul SMITH", "Jo SMITHE"));
  EXPECT_THAT(births(*person), ElementsAre("1980", "1981-07-14"));
  EXPECT_THAT(nationalities(*person), ElementsAre("RU", "QA"));
  EXPECT_THAT(identifiers(*person), ElementsAre("Passport=592667"));
  EXPECT_EQ(person->addresses[0].city, "Omsk");
  EXPECT_EQ(person->addresses[1].country.code(), "RU");
  EXPECT_EQ(reading.find("5")->name(), "GREY BANK “NORD”");
  EXPECT_EQ(profile::to_text(person->sanctions[0].events[1].date), "2016-04-02");
}

TEST(UkXml, ADesignationWithPartialBirthDates) {
  const auto reading = read_bytes("uk.xml", R"(<?xml version="1.0" encoding="utf-8"?>
<Designations><DateGenerated>10/09/2026</DateGenerated><Designation><LastUpdated>04/08/2026</LastUpdated>
<DateDesignated>29/06/2012</DateDesignated><UniqueID>AFG0001</UniqueID><OFSIGroupID>12703</OFSIGroupID>
<Names><Name><Name1>Mo</Name1><Name6>Akh</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name>
<Name><Name1>MOHAMMAD</Name1><Name2>HASSAN</Name2><Name6>AKHUND</Name6><NameType>Primary Name</NameType></Name></Names>
<NonLatinNames><NonLatinName><NameNonLatinScript>محمد</NameNonLatinScript></NonLatinName></NonLatinNames>
<RegimeName>The Afghanistan Regulations</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
<SanctionsImposed>Asset freeze|Travel Ban</SanctionsImposed>
<IndividualDetails><Individual><DOBs><DOB>12/05/1958</DOB><DOB>dd/mm/1945</DOB></DOBs>
<Nationalities><Nationality>Afghanistan</Nationality></Nationalities></Individual></IndividualDetails>
</Designation></Designations>)");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(profile::to_text(reading.account.list.date), "2026-09-10");
  const Profile* person = reading.find("AFG0001");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("MOHAMMAD HASSAN AKHUND", "Mo Akh", "محمد"));
  EXPECT_TRUE(person->names[1].weak);
  EXPECT_THAT(births(*person), ElementsAre("1958-05-12", "1945"));
  EXPECT_THAT(person->sanctions[0].measures, ElementsAre("Asset freeze", "Travel Ban"));
  EXPECT_THAT(identifiers(*person), ElementsAre("OFSI group id=12703"));
}

TEST(UkCsv, TheSanctionsListByUniqueId) {
  const auto reading = read_bytes("uk.csv",
                                  "Report Date: 10-Sep-2026\n"
                                  "Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name "
                                  "6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias "
                                  "strength,Title,Name non-latin script,Regime Name,Designation "
                                  "Type,Sanctions Imposed,IMO number,D.O.B\n"
                                  "04/08/2026,RUS0001,1,,PETREL 8,,,,,,Primary Name,,,,The Russia "
                                  "Regulations,Ship,Prohibition of port entry,9562233,\n");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "uk-sanctions-list");
  EXPECT_EQ(profile::to_text(reading.account.list.date), "2026-09-10");
  EXPECT_EQ(reading.find("RUS0001")->kind, Kind::kVessel);
  EXPECT_THAT(identifiers(*reading.find("RUS0001")),
              ElementsAre("IMO Number=9562233", "OFSI group id=1"));
}

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
  EXPECT_THAT(person->sanctions[0].measures, ElementsAre("Freeze"));
  ASSERT_THAT(person->peps, SizeIs(1));
  EXPECT_EQ(person->peps[0].position, "Minister of Ice");
  EXPECT_TRUE(person->peps[0].former);
  EXPECT_EQ(person->datasets, (profile::DatasetSet{Dataset::kSanCurrent, Dataset::kPepFormer}));
  EXPECT_THAT(person->notes, Contains("education: Omsk"));
  ASSERT_THAT(person->links, SizeIs(2));
  EXPECT_EQ(person->links[0].target.record, "c1");
  EXPECT_EQ(person->links[0].ownership_percentage, 51);
  EXPECT_EQ(person->links[1].relationship, "Relative (brother)");
  const Profile* company = reading.find("c1");
  EXPECT_EQ(company->links[0].target.record, "p1");
  EXPECT_EQ(company->links[0].relationship, "Owner");
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

TEST(SenzingJson, ARecordWithoutASourceStillBelongsToAList) {
  ImportOptions options;
  options.format = Format::kSenzingJson;
  const auto reading =
      read_bytes("s.json", "{\"RECORD_ID\":\"1\",\"NAME_FULL\":\"Jane Doe\"}\n", options);
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.profiles.at(0).key.list, "senzing");
}

TEST(UsCsl, CsvAndJsonGiveTheSameParty) {
  const auto csv = read_bytes(
      "csl.csv",
      "_id,source,entity_number,type,programs,name,title,addresses,federal_register_notice,start_"
      "date,end_date,standard_order,license_requirement,license_policy,call_sign,vessel_type,gross_"
      "tonnage,gross_registered_tonnage,vessel_flag,vessel_owner,remarks,source_list_url,alt_names,"
      "citizenships,dates_of_birth,nationalities,places_of_birth,source_information_url,ids\n"
      "9,Specially Designated Nationals (SDN) - Treasury Department,9,Individual,SDGT,\"DOE, "
      "John\",,\"1 Road, Basrah, IQ\",,,,,,,,,,,,,,,\"DOE, Jon; DOE, J.\",,1961; "
      "1962-03-04,SY,\"Omsk, Russia\",,\"JO, 2014-08-30, 2009-08-31, K475336, Passport; Male, "
      "Gender\"\n"
      "e1,Entity List (EL) - Bureau of Industry and Security,,,,Nord Plant,,\"Borisov, BY\",87 FR "
      "20299,2022-04-07,,,All items,Denial,,,,,,,,,,,,,,,\n");
  ASSERT_EQ(csv.refused, "");
  const auto json = read_bytes(
      "csl.json",
      R"({"total":1,"results":[{"id":"9","source":"Specially Designated Nationals (SDN) - Treasury Department","entity_number":9,"type":"Individual","programs":["SDGT"],"name":"DOE, John","addresses":[{"address":"1 Road","city":"Basrah","country":"IQ"}],"alt_names":["DOE, Jon","DOE, J."],"dates_of_birth":["1961","1962-03-04"],"nationalities":["SY"],"places_of_birth":["Omsk, Russia"],"ids":[{"type":"Passport","number":"K475336","country":"JO","issue_date":"2009-08-31","expiration_date":"2014-08-30"},{"type":"Gender","number":"Male"}]}]})");
  ASSERT_EQ(json.refused, "");
  for (const Reading* reading : {&csv, &json}) {
    const Profile* person = reading->find("SDN:9");
    ASSERT_NE(person, nullptr);
    EXPECT_THAT(names(*person), ElementsAre("DOE, John", "DOE, Jon", "DOE, J."));
    EXPECT_THAT(births(*person), ElementsAre("1961", "1962-03-04"));
    EXPECT_THAT(identifiers(*person), ElementsAre("Passport=K475336/JO"));
    EXPECT_EQ(profile::to_text(person->identifiers[0].issued), "2009-08-31");
    EXPECT_EQ(person->gender, profile::Gender::kMale);
    EXPECT_EQ(person->addresses[0].country.code(), "IQ");
    EXPECT_EQ(person->datasets, profile::DatasetSet{Dataset::kSanCurrent});
  }
  const Profile* plant = csv.find("EL:e1");
  ASSERT_NE(plant, nullptr);
  EXPECT_EQ(plant->datasets, profile::DatasetSet{Dataset::kRel});
  EXPECT_EQ(plant->kind, Kind::kUnknown);
  EXPECT_EQ(profile::to_text(plant->rels[0].events[0].date), "2022-04-07");
}

TEST(ChXml, TargetsFindTheirProgrammesAndPlaces) {
  const auto reading = read_bytes(
      "seco.xml",
      R"(<?xml version="1.0"?><swiss-sanctions-list list-type="full-list" date="2024-01-17">
<sanctions-program ssid="1"><program-name lang="ger">Beispiel</program-name><program-name lang="eng">Example</program-name>
<sanctions-set ssid="10" lang="eng">Financial measures</sanctions-set></sanctions-program>
<target ssid="100"><sanctions-set-id>10</sanctions-set-id><individual sex="female"><identity ssid="2" main="true">
<name name-type="alias" quality="low"><name-part name-part-type="whole-name"><value>Nina</value></name-part></name>
<name name-type="primary-name"><name-part order="1" name-part-type="given-name"><value>Anna</value></name-part><name-part order="2" name-part-type="family-name"><value>Berg</value></name-part></name>
<day-month-year day="31" month="12" year="1965"/><place-of-birth place-id="7"/><nationality><country iso-code="RU">Russia</country></nationality>
</identity><justification>Because.</justification></individual><modification modification-type="listed" effective-date="2022-02-03"/></target>
<target ssid="101"><sanctions-set-id>10</sanctions-set-id><entity><identity main="true"><name name-type="primary-name"><name-part name-part-type="whole-name"><value>Nord AG</value></name-part></name></identity></entity><modification modification-type="listed" effective-date="2020-01-01"/><modification modification-type="de-listed" effective-date="2021-01-01"/></target>
<place ssid="7"><location>Omsk</location><country iso-code="RU">Russia</country></place></swiss-sanctions-list>)");
  ASSERT_EQ(reading.refused, "");
  const Profile* person = reading.find("100");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("Anna Berg", "Nina"));
  EXPECT_THAT(births(*person), ElementsAre("1965-12-31"));
  EXPECT_EQ(person->addresses[0].city, "Omsk");
  EXPECT_EQ(person->gender, profile::Gender::kFemale);
  EXPECT_EQ(person->sanctions[0].regime.name, "Example");
  EXPECT_THAT(person->sanctions[0].measures, ElementsAre("Financial measures"));
  EXPECT_EQ(reading.find("101")->datasets, profile::DatasetSet{Dataset::kSanFormer});
}

TEST(CaXml, RecordsWithoutNumbersGetStableIds) {
  const std::string bytes =
      R"(<?xml version="1.0"?><data-set><record><Country>Russia / Russie</Country><LastName>Berg</LastName><GivenName>Anna</GivenName><DateOfBirthOrShipBuildDate>1963 or 1964</DateOfBirthOrShipBuildDate><Schedule>1, Part 1</Schedule><Item>2</Item><DateOfListing>2020-09-28</DateOfListing><Aliases>Ann Berg; Nina</Aliases></record>
<record><Country>Russia / Russie</Country><EntityOrShip>Sea Queen</EntityOrShip><ShipIMONumber>1234567</ShipIMONumber><Item>3</Item></record></data-set>)";
  const auto reading = read_bytes("ca.xml", bytes);
  ASSERT_EQ(reading.refused, "");
  const Profile* person = reading.find("russia-1-part-1-2-berg-anna");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("Anna Berg", "Ann Berg", "Nina"));
  EXPECT_THAT(births(*person), ElementsAre("1963", "1964"));
  EXPECT_EQ(reading.profiles[1].kind, Kind::kVessel);
}

TEST(AuCsv, LettersAfterTheReferenceAreOtherNames) {
  const auto reading = read_bytes(
      "dfat.csv",
      "Reference,Name of Individual or Entity,Type,Name Type,Date of Birth,Place of "
      "Birth,Citizenship,Address,Additional Information,Listing Information,Committees,Control "
      "Date\n"
      "12a,Vanya,Individual,a.k.a.,,,,,,,,\n"
      "12,Ivan Petrovsky,Individual,Primary Name,\"a) 14/07/1961 b) circa 1962\",\"Omsk, "
      "Russia\",Russia,\"1 Road, Omsk, Russia\",Text,Listed,1267 (Al-Qaida),25/10/2001\n");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.records, 1U);
  const Profile* person = reading.find("12");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("Ivan Petrovsky", "Vanya"));
  EXPECT_THAT(births(*person), ElementsAre("1961-07-14", "~1962"));
  EXPECT_EQ(person->addresses[1].line1, "1 Road, Omsk");
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
