#include "base/spreadsheet_cell.h"

#include <gtest/gtest.h>

namespace vedette::base {
namespace {

TEST(SpreadsheetCellTest, WhatASpreadsheetWouldRunIsATextAndComesBackAsItWas) {
  for (const char* cell :
       {"=cmd|calc!A0", "+1", "-Foo", "@SUM(1)", "\tx", "'=x", "''@y", " =1+2", "  ' -3", "' +4"}) {
    EXPECT_EQ(spreadsheet_cell(cell), std::string("'") + cell);
    EXPECT_EQ(from_spreadsheet_cell(spreadsheet_cell(cell)), cell);
  }
}

TEST(SpreadsheetCellTest, EverythingElseStaysAsItIs) {
  for (const char* cell : {"", "Anna Petrova", "'Abd al-Rahman", "'", "O'Brien", "1=2"}) {
    EXPECT_EQ(spreadsheet_cell(cell), cell);
    EXPECT_EQ(from_spreadsheet_cell(cell), cell);
  }
}

}  // namespace
}  // namespace vedette::base
