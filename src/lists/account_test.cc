#include "lists/account.h"

#include <gtest/gtest.h>

namespace vedette::lists {
namespace {

TEST(Account, RejectedRecordsAreToldBeforeAnyNumberOfOrphans) {
  Accountant accountant("f", [](profile::Profile&&) { return base::Result<void>(); });
  for (std::uint64_t line = 1; line <= 2 * Account::kMostExamples; ++line)
    accountant.orphan({line, "x", "party is not in the file", {}});
  accountant.reject({7001, "a", "id used twice in the list", {}});
  accountant.reject({7002, "b", "no name", {}});
  const Account& account = accountant.account();
  ASSERT_EQ(account.examples.size(), Account::kMostExamples);
  EXPECT_EQ(account.examples[0].line, 7001U);
  EXPECT_EQ(account.examples[1].line, 7002U);
  EXPECT_EQ(account.examples[2].line, 1U);
  for (std::uint64_t line = 1; line <= 2 * Account::kMostExamples; ++line)
    accountant.reject({line, "x", "no name", {}});
  EXPECT_EQ(account.examples.size(), Account::kMostExamples);
  EXPECT_EQ(account.examples.back().cause, "no name");
  EXPECT_EQ(account.rejected, 2 + 2 * Account::kMostExamples);
}

}  // namespace
}  // namespace vedette::lists
