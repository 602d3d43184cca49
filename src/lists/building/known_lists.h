#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lists/input/account.h"

namespace vedette::lists {

// What is known of a published list beyond its files: who keeps it and what it means. For an id
// that is not in the table, the id is the name and nothing else is known.
ListInfo known_list(std::string_view id);
bool is_known_list(std::string_view id);

// The list that the content says it is, under the id that the operator gave it, if any: who keeps
// it and what it means do not depend on how it is called here.
ListInfo named_list(std::string_view content_id, std::string_view given_id);

// Lower-case letters and digits, everything else one "-": the form of list ids and source keys.
std::string slug(std::string_view text);

}  // namespace vedette::lists
