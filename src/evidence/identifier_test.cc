#include "evidence/identifier.h"

#include <gtest/gtest.h>

#include "evidence/keccak.h"
#include "evidence/wallet.h"

namespace vedette::evidence {
namespace {

using enum IdentifierType;
using profile::Country;

Country country(std::string_view code) {
  return Country::from_alpha2(code).value();
}
CheckDigit check(IdentifierType type, std::string_view text, std::string_view code = {}) {
  return make_identifier(type, text, code.empty() ? Country() : country(code)).check;
}

TEST(Identifier, TypesAreReadInAnyCaseAndNamedInFull) {
  EXPECT_EQ(parse_identifier_type("IMO"), kImo);
  EXPECT_EQ(parse_identifier_type("national-id"), kNationalId);
  EXPECT_EQ(parse_identifier_type("shoe size"), std::nullopt);
  EXPECT_EQ(identifier_type_list(),
            "passport, nationalId, taxNumber, registrationNumber, lei, bic, isin, imo, mmsi, "
            "aircraftSerial, wallet, listReference, other");
}

TEST(Identifier, CheckDigitsTellASlipFromANumber) {
  EXPECT_EQ(check(kLei, "5493001KJTIIGC8Y1R12"), CheckDigit::kValid);
  EXPECT_EQ(check(kLei, "5493001KJTIIGC8Y1R13"), CheckDigit::kInvalid);
  EXPECT_EQ(check(kImo, "IMO 9116412"), CheckDigit::kValid);
  EXPECT_EQ(check(kImo, "9116413"), CheckDigit::kInvalid);
  EXPECT_EQ(check(kIsin, "US0378331005"), CheckDigit::kValid);
  EXPECT_EQ(check(kIsin, "US0378331006"), CheckDigit::kInvalid);
  EXPECT_EQ(check(kBic, "DEUTDEFF500"), CheckDigit::kValid);
  EXPECT_EQ(check(kBic, "DEUTZZFF"), CheckDigit::kInvalid);
  EXPECT_EQ(check(kTaxNumber, "7707083893", "RU"), CheckDigit::kValid);
  EXPECT_EQ(check(kTaxNumber, "7707083894", "RU"), CheckDigit::kInvalid);
  EXPECT_EQ(check(kTaxNumber, "500100732259", "RU"), CheckDigit::kValid);
  EXPECT_EQ(check(kTaxNumber, "7707083894", "DE"), CheckDigit::kNone);
  EXPECT_EQ(check(kRegistrationNumber, "1027700132195", "RU"), CheckDigit::kValid);
  EXPECT_EQ(check(kRegistrationNumber, "1027700132196", "RU"), CheckDigit::kInvalid);
  EXPECT_EQ(check(kOther, "GB82 WEST 1234 5698 7654 32"), CheckDigit::kValid);
}

TEST(Identifier, SpellingDoesNotCount) {
  EXPECT_EQ(make_identifier(kPassport, "kc-285 901").value, "KC285901");
  EXPECT_EQ(make_identifier(kImo, "imo9116412").value, "9116412");
  EXPECT_EQ(make_identifier(kBic, "DEUTDEFFXXX").value, "DEUTDEFF");
  EXPECT_EQ(make_identifier(kNationalId, " - ").value, "");
}

TEST(Identifier, ListsCallThemByTheirOwnWords) {
  const auto type = [](std::string category, std::string value) {
    const auto made = identifier_of({.category = std::move(category), .value = std::move(value)});
    return made ? std::optional(made->type) : std::nullopt;
  };
  EXPECT_EQ(type("Passport", "A123456"), kPassport);
  EXPECT_EQ(type("Stateless Person Passport", "A123456"), kPassport);
  EXPECT_EQ(type("Digital Currency Address - XBT", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"), kWallet);
  EXPECT_EQ(type("C.U.R.P.", "MECC691225HMNNNP01"), kNationalId);
  EXPECT_EQ(type("Vessel Registration Identification", "IMO 9116412"), kImo);
  EXPECT_EQ(type("Vessel Registration Identification", "12345"), kOther);
  EXPECT_EQ(type("UN reference number", "QDi.217"), kListReference);
  EXPECT_EQ(type("KPP", "770101001"), std::nullopt);
}

TEST(Identifier, ListedNumbersAreAlsoReadWithoutTheWordsAroundThem) {
  ListedIdentifiers listed;
  const auto values = [&](std::string value) {
    std::vector<std::string> out;
    for (const Identifier& each : listed.read_all({"Registration Number", value, {}, {}, {}, ""}))
      out.push_back(each.value);
    return out;
  };
  using Values = std::vector<std::string>;
  EXPECT_EQ(values("06527449"), Values({"06527449"}));
  EXPECT_EQ(values("UK Company no. 06527449"), Values({"UKCOMPANYNO06527449", "06527449"}));
  EXPECT_EQ(values("HRB 32490 (Mainz)"), Values({"HRB32490MAINZ", "HRB32490"}));
  EXPECT_EQ(values("Branch no. 7"), Values({"BRANCHNO7"}));
}

TEST(Identifier, IsReadFromWhatSomebodyTypes) {
  const auto typed = [](std::string_view text) {
    const auto one = typed_identifier(text);
    return one ? std::string(to_text(one->type)) + " " + one->value : std::string();
  };
  EXPECT_EQ(typed("IMO 9116412"), "imo 9116412");
  EXPECT_EQ(typed("imo: 9116412 "), "imo 9116412");
  EXPECT_EQ(typed("Passport No. KC 285901"), "passport KC285901");
  EXPECT_EQ(typed("PASSPORT NO 285901"), "passport 285901");
  EXPECT_EQ(typed("Passport No. KC285901"), "passport KC285901");
  EXPECT_EQ(typed("5493001KJTIIGC8Y1R12"), "lei 5493001KJTIIGC8Y1R12");
  EXPECT_EQ(typed("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
            "wallet bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
  EXPECT_EQ(typed("0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED"),
            "wallet 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
  EXPECT_EQ(typed("Ivan Petrov"), "");
  EXPECT_EQ(typed("Bank 24"), "");
  EXPECT_EQ(typed("9116412"), "");
  EXPECT_EQ(typed(""), "");
  EXPECT_EQ(typed("5th Avenue Trading 2020"), "");
}

IdentifierOutcome compared(const Identifier& a, const Identifier& b) {
  EXPECT_EQ(compare(a, b), compare(b, a));
  return compare(a, b);
}

TEST(Identifier, NationalNumbersCompareWithinACountry) {
  const auto id = [](std::string_view text, std::string_view code) {
    return make_identifier(kNationalId, text, code.empty() ? Country() : country(code));
  };
  EXPECT_EQ(compared(id("12345678", "IR"), id("1234-5678", "IR")), IdentifierOutcome::kAgrees);
  EXPECT_EQ(compared(id("12345678", "IR"), id("12345678", "IQ")), IdentifierOutcome::kNothing);
  EXPECT_EQ(compared(id("12345678", "IR"), id("12345678", "")), IdentifierOutcome::kAgrees);
  EXPECT_EQ(compared(id("12345678", "IR"), id("87654321", "IR")), IdentifierOutcome::kDiffers);
  EXPECT_EQ(compared(id("12345678", "IR"), id("12345679", "IR")), IdentifierOutcome::kOneOff);
  EXPECT_EQ(compared(id("12345678", "IR"), id("12354678", "IR")), IdentifierOutcome::kOneOff);
  EXPECT_EQ(compared(id("123", "IR"), id("123", "IR")), IdentifierOutcome::kNothing);
}

TEST(Identifier, TwoNumbersWithGoodCheckDigitsAreTwoNumbers) {
  EXPECT_EQ(compared(make_identifier(kImo, "9116412"), make_identifier(kImo, "9116424")),
            IdentifierOutcome::kDiffers);
  EXPECT_EQ(compared(make_identifier(kTaxNumber, "7707083893", country("RU")),
                     make_identifier(kTaxNumber, "7707083894", country("RU"))),
            IdentifierOutcome::kOneOff);
}

TEST(Identifier, ManyPassportsContradictLightly) {
  EXPECT_EQ(compared(make_identifier(kPassport, "A1234567", country("IQ")),
                     make_identifier(kPassport, "B7654321", country("IQ"))),
            IdentifierOutcome::kDiffersLightly);
}

TEST(Wallet, EachNotationHasItsRuleOfLetterCase) {
  using Check = WalletAddress::Check;
  const WalletAddress mixed = read_wallet("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  EXPECT_EQ(mixed.check, Check::kValid);
  EXPECT_EQ(mixed.value, read_wallet("0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED").value);
  EXPECT_EQ(read_wallet("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed").check, Check::kNone);
  EXPECT_EQ(read_wallet("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").check, Check::kInvalid);

  const WalletAddress bech = read_wallet("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4");
  EXPECT_EQ(bech.check, Check::kValid);
  EXPECT_EQ(bech.value, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
  EXPECT_EQ(read_wallet("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5").check, Check::kInvalid);

  EXPECT_EQ(read_wallet("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2").check, Check::kValid);
  EXPECT_EQ(read_wallet("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3").check, Check::kInvalid);
  EXPECT_NE(read_wallet("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2").value,
            read_wallet("1bvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2").value);

  const WalletAddress cash = read_wallet("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a");
  EXPECT_EQ(cash.check, Check::kValid);
  EXPECT_EQ(cash.value, read_wallet("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a").value);
}

TEST(Keccak, IsThatOfEthereum) {
  const auto digest = keccak_256("");
  EXPECT_EQ(digest[0], 0xc5);
  EXPECT_EQ(digest[1], 0xd2);
  EXPECT_EQ(digest[31], 0x70);
  EXPECT_NE(keccak_256(std::string(136, 'a')), keccak_256(std::string(135, 'a')));
}

}  // namespace
}  // namespace vedette::evidence
