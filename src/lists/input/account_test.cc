#include "lists/input/account.h"

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

TEST(Account, ThatNotAllNamesOfAPartyAreKeptIsTold) {
  std::size_t kept = 0;
  Accountant accountant("f", [&](profile::Profile&& profile) {
    kept = profile.names.size();
    return base::Result<void>();
  });
  profile::Profile many;
  many.key = {"f", "1"};
  many.names.resize(66'000);
  accountant.accept(std::move(many), 1);
  EXPECT_EQ(kept, 65'535U);
  EXPECT_EQ(accountant.account().names, 65'535U);
  ASSERT_EQ(accountant.account().warnings.size(), 1U);
  EXPECT_EQ(accountant.account().warnings[0], "1 has 66000 names; the first 65535 are searched");
}

}  // namespace
}  // namespace vedette::lists
