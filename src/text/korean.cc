#include "text/korean.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text_table.h"
#include "text/hangul.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

constexpr std::size_t kLongestSyllable = 6;  // hyeong, kweong

struct Tables {
  base::TextTable<bool> families;
  base::TextTable<std::u32string> syllables;  // those in Hangul that a spelling may stand for

  Tables() {
    for_each_row("data/romanise/korean_names.tsv", [this](auto fields) {
      const std::u32string hangul = decode(fields[1]);
      if (fields[0] == "family") {
        for (const std::string_view spelling : split_words(fields[2]))
          families.put(spelling) = true;
        return;
      }
      Forms spellings;
      spell_hangul(hangul, Part::Given, spellings);
      for (std::size_t i = 0; i < spellings.size(); ++i) {
        std::u32string& known = syllables.put(spellings[i]);
        if (known.find(hangul) == known.npos) known += hangul;
      }
    });
  }
};

const Tables& tables() {
  static const Tables kTables;
  return kTables;
}

// Calls visit(first, second) for each way to cut a word in two syllables, with what each may be in
// Hangul, until that says to stop; whether it did.
template <class Visit>
bool any_cut(std::string_view word, const Visit& visit) {
  for (std::size_t length = 1; length < word.size() && length <= kLongestSyllable; ++length) {
    const std::u32string* first = tables().syllables.find(word.substr(0, length));
    if (first == nullptr || word.size() - length > kLongestSyllable) continue;
    const std::u32string* second = tables().syllables.find(word.substr(length));
    if (second != nullptr && visit(*first, *second)) return true;
  }
  return false;
}

}  // namespace

bool is_korean_family_name(std::string_view ascii) {
  return tables().families.contains(ascii);
}

bool is_korean_syllable(std::string_view ascii) {
  return tables().syllables.contains(ascii);
}

void spell_korean_given_name(std::string_view ascii, Forms& out) {
  any_cut(ascii, [&](const std::u32string& first, const std::u32string& second) {
    for (const char32_t one : first)
      for (const char32_t other : second)
        spell_hangul(std::u32string{one, other}, Part::Given, out);
    return false;
  });
}

}  // namespace vedette::text
