#pragma once

#include <string>
#include <string_view>

namespace vedette::lists {

// White space of any kind as single blanks, none at the ends, no control characters; UTF-8.
std::string clean(std::string_view text);
// The same without a copy: the text itself when it is clean, else what was made of it in `buffer`.
std::string_view cleaned_view(std::string_view text, std::string& buffer);

// Whether a clean text is one that publishers write where they have nothing to say.
bool is_nothing(std::string_view text);

// The script (ISO 15924) of the first letters that have one of their own; empty when there is none.
std::string_view script_of(std::string_view text);

}  // namespace vedette::lists
