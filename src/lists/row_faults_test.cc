#include "lists/row_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/reading.h"
#include "lists/sample_lists.h"

namespace vedette::lists {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A list of one format: its header and two rows, each without the end of its line.
struct Sample {
  std::string format;
  std::string file;
  std::string head;
  std::string row;
  std::string next_row;
  char separator = ',';
  std::string mapping = {};
};

std::vector<Sample> samples() {
  return {
      {"simple-csv", "targets.simple.csv", "id,schema,name,aliases,birth_date,countries,dataset",
       "Q1,Person,Ivan Petrovsky,,1961,ru,EU list", "Q2,Person,Anna Orlova,,1962,ru,EU list"},
      {"uk-csv", "uk.csv",
       "Report Date: 10-Sep-2026\nUnique ID,Name 6,Name 1,Name type,Regime Name,Designation Type",
       "RUS1,PETROVSKY,Ivan,Primary Name,Russia,Individual",
       "RUS2,ORLOVA,Anna,Primary Name,Russia,Individual"},
      {"uk-ofsi-csv", "ConList.csv",
       "Last Updated,27/04/2020\nName 6,Name 1,Group Type,Alias Type,Regime,Group ID",
       "PETROVSKY,Ivan,Individual,Prime Alias,Russia,7",
       "ORLOVA,Anna,Individual,Prime Alias,Russia,8"},
      {"au-csv", "dfat.csv",
       "Reference,Name of Individual or Entity,Type,Name Type,Date of Birth,Committees",
       "12,Ivan Petrovsky,Individual,Primary Name,1961,1267",
       "13,Anna Orlova,Individual,Primary Name,1962,1267"},
      {"eu-csv", "eu.csv",
       "Date_file;Entity_logical_id;Subject_type;Leba_numtitle;Leba_publication_date;Programme;"
       "Naal_wholename;Naal_gender;Birt_date;EU_ref_num",
       "04/07/2018;1;P;2018/223;2018-02-16;ZWE;Ivan Petrovsky;M;1961;EU.1",
       "04/07/2018;2;P;2018/223;2018-02-16;ZWE;Anna Orlova;F;1962;EU.2", ';'},
      {"us-csl-csv", "csl.csv", "_id,source,entity_number,type,programs,name,alt_names,remarks",
       "9,Entity List (EL) - Commerce,9,Individual,,Ivan Petrovsky,,",
       "10,Entity List (EL) - Commerce,10,Individual,,Anna Orlova,,"},
      {"mapped-csv", "own.csv", "no,name", "1,Ivan Petrovsky", "2,Anna Orlova", ',',
       "list = \"own\"\ndatasets = [\"REL\"]\n[columns]\nid = \"no\"\nname = \"name\"\n"},
  };
}

Reading read_sample(const Sample& sample, const std::string& behind_first_row) {
  ImportOptions options;
  options.mapping = sample.mapping;
  return read_bytes(
      sample.file,
      sample.head + "\n" + sample.row + behind_first_row + "\n" + sample.next_row + "\n", options);
}

TEST(SurplusCells, ARowThatSaysMoreThanItsColumnsIsRejectedInEveryFormat) {
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.format);
    const auto reading = read_sample(sample, std::string(2, sample.separator) + "moved");
    ASSERT_EQ(reading.refused, "");
    EXPECT_EQ(reading.account.format, sample.format);
    EXPECT_EQ(reading.account.accepted, 1U);
    EXPECT_EQ(reading.account.rejected, 1U);
    ASSERT_EQ(reading.account.examples.size(), 1U);
    const Rejection& fault = reading.account.examples.front();
    EXPECT_EQ(fault.cause, "malformed row");
    EXPECT_NE(fault.id, "");
    EXPECT_THAT(fault.detail, HasSubstr("'moved' is in none"));
    EXPECT_EQ(fault.line, static_cast<std::uint64_t>(std::ranges::count(sample.head, '\n') + 2));
  }
}

TEST(SurplusCells, EmptyOnesSayNothing) {
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.format);
    const auto reading = read_sample(sample, std::string(3, sample.separator) + " ");
    ASSERT_EQ(reading.refused, "");
    EXPECT_EQ(reading.account.accepted, 2U);
    EXPECT_EQ(reading.account.rejected, 0U);
  }
}

// Rows of the EU's csv that are quoted as a whole have quotes of their own, doubled.
TEST(EuCsv, ASemicolonInQuotesWithinAQuotedRowDividesNothing) {
  const auto read = [](const std::string& function) {
    return read_bytes(
        "eu.csv",
        "\"Date_file;Entity_logical_id;Subject_type;Leba_numtitle;Leba_publication_date;Programme;"
        "Naal_wholename;Naal_function;Birt_date;EU_ref_num\"\n\"04/07/2018;1;P;2018/223;2018-02-16;"
        "IRQ;Ivan Petrovsky;" +
            function + ";1961;EU.1\"\n");
  };
  const auto quoted = read("\"\"Governor; head of \"\"\"\"Nord\"\"\"\"\"\"");
  ASSERT_EQ(quoted.refused, "");
  ASSERT_EQ(quoted.account.accepted, 1U);
  EXPECT_THAT(quoted.profiles[0].notes,
              ElementsAre("Function: Governor; head of \"Nord\"", "Regulation: 2018/223"));
  EXPECT_THAT(identifiers(quoted.profiles[0]), ElementsAre("EU reference number=EU.1"));
  // A quote that nothing closes is one of the text.
  const auto open = read("\"\"Governor");
  ASSERT_EQ(open.account.accepted, 1U);
  EXPECT_THAT(open.profiles[0].notes, ElementsAre("Function: \"Governor", "Regulation: 2018/223"));
}

// What plain rows skip must not be seen in what is made of them.
TEST(UsCslCsv, RowsThatAreNotPlainAreCleaned) {
  const auto reading = read_bytes("csl.csv",
                                  "_id,source,entity_number,type,programs,name,alt_names,remarks\n"
                                  "9,Entity List (EL) - Commerce,9,Individual,,Ivan  "
                                  "Petrovsky,\"Vanya ; Iv\xE1n\",wears  a hat\n"
                                  "9,Entity List (EL) - Commerce,9,Individual,,Anna Orlova,,\n"
                                  "9#2,Entity List (EL) - Commerce,9,Individual,,Oleg Orlov,,\n"
                                  "9  ,Entity List (EL) - Commerce,9,Individual,,Ida Berg,,\n");
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.accepted, 4U);
  EXPECT_THAT(names(*reading.find("EL:9")), ElementsAre("Ivan Petrovsky", "Vanya", "Iv\u00E1n"));
  EXPECT_THAT(reading.find("EL:9")->notes, testing::Contains("wears a hat"));
  EXPECT_EQ(reading.find("EL:9#2")->name(), "Anna Orlova");
  EXPECT_EQ(reading.find("EL:9#2#2")->name(), "Oleg Orlov");
  EXPECT_EQ(reading.find("EL:9#3")->name(), "Ida Berg");
}

}  // namespace
}  // namespace vedette::lists
