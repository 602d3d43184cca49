#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>

#include "lists/formats/reading.h"
#include "lists/testing/sample_lists.h"
#include "profile/profile_lines.h"

// What a list says and its reader does not know is kept, wherever in a record it stands: every
// element of a sample gets an attribute and an element that nobody knows, every object of JSON a
// member, and each of them must be found in a profile or in the account.

namespace vedette::lists {
namespace {

namespace json = boost::json;

// Puts texts that are found again into a file.
class Odd {
 public:
  std::string next() { return texts_.emplace_back(fmt::format("odd{}x", texts_.size())); }

  void expect_all(const Reading& reading) const {
    ASSERT_EQ(reading.refused, "");
    ASSERT_GT(texts_.size(), 3U);
    std::string said;
    for (const profile::Profile& each : reading.profiles)
      profile::append_line(each, said);
    for (const Rejection& each : reading.account.examples)
      said += each.detail;
    for (const std::string& text : texts_)
      EXPECT_NE(said.find(text), std::string::npos) << text << " is lost";
  }

 private:
  std::vector<std::string> texts_;
};

bool is_one_of(const std::vector<std::string_view>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// The document with something odd in every element of the records, but for those that are left out
// on purpose.
std::string with_odd(std::string_view document, const std::vector<std::string_view>& records,
                     const std::vector<std::string_view>& left_out, Odd& odd) {
  struct Open {
    std::string_view name;
    bool in_record;
    bool left_out;
    bool has_children;
  };
  std::vector<Open> open;
  std::string out;
  while (!document.empty()) {
    const auto begin = document.find('<');
    out += document.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const auto end = document.find('>', begin);
    std::string_view tag = document.substr(begin + 1, end - begin - 1);
    document.remove_prefix(end + 1);
    if (tag.starts_with('?')) {
      out += fmt::format("<{}>", tag);
    } else if (tag.starts_with('/')) {
      if (open.back().in_record && open.back().has_children && !open.back().left_out)
        out += fmt::format("<odd>{}</odd>", odd.next());
      out += fmt::format("<{}>", tag);
      open.pop_back();
    } else {
      const bool empty = tag.ends_with('/');
      if (empty) tag.remove_suffix(1);
      const std::string_view name = tag.substr(0, tag.find_first_of(" \n"));
      const bool in_record = (!open.empty() && open.back().in_record) || is_one_of(records, name);
      const bool out_of_it = (!open.empty() && open.back().left_out) || is_one_of(left_out, name);
      if (!open.empty()) open.back().has_children = true;
      out += fmt::format("<{}", tag);
      if (in_record && !out_of_it) out += fmt::format(" odd=\"{}\"", odd.next());
      out += empty ? "/>" : ">";
      if (!empty) open.push_back({name, in_record, out_of_it, false});
    }
  }
  return out;
}

struct XmlSample {
  std::string_view file;
  std::vector<std::string_view> records;
  std::vector<std::string_view> left_out;
  std::string_view document;
};

constexpr std::string_view kUn =
    R"(<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2025-04-19"><INDIVIDUALS><INDIVIDUAL><DATAID>77</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>OMAR</FIRST_NAME><UN_LIST_TYPE>Taliban</UN_LIST_TYPE><LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE>
<NATIONALITY><VALUE>Afghanistan</VALUE></NATIONALITY><TITLE><VALUE>Haji</VALUE></TITLE><DESIGNATION><VALUE>Governor</VALUE></DESIGNATION><LAST_DAY_UPDATED><VALUE>2003-09-03</VALUE></LAST_DAY_UPDATED>
<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Haji Omar</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_ADDRESS><CITY>Kabul</CITY></INDIVIDUAL_ADDRESS><INDIVIDUAL_PLACE_OF_BIRTH><CITY>Kabul</CITY></INDIVIDUAL_PLACE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1961</YEAR></INDIVIDUAL_DATE_OF_BIRTH><INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>P1</NUMBER></INDIVIDUAL_DOCUMENT></INDIVIDUAL></INDIVIDUALS>
<ENTITIES><ENTITY><DATAID>78</DATAID><FIRST_NAME>GREY BANK</FIRST_NAME><ENTITY_ALIAS><ALIAS_NAME>GB</ALIAS_NAME></ENTITY_ALIAS><ENTITY_ADDRESS><CITY>Kabul</CITY></ENTITY_ADDRESS></ENTITY></ENTITIES></CONSOLIDATED_LIST>)";

constexpr std::string_view kEu =
    R"(<?xml version="1.0"?><export generationDate="2026-05-01T08:25:36+00:00"><sanctionEntity euReferenceNumber="EU.1.1" logicalId="13"><remark>A remark</remark><regulation programme="IRN" numberTitle="2017/1"><publicationUrl>https://example.org</publicationUrl></regulation><subjectType code="person"/>
<nameAlias wholeName="Jean Dupont" strong="true"><regulationSummary numberTitle="2017/1"/><remark>Late</remark></nameAlias><citizenship countryIso2Code="IR"><remark>Once</remark></citizenship><birthdate circa="true" year="1965"><remark>Or so</remark></birthdate>
<address street="1 Road"><contactInfo key="PHONE" value="1"/><remark>Empty</remark></address><identification number="488555"><remark>Lost</remark></identification></sanctionEntity></export>)";

constexpr std::string_view kUk =
    R"(<?xml version="1.0"?><Designations><DateGenerated>10/09/2026</DateGenerated><Designation><UniqueID>AFG0001</UniqueID><Names><Name><Name1>Mo</Name1><Name6>Akh</Name6><NameType>Primary Name</NameType></Name></Names><NonLatinNames><NonLatinName><NameNonLatinScript>محمد</NameNonLatinScript></NonLatinName></NonLatinNames><Titles><Title>Haji</Title></Titles>
<Addresses><Address><AddressLine1>1 Road</AddressLine1></Address></Addresses><PhoneNumbers><PhoneNumber>1</PhoneNumber></PhoneNumbers><RegimeName>Afghanistan</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip><SanctionsImposed>Asset freeze</SanctionsImposed><SanctionsImposedIndicators><AssetFreeze>true</AssetFreeze></SanctionsImposedIndicators>
<IndividualDetails><Individual><DOBs><DOB>12/05/1958</DOB></DOBs><BirthDetails><Location><TownOfBirth>Kabul</TownOfBirth></Location></BirthDetails><PassportDetails><Passport><PassportNumber>P1</PassportNumber></Passport></PassportDetails></Individual></IndividualDetails>
<EntityDetails><Entity><TypeOfEntities><TypeOfEntity>Bank</TypeOfEntity></TypeOfEntities></Entity></EntityDetails><ShipDetails><Ship><IMONumbers><IMONumber>1234567</IMONumber></IMONumbers></Ship></ShipDetails></Designation></Designations>)";

