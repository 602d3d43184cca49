#include <gtest/gtest.h>

#include <type_traits>

#include "ledger/sql/copy_format.h"
#include "ledger/sql/fault.h"
#include "ledger/sql/placeholders.h"
#include "ledger/sql/statement.h"

namespace vedette::ledger::sql {
namespace {

// Text from a request must not even compile as a query.
static_assert(!std::is_constructible_v<Sql, std::string>);
static_assert(!std::is_constructible_v<Sql, std::string_view>);
static_assert(!std::is_constructible_v<ProjectSql, std::string>);
static_assert(!std::is_convertible_v<Sql, ProjectSql>);

static_assert(count_placeholders("select 1") == 0);
static_assert(count_placeholders("select $2, $1") == 2);
static_assert(count_placeholders("select '$9', \"$8\" -- $7\n, $1 /* $6 */") == 1);
static_assert(count_placeholders("select $2") == kBadPlaceholders);
static_assert(count_placeholders("select ?") == kBadPlaceholders);
static_assert(count_placeholders("select 1; drop table users") == kBadPlaceholders);
static_assert(count_placeholders("select $0") == kBadPlaceholders);

TEST(Placeholders, KeepTheirNumbersWhateverOrderTheyAppearIn) {
  EXPECT_EQ(sqlite_placeholders("values ($2, $1, $12)"), "values (?2, ?1, ?12)");
}

TEST(Placeholders, AreLeftAloneInQuotesAndComments) {
  EXPECT_EQ(sqlite_placeholders("select 'it''s $1', \"$2\", $1 -- $3\n/* $4 */ + $2"),
            "select 'it''s $1', \"$2\", ?1 -- $3\n/* $4 */ + ?2");
}

TEST(Placeholders, ScriptsSplitAtStatementsOnly) {
  EXPECT_EQ(split_statements("-- a; b\ncreate table t (x text default ';');\n\n;/* c; */ insert 2"),
            (std::vector<std::string>{"-- a; b\ncreate table t (x text default ';')",
                                      "/* c; */ insert 2"}));
  EXPECT_TRUE(split_statements("-- nothing here\n").empty());
}

TEST(Faults, OfBothEnginesMeanTheSame) {
  EXPECT_EQ(fault_of_sqlite(2067), Fault::kUnique);
  EXPECT_EQ(fault_of_sqlstate("23505"), Fault::kUnique);
  EXPECT_EQ(fault_of_sqlite(13), Fault::kFull);
  EXPECT_EQ(fault_of_sqlstate("53100"), Fault::kFull);
  EXPECT_EQ(fault_of_sqlite(1034), Fault::kStorageIo);  // a failed fsync
  EXPECT_EQ(fault_of_sqlstate("40P01"), Fault::kSerialization);
  EXPECT_EQ(error_of(Fault::kFull, "").cause, base::Cause::kStorageFull);
  EXPECT_EQ(error_of(Fault::kUnique, "").cause, base::Cause::kConflict);
  EXPECT_EQ(error_of(Fault::kLost, "").cause, base::Cause::kUnavailable);
}

TEST(CopyFormat, GivesBackTheNumbersItWrote) {
  for (const std::int64_t number : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
    std::string row;
    const std::array<Value, 1> cells{Value(number)};
    append_copy_row(row, cells);
    Value back;
    ASSERT_TRUE(read_binary_cell(20, std::string_view(row).substr(6), back));
    EXPECT_EQ(std::get<std::int64_t>(back), number);
  }
}

TEST(CopyFormat, RefusesATypeThatNoColumnHas) {
  Value out;
  EXPECT_FALSE(read_binary_cell(1700, "1", out));
  EXPECT_FALSE(read_binary_cell(20, "1", out));
}

}  // namespace
}  // namespace vedette::ledger::sql
