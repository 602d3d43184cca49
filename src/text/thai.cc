#include "text/thai.h"

#include <array>
#include <string>
#include <vector>

#include "base/check.h"
#include "text/code_point_table.h"
#include "text/tokenise.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

enum class Kind : std::uint8_t { Consonant, Before, After, Silent };

struct Letter {
  Kind kind;
  std::string_view start;
  std::string_view end;
  std::string_view habit;
};

class Letters {
 public:
  Letters() {
    for_each_row("data/romanise/thai.tsv", [this](auto fields) {
      VEDETTE_CHECK(fields.size() == 5);
      const auto text = [](std::string_view field) {
        return field == "-" ? std::string_view() : field;
      };
      const Kind kind = fields[1] == "consonant" ? Kind::Consonant
                        : fields[1] == "before"  ? Kind::Before
                        : fields[1] == "after"   ? Kind::After
                                                 : Kind::Silent;
      letters_.push_back({kind, text(fields[2]), text(fields[3]), text(fields[4])});
      numbers_.put(decode(fields[0])[0], static_cast<std::uint32_t>(letters_.size()));
    });
  }
  const Letter* find(char32_t value) const {
    const std::uint32_t number = numbers_.get(value);
    return number == 0 ? nullptr : &letters_[number - 1];
  }

 private:
  CodePointTable numbers_;
  std::vector<Letter> letters_;
};

const Letters& letters() {
  static const Letters kLetters;
  return kLetters;
}

constexpr char32_t kSilencer = U'์';
constexpr char32_t kOAng = U'อ';

// One letter of the word in the order of speech.
struct Sound {
  bool vowel;
  char32_t letter;  // consonants
  std::string_view plain;
  std::string_view habit;
};

// The word with vowels behind their consonants and silenced letters gone.
class Sounds {
 public:
  explicit Sounds(std::u32string_view word) {
    std::array<char32_t, kMaxWordLength> kept;
    std::size_t length = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (word[i] == kSilencer) {
        // The silencer takes its consonant along, and a vowel sign on that consonant.
        if (length > 0 && kind_of(kept[length - 1]) == Kind::After) --length;
        if (length > 0) --length;
        continue;
      }
      if (letters().find(word[i]) != nullptr) kept[length++] = word[i];
    }
    const std::u32string_view text(kept.data(), length);
    for (std::size_t i = 0; i < text.size();)
      i += take(text, i);
  }

  std::size_t size() const { return count_; }
  const Sound& operator[](std::size_t i) const { return sounds_[i]; }
  bool vowel_at(std::size_t i) const { return i < count_ && sounds_[i].vowel; }
  bool consonant_at(std::size_t i) const { return i < count_ && !sounds_[i].vowel; }

 private:
  static Kind kind_of(char32_t value) {
    const Letter* letter = letters().find(value);
    return letter == nullptr ? Kind::Silent : letter->kind;
  }

  void consonant(char32_t letter) {
    if (count_ < sounds_.size()) sounds_[count_++] = {false, letter, {}, {}};
  }
  void vowel(std::string_view plain, std::string_view habit) {
    if (count_ < sounds_.size()) sounds_[count_++] = {true, 0, plain, habit};
  }

  std::size_t take(std::u32string_view text, std::size_t i) {
    const Letter& letter = *letters().find(text[i]);
    if (letter.kind == Kind::Before) return take_leading(text, i, letter);
    if (letter.kind == Kind::After) return take_trailing(text, i, letter);
    if (letter.kind == Kind::Silent) return 1;
    const bool double_r = text.substr(i, 2) == U"รร" && count_ > 0 && consonant_at(count_ - 1);
    if (double_r) {
      vowel("a", "a");
      const bool closed = i + 2 < text.size() && kind_of(text[i + 2]) == Kind::Consonant;
      if (!closed) consonant(U'น');
      return 2;
    }
    // The letter o ang after a consonant is the vowel o.
    const bool next_sign = i + 1 < text.size() && kind_of(text[i + 1]) == Kind::After;
    if (text[i] == kOAng && consonant_at(count_ - 1) && count_ > 0 && !next_sign) {
      vowel("o", "o");
      return 1;
    }
    consonant(text[i]);
    return 1;
  }

  std::size_t take_trailing(std::u32string_view text, std::size_t i, const Letter& letter) {
    if (text.substr(i, 2) == U"ัว") {
      vowel("ua", "ua");
      return 2;
    }
    vowel(letter.start, letter.habit);
    // Sara am is normalised into two signs.
    return text.substr(i, 2) == U"ํา" ? 2 : 1;
  }

  // A vowel before its consonant, which may be a cluster, with the signs that complete it.
  std::size_t take_leading(std::u32string_view text, std::size_t i, const Letter& letter) {
    std::size_t at = i + 1;
    if (at >= text.size() || kind_of(text[at]) != Kind::Consonant) {
      vowel(letter.start, letter.habit);
      return 1;
    }
    consonant(text[at++]);
    const bool cluster = at < text.size() && is_cluster(text[at - 1], text[at]);
    if (cluster) consonant(text[at++]);
    const std::u32string_view rest = text.substr(std::min(at, text.size()));
    struct Compound {
      std::u32string_view signs;
      std::string_view plain;
      std::string_view habit;
    };
    static constexpr Compound kCompounds[] = {
        {U"ียะ", "ia", "ia"}, {U"ือะ", "uea", "ua"}, {U"ีย", "ia", "ia"}, {U"ือ", "uea", "ua"},
        {U"าะ", "o", "or"},  {U"า", "ao", "ao"},   {U"ิ", "oe", "er"},  {U"อ", "oe", "er"}};
    if (text[i] == U'เ') {
      for (const Compound& compound : kCompounds) {
        if (!rest.starts_with(compound.signs)) continue;
        vowel(compound.plain, compound.habit);
        return at - i + compound.signs.size();
      }
    }
    vowel(letter.start, letter.habit);
    const bool shortened = rest.starts_with(U"ะ") || rest.starts_with(U"็");
    return at - i + (shortened ? 1 : 0);
  }

 public:
  static bool is_cluster(char32_t first, char32_t second) {
    constexpr std::u32string_view kFirst = U"กขคตปผพทสจหฟบด";
    constexpr std::u32string_view kSecond = U"รลว";
    const bool led_by_h =
        first == U'ห' && std::u32string_view(U"งญนมยรลว").find(second) != std::u32string_view::npos;
    return led_by_h || (kFirst.find(first) != kFirst.npos && kSecond.find(second) != kSecond.npos);
  }

 private:
  std::array<Sound, 2 * kMaxWordLength> sounds_;
  std::size_t count_ = 0;
};