constexpr std::string_view kCh =
    R"(<?xml version="1.0"?><swiss-sanctions-list date="2024-01-17"><sanctions-program ssid="1"><program-name lang="eng">Example</program-name><sanctions-set ssid="10" lang="eng">Freeze</sanctions-set></sanctions-program>
<target ssid="100"><sanctions-set-id>10</sanctions-set-id><foreign-identifier>F</foreign-identifier><individual sex="female"><identity main="true"><name name-type="primary-name"><name-part name-part-type="given-name"><value>Anna</value></name-part><name-part name-part-type="family-name"><value>Berg</value><spelling-variant lang="ger" script="Latn">Bergh</spelling-variant></name-part></name>
<day-month-year year="1965"/><place-of-birth place-id="7"/><nationality><country iso-code="RU">Russia</country></nationality><address place-id="7"><address-details>1 Road</address-details></address><identification-document document-type="passport"><number>P1</number><issuer code="RU">Russia</issuer></identification-document></identity>
<justification>Because.</justification><relation target-id="101" relation-type="brother"/></individual><generic-attribute name="shoe">44</generic-attribute><modification modification-type="listed" effective-date="2022-02-03"/></target>
<place ssid="7"><location>Omsk</location><country iso-code="RU">Russia</country></place></swiss-sanctions-list>)";

constexpr std::string_view kCa =
    R"(<?xml version="1.0"?><data-set><record><Country>Russia / Russie</Country><LastName>Berg</LastName><GivenName>Anna</GivenName><Schedule>1</Schedule><Item>2</Item></record></data-set>)";

