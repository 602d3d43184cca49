#include "base/csv.h"

#include <gtest/gtest.h>

#include <sstream>

namespace vedette::base {
namespace {

std::vector<std::vector<std::string>> read_all(const std::string& text) {
  std::istringstream in(text);
  CsvReader reader(in);
  std::vector<std::vector<std::string>> records;
  while (true) {
    auto record = reader.next();
    EXPECT_TRUE(record.ok());
    if (!record.ok() || !record->has_value()) return records;
    records.push_back(**record);
  }
}

std::string failure(const std::string& text) {
  std::istringstream in(text);
  CsvReader reader(in);
  while (true) {
    auto record = reader.next();
    if (!record.ok()) return record.error().message;
    if (!record->has_value()) return "";
  }
}

using Records = std::vector<std::vector<std::string>>;

TEST(Csv, ReadsQuotedFieldsWithCommasQuotesAndLineBreaks) {
  EXPECT_EQ(read_all("a,\"b,c\",\"say \"\"hi\"\"\"\r\n\"two\nlines\",,x"),
            (Records{{"a", "b,c", "say \"hi\""}, {"two\nlines", "", "x"}}));
}

TEST(Csv, SkipsAByteOrderMarkAndEmptyLines) {
  EXPECT_EQ(read_all("\xEF\xBB\xBFname\n\n\nx\n"), (Records{{"name"}, {"x"}}));
}

TEST(Csv, ATrailingCommaIsAnEmptyField) {
  EXPECT_EQ(read_all("a,\n"), (Records{{"a", ""}}));
}

TEST(Csv, SaysWhichLineIsBroken) {
  EXPECT_EQ(failure("a\nb\"c\n"), "line 2: a quote inside an unquoted field");
  EXPECT_EQ(failure("a\n\"b\"c\n"), "line 2: text after a closing quote");
  EXPECT_EQ(failure("\"never closed"), "line 1: a quote is never closed");
}

TEST(Csv, RefusesARecordOverTheLimit) {
  EXPECT_NE(failure("\"" + std::string(kMaxCsvRecordBytes + 1, 'x')), "");
}

TEST(Csv, WhatIsWrittenReadsBackTheSame) {
  const Records records = {{"a", "b,c", "\"q\"", "line\nbreak", ""}, {""}, {" blank "}};
  std::string text;
  for (const auto& record : records)
    append_csv(text, record);
  EXPECT_EQ(read_all(text), records);
}

}  // namespace
}  // namespace vedette::base
