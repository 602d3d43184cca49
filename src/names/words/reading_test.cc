#include "names/words/reading.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace vedette::names
