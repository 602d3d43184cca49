#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/formats/reading.h"
#include "lists/input/xml.h"

// A file that is not what it says is refused whole, with the reason; one bad record costs only
// itself.

namespace vedette::lists {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kUn =
    "<?xml version=\"1.0\"?><CONSOLIDATED_LIST dateGenerated=\"2025-01-01T00:00:00Z\"><INDIVIDUALS>"
    "<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>OMAR</FIRST_NAME></INDIVIDUAL>"
    "<INDIVIDUAL><DATAID>2</DATAID><FIRST_NAME>ALI</FIRST_NAME></INDIVIDUAL>"
    "</INDIVIDUALS></CONSOLIDATED_LIST>";

TEST(Refusal, WhatIsNoListIsRefusedWithTheReason) {
  const auto refused = [](std::string bytes) { return read_bytes("f", std::move(bytes)).refused; };
  EXPECT_THAT(refused(""), HasSubstr("empty"));
  EXPECT_THAT(refused("  \n\t"), HasSubstr("empty"));
  EXPECT_THAT(refused("version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 5\n"),
              HasSubstr("git-lfs"));
  EXPECT_THAT(refused("<!DOCTYPE html><html><body>Not found</body></html>"), HasSubstr("HTML"));
  EXPECT_THAT(refused("\n<html lang=en>"), HasSubstr("HTML"));
  EXPECT_THAT(refused("<rss><item/></rss>"), HasSubstr("rss"));
  EXPECT_THAT(refused("hello,world\n1,2\n"), HasSubstr("none of those known"));
  EXPECT_THAT(refused("{\"op\":\"ADD\",\"entity\":{}}\n"), HasSubstr("delta"));
  EXPECT_THAT(refused("{\"a\":1}"), HasSubstr("none of those known"));
}

TEST(Refusal, ATruncatedXmlIsRefusedWhereverItIsCut) {
  ASSERT_EQ(read_bytes("un.xml", std::string(kUn)).refused, "");
  for (std::size_t length = 1; length < kUn.size(); ++length)
    EXPECT_NE(read_bytes("un.xml", std::string(kUn.substr(0, length))).refused, "") << length;
}

TEST(Refusal, SeparatedValuesThatBreakOffWithinARowAreRefused) {
  const std::string whole = "36,\"AERO\",-0- ,\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n";
  const std::string next = "173,\"ANGLO\",-0- ,\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ";
  const std::string alt = "36,12,\"aka\",\"AERO CUBA\",-0- \r\n";
  const auto read = [&](const std::string& bytes) {
    return read_bytes({{"sdn.csv", bytes},
                       {"add.csv", "36,25,-0- ,\"Havana\",\"Cuba\",-0- \r\n"},
                       {"alt.csv", alt}});
  };
  ASSERT_EQ(read(whole + next).refused, "");  // no line end, but nothing is missing
  ASSERT_EQ(read(whole + next + "\r\n\x1A").refused, "");
  EXPECT_THAT(read(whole + next.substr(0, 40)).refused, HasSubstr("cut short"));
}

TEST(Refusal, XmlThatIsNotWellFormedNamesTheLine) {
  std::string bytes(kUn);
  bytes.insert(bytes.find("<INDIVIDUAL><DATAID>2"), "\n\n<oops>");
  EXPECT_THAT(read_bytes("un.xml", bytes).refused, HasSubstr("line 3"));
}

TEST(Refusal, EntityDeclarationsAreRefusedBeforeTheyExpand) {
  const auto reading = read_bytes(
      "un.xml",
      "<?xml version=\"1.0\"?><!DOCTYPE CONSOLIDATED_LIST [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b "
      "\"&a;&a;&a;&a;\">]><CONSOLIDATED_LIST><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>&b;"
      "</FIRST_NAME></INDIVIDUAL></CONSOLIDATED_LIST>");
  EXPECT_THAT(reading.refused, HasSubstr("entities"));
}

TEST(Refusal, ExternalEntitiesAreRefused) {
  const auto reading = read_bytes(
      "un.xml",
      "<?xml version=\"1.0\"?><!DOCTYPE CONSOLIDATED_LIST [<!ENTITY x SYSTEM "
      "\"file:///etc/passwd\">]>"
      "<CONSOLIDATED_LIST><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>&x;</FIRST_NAME></INDIVIDUAL>"
      "</CONSOLIDATED_LIST>");
  EXPECT_NE(reading.refused, "");
}

TEST(Refusal, ElementsNestedTooDeepAreRefused) {
  std::string deep = "<CONSOLIDATED_LIST><INDIVIDUAL>";
  for (int i = 0; i < 100; ++i)
    deep += "<X>";
  EXPECT_THAT(read_bytes("un.xml", deep).refused, HasSubstr("too deep"));
}

TEST(Refusal, AListWithoutARecordIsRefused) {
  EXPECT_THAT(read_bytes("un.xml", "<CONSOLIDATED_LIST></CONSOLIDATED_LIST>").refused,
              HasSubstr("no record"));
}

TEST(Refusal, AnOwnListOfWhichOnlyTheHeaderIsLeftIsRefused) {
  ImportOptions options;
  options.format = Format::kMappedCsv;
  options.mapping =
      "list = \"own\"\nkind = \"person\"\ndatasets = [\"REL\"]\n[columns]\nid = \"number\"\nname = "
      "\"name\"\n";
  const Reading reading = read_bytes("own.csv", "number,name\n", options);
  EXPECT_THAT(reading.refused, HasSubstr("no record"));
  EXPECT_THAT(reading.refused, HasSubstr("lists remove"));
}

TEST(Refusal, AFolderIsRefusedWithTheAdviceToGiveItsFiles) {
  const std::string folder = testing::TempDir();
  EXPECT_THAT(read_files({folder}).refused, HasSubstr("give the files in it"));
}

TEST(Refusal, AListOfWhichNothingCouldBeReadIsRefused) {
  EXPECT_THAT(
      read_bytes("un.xml", "<CONSOLIDATED_LIST><ENTITY/><ENTITY/></CONSOLIDATED_LIST>").refused,
      HasSubstr("none of the 2 records"));
}

TEST(Refusal, OneRecordWithoutANameCostsOnlyItself) {
  std::string bytes(kUn);
  bytes.replace(bytes.find("<FIRST_NAME>ALI</FIRST_NAME>"), 28, "");
  const auto reading = read_bytes("un.xml", bytes);
  EXPECT_EQ(reading.account.records, 2U);
  EXPECT_EQ(reading.account.accepted, 1U);
  EXPECT_EQ(reading.account.causes.at("no name"), 1U);
  EXPECT_EQ(reading.account.examples[0].id, "2");
}

TEST(Refusal, AJsonLinesFileCutInsideALineIsRefused) {
  const std::string line =
      R"({"id":"p1","caption":"A","schema":"Person","properties":{"name":["A"]},"datasets":["x"]})";
  EXPECT_EQ(read_bytes("e.json", line + "\n" + line.substr(0, 0)).refused, "");
  EXPECT_THAT(read_bytes("e.json", line + "\n" + line.substr(0, 40)).refused,
              HasSubstr("ends inside"));
}

TEST(Refusal, OneBrokenJsonLineCostsOnlyItself) {
  const std::string line =
      R"({"id":"p1","caption":"A","schema":"Person","properties":{"name":["A"]},"datasets":["x"]})";
  const auto reading = read_bytes("e.json", line + "\n{\"id\":}\n{\"schema\":\"Person\"}\n");
  EXPECT_EQ(reading.account.records, 3U);
  EXPECT_EQ(reading.account.accepted, 1U);
  EXPECT_EQ(reading.account.causes.at("not a JSON object"), 1U);
  EXPECT_EQ(reading.account.causes.at("not an entity"), 1U);
}

TEST(Refusal, AJsonDocumentThatEndsTooEarlyIsRefused) {
  EXPECT_THAT(read_bytes("p.json", R"({"persons":[{"id":"1","name":"A"},{"id":)").refused,
              HasSubstr("too early"));
  EXPECT_THAT(read_bytes("p.json", R"({"persons":[{"id":"1","name":"A"}])").refused,
              HasSubstr("too early"));
}

TEST(Refusal, AQuoteThatIsNeverClosedIsRefused) {
  EXPECT_THAT(
      read_bytes("sdn.csv", "36,\"AERO\",-0- ,\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,\"x\n")
          .refused,
      HasSubstr("never closed"));
}

// Several files are given at once: which of them is it?
TEST(Refusal, ARefusalNamesTheFile) {
  EXPECT_THAT(read_bytes("un.xml", "<CONSOLIDATED_LIST><INDIVIDUALS>").refused,
              StartsWith("un.xml: "));
  const std::string party = "36,\"AERO\",-0- ,\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n";
  EXPECT_THAT(read_bytes({{"sdn.csv", party},
                          {"alt.csv", "36,1,\"aka\",\"AEROX\",-0- \n36,2,\"aka\",\"x\n"},
                          {"add.csv", "36,1,-0- ,-0- ,\"Cuba\",-0- \n"}})
                  .refused,
              StartsWith("alt.csv: "));
}

TEST(Refusal, AConsumerThatFailsStopsTheReadingWithItsOwnReason) {
  auto opened = open_bytes("un.xml", kUn);
  ASSERT_TRUE(opened.ok());
  const auto lists = plan({opened->front().get()});
  ASSERT_TRUE(lists.ok());
  int calls = 0;
  const auto account = read_list(lists->front(), [&](profile::Profile&&) -> base::Result<void> {
    ++calls;
    return base::Error(base::Cause::kStorageFull, "no space");
  });
  ASSERT_FALSE(account.ok());
  EXPECT_EQ(account.error().cause, base::Cause::kStorageFull);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace vedette::lists
