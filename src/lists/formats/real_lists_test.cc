#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/formats/reading.h"

// The lists as governments and OpenSanctions published them, read from VEDETTE_TEST_DATA (default
// ../shared/data). Counts are compared with an independent count of the same bytes.

namespace vedette::lists {
namespace {

using profile::Profile;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::SizeIs;

std::string bytes_of(const std::string& path) {
  auto opened = open_file(path);
  if (!opened.ok()) return {};
  auto source = opened->front()->open();
  std::string out;
  std::vector<char> block(1U << 16);
  for (;;) {
    const auto count = (*source)->read(block.data(), block.size());
    if (!count.ok() || *count == 0) return out;
    out.append(block.data(), *count);
  }
}

std::uint64_t count(std::string_view text, std::string_view word) {
  std::uint64_t found = 0;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + word.size()))
    ++found;
  return found;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  return text;
}

class RealLists : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = real_data();
    if (folder_.empty()) GTEST_SKIP() << "1 case skipped: the folder of real lists is not there";
  }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  // Reads a well-formed file: all of it accounted for, at most one record in a thousand rejected.
  Reading read(const std::vector<std::string>& names) const {
    std::vector<std::string> paths;
    for (const std::string& name : names)
      paths.push_back(path(name));
    Reading reading = read_files(paths);
    EXPECT_EQ(reading.refused, "") << names[0];
    const Account& account = reading.account;
    EXPECT_EQ(account.records, account.accepted + account.rejected) << names[0];
    EXPECT_EQ(account.accepted, reading.profiles.size()) << names[0];
    EXPECT_LE(account.rejected * 1000, account.records) << names[0];
    std::uint64_t causes = 0;
    for (const auto& [cause, number] : account.causes)
      causes += number;
    EXPECT_EQ(causes, account.rejected) << names[0];
    for (const Profile& each : reading.profiles) {
      EXPECT_FALSE(each.names.empty());
      EXPECT_FALSE(each.sources.empty());
      EXPECT_EQ(each.key.list, account.list.id);
    }
    return reading;
  }

  std::string folder_;
};

TEST_F(RealLists, OfacXml) {
  for (const char* name : {"official/ofac/cons_2018_all_formats/consolidated.xml.gz",
                           "official/ofac/cons_2020-03-17.xml"}) {
    const auto reading = read({name});
    const std::string bytes = bytes_of(path(name));
    EXPECT_EQ(reading.account.list.id, "ofac-consolidated");
    EXPECT_EQ(reading.account.records, count(bytes, "<sdnEntry>"));
    EXPECT_EQ(reading.account.parts.at("aliases"), count(bytes, "<aka>"));
    EXPECT_EQ(reading.account.parts.at("addresses"), count(bytes, "<address>"));
    EXPECT_EQ(reading.account.parts.at("ids"), count(bytes, "<id>"));
    EXPECT_EQ(reading.account.parts.at("sanctions"), count(bytes, "<program>"));
  }
}

TEST_F(RealLists, OfacCsvTriples) {
  const auto lines = [](const std::string& bytes) { return count(bytes, "\n"); };
  for (const auto& [folder, party, prefix] :
       {std::tuple{"official/ofac/sdn_2021-07/", "sdn.csv.gz", ""},
        std::tuple{"official/ofac/sdn_2023-12-28/", "sdn.csv", ""},
        std::tuple{"official/ofac/cons_2025-12-19_csv/", "cons_prim.csv", "cons_"}}) {
    const std::string f = folder;
    const std::string alt = f + prefix + "alt.csv";
    const std::string add = f + prefix + "add.csv";
    const auto reading = read({f + party, alt, add});
    EXPECT_EQ(reading.account.records, lines(bytes_of(path(f + party))));
    EXPECT_EQ(reading.account.parts.at("aliases"), lines(bytes_of(path(alt))));
    EXPECT_EQ(reading.account.parts.at("addresses"), lines(bytes_of(path(add))));
    EXPECT_EQ(reading.account.orphans, 0U);
  }
}