constexpr std::string_view kAdvanced =
    R"(<?xml version="1.0"?><Sanctions><DateOfIssue><Year>2020</Year><Month>3</Month><Day>17</Day></DateOfIssue><ReferenceValueSets><Values><FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="25">Location</FeatureType><FeatureType ID="3">Email Address</FeatureType><NamePartType ID="1">Last Name</NamePartType><LocPartType ID="5">CITY</LocPartType><IDRegDocType ID="6">Passport</IDRegDocType><RelationType ID="4">Owner</RelationType><SanctionsType ID="1">Program</SanctionsType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType><PartyType ID="1">Individual</PartyType></Values></ReferenceValueSets>
<Locations><Location ID="50"><LocationPart LocPartTypeID="5"><LocationPartValue><Value>Omsk</Value></LocationPartValue></LocationPart></Location></Locations><IDRegDocuments><IDRegDocument ID="60" IDRegDocTypeID="6" IdentityID="2"><IDRegistrationNo>A1</IDRegistrationNo><DocumentDate IDRegDocDateTypeID="1"><DatePeriod><Start><From><Year>2001</Year></From></Start></DatePeriod></DocumentDate></IDRegDocument></IDRegDocuments>
<DistinctParties><DistinctParty FixedRef="1"><Profile ID="1" PartySubTypeID="4"><Identity ID="2" Primary="true"><Alias Primary="true"><DocumentedName ID="3"><DocumentedNamePart><NamePartValue NamePartGroupID="9">ORLOV</NamePartValue></DocumentedNamePart></DocumentedName></Alias><NamePartGroups><MasterNamePartGroup><NamePartGroup ID="9" NamePartTypeID="1"/></MasterNamePartGroup></NamePartGroups></Identity>
<Feature ID="7" FeatureTypeID="8"><FeatureVersion ID="8"><DatePeriod><Start><From><Year>1962</Year></From></Start><End><To><Year>1962</Year></To></End></DatePeriod></FeatureVersion></Feature><Feature ID="9" FeatureTypeID="25"><FeatureVersion ID="9"><VersionLocation LocationID="50"/></FeatureVersion></Feature><Feature ID="11" FeatureTypeID="3"><FeatureVersion ID="12"><VersionDetail DetailTypeID="1">a@example.org</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty></DistinctParties>
<ProfileRelationships><ProfileRelationship ID="1" From-ProfileID="1" To-ProfileID="2" RelationTypeID="4"><Comment/></ProfileRelationship></ProfileRelationships><SanctionsEntries><SanctionsEntry ID="1" ProfileID="1" ListID="1"><EntryEvent ID="1"><Date><Year>2014</Year></Date></EntryEvent><SanctionsMeasure ID="2" SanctionsTypeID="1"><Comment>SDGT</Comment></SanctionsMeasure></SanctionsEntry></SanctionsEntries></Sanctions>)";

constexpr std::string_view kEnhanced =
    R"(<?xml version="1.0"?><sanctionsData><publicationInfo><dataAsOf>2025-01-10T00:00:00</dataAsOf></publicationInfo><referenceValues><referenceValue refId="1"><type>T</type></referenceValue></referenceValues><entities><entity id="7"><generalInfo><entityType refId="600">Individual</entityType></generalInfo><sanctionsLists><sanctionsList id="2" datePublished="2015-12-22">SDN List</sanctionsList></sanctionsLists><sanctionsPrograms><sanctionsProgram id="3">SDGT</sanctionsProgram></sanctionsPrograms><sanctionsTypes><sanctionsType id="4">Block</sanctionsType></sanctionsTypes><legalAuthorities><legalAuthority>EO</legalAuthority></legalAuthorities>
