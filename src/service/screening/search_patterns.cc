#include "service/screening/search_patterns.h"

#include <unicode/uchar.h>

#include "text/utf8.h"

namespace vedette::service {
namespace {

void append(std::string& out, UChar32 letter) {
  if (letter == '%' || letter == '_' || letter == '!') out += '!';
  const bool ascii_capital = letter >= 'A' && letter <= 'Z';
  text::append_utf8(static_cast<char32_t>(ascii_capital ? letter - 'A' + 'a' : letter), out);
}

bool goes_on(UChar32 letter) {
  return u_isalpha(letter) != 0 || (U_GET_GC_MASK(letter) & U_GC_M_MASK) != 0;
}

}  // namespace

SearchPatterns search_patterns(std::string_view search) {
  if (search.empty()) return {};
  SearchPatterns out{"%", "%", "%", "%"};
  bool within_word = false;
  for (const char32_t each : text::decode(search)) {
    const auto letter = static_cast<UChar32>(each);
    append(out.small, u_tolower(letter));
    append(out.capital, u_toupper(letter));
    append(out.title, within_word ? u_tolower(letter) : u_totitle(letter));
    append(out.typed, letter);
    within_word = goes_on(letter);
  }
  for (std::string* pattern : {&out.small, &out.capital, &out.title, &out.typed})
    *pattern += '%';
  if (out.typed == out.small || out.typed == out.capital || out.typed == out.title)
    out.typed.clear();
  if (out.title == out.small || out.title == out.capital) out.title.clear();
  if (out.capital == out.small) out.capital.clear();
  return out;
}

}  // namespace vedette::service
