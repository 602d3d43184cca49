#include "app/customers/workbook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/customers/testing/zip.h"
#include "app/customers/workbook_writer.h"
#include "base/digest.h"

namespace vedette::app {
namespace {

using Rows = std::vector<std::vector<std::string>>;

struct Read {
  std::string problem = {};
  std::vector<std::uint64_t> numbers = {};
  Rows rows = {};
};

Read read_parts(std::vector<std::unique_ptr<lists::Input>> parts, std::string_view sheet) {
  const auto book = Workbook::open(std::move(parts), sheet);
  if (!book.ok()) return {.problem = book.error().message};
  Read out;
  const auto done = book->read([&](std::uint64_t row, std::vector<std::string> cells) {
    out.numbers.push_back(row);
    out.rows.push_back(std::move(cells));
    return base::Result<void>();
  });
  if (!done.ok()) out.problem = done.error().message;
  return out;
}

Read read(const std::string& zip, std::string_view sheet = "",
          const lists::InputLimits& limits = Workbook::unpack_limits()) {
  auto parts = lists::open_bytes("book.xlsx", zip, limits);
  if (!parts.ok()) return {.problem = parts.error().message};
  return read_parts(std::move(*parts), sheet);
}

// What one cell says.
std::string cell(const std::string& xml, const WorkbookParts& more = {}) {
  WorkbookParts parts = more;
  parts.sheets = {{"A", "<row r=\"1\">" + xml + "</row>"}};
  const Read out = read(workbook_of(parts));
  if (!out.problem.empty()) return out.problem;
  return out.rows.at(0).empty() ? "" : out.rows.at(0).at(0);
}

const WorkbookParts& with_styles() {
  static const WorkbookParts parts{
      .sheets = {},
      .styles =
          "<numFmts><numFmt numFmtId=\"164\" formatCode=\"dd\\/mm\\/yyyy;@\"/>"
          "<numFmt numFmtId=\"165\" formatCode=\"00000\"/><numFmt numFmtId=\"166\" "
          "formatCode=\"h:mm\"/><numFmt numFmtId=\"167\" formatCode=\"0.00 &quot;days&quot;\"/>"
          "</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf "
          "numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/><xf "
          "numFmtId=\"166\"/><xf numFmtId=\"167\"/></cellXfs>"};
  return parts;
}

TEST(Workbook, TextsAreSharedInlineOrOfFormulas) {
  WorkbookParts parts;
  parts.sheets = {
      {"A",
       "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row>"
       "<row r=\"4\"><c r=\"B4\" t=\"inlineStr\"><is><t>Ann</t></is></c><c r=\"D4\" "
       "t=\"str\"><f>A1&amp;B1</f><v>Bo &amp; Co</v></c></row>"}};
  parts.texts =
      "<si><t>Name</t></si><si><r><t xml:space=\"preserve\">Given </t></r><r><t>name</t></r><rPh "
      "sb=\"0\" eb=\"1\"><t>no</t></rPh></si>";
  const Read out = read(workbook_of(parts));
  EXPECT_EQ(out.problem, "");
  EXPECT_EQ(out.numbers, (std::vector<std::uint64_t>{1, 4}));
  EXPECT_EQ(out.rows, (Rows{{"Name", "Given name"}, {"", "Ann", "", "Bo & Co"}}));
}

TEST(Workbook, NumbersAreTextsAsTheSheetShowsThem) {
  EXPECT_EQ(cell("<c><v>1965</v></c>"), "1965");
  EXPECT_EQ(cell("<c><v>12345678901234</v></c>"), "12345678901234");
  EXPECT_EQ(cell("<c><v>1.2345678901234E+13</v></c>"), "12345678901234");
  EXPECT_EQ(cell("<c><v>0.5</v></c>"), "0.5");
  EXPECT_EQ(cell("<c s=\"3\"><v>42</v></c>", with_styles()), "00042");
  EXPECT_EQ(cell("<c s=\"5\"><v>42</v></c>", with_styles()), "42");
  EXPECT_EQ(cell("<c t=\"b\"><v>1</v></c>"), "TRUE");
  EXPECT_EQ(cell("<c t=\"inlineStr\"><is><t>a_x000A_b_x</t></is></c>"), "a\nb_x");
}

TEST(Workbook, DatesAreReadAsTheWorkbookCountsThem) {
  EXPECT_EQ(cell("<c s=\"1\"><v>24046</v></c>", with_styles()), "1965-10-31");
  EXPECT_EQ(cell("<c s=\"2\"><v>24046</v></c>", with_styles()), "1965-10-31");
  EXPECT_EQ(cell("<c s=\"2\"><v>24046.5</v></c>", with_styles()), "1965-10-31T12:00:00");
  EXPECT_EQ(cell("<c s=\"4\"><v>24046</v></c>", with_styles()), "24046");
  EXPECT_EQ(cell("<c s=\"2\"><v>-3</v></c>", with_styles()), "-3");
  EXPECT_EQ(cell("<c t=\"d\"><v>1965-10-31</v></c>"), "1965-10-31");
  WorkbookParts from_1904 = with_styles();
  from_1904.properties = "<workbookPr date1904=\"1\"/>";
  EXPECT_EQ(cell("<c s=\"1\"><v>22584</v></c>", from_1904), "1965-10-31");
  // The first days of the count, and the day that never was.
  EXPECT_EQ(workbook_date(1, false), "1900-01-01");
  EXPECT_EQ(workbook_date(59, false), "1900-02-28");
  EXPECT_EQ(workbook_date(61, false), "1900-03-01");
  EXPECT_EQ(workbook_date(2958465, false), "9999-12-31");
  EXPECT_EQ(workbook_date(2958466, false), "");
  EXPECT_EQ(workbook_date(0.5, false), "");
}

TEST(Workbook, FormatsOfDatesAreKnownByTheirLetters) {
  for (const char* code : {"dd/mm/yyyy", "[$-409]d\\-mmm\\-yy;@", "yyyy", "MMM YYYY", "m/d"})
    EXPECT_TRUE(number_form(code).is_date) << code;
  for (const char* code : {"General", "0.00", "h:mm", "mm:ss", "\"day\" 0", "[Red]0", "#,##0", "@"})
    EXPECT_FALSE(number_form(code).is_date) << code;
}

TEST(Workbook, AFormulaWithoutItsValueIsNotEmpty) {
  EXPECT_EQ(cell("<c><f>B1</f></c>"), kFormulaWithoutValue);
  EXPECT_EQ(cell("<c t=\"e\"><f>B1</f><v>#N/A</v></c>"), "#N/A");
  EXPECT_EQ(cell("<c t=\"s\"><v>7</v></c>"), kFormulaWithoutValue);
}

TEST(Workbook, ASheetIsReadByItsName) {
  const std::string book = workbook_of({.sheets = {{"First", "<row><c><v>1</v></c></row>"},
                                                   {"Kunden", "<row><c><v>2</v></c></row>"}}});
  EXPECT_EQ(read(book).rows, (Rows{{"1"}}));
  EXPECT_EQ(read(book, "kunden").rows, (Rows{{"2"}}));
  EXPECT_EQ(read(book, "Other").problem,
            "there is no sheet 'Other'; the sheets are: First, Kunden");
}

TEST(Workbook, WhatIsNoWorkbookOrDamagedIsRefused) {
  EXPECT_THAT(read(zip_of({{"a.txt", "x"}})).problem, testing::HasSubstr("no .xlsx workbook"));
  const std::string book = workbook_of({.sheets = {{"A", "<row><c><v>1</v></c></row>"}}});
  EXPECT_NE(read(book.substr(0, book.size() / 2)).problem, "");
  EXPECT_THAT(cell("<c><v>1</c>"), testing::HasSubstr("not well-formed"));
  const std::string declares =
      zip_of({{"xl/workbook.xml", "<!DOCTYPE x [<!ENTITY a \"b\">]><workbook/>"}});
  EXPECT_THAT(read(declares).problem, testing::HasSubstr("entities"));
}

TEST(Workbook, WhatUnpacksToFarTooMuchIsRefused) {
  const std::string blanks(4U << 20, ' ');
  const std::string book = workbook_of({.sheets = {{"A", "<row><c><v>1</v></c></row>" + blanks}}});
  lists::InputLimits limits = Workbook::unpack_limits();
  limits.ratio_from = 1U << 20;
  limits.most_ratio = 20;
  EXPECT_THAT(read(book, "", limits).problem, testing::HasSubstr("unpacks to far more"));
  EXPECT_EQ(read(book).problem, "");
  EXPECT_THAT(cell("<c r=\"ZZZ1\"><v>1</v></c>"), testing::HasSubstr("more than 1000 columns"));
}

TEST(WorkbookWriter, WhatIsWrittenIsReadAgain) {
  const std::string path = testing::TempDir() + "vedette-book-" + base::random_token(8) + ".xlsx";
  const Rows rows = {{"key", "score"}, {"=1+1", "97"}, {" <a> & \"b\"\nc ", "007"}, {"", "12"}};
  auto writer = WorkbookWriter::create(rows[0], {1});
  ASSERT_TRUE(writer.ok());
  for (std::size_t i = 1; i < rows.size(); ++i)
    ASSERT_TRUE(writer->add(rows[i]).ok());
  ASSERT_TRUE(writer->finish(path).ok());
  auto parts = lists::open_file(path);
  ASSERT_TRUE(parts.ok());
  const Read out = read_parts(std::move(*parts), "");
  EXPECT_EQ(out.problem, "");
  EXPECT_EQ(out.rows, rows);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace vedette::app