<names><name id="2"><isPrimary>true</isPrimary><translations><translation id="2"><formattedFirstName>Ivan</formattedFirstName><formattedLastName>ORLOV</formattedLastName><nameParts><namePart id="1"><value>ORLOV</value></namePart></nameParts></translation></translations></name></names><addresses><address id="1"><country>Russia</country><translations><translation id="1"><addressParts><addressPart id="1"><type>CITY</type><value>Omsk</value></addressPart></addressParts></translation></translations></address></addresses>
<features><feature id="1"><type>Birthdate</type><value>1962</value><valueDate id="1"><fromDateBegin>1962-01-01</fromDateBegin></valueDate></feature></features><identityDocuments><identityDocument id="1"><type>Passport</type><documentNumber>A123456</documentNumber></identityDocument></identityDocuments><relationships><relationship id="1"><type>Owner</type><relatedEntity entityId="8">DAWN BANK</relatedEntity></relationship></relationships></entity></entities></sanctionsData>)";

std::vector<XmlSample> xml_samples() {
  return {
      {"sdn.xml", {"sdnEntry"}, {"uid", "mainEntry"}, kOfacXml},
      {"SDN_ADVANCED.XML",
       {"Location", "IDRegDocument", "DistinctParty", "ProfileRelationship", "SanctionsEntry"},
       {"NamePartGroups"},
       kAdvanced},
      {"SDN_ENHANCED.XML", {"entity"}, {"isPrimary", "nameParts", "valueDate"}, kEnhanced},
      {"un.xml", {"INDIVIDUAL", "ENTITY"}, {"VERSIONNUM", "LIST_TYPE"}, kUn},
      {"eu.xml", {"sanctionEntity"}, {"regulationSummary", "publicationUrl"}, kEu},
      {"uk.xml", {"Designation"}, {"SanctionsImposedIndicators"}, kUk},
      {"seco.xml", {"target", "place"}, {"country"}, kCh},
      {"ca.xml", {"record"}, {}, kCa},
  };
}

TEST(UnreadXml, IsKeptWhereverItStands) {
  for (const XmlSample& sample : xml_samples()) {
    SCOPED_TRACE(sample.file);
    Odd odd;
    const std::string document = with_odd(sample.document, sample.records, sample.left_out, odd);
    odd.expect_all(read_bytes(std::string(sample.file), document));
  }
}

// Nothing but what is odd becomes a note of this kind: the samples say nothing that is not known.
TEST(UnreadXml, KnownSamplesLeaveNothing) {
  for (const XmlSample& sample : xml_samples()) {
    SCOPED_TRACE(sample.file);
    const auto reading = read_bytes(std::string(sample.file), std::string(sample.document));
    ASSERT_EQ(reading.refused, "");
    ASSERT_GT(reading.account.accepted, 0U);
    EXPECT_EQ(reading.account.orphans, 0U);
    for (const profile::Profile& each : reading.profiles)
      for (const std::string& note : each.notes)
        EXPECT_EQ(note.substr(0, note.find(": ")).find('/'), std::string::npos) << note;
  }
}

// A kind of party that the reader does not know.
TEST(UnreadXml, ElementsBesideTheRecordsAreInTheAccount) {
  for (const XmlSample& sample : xml_samples()) {
    SCOPED_TRACE(sample.file);
    std::string document(sample.document);
    document.insert(document.rfind("</"), "<PHANTOM><ID>1</ID></PHANTOM>");
    const auto reading = read_bytes(std::string(sample.file), document);
    ASSERT_EQ(reading.refused, "");
    EXPECT_EQ(reading.account.orphans, 1U);
    ASSERT_EQ(reading.account.examples.size(), 1U);
    EXPECT_EQ(reading.account.examples[0].detail, "PHANTOM");
    EXPECT_GT(reading.account.examples[0].line, 0U);
  }
}

// A member that nobody knows in every object, and in the entities of FollowTheMoney a property.
void add_odd(json::value& value, std::string_view name, Odd& odd) {
  if (json::array* array = value.if_array())
    for (json::value& each : *array)
      add_odd(each, name, odd);
  json::object* object = value.if_object();
  if (object == nullptr) return;
  for (auto& member : *object)
    add_odd(member.value(), name, odd);
  (*object)[name] = odd.next();
  (*object)[std::string(name) + "S"] = json::array({odd.next(), 7});
}

struct JsonSample {
  std::string_view file;
  std::vector<std::string_view> lines;
};

