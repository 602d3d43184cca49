#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lists/formats/reading.h"
#include "lists/testing/sample_lists.h"
#include "profile/profile_lines.h"

// The lists of the United States, each with a small invented file: what stands in the file must
// stand in the profile.

namespace vedette::lists {
namespace {

using profile::Dataset;
using profile::Kind;
using profile::NameType;
using profile::Profile;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

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
  EXPECT_EQ(reading.account.examples.at(0).detail, "a/alt.csv: alias");
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

// Several files are given together: a rejection says which of them its line is of.
TEST(OfacCsv, APartyWithoutANameIsRejectedWithItsFile) {
  const std::string empty = ",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ";
  for (const bool in_order : {true, false}) {
    const std::string nameless = "7,-0- ,\"individual\",\"IRAN\"" + empty + "\r\n";
    const std::string named = "8,\"PARTY\",\"individual\",\"IRAN\"" + empty + "\r\n";
    const auto reading = read_bytes({{"a/sdn.csv", in_order ? nameless + named : named + nameless},
                                     {"a/alt.csv", "8,1,\"aka\",\"ALIAS\",-0- \r\n"},
                                     {"a/add.csv", "8,1,\"Road\",\"Tehran\",\"Iran\",-0- \r\n"}});
    ASSERT_EQ(reading.refused, "");
    EXPECT_EQ(reading.account.accepted, 1U);
    ASSERT_THAT(reading.account.examples, SizeIs(1));
    const Rejection& rejection = reading.account.examples.front();
    EXPECT_EQ(rejection.line, in_order ? 1U : 2U);
    EXPECT_EQ(rejection.id, "7");
    EXPECT_EQ(rejection.cause, "no name");
    EXPECT_EQ(rejection.detail, "a/sdn.csv");
  }
}

// Numbers are numbers: zeros before them, in whichever of the files, part no alias from its party.
TEST(OfacCsv, ZerosBeforeANumberChangeNothing) {
  const auto party = [](std::string_view number) {
    return fmt::format(
        "{},\"PARTY {}\",\"individual\",\"IRAN\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n",
        number, std::stoi(std::string(number)));
  };
  const auto alias = [](std::string_view number, int of_alias) {
    return fmt::format("{},{},\"aka\",\"ALIAS {}\",-0- \r\n", number, of_alias, of_alias);
  };
  const auto read = [](const std::string& parties, const std::string& aliases) {
    const auto reading = read_bytes({{"sdn.csv", parties},
                                     {"alt.csv", aliases},
                                     {"add.csv", "7,1,\"Road\",\"Tehran\",\"Iran\",-0- \r\n"}});
    EXPECT_EQ(reading.refused, "");
    EXPECT_EQ(reading.account.orphans, 0U);
    std::set<std::string> records;
    for (const Profile& each : reading.profiles)
      records.insert(each.key.record);
    EXPECT_THAT(records, ElementsAre("12", "7"));
    const Profile* first = reading.find("7");
    const Profile* second = reading.find("12");
    ASSERT_TRUE(first != nullptr && second != nullptr);
    EXPECT_THAT(names(*first), ElementsAre("PARTY 7", "ALIAS 1", "ALIAS 2"));
    EXPECT_THAT(first->addresses, SizeIs(1));
    EXPECT_THAT(names(*second), ElementsAre("PARTY 12", "ALIAS 3"));
  };
  read(party("7") + party("12"), alias("7", 1) + alias("7", 2) + alias("12", 3));
  read(party("7") + party("12"), alias("007", 1) + alias("007", 2) + alias("012", 3));
  read(party("0007") + party("12"), alias("7", 1) + alias("07", 2) + alias("12", 3));
  // Out of order, so that they are gathered; the aliases of a party by their own numbers.
  read(party("12") + party("007"), alias("012", 3) + alias("7", 2) + alias("07", 1));
}

// OFAC's files are in the order of the numbers; a copy that somebody has sorted otherwise says the
// same.
TEST(OfacCsv, TheOrderOfTheRowsChangesNothing) {
  std::vector<std::string> parties;
  std::vector<std::string> aliases;
  std::vector<std::string> addresses;
  for (int i = 1; i <= 40; ++i) {
    parties.push_back(fmt::format(
        "{},\"PARTY {}\",\"individual\",\"IRAN\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,\"DOB 19{}; "
        "Linked To: ALIAS {}A.\"\r\n",
        i, i, 50 + i % 40, i % 40 + 1));
    for (const char letter : {'A', 'B'})
      aliases.push_back(
          fmt::format("{},{},\"aka\",\"ALIAS {}{}\",-0- \r\n", i, i * 100 + letter, i, letter));
    if (i % 3 == 0)
      addresses.push_back(fmt::format("{},{},\"Road {}\",\"Tehran\",\"Iran\",-0- \r\n", i, i, i));
  }
  const auto read = [&] {
    const auto text = [](const std::vector<std::string>& rows) {
      std::string all;
      for (const std::string& row : rows)
        all += row;
      return all;
    };
    const auto reading = read_bytes(
        {{"sdn.csv", text(parties)}, {"alt.csv", text(aliases)}, {"add.csv", text(addresses)}});
    EXPECT_EQ(reading.refused, "");
    EXPECT_EQ(reading.account.accepted, 40U);
    EXPECT_EQ(reading.account.orphans, 0U);
    std::set<std::string> lines;
    for (const Profile& each : reading.profiles) {
      EXPECT_THAT(each.names, SizeIs(3)) << each.key.record;
      EXPECT_EQ(each.links.at(0).target.record,
                std::to_string(std::stoi(each.key.record) % 40 + 1));
      std::string line;
      profile::append_line(each, line);
      lines.insert(std::move(line));
    }
    return lines;
  };
  const auto in_order = read();
  std::ranges::reverse(parties);
  EXPECT_EQ(read(), in_order);
  std::ranges::reverse(parties);
  std::ranges::rotate(aliases, aliases.begin() + 30);
  EXPECT_EQ(read(), in_order);
  std::ranges::reverse(aliases);
  EXPECT_EQ(read(), in_order);
}

TEST(OfacCsv, AliasesWithoutThePartiesAreRefused) {
  const auto reading = read_bytes("alt.csv", "101,1,\"aka\",\"PETROV, Vanya\",-0- \r\n\x1A");
  EXPECT_THAT(reading.refused, HasSubstr("missing"));
}

TEST(OfacCsv, PartiesWithoutTheirAliasesAreRefusedAndToldWhichFilesBelongTogether) {
  const char* party = "36,\"AERO\",-0- ,\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n";
  const auto reading = read_bytes("sdn.csv", party);
  EXPECT_THAT(reading.refused, HasSubstr("without the file of its aliases and addresses"));
  EXPECT_THAT(reading.refused, HasSubstr("sdn.csv alt.csv add.csv sdn_comments.csv"));
  EXPECT_THAT(reading.refused, HasSubstr("--allow-incomplete"));
  ImportOptions options;
  options.allow_incomplete = true;
  EXPECT_EQ(read_bytes("sdn.csv", party, options).account.names, 1U);
}

TEST(OfacCsv, FilesThatWereNotGivenAreTold) {
  const auto warnings = [](std::vector<std::pair<std::string, std::string>> more) {
    more.emplace_back("sdn.csv",
                      "36,\"AERO\",-0- ,\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n");
    ImportOptions options;
    options.allow_incomplete = true;
    const auto reading = read_bytes(more, options);
    EXPECT_EQ(reading.refused, "");
    return reading.account.warnings;
  };
  const std::pair<std::string, std::string> aliases("alt.csv", "36,12,\"aka\",\"AERO ONE\",-0- \n");
  const std::pair<std::string, std::string> addresses(
      "add.csv", "36,25,\"Street 1\",\"Havana\",\"Cuba\",-0- \n");
  EXPECT_THAT(warnings({}), SizeIs(3));
  EXPECT_THAT(warnings({aliases, addresses}),
              ElementsAre(HasSubstr("sdn_comments.csv was not given")));
  EXPECT_THAT(warnings({aliases, addresses, {"sdn_comments.csv", "36,\"end\"\n"}}), SizeIs(0));
}

TEST(OfacCsv, AnIdOfAListIsASlug) {
  ImportOptions options;
  options.list_id = "../x";
  EXPECT_THAT(read_bytes("sdn.csv", "x", options).refused, HasSubstr("no id of a list"));
}

TEST(OfacEnhancedXml, NamesInAllScriptsFeaturesDocumentsAndLinksAreRead) {
  const auto reading = read_bytes(
      "CONS_ENHANCED.XML",
      R"(<?xml version="1.0"?><sanctionsData xmlns="https://example.org/ENHANCED_XML"><publicationInfo><dataAsOf>2025-01-10T00:00:00</dataAsOf><filters><sanctionsLists><sanctionsList refId="91512">Consolidated List</sanctionsList></sanctionsLists></filters></publicationInfo>
<entities><entity id="7"><generalInfo><entityType refId="600">Individual</entityType><remarks>A remark.</remarks></generalInfo>
<sanctionsLists><sanctionsList refId="1" id="2" datePublished="2015-12-22">Consolidated List</sanctionsList></sanctionsLists>
<sanctionsPrograms><sanctionsProgram refId="1" id="3">NS-PLC</sanctionsProgram></sanctionsPrograms>
<sanctionsTypes><sanctionsType refId="1" id="4">Reject</sanctionsType></sanctionsTypes>
<names><name id="1"><isPrimary>false</isPrimary><aliasType refId="1401">F.K.A.</aliasType><isLowQuality>true</isLowQuality><translations><translation id="1"><formattedLastName>VANYA</formattedLastName><formattedFullName>VANYA</formattedFullName></translation></translations></name>
<name id="2"><isPrimary>true</isPrimary><isLowQuality>false</isLowQuality><translations><translation id="2"><formattedFirstName>Ivan</formattedFirstName><formattedLastName>ORLOV</formattedLastName><formattedFullName>ORLOV, Ivan</formattedFullName></translation><translation id="3"><formattedFirstName>Иван</formattedFirstName><formattedLastName>ОРЛОВ</formattedLastName><formattedFullName>ОРЛОВ, Иван</formattedFullName></translation></translations></name></names>
<addresses><address id="1"><country refId="1">Russia</country><translations><translation id="1"><addressParts><addressPart id="1"><type refId="1">ADDRESS1</type><value>1 Road</value></addressPart><addressPart id="2"><type refId="2">CITY</type><value>Omsk</value></addressPart></addressParts></translation></translations></address></addresses>
<features><feature id="1"><type featureTypeId="8">Birthdate</type><value>1962</value></feature><feature id="2"><type featureTypeId="9">Email Address</type><value>a@example.org</value></feature></features>
<identityDocuments><identityDocument id="1"><type refId="1">Passport</type><documentNumber>A123456</documentNumber><isValid>true</isValid><issuingCountry refId="1">Russia</issuingCountry></identityDocument></identityDocuments>
<relationships><relationship id="1"><type refId="1">Acting for or on behalf of</type><relatedEntity entityId="8">DAWN BANK</relatedEntity></relationship></relationships></entity>
<entity id="8"><generalInfo><entityType refId="601">Entity</entityType></generalInfo><names><name id="4"><isPrimary>true</isPrimary><isLowQuality>false</isLowQuality><translations><translation id="9"><formattedLastName>DAWN BANK</formattedLastName><formattedFullName>DAWN BANK</formattedFullName></translation></translations></name></names></entity></entities></sanctionsData>)");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "ofac-consolidated");
  EXPECT_EQ(profile::to_text(reading.account.list.date), "2025-01-10");
  EXPECT_EQ(reading.account.records, 2U);
  const Profile* person = reading.find("7");
  ASSERT_NE(person, nullptr);
  EXPECT_EQ(person->kind, Kind::kPerson);
  EXPECT_THAT(names(*person), ElementsAre("ORLOV, Ivan", "ОРЛОВ, Иван", "VANYA"));
  EXPECT_TRUE(person->names[2].weak);
  EXPECT_THAT(births(*person), ElementsAre("1962"));
  EXPECT_EQ(person->addresses[0].city, "Omsk");
  EXPECT_THAT(identifiers(*person), ElementsAre("Passport=A123456/RU"));
  EXPECT_EQ(person->sanctions[0].regime.name, "NS-PLC");
  EXPECT_EQ(reading.account.parts.at("links"), 1U);
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
      "20299,2022-04-07,,,All items,Denial,,,,,,,,,,,,,,,\n"
      "d1,Denied Persons List (DPL) - Bureau of Industry and Security,,,,Alister "
      "Petrenholm,,\"Reading, GB\",87 FR 1,2022-04-07,,Y,,,,,,,,,,,,,,,,,\n"
      "u1,Unverified List (UVL) - Bureau of Industry and Security,,,,Tamsin Okehurst,,,87 FR "
      "1,2022-04-07,,,,,,,,,,,,,,,1961,,,,\n");
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
  ASSERT_NE(csv.find("DPL:d1"), nullptr);
  EXPECT_EQ(csv.find("DPL:d1")->kind, Kind::kUnknown);
  ASSERT_NE(csv.find("UVL:u1"), nullptr);
  EXPECT_EQ(csv.find("UVL:u1")->kind, Kind::kPerson) << "a birth date";
  EXPECT_EQ(csv.account.unknown_kind, 2U);
  EXPECT_EQ(profile::to_text(plant->rels[0].events[0].date), "2022-04-07");
}

}  // namespace
}  // namespace vedette::lists
