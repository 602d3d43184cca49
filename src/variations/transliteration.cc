#include <algorithm>
#include <array>
#include <unordered_map>

#include "text/chinese.h"
#include "text/chinese_syllables.h"
#include "text/fold.h"
#include "text/han.h"
#include "text/hangul.h"
#include "text/kana.h"
#include "text/romanise.h"
#include "text/rule_table.h"
#include "text/tokenise.h"
#include "text/utf8.h"
#include "text/vocalised.h"
#include "variations/makers.h"

// Classes that write a name in the letters of another script.
namespace vedette::variations {
namespace {

using text::Script;

// Calls `spell` for each word of the name and joins what it gives with blanks, each word with a
// capital. Nothing when a word with letters has no spelling: half a name would be another class.
template <class Spell>
Made word_by_word(const NameText& name, Script script, const Spell& spell) {
  const std::string utf8 = text::encode(name.text());
  const text::Words words = text::tokenise(utf8);
  if (words.cut() || words.size() == 0) return std::nullopt;
  std::u32string out;
  for (const text::Word& word : words.words()) {
    std::u32string spelt;
    if (word.script == script) {
      spelt = spell(word);
    } else if (word.script == Script::Other) {
      spelt = word.text;
    }
    if (spelt.empty()) return std::nullopt;
    if (!out.empty()) out += U' ';
    spelt[0] = upper_case(spelt[0]);
    out += spelt;
  }
  return out;
}

std::u32string spell_by(const text::RuleTable& table, std::u32string_view word,
                        std::size_t system) {
  std::array<text::FormBuilder, text::kMaxSystems> builders;
  table.spell(word, std::span(builders.data(), table.systems()));
  const text::FormBuilder& spelt = builders[system];
  if (spelt.size() > text::kMaxFormLength) return {};
  return text::decode(spelt.view());
}

enum CyrillicSystem : std::size_t { kBgn, kIso9, kIcao, kGerman, kFrench, kUkrainian };

Made cyrillic(const Subject& subject, CyrillicSystem system) {
  static const text::RuleTable kTable("data/variations/cyrillic.tsv");
  return word_by_word(subject.name, Script::Cyrillic, [system](const text::Word& word) {
    return spell_by(kTable, word.text, system);
  });
}

Made greek(const Subject& subject, std::size_t system) {
  static const text::RuleTable kTable("data/variations/greek.tsv");
  return word_by_word(subject.name, Script::Greek, [system](const text::Word& word) {
    std::u32string plain(word.text);
    std::ranges::transform(plain, plain.begin(), text::strip_diacritics);
    return spell_by(kTable, plain, system);
  });
}

// Names whose vowels are known; each word in one of the spellings in use.
Made vocalised(const Subject& subject, Script script, Random& random) {
  return word_by_word(subject.name, script, [&](const text::Word& word) -> std::u32string {
    std::u32string_view letters = word.text;
    constexpr std::u32string_view kArticle = U"ال";
    auto spellings = text::vocalised_spellings(letters, script);
    if (!spellings.empty()) return text::decode(random.pick(spellings));
    if (!letters.starts_with(kArticle)) return {};
    letters.remove_prefix(kArticle.size());
    spellings = text::vocalised_spellings(letters, script);
    if (spellings.empty()) return {};
    return U"al-" + text::decode(random.pick(spellings));
  });
}

// The first spelling that romanisation gives: the standard one of the script.
Made first_spelling(const Subject& subject, Script script) {
  return word_by_word(subject.name, script, [](const text::Word& word) -> std::u32string {
    text::Forms forms;
    text::romanise(word, forms);
    return forms.empty() ? std::u32string() : text::decode(forms[0]);
  });
}

const std::unordered_map<std::string_view, std::string_view>& wade_giles() {
  static const auto kTable = [] {
    std::unordered_map<std::string_view, std::string_view> table;
    for (const text::ChineseSyllable& syllable : text::chinese_syllables())
      table[syllable.pinyin] = syllable.wade;
    return table;
  }();
  return kTable;
}

// The Pinyin of a Chinese person's name, character by character.
std::vector<std::vector<std::string>> syllables_of_han(const NameText& name) {
  std::vector<std::vector<std::string>> spelt;
  const std::string utf8 = text::encode(name.text());
  const text::Words words = text::tokenise(utf8);
  if (words.size() != 2 || words[0].part != text::Part::Family) return {};
  for (const text::Word& word : words.words()) {
    if (word.script != Script::Han) return {};
    std::vector<std::string> syllables;
    for (std::size_t i = 0; i < word.text.size(); ++i) {
      text::Forms forms;
      if (word.part == text::Part::Family && word.text.size() == 1) {
        text::spell_han_surname(word.text, forms);
      } else {
        text::spell_han(word.text.substr(i, 1), forms);
      }
      if (forms.empty()) return {};
      syllables.emplace_back(forms[0]);
    }
    spelt.push_back(std::move(syllables));
  }
  return spelt;
}

// Words of a Latin name cut into syllables of Pinyin; empty when one of them is not made of any.
std::vector<std::string> pinyin_syllables(std::string_view word) {
  if (word.empty()) return {};
  if (wade_giles().contains(word)) return {std::string(word)};
  for (std::size_t length = std::min<std::size_t>(6, word.size() - 1); length > 0; --length) {
    if (!wade_giles().contains(word.substr(0, length))) continue;
    std::vector<std::string> rest = pinyin_syllables(word.substr(length));
    if (rest.empty()) continue;
    rest.insert(rest.begin(), std::string(word.substr(0, length)));
    return rest;
  }
  return {};
}

std::u32string with_capital(std::u32string text) {
  text[0] = upper_case(text[0]);
  return text;
}

std::u32string wade_word(const std::vector<std::string>& syllables) {
  std::u32string out;
  for (const std::string& syllable : syllables) {
    const auto row = wade_giles().find(syllable);
    if (row == wade_giles().end()) return {};
    if (!out.empty()) out += U'-';
    out += text::decode(row->second);
  }
  return with_capital(out);
}

// A Latin name by a table of another script, word by word.
struct Target {
  bool has_case = false;
  bool writes_double_consonants = false;
};

// "bb" as "b".
std::u32string without_doubles(const std::u32string& word) {
  constexpr std::u32string_view kVowels = U"aeiou";
  std::u32string out;
  for (const char32_t letter : word)
    if (out.empty() || out.back() != letter || kVowels.find(letter) != kVowels.npos) out += letter;
  return out;
}

Made latin_to(const Subject& subject, const text::RuleTable& table, Target target) {
  const NameText& name = subject.name;
  std::u32string out;
  for (std::size_t i = 0; i < name.words().size(); ++i) {
    const std::string form = table_form(name.word(i));
    const std::u32string letters = text::decode(form);
    std::u32string spelt =
        spell_by(table, target.writes_double_consonants ? letters : without_doubles(letters), 0);
    if (spelt.empty()) return std::nullopt;
    // A letter that the table does not know stays Latin: the name would be of two scripts.
    if (std::ranges::any_of(spelt, [](char32_t c) { return c >= U'a' && c <= U'z'; }))
      return std::nullopt;
    if (!out.empty()) out += U' ';
    out += target.has_case ? with_capital(spelt) : spelt;
  }
  return out;
}

}  // namespace

Made cyrillic_bgn(const Subject& subject, Random&) {
  return cyrillic(subject, kBgn);
}
Made cyrillic_iso_9(const Subject& subject, Random&) {
  return cyrillic(subject, kIso9);
}
Made cyrillic_icao(const Subject& subject, Random&) {
  return cyrillic(subject, kIcao);
}
Made cyrillic_german(const Subject& subject, Random&) {
  return cyrillic(subject, kGerman);
}
Made cyrillic_french(const Subject& subject, Random&) {
  return cyrillic(subject, kFrench);
}
Made cyrillic_ukrainian(const Subject& subject, Random&) {
  return cyrillic(subject, kUkrainian);
}
Made greek_elot(const Subject& subject, Random&) {
  return greek(subject, 0);
}
Made greek_english(const Subject& subject, Random&) {
  return greek(subject, 1);
}
Made arabic_to_latin(const Subject& subject, Random& random) {
  return vocalised(subject, Script::Arabic, random);
}
Made hebrew_to_latin(const Subject& subject, Random& random) {
  return vocalised(subject, Script::Hebrew, random);
}
Made armenian_to_latin(const Subject& subject, Random&) {
  return first_spelling(subject, Script::Armenian);
}
Made georgian_to_latin(const Subject& subject, Random&) {
  return first_spelling(subject, Script::Georgian);
}
Made hangul_to_latin(const Subject& subject, Random&) {
  return first_spelling(subject, Script::Hangul);
}
Made kana_to_latin(const Subject& subject, Random&) {
  return first_spelling(subject, Script::Katakana);
}

Made han_pinyin(const Subject& subject, Random&) {
  const auto words = syllables_of_han(subject.name);
  if (words.empty()) return std::nullopt;
  std::u32string out;
  for (const std::vector<std::string>& syllables : words) {
    std::u32string word;
    for (const std::string& syllable : syllables)
      word += text::decode(syllable);
    out += (out.empty() ? U"" : U" ") + with_capital(word);
  }
  return out;
}

Made han_wade_giles(const Subject& subject, Random&) {
  const auto words = syllables_of_han(subject.name);
  std::u32string out;
  for (const std::vector<std::string>& syllables : words) {
    const std::u32string word = wade_word(syllables);
    if (word.empty()) return std::nullopt;
    out += (out.empty() ? U"" : U" ") + word;
  }
  return out;
}

Made pinyin_to_wade_giles(const Subject& subject, Random&) {
  const NameText& name = subject.name;
  const std::size_t count = name.words().size();
  if (count < 2 || count > 3) return std::nullopt;
  bool has_family_name = false;
  std::u32string out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string form = table_form(name.word(i));
    const std::vector<std::string> syllables = pinyin_syllables(form);
    if (syllables.empty() || syllables.size() > 2) return std::nullopt;
    has_family_name |= (i == 0 || i + 1 == count) && text::is_chinese_family_name(form);
    out += (out.empty() ? U"" : U" ") + wade_word(syllables);
  }
  if (!has_family_name) return std::nullopt;
  return out;
}

Made latin_to_cyrillic(const Subject& subject, Random&) {
  static const text::RuleTable kTable("data/variations/latin_to_cyrillic.tsv");
  return latin_to(subject, kTable, {.has_case = true, .writes_double_consonants = true});
}
Made latin_to_greek(const Subject& subject, Random&) {
  static const text::RuleTable kTable("data/variations/latin_to_greek.tsv");
  return latin_to(subject, kTable, {.has_case = true});
}
Made latin_to_arabic(const Subject& subject, Random&) {
  static const text::RuleTable kTable("data/variations/latin_to_arabic.tsv");
  return latin_to(subject, kTable, {});
}
Made latin_to_hebrew(const Subject& subject, Random&) {
  static const text::RuleTable kTable("data/variations/latin_to_hebrew.tsv");
  return latin_to(subject, kTable, {});
}
Made latin_to_katakana(const Subject& subject, Random&) {
  static const text::RuleTable kTable("data/variations/latin_to_katakana.tsv");
  Made made = latin_to(subject, kTable, {});
  // Words of a foreign name are parted by a middle dot.
  if (made) std::ranges::replace(*made, U' ', U'・');
  return made;
}

}  // namespace vedette::variations
