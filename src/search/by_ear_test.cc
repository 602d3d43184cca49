// Foreign names in scripts that spell what is heard, in the query and in the list.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "search/testing/both_ways.h"

namespace vedette::search {
namespace {

struct Part {
  std::string latin;
  std::array<std::string, 5> native;  // Han, Hangul, Katakana, Hebrew, Arabic
};
const std::vector<Part> kGiven = {
    {"Vladimir", {"弗拉基米尔", "블라디미르", "ウラジーミル", "ולדימיר", "فلاديمير"}},
    {"Martin", {"马丁", "마르틴", "マルティン", "מרטין", "مارتن"}},
    {"Angela", {"安格拉", "앙겔라", "アンゲラ", "אנגלה", "أنغيلا"}},
    {"Christopher", {"克里斯托弗", "크리스토퍼", "クリストファー", "כריסטופר", "كريستوفر"}},
    {"Gabriella", {"加布里埃拉", "가브리엘라", "ガブリエラ", "גבריאלה", "غابرييلا"}}};
const std::vector<Part> kFamily = {
    {"Kovalenko", {"科瓦连科", "코발렌코", "コヴァレンコ", "קובלנקו", "كوفالينكو"}},
    {"Schneider", {"施耐德", "슈나이더", "シュナイダー", "שניידר", "شنايدر"}},
    {"Rodriguez", {"罗德里格斯", "로드리게스", "ロドリゲス", "רודריגז", "رودريغيز"}},
    {"Anderson", {"安德森", "앤더슨", "アンダーソン", "אנדרסון", "أندرسون"}}};
const std::array<std::string, 5> kBetween = {"·", " ", "・", " ", " "};

std::string native(const Part& given, const Part& family, std::size_t script) {
  return given.native[script] + kBetween[script] + family.native[script];
}

TEST(ByEar, QueriesInOtherScriptsFindExactlyWhatAFullScanFinds) {
  std::vector<profile::Profile> profiles;
  for (const Part& given : kGiven)
    for (const Part& family : kFamily)
      profiles.push_back(catalogue::sample_profile(
          profile::Kind::kPerson, given.latin + family.latin, {family.latin + ", " + given.latin}));
  const auto catalogue = built(profiles);
  int found = 0;
  for (const Part& given : kGiven)
    for (const Part& family : kFamily)
      for (std::size_t script = 0; script < kBetween.size(); ++script) {
        const std::string name = native(given, family, script);
        for (const int threshold : {50, 80, 90})
          found_by_both(catalogue, name, threshold);
        const Results results = found_by_both(catalogue, name);
        found += results.total == 1;
        EXPECT_LE(results.total, 1u) << name;
      }
  // Twenty people, in five scripts.
  EXPECT_GE(found, 85);
}

TEST(ByEar, ListedNamesInOtherScriptsAreFoundExactlyAsAFullScanFindsThem) {
  std::vector<profile::Profile> profiles;
  for (const Part& given : kGiven)
    for (const Part& family : kFamily)
      for (std::size_t script = 0; script < kBetween.size(); ++script)
        profiles.push_back(catalogue::sample_profile(
            profile::Kind::kPerson, given.latin + family.latin + std::to_string(script),
            {native(given, family, script)}));
  const auto catalogue = built(profiles);
  std::uint64_t found = 0;
  for (const Part& given : kGiven)
    for (const Part& family : kFamily) {
      for (const int threshold : {50, 90})
        found_by_both(catalogue, given.latin + " " + family.latin, threshold);
      found += found_by_both(catalogue, given.latin + " " + family.latin).total;
    }
  EXPECT_GE(found, 85u);
}

TEST(ByEar, ANativeNameWithoutABlankIsNotReadSo) {
  const auto catalogue =
      built({catalogue::sample_profile(profile::Kind::kPerson, "1", {"Martin Ding"})});
  EXPECT_EQ(found_by_both(catalogue, "马丁").total, 0u);
}

}  // namespace
}  // namespace vedette::search
