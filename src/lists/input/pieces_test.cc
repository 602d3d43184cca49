#include "lists/input/pieces.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "lists/building/gatherer.h"
#include "lists/building/profile_builder.h"
#include "lists/building/quoted_name.h"
#include "lists/formats/ofac_names.h"
#include "lists/input/csv.h"
#include "lists/input/json_items.h"

namespace vedette::lists {
namespace {

using testing::ElementsAre;

TEST(Pieces, NumberedListsAreCut) {
  EXPECT_THAT(split_numbered("(1) Algeria (2) Mali"), ElementsAre("Algeria", "Mali"));
  EXPECT_THAT(split_numbered("1) Saudi Arabia 2) Qatar"), ElementsAre("Saudi Arabia", "Qatar"));
  EXPECT_THAT(split_numbered("a) one, b) two"), ElementsAre("one", "two"));
  EXPECT_THAT(split_numbered("(1)-(2) Indonesia"), ElementsAre("Indonesia"));
  EXPECT_THAT(split_numbered("Mali (Bamako)"), ElementsAre("Mali (Bamako)"));
  EXPECT_THAT(split_numbered(""), ElementsAre());
}

TEST(Pieces, TheNumberOfADocumentIsFoundInItsDescription) {
  EXPECT_EQ(document_number("Passport No: 592667 (Qatari)"), "592667");
  EXPECT_EQ(document_number("Tunisia number G557170 issued on 16 Nov 1989."), "G557170");
  EXPECT_EQ(document_number("issued in Kabul"), "");
}

TEST(Pieces, RecordsThatSayTheSameStillGetIdsOfTheirOwn) {
  ContentIds ids;
  const std::string first = ids.next("a");
  EXPECT_EQ(ids.next("a"), first + "#2");
  EXPECT_NE(ids.next("b"), first);
  EXPECT_EQ(ContentIds().next("a"), first);
}

TEST(Clean, TextBecomesOneLineOfWellFormedUnicode) {
  EXPECT_EQ(clean("  a \t\r\n b "), "a b");
  EXPECT_EQ(clean("a\xC2\xA0"
                  "b"),
            "a b");  // no-break space
  EXPECT_EQ(clean("\xEF\xBB\xBF"
                  "a"),
            "a");                       // byte order mark
  EXPECT_EQ(clean("caf\xE9"), "café");  // windows-1252
  EXPECT_EQ(clean("می\xE2\x80\x8C"
                  "خواهم"),
            "می\xE2\x80\x8C"
            "خواهم");  // a joiner is part of the word
}

std::vector<std::vector<std::string>> rows_of(std::string_view bytes, char delimiter = ',') {
  std::vector<std::vector<std::string>> out;
  auto opened = open_bytes("f.csv", bytes);
  auto source = (*opened)[0]->open();
  CsvReader reader(**source, delimiter);
  for (;;) {
    const auto more = reader.next();
    if (!more.ok()) {
      out.push_back({"error"});
      return out;
    }
    if (!*more) return out;
    auto& row = out.emplace_back();
    for (std::string_view each : reader.fields())
      row.emplace_back(each);
  }
}

TEST(Csv, ReadsWhatPublishersWrite) {
  using Rows = std::vector<std::vector<std::string>>;
  EXPECT_EQ(rows_of("a,b\n1,2\n"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(rows_of("a,b\r\n\r\n1,2"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(rows_of("\"a,\"\"x\"\"\",\"line\nbreak\"\n"), (Rows{{"a,\"x\"", "line\nbreak"}}));
  EXPECT_EQ(rows_of("\xEF\xBB\xBF"
                    "a,,\n"),
            (Rows{{"a", "", ""}}));
  EXPECT_EQ(rows_of("5\" pipe,b\n"), (Rows{{"5\" pipe", "b"}}));
  EXPECT_EQ(rows_of("a,b\n\x1A"
                    "rubbish"),
            (Rows{{"a", "b"}}));
  EXPECT_EQ(rows_of("a|b\n", '|'), (Rows{{"a", "b"}}));
  EXPECT_EQ(rows_of("\"never closed"), (Rows{{"error"}}));
  EXPECT_EQ(rows_of("\x93quoted\x94,b\n"), (Rows{{"“quoted”", "b"}}));
}

TEST(OfacNames, FindsWhomALinkMeansWhetherOrNotTheNamesHadToBeSpilled) {
  for (const std::size_t bound : {std::size_t{1} << 20, std::size_t{64}}) {
    OfacNames names(bound);
    names.look_for("Party 17");
    for (int i = 0; i < 1000; ++i) {
      const std::string record = std::to_string(i);
      ASSERT_TRUE(names.add(fmt::format("PARTY {}", i), record).ok());
      ASSERT_TRUE(names.add(i < 2 ? "SHARED" : fmt::format("alias, {}.", i), record).ok());
      ASSERT_TRUE(names.add(i < 2 ? "SHARED" : fmt::format("alias, {}.", i), record).ok());
    }
    names.look_for("Alias 999");
    names.look_for("Shared");
    names.look_for("Nobody");
    ASSERT_TRUE(names.bring_together().ok());
    EXPECT_EQ(names.find("Party 17"), "17");
    EXPECT_EQ(names.find("ALIAS 999"), "999");
    EXPECT_EQ(names.find("Shared"), "") << "two parties are called so";
    EXPECT_EQ(names.find("Nobody"), "");
    EXPECT_EQ(names.find("Party 18"), "") << "nobody looked for it";
  }
}

TEST(QuotedName, OnlyALongWordOfItsOwnIsAShortName) {
  EXPECT_EQ(quoted_short_name("JSC IZHEVSK ELECTROMECHANICAL PLANT \u201CKUPOL\u201D"), "KUPOL");
  EXPECT_EQ(quoted_short_name("\u201EKUPOL\u201D IZSEVSZKI ELEKTROMECHANIKAI \u00DCZEM"), "KUPOL");
  EXPECT_EQ(quoted_short_name("AO \u00AB\u041A\u0443\u043F\u043E\u043B\u00BB"),
            "\u041A\u0443\u043F\u043E\u043B");
  EXPECT_EQ(quoted_short_name("CULTURAL CENTRE \"MOSCOW\""), "") << "a place";
  EXPECT_EQ(quoted_short_name("LLC \"R\u00DASSIA\""), "") << "a place, with an accent";
  EXPECT_EQ(quoted_short_name("CENTRE \"\u0420\u043E\u0441\u0441\u0438\u044F\""), "")
      << "a place in another script";
  EXPECT_EQ(quoted_short_name("COMPANY \"HOLDING\" OF KUPOL"), "") << "an ordinary word";
  EXPECT_EQ(quoted_short_name("COMPANY \"kupol\""), "") << "in small letters, so no name";
  EXPECT_EQ(quoted_short_name("PLANT \"ALEXANDER\""), "") << "a person's name";
  EXPECT_EQ(quoted_short_name("PLANT \"OKO\""), "") << "too short";
  EXPECT_EQ(quoted_short_name("PLANT \"KUPOL NORTH\""), "") << "two words";
  EXPECT_EQ(quoted_short_name("PLANT \"KUPOL"), "") << "never closed";
}

TEST(Gatherer, BringsPiecesTogetherWhetherOrNotTheyHadToBeSpilled) {
  constexpr std::uint64_t kSeed = 7;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  // With 64 bytes what was spilled must be divided again, and the pieces of one key are too many.
  for (const std::size_t bound : {std::size_t{1} << 30, std::size_t{512}, std::size_t{64}}) {
    std::mt19937_64 random(kSeed);
    Gatherer gatherer(bound);
    std::map<std::string, std::vector<std::string>> expected;
    for (int i = 0; i < 2000; ++i) {
      const std::string key = "k" + std::to_string(random() % 300);
      const std::string piece = std::to_string(i);
      expected[key].push_back(piece);
      ASSERT_TRUE(gatherer.add(key, piece).ok());
    }
    EXPECT_EQ(gatherer.spilled(), bound <= 512);
    std::map<std::string, std::vector<std::string>> found;
    const auto done = gatherer.for_each([&](std::string_view key, const auto& pieces) {
      auto& list = found[std::string(key)];
      EXPECT_TRUE(list.empty()) << "a key came twice";
      for (std::string_view each : pieces)
        list.emplace_back(each);
      return base::Result<void>();
    });
    EXPECT_TRUE(done.ok());
    EXPECT_EQ(found, expected);
  }
}

std::vector<std::string> items_of(std::string_view bytes, JsonShape shape) {
  std::vector<std::string> out;
  auto opened = open_bytes("f.json", bytes);
  auto source = (*opened)[0]->open();
  const auto done = read_json_items(**source, shape, [&](const JsonItem& item) {
    out.push_back(std::string(item.member) + "=" + std::string(item.text));
    return base::Result<void>();
  });
  if (!done.ok()) out.push_back("error");
  return out;
}

TEST(JsonItems, FindsTheItemsOfEachShape) {
  EXPECT_THAT(items_of("{\"a\":1}\n\n{\"a\":2}", JsonShape::kLinesOrArray),
              ElementsAre("={\"a\":1}", "={\"a\":2}"));
  EXPECT_THAT(items_of(" [ {\"a\":\"]\\\"}\"}, 5 ,\"x\"]", JsonShape::kLinesOrArray),
              ElementsAre("={\"a\":\"]\\\"}\"}", "=5", "=\"x\""));
  EXPECT_THAT(items_of("{\"n\":7,\"list\":[{\"a\":1},{}],\"o\":{\"x\":[1]}}", JsonShape::kMembers),
              ElementsAre("n=7", "list={\"a\":1}", "list={}", "o={\"x\":[1]}"));
  EXPECT_THAT(items_of("[{\"a\":1}", JsonShape::kLinesOrArray), ElementsAre("={\"a\":1}", "error"));
  EXPECT_THAT(items_of("{\"a\":[1] 5}", JsonShape::kMembers), ElementsAre("a=1", "error"));
  EXPECT_THAT(items_of("[1] 2", JsonShape::kLinesOrArray), ElementsAre("=1", "error"));
}

}  // namespace
}  // namespace vedette::lists
