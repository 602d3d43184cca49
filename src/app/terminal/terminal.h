#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/result.h"

namespace vedette::app {

// True when standard output is a terminal that takes colours (and NO_COLOR is not set).
bool output_has_colours();

// Characters, not bytes: names are in every script.
std::size_t character_count(std::string_view utf8);

// A table with aligned columns; the header row first.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

// Asks twice on a terminal without showing the text; otherwise the first line of standard input.
base::Result<std::string> read_new_password();

// "vedette: message" on standard error, one line per problem; gives the exit status of a failure.
int print_error(const base::Error& error);

}  // namespace vedette::app
