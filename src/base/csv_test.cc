#include "base/csv.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "base/testing/test_seed.h"

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

// All rows of a text that comes in pieces of `size` bytes.
Records cut(std::string_view text, std::size_t size, const CsvRules& rules) {
  CsvCutter cutter(
      [&](char* out, std::size_t most) -> Result<std::size_t> {
        const std::size_t count = std::min({size, most, text.size()});
        text.copy(out, count);
        text.remove_prefix(count);
        return count;
      },
      rules);
  Records records;
  while (true) {
    const auto more = cutter.next();
    if (!more.ok() || !*more) {
      if (!more.ok()) records.push_back({more.error().message});
      return records;
    }
    records.emplace_back();
    std::size_t begin = 0;
    for (const std::uint32_t end : cutter.ends()) {
      records.back().emplace_back(cutter.text().substr(begin, end - begin));
      begin = end;
    }
  }
}

TEST(Csv, ItDoesNotMatterInWhichPiecesATextComes) {
  const std::uint64_t seed = base::test_seed();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  constexpr std::string_view kLetters = "ab,;\"\r\n \x1A\xEF\xBB\xBF";
  for (int i = 0; i < 400; ++i) {
    std::string text = i % 3 == 0 ? "\xEF\xBB\xBF" : "";
    const std::size_t length = random() % 40;
    for (std::size_t at = 0; at < length; ++at)
      text += kLetters[random() % kLetters.size()];
    for (const bool strict : {true, false}) {
      const CsvRules rules{.delimiter = i % 2 == 0 ? ',' : ';', .strict = strict};
      const Records whole = cut(text, text.size() + 1, rules);
      for (const std::size_t size : {1, 2, 3, 7})
        ASSERT_EQ(cut(text, size, rules), whole) << testing::PrintToString(text) << size;
    }
  }
}

TEST(Csv, WhatIsFoundInTheWildIsTakenByTheLenientRules) {
  const CsvRules lenient{.strict = false};
  EXPECT_EQ(cut("a \"b\" c,  \"d\"\"e\" f\rg,\"h\ni\"\x1A,j", 100, lenient),
            (Records{{"a \"b\" c", "  d\"e f"}, {"g", "h\ni"}}));
}

}  // namespace
}  // namespace vedette::base
