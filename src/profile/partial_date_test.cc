#include "profile/partial_date.h"

#include <gtest/gtest.h>

namespace vedette::profile {
namespace {

std::string read(std::string_view text, DayOrder order = DayOrder::kDayFirst) {
  const auto date = parse_date(text, order);
  return date ? to_text(*date) : "not a date";
}

TEST(PartialDate, DatesAreUnderstoodAsListsWriteThem) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"1961", "1961"},
      {"1961-07-14", "1961-07-14"},
      {"1961-07", "1961-07"},
      {"1961-00-00", "1961"},
      {"14/07/1961", "1961-07-14"},
      {"14.7.1961", "1961-07-14"},
      {"24.4.1981.", "1981-04-24"},
      {"14 Jul 1961", "1961-07-14"},
      {"14 July 1961", "1961-07-14"},
      {"5 jul 1961", "1961-07-05"},
      {"31 DEC 1961", "1961-12-31"},
      {"30 Feb 1961", "not a date"},
      {"14 Jux 1961", "not a date"},
      {"xx Jul 1961", "not a date"},
      {"5 Sept. 1961", "1961-09-05"},
      {"July 1961", "1961-07"},
      {"Jul 14, 1961", "1961-07-14"},
      {"14-Jul-1961", "1961-07-14"},
      {"1st Jan 1961", "1961-01-01"},
      {"1961 Jul 14", "1961-07-14"},
      {"00/00/1961", "1961"},
      {"00/07/1961", "1961-07"},
      {"10/00/1961", "1961"},
      {"dd/mm/1945", "1945"},
      {"dd/03/1945", "1945-03"},
      {"07/1961", "1961-07"},
      {"19610714", "1961-07-14"},
      {"circa 1961", "~1961"},
      {"c. 1961", "~1961"},
      {"c1961", "~1961"},
      {"Approximately 1961", "~1961"},
      {"approx. Jul 1961", "~1961-07"},
      {"late 1961", "~1961"},
      {"mid-1961", "~1961"},
      {"1961 (approximately)", "~1961"},
      {"between 1961 and 1963", "1961/1963"},
      {"1961-1963", "1961/1963"},
      {"1961 to 1963", "1961/1963"},
      {"1961 \xE2\x80\x93 1963", "1961/1963"},
      {"14 Jul 1961 to 20 Aug 1962", "1961-07-14/1962-08-20"},
      {"circa 1961-1963", "~1961/1963"},
      {"1960s", "~1960/1969"},
      {"1961-07-14T00:00:00Z", "1961-07-14"},
      {"1961-07-14 00:00:00", "1961-07-14"},
      {"2015-07-01-04:00", "2015-07-01"},
  };
  for (const auto& [text, expected] : cases)
    EXPECT_EQ(read(text), expected) << text;
}

TEST(PartialDate, AmericanListsPutTheMonthFirst) {
  EXPECT_EQ(read("03/17/2020", DayOrder::kMonthFirst), "2020-03-17");
  EXPECT_EQ(read("03/04/2020", DayOrder::kMonthFirst), "2020-03-04");
  EXPECT_EQ(read("03/04/2020", DayOrder::kDayFirst), "2020-04-03");
}

TEST(PartialDate, WhatIsNotADateIsNotGuessed) {
  for (const char* text :
       {"", "unknown", "30 Feb 1961", "1961-13-01", "31/04/1961", "61", "14/07/61", "1961 in Kabul",
        "1963-1961", "Mon 1961", "Passport 19617", "0000-00-00", "29/02/1961", "9999-01-01"})
    EXPECT_EQ(read(text), "not a date") << text;
  EXPECT_EQ(read(std::string(5000, '1')), "not a date");
}

TEST(PartialDate, OurOwnNotationReadsBack) {
  for (const char* text :
       {"1961", "~1961", "1961-07", "1961-07-14", "1961/1963", "~1961-01/1961-03"}) {
    PartialDate date;
    ASSERT_TRUE(from_text(text, date)) << text;
    EXPECT_EQ(to_text(date), text);
  }
  PartialDate date;
  for (const char* text : {"", "~", "196", "1961-1", "1961-02-30", "1961/", "1961-07-14x"})
    EXPECT_FALSE(from_text(text, date)) << text;
}

TEST(PartialDate, SeveralDatesInOneTextAreAllFound) {
  std::string rest;
  auto dates = parse_dates("12/05/1958; dd/mm/1945 or 1946", DayOrder::kDayFirst, rest);
  ASSERT_EQ(dates.size(), 3U);
  EXPECT_EQ(to_text(dates[0]), "1958-05-12");
  EXPECT_EQ(to_text(dates[1]), "1945");
  EXPECT_EQ(to_text(dates[2]), "1946");
  EXPECT_EQ(rest, "");

  dates = parse_dates("a) 14 Jul 1961 b) 1962, 1963", DayOrder::kDayFirst, rest);
  ASSERT_EQ(dates.size(), 3U);
  EXPECT_EQ(to_text(dates[1]), "1962");

  dates = parse_dates("1961; in his fifties", DayOrder::kDayFirst, rest);
  ASSERT_EQ(dates.size(), 1U);
  EXPECT_EQ(rest, "in his fifties");
}

TEST(PartialDate, ASpanOfYearsIsShownYearByYear) {
  const auto texts = [](std::string_view text) { return iso_texts(*parse_date(text)); };
  EXPECT_EQ(texts("1961-1963"), (std::vector<std::string>{"1961", "1962", "1963"}));
  EXPECT_EQ(texts("1940 to 1963"), (std::vector<std::string>{"1940", "1963"}));
  EXPECT_EQ(texts("circa July 1961"), (std::vector<std::string>{"1961-07"}));
}

}  // namespace
}  // namespace vedette::profile