std::string_view start_of(char32_t letter, bool habit) {
  const Letter* found = letters().find(letter);
  return habit ? found->habit : found->start;
}

// Writes syllable by syllable, guessing the vowels that are not written.
void write(const Sounds& sounds, bool habit, Forms& out) {
  FormBuilder text;
  std::size_t i = 0;
  const auto final = [&](std::size_t at) {
    return sounds.consonant_at(at) && !sounds.vowel_at(at + 1) &&
           !(sounds.consonant_at(at + 1) && sounds.vowel_at(at + 2) &&
             Sounds::is_cluster(sounds[at].letter, sounds[at + 1].letter));
  };
  const auto take_final = [&] {
    if (!final(i)) return;
    text.append(letters().find(sounds[i++].letter)->end);
    // A last r behind the closing consonant is written for the origin of the word, not spoken.
    if (i + 1 == sounds.size() && sounds.consonant_at(i) && sounds[i].letter == U'ร') ++i;
  };
  while (i < sounds.size()) {
    if (sounds.vowel_at(i)) {
      text.append(habit ? sounds[i].habit : sounds[i].plain);
      ++i;
      take_final();
      continue;
    }
    const char32_t first = sounds[i].letter;
    const bool cluster = sounds.consonant_at(i + 1) &&
                         Sounds::is_cluster(first, sounds[i + 1].letter) &&
                         (sounds.vowel_at(i + 2) || sounds.consonant_at(i + 2));
    if (!(cluster && first == U'ห')) text.append(start_of(first, habit));
    ++i;
    if (cluster) text.append(start_of(sounds[i++].letter, habit));
    if (sounds.vowel_at(i) || i == sounds.size()) continue;
    // Two consonants: the second closes the syllable with o, or opens the next one after a.
    if (final(i)) {
      text.push('o');
      take_final();
    } else {
      text.push('a');
    }
  }
  text.add_to(out);
}

}  // namespace

void spell_thai(std::u32string_view word, Forms& out) {
  constexpr char32_t kLaoFirst = 0x0E80;
  constexpr char32_t kLaoLast = 0x0EFF;
  std::array<char32_t, kMaxWordLength> thai;
  word = word.substr(0, kMaxWordLength);
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool lao = word[i] >= kLaoFirst && word[i] <= kLaoLast;
    thai[i] = lao ? word[i] - 0x80 : word[i];
  }
  const Sounds sounds({thai.data(), word.size()});
  write(sounds, false, out);
  write(sounds, true, out);
}

}  // namespace vedette::text
