#pragma once

#include <cstddef>
#include <string_view>

namespace vedette::text {

// The largest limit that is told apart; a larger one counts as this.
inline constexpr std::size_t kMaxEditLimit = 64;

// Optimal string alignment distance (insert, delete, replace, swap of two neighbours) when it is at
// most `limit`, limit + 1 otherwise. Words of any length; allocates nothing. Bit-parallel, so
// linear in the longer word, when the shorter has at most 64 letters after their common ends.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);
std::size_t edit_distance(std::u32string_view a, std::u32string_view b, std::size_t limit);

// How a single replaced letter came about: neighbouring keys of a Latin keyboard (QWERTY, QWERTZ,
// AZERTY), or letters that look alike (rn/m is two letters and not covered).
bool are_keyboard_neighbours(char a, char b);
bool look_alike(char a, char b);

}  // namespace vedette::text
