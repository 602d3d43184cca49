#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "names/tables/lexicon.h"

namespace vedette::names {

// A word that East Slavic languages make from the father's name: a vowel, a labial and an ending
// that every romanisation writes in its own way (-ovich, -owitsch, -offich, -avich; -ovna, -auna).
struct Patronymic {
  std::string_view father;  // what is left of his name, without the vowels that it ends with
  bool of_daughter = false;
};

// `latin`: a spelling in small ASCII letters. South Slavic and Polish family names are read so,
// too.
std::optional<Patronymic> read_patronymic(std::string_view latin);

// Adds the rows that a patronymic shares with its other spellings: those of one sound before the
// ending, and those made from forms of the same father's name (Uladzimiravich, Vladimirovich).
void add_patronymic_rows(const Lexicon& lexicon, std::string_view latin,
                         std::vector<std::uint32_t>& rows);

}  // namespace vedette::names
