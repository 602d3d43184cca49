#include "text/han.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "text/chinese_syllables.h"
#include "text/code_point_table.h"
#include "text/hangul.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

struct Cantonese {
  std::string_view usual;
  std::string_view other;
};

struct Surname {
  std::string pinyin;
  std::string passport;
  std::string wade;
  std::vector<std::string_view> spellings;
};

// Everything the tables say about characters; read once.
class Characters {
 public:
  Characters() {
    for_each_row("data/romanise/han_pinyin.tsv", [this](auto fields) {
      const auto number = static_cast<std::uint32_t>(chinese_syllable_number(fields[0]) + 1);
      for (const char32_t character : decode(fields[1]))
        mandarin_.put(character, number);
    });
    for_each_row("data/romanise/han_cantonese.tsv", [this](auto fields) {
      VEDETTE_CHECK(fields.size() == 3);
      const std::string_view other = fields[1].empty() ? fields[0] : fields[1];
      spellings_.push_back({fields[0], other});
      for (const char32_t character : decode(fields[2]))
        if (cantonese_.get(character) == 0)
          cantonese_.put(character, static_cast<std::uint32_t>(spellings_.size()));
    });
    for_each_row("data/romanise/hanja.tsv", [this](auto fields) {
      const char32_t syllable = decode(fields[0])[0];
      for (const char32_t character : decode(fields[1]))
        if (korean_.get(character) == 0)
          korean_.put(character, static_cast<std::uint32_t>(syllable));
    });
    for_each_row("data/romanise/japanese_names.tsv", [this](auto fields) {
      VEDETTE_CHECK(fields.size() == 3);
      std::vector<std::string_view> readings = {fields[1]};
      for (const std::string_view other : split_words(fields[2]))
        readings.push_back(other);
      for (const std::string_view variant : split_words(fields[0]))
        japanese_.emplace(decode(variant), readings);
    });
    for_each_row("data/romanise/han_surnames.tsv", [this](auto fields) { add_surname(fields); });
  }

  const ChineseSyllable* mandarin(char32_t character) const {
    const std::uint32_t number = mandarin_.get(character);
    return number == 0 ? nullptr : &chinese_syllables()[number - 1];
  }

  const Cantonese* cantonese(char32_t character) const {
    const std::uint32_t number = cantonese_.get(character);
    return number == 0 ? nullptr : &spellings_[number - 1];
  }

  // The Hangul syllable, or 0.
  char32_t korean(char32_t character) const { return korean_.get(character); }

  std::span<const std::string_view> japanese(std::u32string_view characters) const {
    const auto found = japanese_.find(characters);
    if (found == japanese_.end()) return {};
    return found->second;
  }

  const Surname* surname(std::u32string_view characters) const {
    const auto found = surname_numbers_.find(characters);
    return found == surname_numbers_.end() ? nullptr : &surnames_[found->second];
  }

 private:
  void add_surname(std::span<const std::string_view> fields) {
    VEDETTE_CHECK(fields.size() == 3);
    Surname surname;
    surname.spellings = split_words(fields[2]);
    const auto written = split_words(fields[0]);
    const bool compound = decode(written[0]).size() == 2;
    if (compound) {
      surname.pinyin = surname.passport = fields[1];
    } else {
      const auto& syllable = chinese_syllables()[chinese_syllable_number(fields[1])];
      surname.pinyin = syllable.pinyin;
      surname.passport = syllable.passport;
      surname.wade = syllable.wade;
    }
    for (const std::string_view variant : written)
      surname_numbers_.emplace(decode(variant), surnames_.size());
    surnames_.push_back(std::move(surname));
  }

  CodePointTable mandarin_;
  CodePointTable cantonese_;
  CodePointTable korean_;
  std::vector<Cantonese> spellings_;
  std::vector<Surname> surnames_;
  std::map<std::u32string, std::size_t, std::less<>> surname_numbers_;
  std::map<std::u32string, std::vector<std::string_view>, std::less<>> japanese_;
};

