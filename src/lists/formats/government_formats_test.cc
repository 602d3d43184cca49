#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/formats/reading.h"
#include "lists/testing/sample_lists.h"

// The lists of the United Nations, the European Union and states, each with a small invented file:
// what stands in the file must stand in the profile.

namespace vedette::lists {
namespace {

using profile::Dataset;
using profile::Kind;
using profile::NameType;
using profile::Profile;
using testing::ElementsAre;
using testing::SizeIs;

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
  const Profile* person = reading.find("TAi.999");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("OMAR BIN KHALED", "عمر بن خالد", "Haji Omar", "Mudir"));
  EXPECT_EQ(person->names[1].type, NameType::kOriginalScript);
  EXPECT_EQ(person->names[1].script, "Arab");
  EXPECT_TRUE(person->names[2].weak);
  EXPECT_THAT(births(*person), ElementsAre("~1961", "1958/1963"));
  EXPECT_EQ(person->sanctions[0].sanction_id, "TAi.999");
  ASSERT_THAT(person->sanctions[0].events, SizeIs(2));
  EXPECT_EQ(person->sanctions[0].events[0].type, "Added");
  ASSERT_THAT(person->evidences, SizeIs(2));
  EXPECT_EQ(person->sanctions[0].events[0].evidence_ids[0], person->evidences[1].id);
  EXPECT_EQ(person->evidences[1].summary, "A remark.");
  EXPECT_EQ(person->sanctions[0].events[1].evidence_ids[0], person->evidences[0].id);
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

TEST(EuXml, OfEqualNamesTheOneInLatinLettersIsPrimary) {
  const auto reading = read_bytes("eu.xml", R"xml(<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-05-01T08:25:36+00:00">
<sanctionEntity euReferenceNumber="EU.1.1" logicalId="13">
 <subjectType code="person" classificationCode="P"/>
 <nameAlias firstName="Иван" lastName="ОРЛОВ" wholeName="Иван ОРЛОВ" nameLanguage="" strong="true" logicalId="1"/>
 <nameAlias firstName="Ivan" lastName="ORLOV" wholeName="Ivan ORLOV" nameLanguage="" strong="true" logicalId="2"/>
</sanctionEntity>
<sanctionEntity euReferenceNumber="EU.1.2" logicalId="14">
 <subjectType code="person" classificationCode="P"/>
 <nameAlias firstName="Пётр" lastName="БЕРГ" wholeName="Пётр БЕРГ" nameLanguage="" strong="true" logicalId="3"/>
 <nameAlias firstName="Pierre" lastName="BERG" wholeName="Pierre BERG" nameLanguage="FR" strong="true" logicalId="4"/>
 <nameAlias firstName="" lastName="" wholeName="Peter" nameLanguage="EN" strong="true" logicalId="5"/>
</sanctionEntity></export>)xml");
  ASSERT_EQ(reading.refused, "");
  EXPECT_THAT(names(*reading.find("13")), ElementsAre("Ivan ORLOV", "Иван ОРЛОВ"));
  EXPECT_EQ(reading.find("13")->names[0].last, "ORLOV");
  EXPECT_EQ(reading.find("14")->name(), "Pierre BERG");
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
  EXPECT_THAT(person->sanctions[0].measures, ElementsAre("Asset Freeze", "Travel Ban"));
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
<record><Country>Russia / Russie</Country><EntityOrShip>Sea Queen</EntityOrShip><ShipIMONumber>1234567</ShipIMONumber><Item>3</Item></record>
<record><Country>Syria / Syrie</Country><EntityOrShip>Harbour Office/Bureau du port</EntityOrShip><Item>4</Item><Aliases>HBO, Port Office, BDP</Aliases></record></data-set>)";
  const auto reading = read_bytes("ca.xml", bytes);
  ASSERT_EQ(reading.refused, "");
  const Profile* person = reading.find("russia-1-part-1-2-berg-anna");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(names(*person), ElementsAre("Anna Berg", "Ann Berg", "Nina"));
  EXPECT_THAT(births(*person), ElementsAre("1963", "1964"));
  EXPECT_EQ(reading.profiles[1].kind, Kind::kVessel);
  EXPECT_THAT(names(reading.profiles[2]),
              ElementsAre("Harbour Office", "Bureau du port", "HBO", "Port Office", "BDP"));
  EXPECT_EQ(reading.account.parts.at("aliases"), 6U);
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

}  // namespace
}  // namespace vedette::lists