TEST(UnreadJson, IsKeptWhereverItStands) {
  const std::vector<JsonSample> samples = {
      {"entities.ftm.json",
       {R"({"id":"a1","schema":"Address","properties":{"city":["Kyiv"]},"datasets":["x"]})",
        R"({"id":"s1","schema":"Sanction","properties":{"entity":["p1"],"program":["UKR"]},"datasets":["x"]})",
        R"({"id":"d1","schema":"Passport","properties":{"holder":["p1"],"number":["P1"]},"datasets":["x"]})",
        R"({"id":"q1","caption":"Minister","schema":"Position","properties":{"name":["Minister"]},"datasets":["x"]})",
        R"({"id":"oc","schema":"Occupancy","properties":{"holder":["p1"],"post":["q1"]},"datasets":["x"]})",
        R"({"id":"o1","schema":"Ownership","properties":{"owner":["p1"],"asset":["c1"]},"datasets":["x"]})",
        R"({"id":"p1","caption":"Ivan","schema":"Person","properties":{"name":["Ivan"],"addressEntity":["a1"]},"datasets":["x"],"target":true})"}},
      {"targets.nested.json",
       {R"({"id":"p1","caption":"Ivan","schema":"Person","properties":{"name":["Ivan"],"addressEntity":[{"id":"a1","schema":"Address","properties":{"city":["Kyiv"]}}],"sanctions":[{"id":"s1","schema":"Sanction","properties":{"program":["UKR"]}}],"ownershipOwner":[{"id":"o1","schema":"Ownership","properties":{"asset":["c1"]}}]},"datasets":["x"],"target":true})"}},
      {"senzing.json",
       {R"({"DATA_SOURCE":"OS_X","RECORD_ID":"1","RECORD_TYPE":"PERSON","NAMES":[{"NAME_TYPE":"PRIMARY","NAME_FULL":"Robert"}],"RISKS":[{"TOPIC":"role.pep"}],"RELATIONSHIPS":[{"REL_POINTER_ROLE":"Family","REL_POINTER_KEY":"9"}]})",
        R"({"DATA_SOURCE":"OS_X","RECORD_ID":"2","FEATURES":[{"NAME_ORG":"Widget Inc"},{"ADDR_LINE1":"500 Tech Park"}]})"}},
      {"csl.json",
       {R"({"results":[{"id":"9","source":{"full_name":"Entity List","code":"EL"},"type":"Individual","name":"Ivan","alt_names":["Vanya"],"programs":[],"addresses":[{"address":"1 Road","country":"RU"}],"ids":[{"type":"Passport","number":"P1"}],"remarks":null}]})"}},
      {"ep-popolo-v1.0.json",
       {R"({"persons":[{"id":"p1","name":"Anna Berg","other_names":[{"name":"Anna B","lang":"en"}],"identifiers":[{"scheme":"wikidata","identifier":"Q1"}],"contact_details":[{"type":"phone","value":"1"}],"links":[{"url":"https://example.org"}]}],"memberships":[{"person_id":"p1","organization_id":"abcdef1234","role":"member"}],"organizations":[],"events":[],"areas":[]})"}},
  };
  for (const JsonSample& sample : samples) {
    SCOPED_TRACE(sample.file);
    // As it is.
    std::string known;
    for (const std::string_view line : sample.lines)
      known.append(line).append("\n");
    const auto before = read_bytes(std::string(sample.file), known);
    ASSERT_EQ(before.refused, "");
    EXPECT_EQ(before.account.orphans, before.account.format == "ftm-json" ? 1U : 0U);  // c1
    // With something odd in every object; of a document that is one object, in those of its lists.
    Odd odd;
    std::string bytes;
    for (const std::string_view line : sample.lines) {
      json::value value = json::parse(line);
      if (sample.lines.size() == 1 && !value.get_object().contains("schema"))
        for (auto& member : value.get_object())
          add_odd(member.value(), "ODD", odd);
      else
        add_odd(value, "ODD", odd);
      bytes.append(json::serialize(value)).append("\n");
    }
    const auto after = read_bytes(std::string(sample.file), bytes);
    EXPECT_EQ(after.account.accepted, before.account.accepted);
    odd.expect_all(after);
  }
}

}  // namespace
}  // namespace vedette::lists
