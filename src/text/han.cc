#include "text/han.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "text/chinese_syllables.h"
#include "text/code_point_table.h"
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
  std::vector<Cantonese> spellings_;
  std::vector<Surname> surnames_;
  std::map<std::u32string, std::size_t, std::less<>> surname_numbers_;
};

const Characters& characters() {
  static const Characters kCharacters;
  return kCharacters;
}

// Spells each character by `spelling_of`; nothing when one has no spelling there.
template <typename SpellingOf>
void add_joined(std::u32string_view word, SpellingOf spelling_of, Forms& out) {
  FormBuilder text;
  for (const char32_t character : word) {
    const std::string_view spelling = spelling_of(character);
    if (spelling.empty()) return;
    text.append(spelling);
  }
  text.add_to(out);
}

}  // namespace

bool is_han_surname(std::u32string_view word) {
  return characters().surname(word) != nullptr;
}

void spell_han_surname(std::u32string_view word, Forms& out) {
  const Surname* surname = characters().surname(word);
  if (surname == nullptr) return spell_han(word, out);
  out.add(surname->pinyin);
  out.add(surname->wade);
  out.add(surname->passport);
  for (const std::string_view spelling : surname->spellings)
    out.add(spelling);
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
  add_joined(word, mandarin(&ChineseSyllable::passport), out);
}

}  // namespace vedette::text
