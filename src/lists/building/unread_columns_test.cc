#include "lists/building/unread_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/formats/reading.h"
#include "lists/testing/csv_samples.h"
#include "lists/testing/sample_lists.h"

// What a list says and its reader does not know is kept as a note, whatever its heading.

namespace vedette::lists {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(CsvHeader, RemembersWhichColumnsWereAskedFor) {
  CsvHeader header({"ID", "Name", "Shoe size", "name", "Seen", ""});
  EXPECT_TRUE(header.has("shoe-size"));  // a look is no question
  EXPECT_EQ(header.find({"Number", "Id"}), 0U);
  EXPECT_EQ(header.find({"name"}), 1U);
  EXPECT_EQ(header.find({"colour"}), CsvHeader::kAbsent);
  header.leave_out({"seen", "never there"});
  // The second column of a name was not asked for either.
  EXPECT_THAT(header.unread(), ElementsAre(2U, 3U, 5U));
}

// The sample with two columns more: at the end of the first row a size and nothing, at the end of
// the second a cell of a column without a heading.
Reading read_with_more(const CsvSample& sample) {
  ImportOptions options;
  options.mapping = sample.mapping;
  const std::string s(1, sample.separator);
  return read_bytes(sample.file,
                    sample.head + s + "Shoe size" + s + "\n" + sample.row + s + " 44 " + s + "\n" +
                        sample.next_row + s + s + "odd\n",
                    options);
}

TEST(UnreadColumns, AreNotesOfTheRecordInEveryFormat) {
  for (const CsvSample& sample : csv_samples()) {
    SCOPED_TRACE(sample.format);
    const auto reading = read_with_more(sample);
    ASSERT_EQ(reading.refused, "");
    EXPECT_EQ(reading.account.format, sample.format);
    ASSERT_EQ(reading.account.accepted, 2U);
    const auto of = [&](std::string_view name) {
      for (const profile::Profile& each : reading.profiles)
        if (each.name().find(name) != std::string::npos) return each.notes;
      return std::vector<std::string>{"nobody"};
    };
    EXPECT_THAT(of("Ivan"), AllOf(Contains("Shoe size: 44"), Not(Contains(HasSubstr("olumn")))));
    EXPECT_THAT(of("Anna"), AllOf(Contains(HasSubstr(": odd")), Not(Contains(HasSubstr("Shoe")))));
  }
}

TEST(UnreadColumns, OfSeveralRowsOfAPartyAreAllKept) {
  const auto reading = read_bytes(
      "ConList.csv",
      "Last Updated,27/04/2020\nName 6,Name 1,Group Type,Alias Type,Regime,Group "
      "ID,Shoe size\nPETROVSKY,Ivan,Individual,Prime Alias,Russia,7,44\n"
      "PETROV,Ivan,Individual,AKA,Russia,7,44\nPETROFF,Ivan,Individual,AKA,Russia,7,45\n");
  ASSERT_EQ(reading.account.accepted, 1U);
  EXPECT_THAT(reading.profiles[0].notes, ElementsAre("Shoe size: 44", "Shoe size: 45"));
}

// What is known and says nothing of the party, such as when somebody last saw the row, would change
// every profile with every publication.
TEST(UnreadColumns, WhatIsLeftOutOnPurposeIsNoNote) {
  const auto simple =
      read_bytes("targets.simple.csv",
                 "id,schema,name,aliases,birth_date,countries,first_seen,last_seen,last_change\n"
                 "Q1,Person,Ivan Petrovsky,,,,2024-01-01,2024-03-09,2024-02-02\n");
  ASSERT_EQ(simple.account.accepted, 1U);
  EXPECT_THAT(simple.profiles[0].notes, ElementsAre());
  const auto eu = read_bytes(
      "eu.csv",
      "Date_file;Entity_logical_id;Subject_type;Leba_numtitle;Leba_publication_date;Leba_url;"
      "Programme;Naal_logical_id;Entity_logical_id;Naal_leba_numtitle;Naal_leba_url;Naal_wholename;"
      "Naal_language;EU_ref_num\n"
      "04/07/2018;1;P;2018/223;2018-02-16;http://x;ZWE;5;1;2018/223;http://x;Ivan Petrovsky;EN;\n"
      "04/07/2018;1;P;1643/2002;2002-09-13;http://y;ZWE;6;1;1643/2002;http://y;I Petrovsky;;\n");
  ASSERT_EQ(eu.account.accepted, 1U);
  // Every regulation of the entity, also of one programme.
  EXPECT_THAT(eu.profiles[0].notes, ElementsAre("Regulation: 2018/223", "Regulation: 1643/2002"));
  EXPECT_EQ(eu.profiles[0].names[0].language, "EN");
  // A column without a heading goes by its number in the file, and lines that are quoted as a whole
  // are cut like others, wherever the separators stand.
  const auto quoted = read_bytes("eu.csv",
                                 "\"Date_file;Entity_logical_id;Subject_type;Leba_url;Programme;"
                                 "Naal_logical_id;Naal_leba_url;Naal_wholename;;Naal_title\"\n"
                                 "\"04/07/2018;1;P;http://x;ZWE;5;http://x;Ivan Petrovsky;odd;\"\n"
                                 "\"04/07/2018;2;P;;;;;Anna;;Dr\"\n");
  ASSERT_EQ(quoted.account.accepted, 2U);
  EXPECT_THAT(quoted.profiles[0].notes, ElementsAre("Column 9: odd"));
  EXPECT_EQ(quoted.profiles[1].name(), "Anna");
  const auto csl =
      read_bytes("csl.csv",
                 "_id,source,entity_number,type,programs,name,alt_names,source_list_"
                 "url,source_information_url\n"
                 "9,Entity List (EL) - Commerce,9,Individual,,Ivan,,http://x,http://y\n");
  ASSERT_EQ(csl.account.accepted, 1U);
  EXPECT_THAT(csl.profiles[0].notes, ElementsAre("Source list: Entity List (EL) - Commerce"));
}

// Columns that only one row of a party was asked about.
TEST(UkCsv, EveryRowOfAShipIsRead) {
  const auto reading = read_bytes(
      "uk.csv",
      "Report Date: 10-Sep-2026\nUnique ID,Name 6,Name type,Regime Name,Designation Type,IMO "
      "number,UN Reference Number\nRUS1,NORD,Primary Name,Russia,Ship,9116412,\n"
      "RUS1,NORD II,Alias,Russia,Ship,9116413,QDe.1\n");
  ASSERT_EQ(reading.account.accepted, 1U);
  EXPECT_THAT(identifiers(reading.profiles[0]),
              ElementsAre("IMO Number=9116412", "IMO Number=9116413", "UN reference number=QDe.1"));
}

TEST(AuCsv, EveryCommitteeOfAPartyIsASanction) {
  const auto reading = read_bytes(
      "dfat.csv",
      "Reference,Name of Individual or Entity,Type,Name Type,Date of Birth,Committees,Instrument "
      "of Designation\n12,Ivan Petrovsky,Individual,Primary Name,1961,1267,One\n"
      "12a,Vanya,Individual,aka,1961,,\n12b,Ivan,Individual,aka,1961,Autonomous,Two\n");
  ASSERT_EQ(reading.account.accepted, 1U);
  const profile::Profile& person = reading.profiles[0];
  ASSERT_EQ(person.sanctions.size(), 2U);
  EXPECT_EQ(person.sanctions[1].regime.name, "Autonomous");
  EXPECT_THAT(person.notes, AllOf(Contains("Instrument of designation: One"),
                                  Contains("Instrument of designation: Two")));
}

}  // namespace
}  // namespace vedette::lists
