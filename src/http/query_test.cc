#include "http/query.h"

#include <gtest/gtest.h>

namespace vedette::http {
namespace {

using Views = std::vector<std::string_view>;

TEST(Query, PlusAndPercentTwentyAreBothASpace) {
  const auto fields = QueryFields::parse("name=Jos%C3%A9+Mar%C3%ADa%20Aznar&aml=True");
  ASSERT_TRUE(fields.ok());
  EXPECT_EQ(fields->first("name"), "José María Aznar");
  EXPECT_EQ(fields->first("aml"), "True");
  EXPECT_EQ(fields->first("absent"), std::nullopt);
}

TEST(Query, RepeatedKeysStayInOrderAndBracketsNameTheSameList) {
  const auto fields = QueryFields::parse("c=GB&other=1&c[]=FR&c%5B%5D=DE&c[2]=US&c[x]=no&cc=no");
  ASSERT_TRUE(fields.ok());
  EXPECT_EQ(fields->values("c"), (Views{"GB", "FR", "DE", "US"}));
  EXPECT_EQ(fields->values("cc"), (Views{"no"}));
}

TEST(Query, AKeyWithoutEqualsIsToldFromAnEmptyValue) {
  const auto fields = QueryFields::parse("aml&name=&&x=a=b");
  ASSERT_TRUE(fields.ok());
  ASSERT_EQ(fields->all().size(), 3u);
  EXPECT_FALSE(fields->find("aml")->has_value);
  EXPECT_TRUE(fields->find("name")->has_value);
  EXPECT_EQ(fields->first("x"), "a=b");
}

TEST(Query, WhatIsNotPercentEncodedUtf8IsRefusedAndNamesTheField) {
  for (const std::string_view bad :
       {"a=%", "a=%4", "a=%zz", "a=%FF", "a=%C3", "a=%00", "a=%ED%A0%80", "%=1", "%ff=1"})
    EXPECT_FALSE(QueryFields::parse(bad).ok()) << bad;
  EXPECT_FALSE(QueryFields::parse(std::string_view("a=\0", 3)).ok());
  const auto error = QueryFields::parse("ok=1&dob=%F");
  ASSERT_FALSE(error.ok());
  EXPECT_EQ(error.error().cause, base::Cause::kInvalidInput);
  EXPECT_EQ(error.error().message, "value of field 2 is not valid percent-encoded UTF-8");
  ASSERT_EQ(error.error().details.size(), 1u);
  EXPECT_EQ(error.error().details[0].path, "dob");
}

TEST(Query, TheNumberOfFieldsIsBounded) {
  std::string text;
  for (std::size_t i = 0; i < QueryFields::kMaxFields; ++i)
    text += "a&";
  EXPECT_TRUE(QueryFields::parse(text).ok());
  const auto result = QueryFields::parse(text + "a");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().cause, base::Cause::kTooLarge);
}

TEST(Query, EncodingThenDecodingGivesTheSameText) {
  const std::string text = "a b+c%/?&=#é漢\x01";
  EXPECT_EQ(decode_component(encode_component(text)), text);
  EXPECT_EQ(decode_form_component(encode_component(text)), text);
  EXPECT_EQ(decode_component("a+b"), "a+b");
  EXPECT_EQ(decode_form_component("a+b"), "a b");
}

}  // namespace
}  // namespace vedette::http
