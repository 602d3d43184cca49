#include "app/customers/customer_detail_columns.h"

#include <gtest/gtest.h>

#include "app/customers/customer_columns.h"

namespace vedette::app {
namespace {

using evidence::IdentifierType;

TEST(CustomerDetailColumns, HeadingsOfManyLanguagesAreKnown) {
  const auto type = [](std::string_view heading) {
    return detail_heading(plain_words(heading))->type;
  };
  EXPECT_EQ(type("Passport No."), IdentifierType::kPassport);
  EXPECT_EQ(type("Reisepass-Nummer"), IdentifierType::kPassport);
  EXPECT_EQ(type("Tax ID"), IdentifierType::kTaxNumber);
  EXPECT_EQ(type("Steuernummer"), IdentifierType::kTaxNumber);
  EXPECT_EQ(type("LEI"), IdentifierType::kLei);
  EXPECT_EQ(type("IMO"), IdentifierType::kImo);
  EXPECT_EQ(type("Wallet"), IdentifierType::kWallet);
  EXPECT_EQ(detail_heading(plain_words("Lieu de naissance"))->field,
            evidence::DetailField::kPlaceOfBirth);
  EXPECT_FALSE(detail_heading(plain_words("Shoe size")));
}

TEST(CustomerDetailColumns, CellsBecomeDetailsAndNotes) {
  const auto columns =
      CustomerColumns::from({"id", "name", "Nationality", "Passport No", "IMO", "Aliases"});
  ASSERT_TRUE(columns.ok());
  EXPECT_TRUE(columns->ignored.empty());
  evidence::PartyDetails details;
  const std::string why = read_details(
      columns->details, {"1", "Ann", "Syria; IQ", "A 123456 | B 7", "", "Anna; Annie"}, details);
  EXPECT_EQ(why, "");
  ASSERT_EQ(details.nationalities.size(), 2U);
  EXPECT_EQ(details.nationalities[0].code(), "SY");
  ASSERT_EQ(details.identifiers.size(), 2U);
  EXPECT_EQ(details.identifiers[1].value, "B 7");
  EXPECT_EQ(details.other_names, (std::vector<std::string>{"Anna", "Annie"}));
  EXPECT_NE(read_details(columns->details, {"1", "Ann", "Narnia"}, details).find("Narnia"),
            std::string::npos);
}

}  // namespace
}  // namespace vedette::app
