#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "names/tables/lexicon.h"

namespace vedette::names {

// What the bytes of a question tell before its words are read.

// The name in the first line that machines read of a passport: P<RUSPUTIN<<VLADIMIR<<<
std::string passport_holder(std::string_view query);
// Names copied from web pages and addresses have codes for some signs.
std::string without_codes(std::string_view query);
inline constexpr std::string_view kZeroWidthSpace = "\u200B";
// With a blank for each of these.
std::string with_blanks(std::string_view query);
// Behind this sign text is shown from right to left, whatever its letters.
inline constexpr std::string_view kRightToLeft = "\u202E";
// With such text as it is seen: the letters in the other order.
std::string turned_round(std::string_view query);
// Whether the query may have been cut by a field: it has as many letters as fields of names
// often hold, and ends with part of a word.
bool may_be_cut_off(std::string_view query);
// A program that does not know a letter writes "?" for it: one between letters is a letter that was
// lost, as U+FFFD says of those that decoding lost.
std::string with_lost_letters(std::string_view query);
// An aircraft's registration that stands last, behind its type: EP-IBK of "Airbus A310 EP-IBK".
// Empty when there is none.
std::string_view registration_of(std::string_view query);
// The name in the address of a web site: rosneft of "www.rosneft.ru". Empty when it is none, or an
// ordinary word.
std::string site_owner(const Lexicon& lexicon, std::string_view query);
// The pieces of a list, at semicolons, lines and the like.
std::vector<std::string_view> pieces_of(std::string_view query);

}  // namespace vedette::names
