#pragma once

#include <string_view>
#include <vector>

namespace vedette::lists {

// The names that Canada's list writes into one field: "English/French", "one; another",
// "Belarusian: ..., Russian: ...", "one or another". Where a "/" or a "," may as well belong to
// the name ("A/S", "Trading, LLC", "Ministry of Culture, Sport and Tourism", anything in brackets
// or quotes) it is left alone; what was cut at its only comma is given whole as well. In the order
// in which they stand.
std::vector<std::string_view> ca_entity_names(std::string_view text);
std::vector<std::string_view> ca_entity_aliases(std::string_view text);
// Of a person; a word alone ("Batya") is a name only beside a whole one.
std::vector<std::string_view> ca_person_aliases(std::string_view text);

}  // namespace vedette::lists
