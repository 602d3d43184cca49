#include "ledger/row_seal.h"

#include <gtest/gtest.h>

namespace vedette::ledger {
namespace {

constexpr base::ProjectId kProject{7};

class RowSealTest : public ::testing::Test {
 protected:
  static SealedContent content(std::string_view first, std::string_view second) {
    SealedContent out("records", 1, kProject);
    out.add(first).add(second);
    return out;
  }
  const RowSeals seals_{ServerKey(base::random_key())};
};

TEST_F(RowSealTest, ASealFitsItsContentAndNoOther) {
  const RowSeal seal = seals_.seal(content("Anna", "1990"));
  EXPECT_TRUE(seals_.fits(seal, content("Anna", "1990")));
  EXPECT_FALSE(seals_.fits(seal, content("Anna1", "990")));
  EXPECT_FALSE(seals_.fits(RowSeal{}, content("Anna", "1990")));
  EXPECT_FALSE(seals_.fits(seal, SealedContent("records", 1, base::ProjectId(8))
                                     .add(std::string_view("Anna"))
                                     .add(std::string_view("1990"))));
  EXPECT_FALSE(RowSeals(ServerKey(base::random_key())).fits(seal, content("Anna", "1990")));
}

TEST_F(RowSealTest, NothingAndEmptyAreDifferent) {
  SealedContent nothing("records", 1, kProject);
  nothing.add(std::optional<std::string>());
  SealedContent empty("records", 1, kProject);
  empty.add(std::optional<std::string>(""));
  EXPECT_NE(nothing.bytes(), empty.bytes());
}

TEST_F(RowSealTest, ATotalDoesNotDependOnTheOrderAndEndsAtZero) {
  RowTotal one;
  RowTotal two;
  std::vector<RowTotal::Share> shares;
  for (int i = 0; i < 100; ++i)
    shares.push_back(seals_.share(seals_.seal(content("row", std::to_string(i)))));
  for (const auto& share : shares)
    one.add(share);
  for (auto share = shares.rbegin(); share != shares.rend(); ++share)
    two.add(*share);
  EXPECT_EQ(one, two);
  EXPECT_EQ(one.rows(), 100);
  RowTotal change;
  for (const auto& share : shares)
    change.remove(share);
  one.add(change);
  EXPECT_TRUE(one.is_zero());
}

TEST_F(RowSealTest, AStoredTotalFitsItsHeadAlone) {
  RowTotal total;
  total.add(seals_.share(seals_.seal(content("a", "b"))));
  const AuditHead head{3, base::sha256("head")};
  const StoredTotal stored = seals_.cover(kProject, head, total, 1);
  const auto read = seals_.uncover(kProject, head, stored);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(*read, total);
  EXPECT_NE(stored.covered_sum, total.sum());
  EXPECT_FALSE(seals_.uncover(kProject, AuditHead{4, head.mac}, stored).has_value());
  EXPECT_FALSE(seals_.uncover(base::ProjectId(8), head, stored).has_value());
  StoredTotal forged = stored;
  ++forged.rows;
  EXPECT_FALSE(seals_.uncover(kProject, head, forged).has_value());
}

}  // namespace
}  // namespace vedette::ledger
