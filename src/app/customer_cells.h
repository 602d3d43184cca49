#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.h"

namespace vedette::app {

// What cells of customer files say in ways that the API does not take.

// A date as spreadsheets and databases write it (31.1.1959, 1959/01/31, 19590131, 31-Jan-1959,
// 1959-01-31T00:00:00) in the order of the API, where it can be read in one way only; else as it
// is. Between dots the day is first everywhere; with slashes or hyphens it may be the month, and
// such a date is nobody's to guess.
std::string date_in_order(std::string_view text);

// "Legal entity", "Natürliche Person", "person" and the like.
std::optional<profile::Family> family_of(std::string_view text);

// Line breaks and tabs within a cell, with the blanks around them, as one blank.
std::string on_one_line(std::string_view text);

// Whether every word of the one stands in the other, whatever their case and accents.
bool holds_words_of(std::string_view whole, std::string_view part);

}  // namespace vedette::app
