#include "profile/name_split.h"

#include <gtest/gtest.h>

namespace vedette::profile {
namespace {

PersonName split(std::string text) {
  Name name;
  name.text = std::move(text);
  return split_name(name);
}

void expect(const PersonName& name, const char* first, const char* middle, const char* last) {
  EXPECT_EQ(name.first, first);
  EXPECT_EQ(name.middle, middle);
  EXPECT_EQ(name.last, last);
}

TEST(NameSplit, APatronymicTellsWhichWordIsTheFamilyName) {
  expect(split("Ivan Petrovich Orlov"), "Ivan", "Petrovich", "Orlov");
  expect(split("Орлов Иван Петрович"), "Иван", "Петрович", "Орлов");
  expect(split("ОРЛОВА Анна Сергеевна"), "Анна", "Сергеевна", "ОРЛОВА");
  expect(split("ORLOV, Ivan Petrovich"), "Ivan", "Petrovich", "ORLOV");
  // The family name may end like one.
  expect(split("Roman Ivanovich Abramovich"), "Roman", "Ivanovich", "Abramovich");
  expect(split("Abramovich Roman Ivanovich"), "Roman", "Ivanovich", "Abramovich");
}

TEST(NameSplit, FamilyNamesThatOnlyLookLikeOneStayLast) {
  expect(split("Marko Ivan Petrovic"), "Marko Ivan", "", "Petrovic");
  expect(split("Ivan Petrovich"), "Ivan", "", "Petrovich");
}

}  // namespace
}  // namespace vedette::profile
