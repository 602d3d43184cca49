#include "service/common/signed_document.h"

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace vedette::service {
namespace {

constexpr base::Time kNow{1'769'860'800'000};

class SignedDocumentTest : public ::testing::Test {
 protected:
  static SignedFile file(std::string_view content, std::string purpose = "backup") {
    return {std::move(purpose), content.size(), base::sha256(content)};
  }
  base::Cause refused(const std::string& signature, const SignedFile& of,
                      const TrustedSigners& trusted) {
    const auto checked = check_signature(signature, of, trusted);
    EXPECT_FALSE(checked.ok());
    return checked.ok() ? base::Cause::kInternal : checked.error().cause;
  }

  const ledger::ServerKey server_key_{base::random_key()};
  const base::KeyPair key_{base::random_key()};
  const DocumentSigner signer_{key_, server_key_};
  const std::string signature_ = signer_.sign(file("content"), kNow);
  const TrustedSigners trusted_{key_.public_key(), {}};
};

TEST_F(SignedDocumentTest, ASignatureFitsItsFile) {
  const auto checked = check_signature(signature_, file("content"), trusted_);
  ASSERT_TRUE(checked.ok()) << checked.error().message;
  EXPECT_EQ(checked->purpose, "backup");
  EXPECT_EQ(checked->signed_at, "2026-01-31T12:00:00Z");
  EXPECT_EQ(checked->key, key_.public_key());
}

TEST_F(SignedDocumentTest, TheServerKeyEndorsesTheSigningKey) {
  EXPECT_TRUE(check_signature(signature_, file("content"), {{}, server_key_}).ok());
  const ledger::ServerKey other(base::random_key());
  EXPECT_EQ(refused(signature_, file("content"), {{}, other}), base::Cause::kForbidden);
}

TEST_F(SignedDocumentTest, AnEditedFileIsRefused) {
  EXPECT_EQ(refused(signature_, file("Content"), trusted_), base::Cause::kCorrupt);
}

TEST_F(SignedDocumentTest, AnotherPurposeIsRefused) {
  EXPECT_EQ(refused(signature_, file("content", "case-file"), trusted_), base::Cause::kCorrupt);
  EXPECT_TRUE(check_signature(signature_, file("content", ""), trusted_).ok());
}

TEST_F(SignedDocumentTest, AnotherKeyIsRefused) {
  const base::KeyPair forger(base::random_key());
  const std::string forged =
      DocumentSigner(forger, ledger::ServerKey(base::random_key())).sign(file("content"), kNow);
  EXPECT_EQ(refused(forged, file("content"), trusted_), base::Cause::kForbidden);
  EXPECT_EQ(refused(forged, file("content"), {{}, server_key_}), base::Cause::kForbidden);
}

TEST_F(SignedDocumentTest, EveryFieldUnderTheSignatureCounts) {
  for (const std::string name :
       {"purpose", "signedAt", "publicKey", "signature", "format", "sha256", "algorithm"}) {
    std::string edited = signature_;
    const std::size_t value = edited.find("\"" + name + "\":\"") + name.size() + 4;
    edited[value] = edited[value] == '1' ? '2' : '1';
    EXPECT_FALSE(check_signature(edited, file("content"), trusted_).ok()) << name;
  }
}

TEST_F(SignedDocumentTest, WhatIsNoSignatureIsRefused) {
  for (const std::string text : {"", "{}", "[]", "vedette", "{\"format\":\"vedette-signature-1\"}"})
    EXPECT_EQ(refused(text, file("content"), trusted_), base::Cause::kInvalidInput) << text;
}

TEST_F(SignedDocumentTest, APublicKeyIsSixtyFourHexDigits) {
  EXPECT_EQ(read_public_key(public_key_text(key_.public_key())), key_.public_key());
  EXPECT_FALSE(read_public_key("abc").has_value());
}

}  // namespace
}  // namespace vedette::service