TEST_F(RealLists, OfacRemarksOfAKnownEntry) {
  const auto reading =
      read({"official/ofac/sdn_2023-12-28/sdn.csv", "official/ofac/sdn_2023-12-28/alt.csv",
            "official/ofac/sdn_2023-12-28/add.csv"});
  const Profile* person = reading.find("15961");  // JASHNSAZ, Seifollah
  ASSERT_NE(person, nullptr);
  EXPECT_EQ(person->name(), "JASHNSAZ, Seifollah");
  ASSERT_THAT(person->births, SizeIs(1));
  EXPECT_EQ(profile::to_text(person->births[0]), "1958-03-22");
  EXPECT_EQ(person->nationalities.at(0).code(), "IR");
  ASSERT_THAT(person->identifiers, SizeIs(2));
  EXPECT_EQ(person->identifiers[0].category, "Passport");
  EXPECT_EQ(person->identifiers[0].value, "R17589399");
  EXPECT_EQ(person->identifiers[1].value, "T23700825");
  EXPECT_EQ(person->identifiers[1].country.code(), "IR");
  EXPECT_EQ(person->sanctions.at(0).regime.name, "IRAN");
  const Profile* company = reading.find("15953");  // NOURI PETROCHEMICAL COMPANY
  ASSERT_NE(company, nullptr);
  EXPECT_THAT(company->sanctions, SizeIs(3));
  ASSERT_THAT(company->links, SizeIs(1));
  EXPECT_FALSE(company->links[0].target.empty()) << "the company it is linked to is on the list";
  // Nine tenths of what remarks link to are parties of the list.
  std::size_t links = 0;
  std::size_t resolved = 0;
  std::size_t without_birth = 0;
  std::size_t persons = 0;
  for (const Profile& each : reading.profiles) {
    for (const auto& link : each.links) {
      ++links;
      resolved += !link.target.empty();
    }
    persons += each.kind == profile::Kind::kPerson;
    without_birth += each.kind == profile::Kind::kPerson && each.births.empty();
  }
  EXPECT_GT(links, 4000U);
  EXPECT_GT(resolved * 10, links * 9);
  EXPECT_LT(without_birth * 6, persons);
}

TEST_F(RealLists, OfacInThreeFormatsIsTheSameList) {
  const auto xml = read({"official/ofac/cons_2020-03-17.xml"});
  const auto advanced = read({"official/ofac/cons_advanced_2020-03-17.xml.gz"});
  EXPECT_EQ(advanced.account.list.id, "ofac-consolidated");
  EXPECT_EQ(
      advanced.account.records,
      count(bytes_of(path("official/ofac/cons_advanced_2020-03-17.xml.gz")), "<DistinctParty "));
  ASSERT_EQ(xml.profiles.size(), advanced.profiles.size());
  std::size_t same_births = 0;
  for (const Profile& each : xml.profiles) {
    const Profile* other = advanced.find(each.key.record);
    ASSERT_NE(other, nullptr) << each.key.record;
    EXPECT_EQ(other->kind, each.kind) << each.key.record;
    EXPECT_EQ(upper(other->name()), upper(each.name()));
    EXPECT_EQ(other->names.size(), each.names.size()) << each.name();
    same_births += other->births == each.births;
  }
  EXPECT_GE(same_births + 3, xml.profiles.size());
  const auto xml_2018 = read({"official/ofac/cons_2018_all_formats/consolidated.xml.gz"});
  for (const char* ending : {"csv", "pip", "del"}) {
    const std::string f = "official/ofac/cons_2018_all_formats/cons_";
    const auto csv = read({f + "prim." + ending, f + "alt." + ending, f + "add." + ending});
    ASSERT_EQ(csv.profiles.size(), xml_2018.profiles.size());
    for (const Profile& each : xml_2018.profiles)
      EXPECT_NE(csv.find(each.key.record), nullptr) << each.key.record;
  }
}

