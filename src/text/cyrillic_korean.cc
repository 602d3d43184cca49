#include "text/cyrillic_korean.h"

#include <algorithm>
#include <array>

#include "text/rule_table.h"

namespace vedette::text {
namespace {

constexpr std::u32string_view kVowels = U"аяоеуюыиэ";

// Tries every beginning in the list, the empty one last.
template <std::size_t N, class Then>
bool after_any(std::u32string_view rest, const std::array<std::u32string_view, N>& beginnings,
               const Then& then) {
  return std::ranges::any_of(beginnings, [&](std::u32string_view beginning) {
    return rest.starts_with(beginning) && then(rest.substr(beginning.size()));
  });
}

// Whether the rest of a word is at most so many syllables: initial, vowel, final.
bool is_syllables(std::u32string_view rest, int most) {
  static constexpr std::array<std::u32string_view, 25> kInitials = {
      U"кх", U"чх", U"тх", U"пх", U"дж", U"кк", U"тт", U"пп", U"чч", U"сс", U"к", U"г", U"т",
      U"д",  U"п",  U"б",  U"ч",  U"ц",  U"с",  U"ш",  U"м",  U"н",  U"р",  U"л", U"х"};
  static constexpr std::array<std::u32string_view, 2> kGlides = {U"в", U""};
  static constexpr std::array<std::u32string_view, 11> kFinals = {
      U"нъ", U"нг", U"ль", U"н", U"м", U"к", U"п", U"р", U"т", U"л", U""};
  if (rest.empty()) return true;
  if (most == 0) return false;
  const auto vowel_and_final = [&](std::u32string_view at) {
    if (at.empty() || kVowels.find(at[0]) == kVowels.npos) return false;
    at.remove_prefix(1);
    if (at.starts_with(U'й') || at.starts_with(U'и')) {
      if (is_syllables(at.substr(1), most - 1)) return true;
    }
    return after_any(at, kFinals,
                     [&](std::u32string_view next) { return is_syllables(next, most - 1); });
  };
  const auto glide = [&](std::u32string_view at) {
    return after_any(at, kGlides, vowel_and_final);
  };
  return after_any(rest, kInitials, glide) || glide(rest);
}

const RuleTable& table() {
  static const RuleTable kTable("data/romanise/cyrillic_korean.tsv");
  return kTable;
}

}  // namespace

bool is_korean_in_cyrillic(std::u32string_view word) {
  constexpr int kMostSyllables = 2;
  return !word.empty() && is_syllables(word, kMostSyllables);
}

bool is_korean_family_in_cyrillic(std::u32string_view word) {
  static constexpr std::array<std::u32string_view, 62> kFamilies = {
      U"ким",  U"пак",  U"ли",  U"ри",  U"и",    U"чой", U"цой", U"чхве", U"чон", U"чен", U"чо",
      U"кан",  U"юн",   U"чан", U"лим", U"рим",  U"им",  U"хан", U"о",    U"со",  U"син", U"шин",
      U"квон", U"хван", U"ан",  U"сон", U"хон",  U"ю",   U"рю",  U"ко",   U"мун", U"ян",  U"рян",
      U"пэ",   U"пек",  U"пэк", U"но",  U"ро",   U"хо",  U"нам", U"сим",  U"ха",  U"чу",  U"ку",
      U"мин",  U"чин",  U"чи",  U"ом",  U"чха",  U"вон", U"пан", U"кил",  U"хен", U"ем",  U"кон",
      U"ма",   U"тэ",   U"тхэ", U"сок", U"сель", U"у",   U"кым"};
  return std::ranges::find(kFamilies, word) != kFamilies.end();
}

void spell_korean_in_cyrillic(std::u32string_view word, Forms& out) {
  table().apply(word, out);
}

}  // namespace vedette::text
