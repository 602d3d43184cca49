#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vedette::text {

// The syllables of Mandarin in two spellings, from data/romanise/chinese_syllables.tsv.
struct ChineseSyllable {
  std::string pinyin;    // as in passports: u for u with two dots
  std::string passport;  // yu for u with two dots, as Chinese passports have it since 2012
  std::string_view wade;
};

// All syllables, in the order of the table; immutable.
const std::vector<ChineseSyllable>& chinese_syllables();

// The number of a syllable by its spelling in the table (v for u with two dots); the syllable must
// be in the table.
std::size_t chinese_syllable_number(std::string_view spelling);

}  // namespace vedette::text