TEST_F(RealLists, UnXml) {
  for (const char* name : {"official/un/un_2018-06-07.xml.gz", "official/un/un_2018-10-29.xml.gz",
                           "official/un/un_2025-04-19.xml.gz", "official/un/un_2026-02-27.xml",
                           "official/samples_deriv/sample_unsc.xml"}) {
    const auto reading = read({name});
    const std::string bytes = bytes_of(path(name));
    EXPECT_EQ(reading.account.records, count(bytes, "</INDIVIDUAL>") + count(bytes, "</ENTITY>"))
        << name;
    EXPECT_EQ(reading.account.parts.at("aliases"),
              count(bytes, "</INDIVIDUAL_ALIAS>") + count(bytes, "</ENTITY_ALIAS>"))
        << name;
    EXPECT_FALSE(reading.account.list.date.empty());
  }
  const auto reading = read({"official/un/un_2026-02-27.xml"});
  const Profile* person = reading.find("CDi.001");
  ASSERT_NE(person, nullptr);
  EXPECT_EQ(person->name(), "ERIC BADEGE");
  EXPECT_EQ(person->gender, profile::Gender::kMale);
  EXPECT_EQ(person->nationalities.at(0).code(), "CD");
  EXPECT_EQ(profile::to_text(person->births.at(0)), "1971");
  EXPECT_EQ(person->addresses.at(0).country.code(), "RW");
  EXPECT_EQ(person->sanctions.at(0).sanction_id, "CDi.001");
  EXPECT_EQ(profile::to_text(person->sanctions[0].events.at(0).date), "2012-12-31");
}

TEST_F(RealLists, EuXmlAndCsv) {
  for (const char* name : {"official/eu/eu_fsf_rebuilt_2026-05-01.xml.gz",
                           "official/eu/deriv_sample_eu_sanctions.xml"}) {
    const auto reading = read({name});
    const std::string bytes = bytes_of(path(name));
    EXPECT_EQ(reading.account.records, count(bytes, "</sanctionEntity>")) << name;
    EXPECT_EQ(reading.account.parts.at("names"), count(bytes, "<nameAlias ")) << name;
    EXPECT_EQ(reading.account.parts.at("birth dates"), count(bytes, "<birthdate ")) << name;
    const Profile* person = reading.find("13");
    ASSERT_NE(person, nullptr);
    EXPECT_EQ(person->name(), "Saddam Hussein Al-Tikriti");
    EXPECT_EQ(profile::to_text(person->births.at(0)), "1937-04-28");
    EXPECT_EQ(person->nationalities.at(0).code(), "IQ");
  }
  const auto csv = read({"official/eu/fsf_csv_short_photoangell.csv"});
  EXPECT_EQ(csv.account.parts.at("rows"),
            count(bytes_of(path("official/eu/fsf_csv_short_photoangell.csv")), "\n\"04/07/2018;"));
  EXPECT_EQ(csv.find("1")->name(), "Robert Gabriel Mugabe");
}

TEST_F(RealLists, UkLists) {
  const auto conlist = read({"official/uk/ofsi_conlist_2020-04-27.csv.gz"});
  EXPECT_EQ(conlist.account.records, 2114U);  // distinct group ids, counted with another program
  EXPECT_EQ(conlist.account.parts.at("rows"),
            count(bytes_of(path("official/uk/ofsi_conlist_2020-04-27.csv.gz")), "\n") - 2);
  const Profile* person = conlist.find("13349");
  ASSERT_NE(person, nullptr);
  EXPECT_THAT(person->names, Contains(Field(&profile::Name::text, "Sheikh Farooq AL-QAHTANI")));
  EXPECT_EQ(person->births.size(), 2U);
  EXPECT_THAT(person->nationalities, SizeIs(2));
  for (const char* name : {"official/uk/uk_sl_rebuilt_2026-05-02.xml.gz",
                           "official/uk/uk_sanctions_list_sample_2026-09.xml"}) {
    const auto reading = read({name});
    const std::string bytes = bytes_of(path(name));
    EXPECT_EQ(reading.account.records, count(bytes, "</Designation>")) << name;
    EXPECT_EQ(reading.account.parts.at("names"), count(bytes, "<Name>")) << name;
    EXPECT_EQ(reading.account.parts.at("addresses"), count(bytes, "<Address>")) << name;
  }
  EXPECT_EQ(read({"official/samples_deriv/sample_hmt.csv"}).account.list.id, "uk-ofsi");
}

