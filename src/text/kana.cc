#include "text/kana.h"

#include <array>

#include "text/rule_table.h"
#include "text/tokenise.h"

namespace vedette::text {
namespace {

constexpr char32_t kHiraganaFirst = 0x3041;
constexpr char32_t kHiraganaLast = 0x3096;
constexpr char32_t kToKatakana = 0x60;

const RuleTable& table() {
  static const RuleTable kTable("data/romanise/kana.tsv");
  return kTable;
}

// The columns of the table.
enum System : std::size_t { kHepburn, kKunrei, kForeign, kLateral, kSystems };

bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

// Long vowels written with a second letter: "ou", "oo" and "uu" become one letter, followed by
// `mark` ("oh" for "ou") when it is not '\0' and no vowel follows.
void add_shortened(std::string_view spelling, char mark, Forms& out) {
  FormBuilder text;
  for (std::size_t i = 0; i < spelling.size(); ++i) {
    text.push(spelling[i]);
    const std::string_view pair = spelling.substr(i, 2);
    if (pair != "ou" && pair != "oo" && pair != "uu") continue;
    ++i;
    const bool open = i + 1 < spelling.size() && is_vowel(spelling[i + 1]);
    if (mark != '\0' && pair != "uu" && !open) text.push(mark);
  }
  text.add_to(out);
}

// Japanese writes r and l alike: all r, all l, and the two ways to part the first from the others.
// Both spellings have the same length.
void add_foreign(std::string_view with_r, std::string_view with_l, Forms& out) {
  const auto mixed = [&](bool first_is_l) {
    FormBuilder text;
    bool first = true;
    for (std::size_t i = 0; i < with_r.size(); ++i) {
      const bool liquid = with_r[i] != with_l[i];
      text.push(liquid && first != first_is_l ? with_r[i] : with_l[i]);
      if (liquid) first = false;
    }
    text.add_to(out);
  };
  out.add(with_r);
  out.add(with_l);
  mixed(true);
  mixed(false);
}

}  // namespace

void spell_kana(std::u32string_view word, bool foreign, Forms& out) {
  std::array<char32_t, kMaxWordLength> katakana;
  word = word.substr(0, kMaxWordLength);
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool hiragana = word[i] >= kHiraganaFirst && word[i] <= kHiraganaLast;
    katakana[i] = hiragana ? word[i] + kToKatakana : word[i];
  }
  std::array<FormBuilder, kSystems> spellings;
  table().spell({katakana.data(), word.size()}, spellings);
  add_shortened(spellings[kHepburn].view(), '\0', out);
  spellings[kHepburn].add_to(out);
  if (foreign) add_foreign(spellings[kForeign].view(), spellings[kLateral].view(), out);
  add_shortened(spellings[kHepburn].view(), 'h', out);
  add_shortened(spellings[kKunrei].view(), '\0', out);
}

}  // namespace vedette::text
