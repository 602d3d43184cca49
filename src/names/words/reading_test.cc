#include "names/words/reading.h"

#include <gtest/gtest.h>

#include <random>

#include "base/table.h"

namespace vedette::names {
namespace {

std::string joined(std::string_view text) {
  std::string out;
  for (const ReadWord& word : read_name(text, Kind::kOrganisation).words) {
    if (!out.empty()) out += ' ';
    out += word.form;
  }
  return out;
}

// What need not be read because it is plain already must be what reading it gives.
TEST(NormalisedWords, EveryFormOfTheTablesIsWhatReadingItGives) {
  std::size_t forms = 0;
  for (const char* table :
       {"data/names/equivalents.tsv", "data/names/titles.tsv", "data/names/suffixes.tsv",
        "data/names/particles.tsv", "data/names/common.tsv", "data/names/patronymics.tsv",
        "data/names/gendered_endings.tsv", "data/organisations/abbreviations.tsv",
        "data/organisations/legal_forms.tsv", "data/organisations/numerals.tsv",
        "data/organisations/places.tsv", "data/organisations/words.tsv"})
    base::for_each_table_row(table, [&](const base::TableRow& row) {
      for (std::size_t column = 0; column < row.fields().size(); ++column)
        for (const std::string_view form : row.forms(column)) {
          EXPECT_EQ(normalised_words(form), joined(form)) << table;
          ++forms;
        }
    });
  EXPECT_GT(forms, 10'000u);
}

TEST(NormalisedWords, LettersBlanksAndLengthsThatReadingChangesAreNotTakenAsTheyAre) {
  for (const std::string& text :
       {std::string("a b c d e f"), std::string("s a"), std::string(" ab"), std::string("ab "),
        std::string("ab  cd"), std::string("Ab"), std::string("a-b"), std::string("4 you"),
        std::string(41, 'a'), std::string(40, 'a'), "ab " + std::string(41, 'b'), std::string()})
    EXPECT_EQ(normalised_words(text), joined(text)) << text;
}

// Letters that stand apart are put together once: what is left may look like another such word.
TEST(SpacedLetters, AnyMixOfLoneLettersAndSignsIsRead) {
  for (const char* name : {"a B  c D  e F", "Сհ’ο’ӏ Ϲհо"})
    for (const Kind kind : {Kind::kPerson, Kind::kOrganisation, Kind::kThing})
      EXPECT_FALSE(read_name(name, kind).words.empty()) << name;
  constexpr std::string_view kLetters[] = {"a", "B", "ж", "Щ", "ο", "Ϲ", "ب", "é", "ß", "7"};
  constexpr std::string_view kGaps[] = {" ", "  ", "-", ".", "_", "/", "’", "\u00B7", ""};
  std::mt19937 random(1);
  const auto one_of = [&](const auto& all) { return all[random() % std::size(all)]; };
  for (int i = 0; i < 20'000; ++i) {
    std::string name;
    for (std::size_t words = 2 + random() % 12; words > 0; --words)
      name.append(one_of(kLetters)).append(one_of(kGaps));
    EXPECT_LE(read_name(name, Kind::kPerson).words.size(), 40U) << name;
  }
}

}  // namespace
}  // namespace vedette::names
