#include "text/romanise.h"

#include <array>

#include "text/digit_repair.h"
#include "text/han.h"
#include "text/hangul.h"
#include "text/indic.h"
#include "text/kana.h"
#include "text/myanmar.h"
#include "text/rule_table.h"
#include "text/thai.h"
#include "text/vocalised.h"

namespace vedette::text {
namespace {

// The scripts that a table alone describes. Each table is read on first use, in well under a
// millisecond, and never changed afterwards.
const RuleTable* table_of(Script script) {
  switch (script) {
    case Script::Latin: {
      static const RuleTable kTable("data/romanise/latin.tsv");
      return &kTable;
    }
    case Script::Cyrillic: {
      static const RuleTable kTable("data/romanise/cyrillic.tsv");
      return &kTable;
    }
    case Script::Greek: {
      static const RuleTable kTable("data/romanise/greek.tsv");
      return &kTable;
    }
    case Script::Armenian: {
      static const RuleTable kTable("data/romanise/armenian.tsv");
      return &kTable;
    }
    case Script::Georgian: {
      static const RuleTable kTable("data/romanise/georgian.tsv");
      return &kTable;
    }
    case Script::Arabic: {
      static const RuleTable kTable("data/romanise/arabic.tsv");
      return &kTable;
    }
    case Script::Hebrew: {
      static const RuleTable kTable("data/romanise/hebrew.tsv");
      return &kTable;
    }
    case Script::Ethiopic: {
      static const RuleTable kTable("data/romanise/ethiopic.tsv");
      return &kTable;
    }
    default:
      return nullptr;
  }
}

bool is_plain(char32_t value) {
  return (value >= U'a' && value <= U'z') || (value >= U'0' && value <= U'9');
}

// Most words are plain already: one form, no table.
bool add_plain(std::u32string_view word, Forms& out) {
  FormBuilder text;
  for (const char32_t value : word) {
    if (!is_plain(value)) return false;
    text.push(static_cast<char>(value));
  }
  text.add_to(out);
  return true;
}

// Words that are common names have their vowels. Their consonants alone are no spelling: beside a
// word with vowels each missing one would be a letter of difference, and what merely resembles the
// consonants would be as near as the name itself. (What has the same consonants meets by them.)
void spell_unvocalised(std::u32string_view word, Script script, Forms& out) {
  const auto spellings = vocalised_spellings(word, script);
  for (const std::string_view spelling : spellings)
    out.add(spelling);
  if (spellings.empty()) table_of(script)->apply(word, out, kMaxForms);
}

// Names that end in "Allah", "al-Din" or a Persian ending of families, spelled the way each region
// spells the ending, with the vowels of the first half where they are known.
void spell_arabic_ending(std::u32string_view word, Forms& out) {
  struct Ending {
    std::u32string_view letters;
    std::array<std::string_view, 3> spellings;
  };
  static constexpr Ending kEndings[] = {
      {U"الله", {"ullah", "allah", "ollah"}},   {U"اللہ", {"ullah", "allah", "ollah"}},
      {U"الدين", {"uddin", "aldin", "eddine"}}, {U"الدین", {"uddin", "aldin", "eddine"}},
      {U"زاده", {"zadeh", "zada", "zade"}},     {U"پور", {"pour", "pur", "poor"}},
      {U"نژاد", {"nejad", "nezhad", "nejat"}},  {U"وند", {"vand", "wand", "vand"}},
      {U"خواه", {"khah", "khwah", "kha"}},      {U"نیا", {"nia", "niya", "nya"}},
      {U"منش", {"manesh", "manish", "manesh"}}, {U"دوست", {"doust", "dust", "doost"}},
      {U"پناه", {"panah", "panahi", "panah"}}};
  for (const Ending& ending : kEndings) {
    if (!word.ends_with(ending.letters) || word.size() < ending.letters.size() + 2) continue;
    const std::u32string_view stem = word.substr(0, word.size() - ending.letters.size());
    const auto known = vocalised_spellings(stem, Script::Arabic);
    std::array<FormBuilder, 1> consonants;
    table_of(Script::Arabic)->spell(stem, consonants);
    for (const std::string_view spelling : ending.spellings) {
      const auto add = [&](std::string_view half) {
        FormBuilder text;
        text.append(half);
        text.append(spelling);
        text.add_to(out);
      };
      if (known.empty()) add(consonants[0].view());
      for (const std::string_view half : known)
        add(half);
    }
  }
}

// The article is a word of its own (text/tokenise.h).
void spell_arabic(std::u32string_view word, Forms& out) {
  if (vocalised_spellings(word, Script::Arabic).empty()) spell_arabic_ending(word, out);
  spell_unvocalised(word, Script::Arabic, out);
}

// A script that no table knows: the code points themselves, so that equal names stay equal.
void spell_unknown(std::u32string_view word, Forms& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  FormBuilder text;
  for (const char32_t value : word) {
    if (is_plain(value)) {
      text.push(static_cast<char>(value));
      continue;
    }
    if (value == U'&') text.push('&');
    if (value < 0x80) continue;
    text.push('u');
    for (int shift = 20; shift >= 0; shift -= 4)
      if (shift < 16 || value >> shift != 0) text.push(kDigits[(value >> shift) & 15]);
  }
  text.add_to(out);
}

void spell_han_part(std::u32string_view word, Part part, Forms& out) {
  switch (part) {
    case Part::Family:
      return spell_han_surname(word, out);
    case Part::Given:
      return spell_han_given(word, out);
    case Part::Unknown:
      return spell_han(word, out);
  }
}

void spell(std::u32string_view word, Script script, Part part, Forms& out) {
  if (add_plain(word, out)) return;
  if (script == Script::Myanmar) return spell_myanmar(word, out);
  if (is_indic(script)) return spell_indic(word, script, out);
  switch (script) {
    case Script::Arabic:
      return spell_arabic(word, out);
    case Script::Hebrew:
      return spell_unvocalised(word, script, out);
    case Script::Han:
      return spell_han_part(word, part, out);
    case Script::Hangul:
      return spell_hangul(word, part, out);
    case Script::Hiragana:
      return spell_kana(word, false, out);
    case Script::Katakana:
      return spell_kana(word, true, out);
    case Script::Thai:
    case Script::Lao:
      return spell_thai(word, out);
    default:
      break;
  }
  if (const RuleTable* table = table_of(script)) table->apply(word, out);
}

}  // namespace

void romanise(std::u32string_view word, Script script, Part part, Forms& out) {
  out.clear();
  spell(word, script, part, out);
  // Digits that stand for letters come after the word as it is written.
  for (const DigitReading reading : kDigitReadings) {
    std::array<char32_t, kMaxWordLength> repaired;
    const std::size_t length = repair_digits(word, script, reading, repaired);
    if (length > 0) spell({repaired.data(), length}, script, part, out);
  }
  if (out.empty()) spell_unknown(word, out);
}

void romanise(const Word& word, Forms& out) {
  romanise(word.text, word.script, word.part, out);
}

}  // namespace vedette::text
