#include "service/access/password_rules.h"

#include <gtest/gtest.h>

namespace vedette::service {
namespace {

std::string code_of(std::string_view password) {
  const auto checked = check_new_password(password, {"anabel", "ACMEBANK"});
  return checked.ok() ? "ok" : checked.error().details.at(0).code;
}

TEST(PasswordRules, WhatGuessersTryFirstIsRefused) {
  for (const char* common :
       {"password",         "Password1",       "P@ssw0rd!",   "PASSWORD2026",  "!!welcome!!",
        "Summer2026!",      "qwertyuiop",      "qwerty12345", "asdfghjk1",     "12345678",
        "87654321",         "20260131",        "aaaaaaaa",    "abababab",      "abcabcabc",
        "passwordpassword", "admin-welcome",   "letmein123",  "iloveyou2",     "1q2w3e4r5t",
        "Compliance1",      "vedette2026",     "s3cr3t123",   "monkey.dragon", "anabel123",
        "AcmeBank2026",     "acmebank-anabel", "michael1985", "@dmin2026",     "Adm1n!2026",
        "zyxwvuts"})
    EXPECT_EQ(code_of(common), "COMMON_PASSWORD") << common;
}

TEST(PasswordRules, OtherPasswordsPass) {
  for (const char* good :
       {"correct horse battery", "correct horse: battery ü", "looks after it", "battery staple",
        "k7mw-pq9x-tt3a", "Zwei Hunde bellen", "vier-Tassen-Tee", "8f3kq2nb7w",
        "mein Passwort ist lang", "дом на берегу моря", "41592653589793238"})
    EXPECT_EQ(code_of(good), "ok") << good;
}

TEST(PasswordRules, LengthAndTextAreChecked) {
  EXPECT_EQ(code_of("k7mwpq9"), "OUT_OF_RANGE");
  EXPECT_EQ(code_of("k7mwpq9x"), "ok");
  EXPECT_EQ(code_of(std::string(1025, 'x')), "OUT_OF_RANGE");
  EXPECT_EQ(code_of("k7mw\xffpq9x"), "INVALID_TEXT");
  EXPECT_EQ(code_of(std::string("k7mw\0pq9x", 9)), "INVALID_TEXT");
}

TEST(PasswordRules, TheWordsOfOtherUsersAreNotRefused) {
  EXPECT_FALSE(is_common_password("wolfhard99", {"anabel"}));
  EXPECT_TRUE(is_common_password("wolfhard99", {"Wolfhard"}));
}

}  // namespace
}  // namespace vedette::service
