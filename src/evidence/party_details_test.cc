#include "evidence/party_details.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace vedette::evidence {
namespace {

using enum DetailField;

std::optional<DetailProblem> set(PartyDetails& details, DetailField field, std::string_view json) {
  const auto parsed = boost::json::parse(json).as_array();
  const std::vector<boost::json::value> items(parsed.begin(), parsed.end());
  return set_detail(details, field, row_of(field).name, items);
}

PartyDetails full_details() {
  PartyDetails details;
  EXPECT_FALSE(set(details, kOtherNames, R"(["Ali, Ahmad", " Abu Ali "])"));
  EXPECT_FALSE(set(details, kNationalities, R"(["IRQ", "iq", "sy"])"));
  EXPECT_FALSE(set(details, kResidenceCountries, R"(["DE", null, ""])"));
  EXPECT_FALSE(set(details, kPlaceOfBirth, R"(["Mosul, Iraq"])"));
  EXPECT_FALSE(set(details, kAddresses, R"(["5 Main Street, Berlin"])"));
  EXPECT_FALSE(set(details, kIdentifiers,
                   R"([{"type":"passport","value":"A 1234567","country":"iq"}, "imo:9116412",
                       "taxNumber:RU:7707083893", {"type":"national-id","value":123456}])"));
  return details;
}

TEST(PartyDetails, ValuesAreTrimmedReadOnceAndTyped) {
  const PartyDetails details = full_details();
  EXPECT_EQ(details.other_names, (std::vector<std::string>{"Ali, Ahmad", "Abu Ali"}));
  ASSERT_EQ(details.nationalities.size(), 2U);
  EXPECT_EQ(details.nationalities[0].code(), "IQ");
  EXPECT_EQ(details.residence_countries.size(), 1U);
  ASSERT_EQ(details.identifiers.size(), 4U);
  EXPECT_EQ(details.identifiers[0].value, "A 1234567");
  EXPECT_EQ(make_identifier(details.identifiers[0]).value, "A1234567");
  EXPECT_EQ(details.identifiers[1].type, IdentifierType::kImo);
  EXPECT_EQ(details.identifiers[2].country.code(), "RU");
  EXPECT_EQ(details.identifiers[3].type, IdentifierType::kNationalId);
}

TEST(PartyDetails, WhatIsWrittenIsReadBack) {
  const PartyDetails details = full_details();
  const auto read = details_from_json(to_json(details));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, details);
  EXPECT_EQ(to_json(PartyDetails()), "");
  EXPECT_TRUE(details_from_json("")->empty());
  EXPECT_FALSE(details_from_json("[]").ok());
  EXPECT_FALSE(details_from_json(R"({"identifiers":[{"type":"shoe","value":"1"}]})").ok());
}

TEST(PartyDetails, AProblemNamesItsFieldAndLeavesTheValueAlone) {
  PartyDetails details = full_details();
  const PartyDetails before = details;
  const auto path = [&](DetailField field, std::string_view json) {
    const auto problem = set(details, field, json);
    return problem ? problem->path + " " + problem->code : "none";
  };
  EXPECT_EQ(path(kIdentifiers, R"(["imo:1", {"type":"shoe","value":"44"}])"),
            "identifiers[1].type UNKNOWN_IDENTIFIER_TYPE");
  EXPECT_EQ(path(kIdentifiers, R"([{"type":"lei"}])"), "identifiers[0].value MISSING_PARAMETER");
  EXPECT_EQ(path(kIdentifiers, R"([{"type":"lei","value":"1","country":"Narnia"}])"),
            "identifiers[0].country INVALID_COUNTRY");
  EXPECT_EQ(path(kIdentifiers, R"(["9116412"])"), "identifiers INVALID_IDENTIFIER");
  EXPECT_EQ(path(kIdentifiers, R"([{"type":"lei","value":"--"}])"),
            "identifiers[0].value INVALID_CHARACTER");
  EXPECT_EQ(path(kNationalities, R"(["IQ", "Narnia"])"), "nationalities[1] INVALID_COUNTRY");
  EXPECT_EQ(path(kAddresses, R"([{}])"), "addresses INVALID_TYPE");
  EXPECT_EQ(path(kOtherNames, R"(["a\u0007b"])"), "otherNames INVALID_CHARACTER");
  EXPECT_EQ(details, before);
  const auto unknown = set(details, kIdentifiers, R"(["shoe:44"])");
  EXPECT_EQ(unknown->message, "must be one of " + identifier_type_list());
}

TEST(PartyDetails, TheNumberAndLengthOfValuesAreBounded) {
  PartyDetails details;
  std::vector<std::string> names;
  for (std::size_t i = 0; i <= row_of(kOtherNames).most; ++i)
    names.push_back("Name " + std::to_string(i));
  EXPECT_EQ(set_detail(details, kOtherNames, "otherNames", names)->code, "TOO_LONG");
  names.pop_back();
  EXPECT_FALSE(set_detail(details, kOtherNames, "otherNames", names));
  const std::vector<std::string> longer = {std::string(row_of(kPlaceOfBirth).longest + 1, 'a')};
  EXPECT_EQ(set_detail(details, kPlaceOfBirth, "placeOfBirth", longer)->code, "TOO_LONG");
}

}  // namespace
}  // namespace vedette::evidence
