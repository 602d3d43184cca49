#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.h"

namespace vedette::app {

// What cells of customer files say in ways that the API does not take.

// "Legal entity", "Natürliche Person", "person" and the like.
std::optional<profile::Family> family_of(std::string_view text);

// The gender as the API writes it: "female" for "weiblich" or "Frau". A word that means no gender
// is returned unchanged.
std::string gender_of(std::string_view text);

// Line breaks and tabs within a cell, with the blanks around them, as one blank.
std::string on_one_line(std::string_view text);

// Whether a name has no blank or comma between parts of it.
bool is_single_word(std::string_view name);

// Whether every word of the one stands in the other, whatever their case and accents.
bool holds_words_of(std::string_view whole, std::string_view part);

}  // namespace vedette::app
