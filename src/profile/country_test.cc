#include "profile/country.h"

#include <gtest/gtest.h>

namespace vedette::profile {
namespace {

std::string code_of(std::string_view text) {
  const auto country = parse_country(text);
  return country ? std::string(country->code()) : "none";
}

TEST(Country, ListsWriteTheSameCountryInManyWays) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"ir", "IR"},
      {"IRN", "IR"},
      {"Iran", "IR"},
      {"IRAN (ISLAMIC REPUBLIC OF)", "IR"},
      {"uk", "GB"},
      {"United Kingdom", "GB"},
      {"EL", "GR"},
      {"Russia", "RU"},
      {"Syria", "SY"},
      {"Korea, North", "KP"},
      {"congo, the democratic republic of the", "CD"},
      {"Republic of the Congo", "CG"},
      {"THE KINGDOM OF SAUDI ARABIA", "SA"},
      {"XK", "XK"},
      {"Kosovo", "XK"},
      {"Afghanistan (since 2009)", "AF"},
      {"Afghan", "AF"},
      {"C\xC3\xB4te d'Ivoire", "CI"},
      {"Democratic People\xE2\x80\x99s Republic of Korea", "KP"},
      {"USSR (now Russian Federation)", "RU"},
      {"Uzbekistan SSR (now Uzbekistan)", "UZ"},
      {" Democratic Republic of the Congo. ", "CD"},
  };
  for (const auto& [text, expected] : cases)
    EXPECT_EQ(code_of(text), expected) << text;
}

TEST(Country, WhatIsNotACountryIsNotGuessed) {
  for (const char* text : {"", "USSR", "ZZ", "00", "Atlantis", "undetermined", "QQQ"})
    EXPECT_EQ(code_of(text), "none") << text;
  EXPECT_EQ(code_of("SU"), "RU");  // lists use the code still
  EXPECT_FALSE(parse_country_code("SU"));
  EXPECT_FALSE(parse_country_code("Iran"));
  EXPECT_FALSE(Country::from_alpha2("UK"));
}

TEST(Country, TheTableHoldsEveryCountryOnce) {
  EXPECT_EQ(country_rows().size(), 250U);
  for (const CountryRow& row : country_rows()) {
    EXPECT_EQ(code_of(row.country.code()), row.country.code());
    EXPECT_EQ(code_of(row.name), row.country.code()) << row.name;
    EXPECT_EQ(country_name(row.country), row.name);
  }
}

}  // namespace
}  // namespace vedette::profile