TEST_F(RealLists, UsConsolidatedScreeningList) {
  const auto reading = read({"official/us_csl/csl_2022-04.csv.gz"});
  EXPECT_EQ(reading.account.records, 14160U);  // rows, counted with another program
  const Profile* person = reading.find("SDN:9935");
  ASSERT_NE(person, nullptr);
  EXPECT_EQ(profile::to_text(person->births.at(0)), "1962-08-06");
  EXPECT_THAT(person->nationalities, SizeIs(2));
  EXPECT_EQ(person->identifiers.at(0).value, "BC166787");
  EXPECT_THAT(person->names, SizeIs(15));
  EXPECT_EQ(read({"official/us_csl/watchman_csl_small.csv"}).account.records, 115U);
}

TEST_F(RealLists, OfacEnhanced) {
  const std::string file = "official/ofac/CONS_ENHANCED.ZIP";
  const auto reading = read({file});
  EXPECT_EQ(reading.account.format, "ofac-enhanced-xml");
  EXPECT_EQ(reading.account.records, count(bytes_of(path(file)), "<entity id="));
  EXPECT_EQ(reading.account.rejected, 0U);
  EXPECT_EQ(reading.account.parts.at("links"), count(bytes_of(path(file)), "<relationship id="));
  EXPECT_EQ(reading.account.parts.at("ids"), count(bytes_of(path(file)), "<identityDocument id="));
  // The spellings of all names but the first of each party.
  EXPECT_EQ(reading.account.parts.at("aliases"),
            count(bytes_of(path(file)), "<formattedFullName>") - reading.account.records);
  EXPECT_EQ(reading.find("18731")->names.front().text, "LIMITED LIABILITY COMPANY VTB DC");
}

TEST_F(RealLists, CanadaAndSwitzerland) {
  const std::string canada = "official/ca/sema-lmes_canada.xml.gz";
  const auto sema = read({canada});
  EXPECT_EQ(sema.account.records, count(bytes_of(path(canada)), "<record>"));
  // Outside brackets a slash stands between two names, and no name holds one.
  std::size_t with_slash = 0;
  for (const auto& profile : sema.profiles)
    for (const auto& name : profile.names)
      with_slash += name.text.find('/') < name.text.find('(');
  EXPECT_LE(with_slash, 3U);
  const auto seco = read({"official/ch/seco_file.xml"});
  EXPECT_EQ(seco.account.records, count(bytes_of(path("official/ch/seco_file.xml")), "<target "));
  EXPECT_EQ(seco.find("64393")->sanctions.size(), 2U);
}

TEST_F(RealLists, OpenSanctions) {
  const auto parties = [](const std::string& bytes) {
    std::uint64_t found = 0;
    for (const char* schema : {"Person", "Company", "Organization", "LegalEntity"})
      for (const char* form : {"\"schema\":\"{}\"", "\"schema\": \"{}\""}) {
        std::string word = form;
        word.replace(word.find("{}"), 2, schema);
        found += count(bytes, word);
      }
    return found;
  };
  const std::string os = "opensanctions/";
  for (const char* name :
       {"khong_ftm/ftm_b/entities.ftm.json", "sa_wiki_peps_v1_entities.ftm.json",
        "sa_wiki_peps_v3_entities.ftm.json", "nomenklatura_tests/donations.ijson",
        "yente_tests_fixtures/dataset/parteispenden/entities.ftm.json",
        "yente_tests_fixtures/dataset/t1/entities.ftm.json",
        "yente_tests_fixtures/dataset/zala/entities.ftm.json"}) {
    const auto reading = read({os + name});
    EXPECT_EQ(reading.account.format, "ftm-json") << name;
    EXPECT_EQ(reading.account.records, parties(bytes_of(path(os + name)))) << name;
  }
  EXPECT_EQ(read({"official/us_tel/us_tel.json"}).account.records,
            parties(bytes_of(path("official/us_tel/us_tel.json"))));
  for (const char* name : {"khong_ftm/ftm_misc/targets.nested_248k.json",
                           "khong_ftm/ftm_misc/targets.nested_98k.json"}) {
    const auto reading = read({os + name});
    EXPECT_EQ(reading.account.format, "nested-json") << name;
    EXPECT_EQ(reading.account.records, count(bytes_of(path(os + name)), "\n")) << name;
  }
  for (const char* name :
       {"khong_ftm/ftm_misc/senzing_127k.json", "khong_ftm/ftm_misc/senzing_196k.json",
        "us_congress_senzing.json", "senzing_format_samples/features_format.jsonl",
        "senzing_format_samples/organizations.json", "senzing_format_samples/persons.jsonl"}) {
    const auto reading = read({os + name});
    EXPECT_EQ(reading.account.records, count(bytes_of(path(os + name)), "\"RECORD_ID\"")) << name;
  }
  const auto simple = read({os + "khong_ftm/ftm_misc/targets.simple_12k.csv"});
  EXPECT_EQ(simple.account.records, 20U);
  const auto zala = read({os + "yente_tests_fixtures/dataset/zala/entities.ftm.json"});
  const Profile* person = zala.find("NK-2Tbri3s6GgNtAwsSXh4qpL");
  ASSERT_NE(person, nullptr);
  EXPECT_EQ(person->name(), "Maria Aleksandrovna Osetrova");
  EXPECT_EQ(profile::to_text(person->births.at(0)), "1988-01-07");
  EXPECT_TRUE(person->datasets.has(profile::Dataset::kSanCurrent));
  EXPECT_FALSE(person->sanctions.empty());
}