const Characters& characters() {
  static const Characters kCharacters;
  return kCharacters;
}

constexpr std::size_t kLongestKorean = 2;  // characters of a family or given name

void add_korean(std::u32string_view word, Part part, std::size_t at_most, Forms& out) {
  if (word.size() > kLongestKorean) return;
  std::array<char32_t, kLongestKorean> syllables{};
  for (std::size_t i = 0; i < word.size(); ++i) {
    syllables[i] = characters().korean(word[i]);
    if (syllables[i] == 0) return;
  }
  Forms korean;
  spell_hangul({syllables.data(), word.size()}, part, korean);
  for (std::size_t i = 0; i < std::min(at_most, korean.size()); ++i)
    out.add(korean[i]);
}

// Spells each character by `spelling_of`; nothing when one has no spelling there.
template <typename SpellingOf>
void add_joined(std::u32string_view word, SpellingOf spelling_of, Forms& out) {
  constexpr char32_t kRepeated = U'々';
  FormBuilder text;
  std::string_view spelling;
  for (const char32_t character : word) {
    if (character != kRepeated) spelling = spelling_of(character);
    if (spelling.empty()) return;
    text.append(spelling);
  }
  text.add_to(out);
}

}  // namespace

bool is_han_surname(std::u32string_view word) {
  return characters().surname(word) != nullptr;
}

bool is_japanese_surname(std::u32string_view word) {
  return !characters().japanese(word).empty();
}

void spell_han_surname(std::u32string_view word, Forms& out) {
  const Surname* surname = characters().surname(word);
  for (const std::string_view reading : characters().japanese(word))
    out.add(reading);
  if (surname == nullptr) return spell_han(word, out);
  out.add(surname->pinyin);
  out.add(surname->wade);
  out.add(surname->passport);
  constexpr std::size_t kChineseSpellings = 7;
  constexpr std::size_t kKoreanSpellings = 3;
  for (const std::string_view spelling : surname->spellings)
    if (out.size() < kChineseSpellings) out.add(spelling);
  add_korean(word, Part::Family, kKoreanSpellings, out);
  for (const std::string_view spelling : surname->spellings)
    out.add(spelling);
}

void spell_han_given(std::u32string_view word, Forms& out) {
  constexpr std::size_t kKoreanSpellings = 5;
  spell_han(word, out);
  add_korean(word, Part::Given, kKoreanSpellings, out);
}

void spell_han(std::u32string_view word, Forms& out) {
  const Characters& table = characters();
  const auto mandarin = [&](auto member) {
    return [&table, member](char32_t character) -> std::string_view {
      const ChineseSyllable* syllable = table.mandarin(character);
      return syllable == nullptr ? std::string_view() : std::string_view(syllable->*member);
    };
  };
  const auto cantonese = [&](auto member) {
    return [&table, member](char32_t character) {
      const Cantonese* spelling = table.cantonese(character);
      return spelling == nullptr ? std::string_view() : spelling->*member;
    };
  };
  add_joined(word, mandarin(&ChineseSyllable::pinyin), out);
  add_joined(word, mandarin(&ChineseSyllable::wade), out);
  add_joined(word, cantonese(&Cantonese::usual), out);
  add_joined(word, cantonese(&Cantonese::other), out);
  // Each character of a given name follows its own habit: Yuet-ngor.
  if (word.size() == 2)
    for (const bool first : {true, false}) {
      const Cantonese* a = table.cantonese(word[0]);
      const Cantonese* b = table.cantonese(word[1]);
      if (a == nullptr || b == nullptr) break;
      FormBuilder text;
      text.append(first ? a->other : a->usual);
      text.append(first ? b->usual : b->other);
      text.add_to(out);
    }
  add_joined(word, mandarin(&ChineseSyllable::passport), out);
}

}  // namespace vedette::text
