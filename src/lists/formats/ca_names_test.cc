#include "lists/formats/ca_names.h"

#include <gtest/gtest.h>

namespace vedette::lists {
namespace {

using Names = std::vector<std::string_view>;

TEST(CanadianNames, EnglishAndFrenchNamesAreTwoNames) {
  EXPECT_EQ(ca_entity_names("Harbour Ministry of Borduria/Ministère bordure des Ports"),
            (Names{"Harbour Ministry of Borduria", "Ministère bordure des Ports"}));
}

TEST(CanadianNames, ASlashInsideANameIsPartOfIt) {
  EXPECT_EQ(ca_entity_names("Steel Mills (North/South/East)"),
            Names{"Steel Mills (North/South/East)"});
  EXPECT_EQ(ca_entity_names("Kestrel Shipping A/S"), Names{"Kestrel Shipping A/S"});
  EXPECT_EQ(ca_entity_names("Radio 24/7"), Names{"Radio 24/7"});
}

TEST(CanadianNames, AliasesBehindCommasLanguagesAndOrAreNamesOfTheirOwn) {
  EXPECT_EQ(ca_person_aliases("Ivan Petrovich Orlov, Belarusian: Іван Арлоў, Russian : Иван Орлов"),
            (Names{"Ivan Petrovich Orlov", "Іван Арлоў", "Иван Орлов"}));
  EXPECT_EQ(ca_person_aliases("Олег Орлов / Олег Арлоў"), (Names{"Олег Орлов", "Олег Арлоў"}));
  EXPECT_EQ(ca_person_aliases("Олег Орлов and Олег Арлоў"), (Names{"Олег Орлов", "Олег Арлоў"}));
  EXPECT_EQ(ca_person_aliases("Anna Orlova or Hanna Arlova"),
            (Names{"Anna Orlova", "Hanna Arlova"}));
  EXPECT_EQ(ca_entity_aliases("Заря Банк or ОАО Заря; Dawn Bank"),
            (Names{"Заря Банк", "ОАО Заря", "Dawn Bank"}));
  EXPECT_EQ(ca_entity_aliases("DBK, Dawn Bank Holding, Banque de l'Aube"),
            (Names{"DBK", "Dawn Bank Holding", "Banque de l'Aube"}));
}

TEST(CanadianNames, PartsOfOneNameStayTogether) {
  EXPECT_EQ(ca_person_aliases("Orlov, Ivan Petrovich"), Names{"Orlov, Ivan Petrovich"});
  EXPECT_EQ(ca_person_aliases("Anna or Hanna Orlova"), Names{"Anna or Hanna Orlova"});
  EXPECT_EQ(ca_entity_aliases("Заря, ООО"), Names{"Заря, ООО"});
  EXPECT_EQ(ca_entity_aliases("Министерство культуры, спорта и туризма"),
            Names{"Министерство культуры, спорта и туризма"});
  EXPECT_EQ(ca_entity_aliases("Ministry of Culture, Sport and Tourism"),
            Names{"Ministry of Culture, Sport and Tourism"});
  EXPECT_EQ(ca_entity_aliases("Акционерное общество or АО"), Names{"Акционерное общество or АО"});
}

TEST(CanadianNames, WhatWasCutAtItsOnlyCommaIsKeptWholeToo) {
  EXPECT_EQ(ca_entity_aliases("Dawn Bank, Morning Holding"),
            (Names{"Dawn Bank", "Morning Holding", "Dawn Bank, Morning Holding"}));
}

TEST(CanadianNames, TextsThatAreNoNamesDoNoHarm) {
  EXPECT_TRUE(ca_entity_names("").empty());
  EXPECT_TRUE(ca_entity_aliases(" ;/,; ").empty());
  EXPECT_TRUE(ca_person_aliases("(").empty());
  EXPECT_EQ(ca_person_aliases("(Иван Орлов"), Names{"Иван Орлов"});
}

}  // namespace
}  // namespace vedette::lists
