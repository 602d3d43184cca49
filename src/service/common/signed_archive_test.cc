#include "service/common/signed_archive.h"

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace vedette::service {
namespace {

constexpr base::Time kAt{1'700'000'000'000};

class SignedArchiveTest : public ::testing::Test {
 protected:
  std::string made() const {
    const auto archive = signed_archive(
        signer_, "case-file", R"({"monitorRecordId":"C-1"})",
        {{"case.json", "{\"a\":1}\n"}, {"audit.json", std::string(100'000, 'x')}}, kAt);
    EXPECT_TRUE(archive.ok());
    return *archive;
  }
  // The archive with its members changed by somebody who cannot sign.
  std::string changed(const std::function<void(std::vector<ZipMember>&)>& change) const {
    auto members = unzip(made(), kMostArchiveBytes);
    EXPECT_TRUE(members.ok());
    change(*members);
    const auto archive = zip_of(*members, kAt);
    EXPECT_TRUE(archive.ok());
    return *archive;
  }
  base::Cause refused(const std::string& archive) const {
    const auto checked = check_archive(archive, "case-file", trusted_);
    EXPECT_FALSE(checked.ok());
    return checked.ok() ? base::Cause::kInternal : checked.error().cause;
  }

  const ledger::ServerKey key_{base::random_key()};
  const DocumentSigner signer_{base::KeyPair(base::random_key()), key_};
  const TrustedSigners trusted_{.key = {}, .endorsed_by = key_};
};

TEST_F(SignedArchiveTest, AnArchiveIsWhatWasSigned) {
  const auto checked = check_archive(made(), "case-file", trusted_);
  ASSERT_TRUE(checked.ok()) << checked.error().message;
  EXPECT_EQ(checked->signature.purpose, "case-file");
  ASSERT_EQ(checked->members.size(), 2U);
  EXPECT_EQ(checked->members[0].name, "case.json");
  EXPECT_EQ(checked->members[0].bytes, "{\"a\":1}\n");
  EXPECT_EQ(checked->members[1].bytes.size(), 100'000U);
}

TEST_F(SignedArchiveTest, AMemberThatWasChangedAddedOrTakenOutIsFound) {
  EXPECT_EQ(refused(changed([](auto& members) { members.back().bytes += "y"; })),
            base::Cause::kCorrupt);
  EXPECT_EQ(refused(changed([](auto& members) { members.pop_back(); })), base::Cause::kCorrupt);
  EXPECT_EQ(refused(changed([](auto& members) { members.push_back({"more.json", "{}"}); })),
            base::Cause::kCorrupt);
  EXPECT_EQ(refused(changed([](auto& members) { members.push_back(members.back()); })),
            base::Cause::kCorrupt);
}

TEST_F(SignedArchiveTest, AManifestThatWasChangedIsFound) {
  EXPECT_EQ(refused(changed([](auto& members) { members.front().bytes += " "; })),
            base::Cause::kCorrupt);
  EXPECT_EQ(refused(changed([](auto& members) { members.erase(members.begin() + 1); })),
            base::Cause::kInvalidInput);
}

TEST_F(SignedArchiveTest, AnArchiveOfAnotherInstallationIsRefused) {
  const ledger::ServerKey other{base::random_key()};
  const auto checked = check_archive(made(), "case-file", {.key = {}, .endorsed_by = other});
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().cause, base::Cause::kForbidden);
  EXPECT_EQ(refused("PK\x03\x04 is no archive"), base::Cause::kInvalidInput);
}

TEST_F(SignedArchiveTest, AnArchiveThatUnpacksToTooMuchIsRefused) {
  const auto members = unzip(made(), 1000);
  ASSERT_FALSE(members.ok());
  EXPECT_EQ(members.error().cause, base::Cause::kTooLarge);
}

}  // namespace
}  // namespace vedette::service
