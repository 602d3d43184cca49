#pragma once

#include <string>
#include <string_view>

namespace vedette::service {

// What to look for in lower(name) with LIKE, escape '!', so that the case of letters does not
// matter. SQLite, and PostgreSQL in some locales, make only the letters of ASCII small; so other
// letters are looked for as they stand in names: all small, all capital, the first one of each
// word, or as typed (a name copied from a list: Игорь СЕЧИН). A pattern that would say the same as
// one before it is empty.
struct SearchPatterns {
  std::string small = {};
  std::string capital = {};
  std::string title = {};
  std::string typed = {};
};
SearchPatterns search_patterns(std::string_view search);

}  // namespace vedette::service
