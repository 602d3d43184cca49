#pragma once

#include <string_view>

namespace vedette::lists {

// The short name that an organisation's full name has in quotes, as Russian and Belarusian
// companies are called: KUPOL of `JSC IZHEVSK ELECTROMECHANICAL PLANT "KUPOL"`. Empty when there is
// none: only a single long word that no table of ordinary words, places or people's names knows is
// one.
std::string_view quoted_short_name(std::string_view name);

}  // namespace vedette::lists
