#include "text/chinese.h"

#include <gtest/gtest.h>

namespace vedette::text {
namespace {

// Whether two Latin spellings can be the same Chinese name.
bool meet(std::string_view a, std::string_view b) {
  Forms first;
  Forms second;
  chinese_readings(a, first);
  chinese_readings(b, second);
  for (std::size_t i = 0; i < first.size(); ++i)
    if (second.contains(first[i])) return true;
  return false;
}

TEST(Chinese, WadeGilesMeetsPinyin) {
  EXPECT_TRUE(meet("chou", "zhou"));
  EXPECT_TRUE(meet("hsueh", "xue"));
  EXPECT_TRUE(meet("tsai", "cai"));
  EXPECT_TRUE(meet("tsetung", "zedong"));
  EXPECT_TRUE(meet("hsiaoping", "xiaoping"));
  EXPECT_TRUE(meet("teng", "deng"));
  EXPECT_TRUE(meet("enlai", "enlai"));
}

TEST(Chinese, SouthernFamilyNamesMeetPinyin) {
  EXPECT_TRUE(meet("ng", "wu"));
  EXPECT_TRUE(meet("ng", "huang"));
  EXPECT_TRUE(meet("wong", "wang"));
  EXPECT_TRUE(meet("chan", "chen"));
  EXPECT_TRUE(meet("tan", "chen"));
  EXPECT_TRUE(meet("lyu", "lu"));
}

TEST(Chinese, OtherNamesHaveNoReading) {
  for (const char* name : {"smith", "putin", "garcia", "", "x", "schwarzenegger"}) {
    Forms forms;
    chinese_readings(name, forms);
    EXPECT_TRUE(forms.empty()) << name;
  }
  EXPECT_FALSE(meet("li", "wang"));
}

}  // namespace
}  // namespace vedette::text