TEST_F(RealLists, EveryPolitician) {
  for (const char* name : {"Egypt_Parliament.json", "Georgia_Parliament.json",
                           "Russia_Duma.json.gz", "Thailand_National_Legislative_Assembly.json"}) {
    const std::string file = std::string("pep/popolo_raw/") + name;
    const auto reading = read({file});
    // Every person has a membership, and every membership names its person once.
    EXPECT_EQ(reading.account.parts.at("memberships"), count(bytes_of(path(file)), "\"person_id\""))
        << name;
    EXPECT_EQ(reading.account.orphans, 0U) << name;
    for (const Profile& each : reading.profiles)
      EXPECT_FALSE(each.peps.empty()) << each.name();
  }
}

TEST_F(RealLists, MalformedFilesNeitherCrashNorPassSilently) {
  const auto refused = [&](const std::string& name) {
    return read_files({path("malformed/" + name)}).refused;
  };
  EXPECT_THAT(refused("entities.ftm.json.git_lfs_pointer"), HasSubstr("git-lfs"));
  EXPECT_THAT(refused("sdn_2024-05-04_zero_bytes.csv"), HasSubstr("empty"));
  EXPECT_THAT(refused("un_2024-10-16_not_well_formed.xml"), HasSubstr("not well-formed"));
  EXPECT_NE(refused("fincen_314a_format_samples/fincen-person.csv"), "");
  EXPECT_NE(refused("fincen_314a_format_samples/fincen-config.yml"), "");
  const std::string bad = "malformed/watchman_invalidFiles/";
  const auto triple =
      read_files({path(bad + "sdn.csv.gz"), path(bad + "alt.csv"), path(bad + "add.csv")});
  EXPECT_EQ(triple.account.rejected, 1U);  // the row of bars
  EXPECT_EQ(triple.account.records, triple.account.accepted + 1);
  EXPECT_EQ(triple.account.orphans, 2U);  // the same rows of the two other files
  const auto csl = read_files({path(bad + "csl.csv")});
  EXPECT_GT(csl.account.rejected, 0U);
  EXPECT_EQ(csl.account.records, csl.account.accepted + csl.account.rejected);
}

TEST_F(RealLists, ForeignTablesAreReadByAMapping) {
  ImportOptions options;
  options.mapping = R"(
list = "us-dpl"
name = "Denied Persons List"
datasets = ["REL"]
delimiter = "tab"
day_order = "month-first"
[columns]
name = "Name"
address = "Street_Address"
city = "City"
county = "State"
postcode = "Postal_Code"
address_country = "Country"
listed = "Effective_Date"
)";
  const auto reading = read_files({path("official/us_dpl/dpl.txt")}, options);
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.records, count(bytes_of(path("official/us_dpl/dpl.txt")), "\n\""));
  EXPECT_EQ(reading.account.rejected, 0U);
}

}  // namespace
}  // namespace vedette::lists
