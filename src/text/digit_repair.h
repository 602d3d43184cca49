#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "text/script.h"

namespace vedette::text {

// The digit 1 is written for i and for l; each reading decides once for the whole word.
enum class DigitReading { OneIsI, OneIsL };
inline constexpr std::array<DigitReading, 2> kDigitReadings = {DigitReading::OneIsI,
                                                               DigitReading::OneIsL};

// Writes the word with letters for digits ("sech1n" -> "sechin") and returns its length; 0 when the
// digits are not letters in disguise: fewer than three letters, two digits in a row, a digit at the
// end (a number), an ordinal ("1st", "5th"), or a digit that looks like no letter.
std::size_t repair_digits(std::u32string_view word, Script script, DigitReading reading,
                          std::span<char32_t> out);

}  // namespace vedette::text
