#include "base/table.h"

#include <gtest/gtest.h>

namespace vedette::base {
namespace {

TEST(Table, ARowHasFieldsAndForms) {
  const TableRow row("robert\tbob|bobby||-\t-\t");
  EXPECT_EQ(row.text(0), "robert");
  EXPECT_EQ(row.forms(1), (std::vector<std::string_view>{"bob", "bobby"}));
  EXPECT_TRUE(row.forms(2).empty());
  EXPECT_EQ(row.text(3), "");
  EXPECT_EQ(row.text(9), "");
  EXPECT_EQ(row.fields().size(), 4u);
}

TEST(Table, CommentsAreNoRows) {
  int rows = 0;
  for_each_table_row("data/datasets.tsv", [&](const TableRow& row) {
    EXPECT_FALSE(row.text(0).starts_with('#'));
    ++rows;
  });
  EXPECT_EQ(rows, 18);
}

TEST(TableDeathTest, ATableThatIsNotBuiltInIsABug) {
  EXPECT_DEATH(for_each_table_row("data/nothing.tsv", [](const TableRow&) {}), "invariant broken");
}

}  // namespace
}  // namespace vedette::base
