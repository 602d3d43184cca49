#include "lists/input/row_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/formats/reading.h"
#include "lists/testing/csv_samples.h"
#include "lists/testing/sample_lists.h"

namespace vedette::lists {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Reading read_sample(const CsvSample& sample, const std::string& behind_first_row) {
  ImportOptions options;
  options.mapping = sample.mapping;
  return read_bytes(
      sample.file,
      sample.head + "\n" + sample.row + behind_first_row + "\n" + sample.next_row + "\n", options);
}

TEST(SurplusCells, ARowThatSaysMoreThanItsColumnsIsRejectedInEveryFormat) {
  for (const CsvSample& sample : csv_samples()) {
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
  for (const CsvSample& sample : csv_samples()) {
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
