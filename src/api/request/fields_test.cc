#include "api/request/fields.h"

#include <gtest/gtest.h>

#include <limits>

namespace vedette::api {
namespace {

const base::Time kToday = *base::parse_iso("2026-03-10T09:00:00Z");

template <class T>
std::string code_of(const Field<T>& field) {
  return field.ok() ? "" : field.problem().code;
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += text;
  return out;
}

TEST(Fields, ARecordIdIsKeptByteByByte) {
  for (const char* id : {"C-1", " a ", "K/1+?&=", "客户 7", "0"})
    EXPECT_EQ(parse_record_id(id).value(), id);
  EXPECT_EQ(code_of(parse_record_id(repeated("ж", 255))), "");
  EXPECT_EQ(code_of(parse_record_id(repeated("ж", 256))), "TOO_LONG");
  EXPECT_EQ(code_of(parse_record_id("")), "MISSING_PARAMETER");
  EXPECT_EQ(code_of(parse_record_id("   \xE3\x80\x80")), "MISSING_PARAMETER");
  EXPECT_EQ(code_of(parse_record_id("a\tb")), "INVALID_CHARACTER");
  EXPECT_EQ(code_of(parse_record_id("a\xC2\x85")), "INVALID_CHARACTER");
  EXPECT_EQ(code_of(parse_record_id("a\xff")), "INVALID_CHARACTER");
}

TEST(Fields, ANameIsTrimmedAndCountedInCharacters) {
  EXPECT_EQ(parse_name("  Iván Petrov\r\n").value(), "Iván Petrov");
  EXPECT_EQ(parse_name("\xE3\x80\x80\xE7\x8E\x8B\xE4\xBC\x9F\xC2\xA0").value(), "王伟");
  EXPECT_EQ(code_of(parse_name(repeated("ж", 512))), "");
  EXPECT_EQ(code_of(parse_name(repeated("ж", 513))), "TOO_LONG");
  EXPECT_EQ(code_of(parse_name(" " + repeated("a", 512) + " ")), "");
  EXPECT_EQ(code_of(parse_name(" \t ")), "MISSING_PARAMETER");
  EXPECT_EQ(code_of(parse_name("Ivan\x01Petrov")), "INVALID_CHARACTER");
  EXPECT_EQ(code_of(parse_name("Ivan\nPetrov")), "INVALID_CHARACTER");
  for (const char* no_letters : {"--", "&", "...", "' \"", "☺"})
    EXPECT_EQ(code_of(parse_name(no_letters)), "INVALID_CHARACTER") << no_letters;
  for (const char* short_name : {"X", "7", "П", "李", "محمد", "ᏣᎳᎩ"})
    EXPECT_EQ(code_of(parse_name(short_name)), "") << short_name;
}

TEST(Fields, CountriesAreEchoedAsGivenAndUnderstoodInEverySpelling) {
  const auto list = parse_countries({"de", "DEU", "UK", "gbr", "xk", " EL ", ""});
  ASSERT_TRUE(list.ok());
  EXPECT_EQ(list->as_given, (std::vector<std::string>{"de", "UK", "xk", "EL"}));
  ASSERT_EQ(list->countries.size(), 4U);
  EXPECT_EQ(list->countries[1].code(), "GB");
  EXPECT_EQ(list->countries[3].code(), "GR");
  EXPECT_EQ(parse_countries({})->countries.size(), 0U);
  const auto wrong = parse_countries({"DE", "Germany"});
  EXPECT_EQ(code_of(wrong), "INVALID_COUNTRY");
  EXPECT_NE(wrong.problem().message.find("'Germany'"), std::string::npos);
}

TEST(Fields, DatasetGroupsAreExpanded) {
  using enum profile::Dataset;
  EXPECT_EQ(parse_dataset_list({"san", "PEP_CURRENT", "am"}).value(),
            (profile::DatasetSet{kSanCurrent, kSanFormer, kPepCurrent, kRre}));
  EXPECT_TRUE(parse_dataset_list({})->empty());
  const auto wrong = parse_dataset_list({"SAN", "XYZ"});
  EXPECT_EQ(code_of(wrong), "INVALID_DATASET");
  EXPECT_NE(wrong.problem().message.find("SAN-CURRENT"), std::string::npos);
}

TEST(Fields, ABirthDateIsARealDayBetween1900AndToday) {
  for (const char* good : {"1900-01-01", "2026-03-10", "2026-03", "2026", "1961-07", "2024-02-29",
                           "1961/1963", "1961/1961", "2020/2026"})
    EXPECT_EQ(parse_dob(good, kToday)->as_given, good);
  EXPECT_EQ(parse_dob("1961-07-14", kToday)->date.first, *profile::make_day(1961, 7, 14));
  for (const char* not_date :
       {"1961-13-01", "1961-02-30", "14.07.1961", "1961-7-14", "61", "~1961", "1963/1961",
        "1961-07/1963", "1961/1963/1965", "1961-00-00", "born 1961", "1961-07-14T00:00:00Z"})
    EXPECT_EQ(code_of(parse_dob(not_date, kToday)), "INVALID_DATE") << not_date;
  for (const char* outside : {"1899-12-31", "1899", "2026-03-11", "2026-04", "2027", "2999-01-01",
                              "1899/1901", "2020/2027", "1930/1961"})
    EXPECT_EQ(code_of(parse_dob(outside, kToday)), "DATE_OUT_OF_RANGE") << outside;
}

TEST(Fields, GenderIsStoredInLowerCaseAndOnlyTwoWordsSayAnything) {
  EXPECT_EQ(parse_gender("Male")->text, "male");
  EXPECT_EQ(parse_gender("F")->gender, profile::Gender::kFemale);
  EXPECT_EQ(parse_gender("OTHER")->text, "other");
  EXPECT_EQ(parse_gender("unknown")->gender, profile::Gender::kUnknown);
  EXPECT_EQ(code_of(parse_gender("man")), "INVALID_GENDER");
}

TEST(Fields, NumbersOutsideTheirRangeAreRefusedAndNeverReplaced) {
  EXPECT_EQ(parse_threshold("0").value(), 0);
  EXPECT_EQ(parse_threshold("+100").value(), 100);
  EXPECT_EQ(parse_threshold("80.0").value(), 80);
  for (const char* wrong : {"-1", "101", "80.5", "eighty", "", "0x50", "1e2", "+-5", "8 0"})
    EXPECT_EQ(code_of(parse_threshold(wrong)), "OUT_OF_RANGE") << wrong;
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(parse_whole_number("10000", 0, 10'000).value(), 10'000);
  EXPECT_EQ(code_of(parse_whole_number("10001", 0, 10'000)), "OUT_OF_RANGE");
  EXPECT_EQ(parse_whole_number("123456789012", 0, kLargest).value(), 123456789012);
  EXPECT_EQ(code_of(parse_whole_number("-1", 0, kLargest)), "OUT_OF_RANGE");
  EXPECT_EQ(code_of(parse_whole_number("99999999999999999999", 0, kLargest)), "OUT_OF_RANGE");
  EXPECT_EQ(parse_birth_year("1961", kToday).value(), 1961);
  EXPECT_EQ(code_of(parse_birth_year("2027", kToday)), "OUT_OF_RANGE");
}

TEST(Fields, SearchTypesHaveAliases) {
  for (const char* business : {"business", "Company", "ORGANISATION"})
    EXPECT_EQ(parse_search_type(business).value(), profile::Family::kBusiness);
  for (const char* person : {"individual", "Person"})
    EXPECT_EQ(parse_search_type(person).value(), profile::Family::kIndividual);
  EXPECT_EQ(code_of(parse_search_type("vessel")), "UNKNOWN_SEARCH_TYPE");
}

TEST(Fields, BirthDateRulesAreReadInEverySpelling) {
  EXPECT_EQ(parse_birth_date_rule("within_one_year").value(),
            search::BirthDateRule::kWithinOneYear);
  EXPECT_EQ(parse_birth_date_rule("SAMEYEAR").value(), search::BirthDateRule::kSameYear);
  EXPECT_EQ(code_of(parse_birth_date_rule("close")), "OUT_OF_RANGE");
}

}  // namespace
}  // namespace vedette::api
