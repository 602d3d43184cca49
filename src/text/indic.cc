#include "text/indic.h"

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

enum class Kind : std::uint8_t {
  Consonant,
  Vowel,
  Sign,
  Virama,
  Nukta,
  Mark,
  Medial,
  Double,
  Inherent,  // not in the table: the vowel a consonant carries
};

struct Letter {
  Kind kind;
  std::string_view plain;
  std::string_view habit;
};

Kind kind_of(std::string_view name) {
  static constexpr std::string_view kNames[] = {"consonant", "vowel", "sign",   "virama",
                                                "nukta",     "mark",  "medial", "double"};
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    if (name == kNames[i]) return static_cast<Kind>(i);
  VEDETTE_CHECK(false);
}

class Letters {
 public:
  Letters() {
    for_each_row("data/romanise/indic.tsv", [this](auto fields) {
      VEDETTE_CHECK(fields.size() == 4);
      letters_.push_back(
          {kind_of(fields[1]), fields[2], fields[3].empty() ? fields[2] : fields[3]});
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

constexpr char32_t kBengaliYa = 0x09AF;

// The consonant that a dot below makes of another.
std::string_view dotted(char32_t base, std::string_view plain) {
  if (base == kBengaliYa) return "y";
  if (plain == "j") return "z";
  if (plain == "ph") return "f";
  if (plain == "k") return "q";
  if (plain == "d") return "r";
  if (plain == "dh") return "rh";
  if (plain == "s") return "sh";
  return plain;
}

// A word as consonants and vowels, the inherent ones included.
class Pieces {
 public:
  explicit Pieces(std::u32string_view word) {
    for (std::size_t i = 0; i < word.size(); ++i)
      add(word, i);
    place_nasals();
  }

  // Marks the inherent vowels that are not spoken: the last one after a single consonant, and, when
  // `inside`, those between vowel + consonant and consonant + vowel, from the end backwards.
  void drop_silent(bool inside) {
    if (count_ < 3) return;
    const std::size_t last = count_ - 1;
    const bool open = is_spoken_vowel(last - 2) || pieces_[last - 2].kind == Kind::Mark;
    if (pieces_[last].kind == Kind::Inherent && open) silent_[last] = true;
    if (!inside) return;
    for (std::size_t i = last; i-- > 2;) {
      if (pieces_[i].kind != Kind::Inherent || i + 2 > last) continue;
      const bool before = is_spoken_vowel(i - 2) && pieces_[i - 1].kind == Kind::Consonant;
      const bool after = pieces_[i + 1].kind == Kind::Consonant && is_spoken_vowel(i + 2);
      if (before && after) silent_[i] = true;
    }
  }

  // Tamil writes voiced and unvoiced stops alike. They are voiced after a nasal, unvoiced when
  // doubled or beside another consonant, and either at the start of a word or between vowels.
  void add_tamil(Forms& out, bool voiced_start, bool voiced_inside) const {
    FormBuilder text;
    for (std::size_t i = 0; i < count_; ++i) {
      const Letter& piece = pieces_[i];
      const bool stop = piece.kind == Kind::Consonant && piece.plain != piece.habit &&
                        std::string_view("kstp").find(piece.plain[0]) != std::string_view::npos;
      if (!stop) {
        text.append(piece.kind == Kind::Inherent ? "a" : piece.plain);
        continue;
      }
      const bool after_consonant = i > 0 && pieces_[i - 1].kind == Kind::Consonant;
      const bool before_consonant = i + 1 < count_ && pieces_[i + 1].kind == Kind::Consonant;
      const bool nasal = after_consonant && pieces_[i - 1].plain[0] == 'n';
      const bool labial_nasal = after_consonant && pieces_[i - 1].plain[0] == 'm';
      const bool beside = after_consonant || before_consonant;
      const bool voiced =
          nasal || labial_nasal || (!beside && (i == 0 ? voiced_start : voiced_inside));
      text.append(voiced ? piece.habit : piece.plain);
    }
    text.add_to(out);
  }

  void add_to(Forms& out, bool habit, std::string_view inherent) const {
    FormBuilder text;
    for (std::size_t i = 0; i < count_; ++i) {
      if (silent_[i]) continue;
      const Letter& piece = pieces_[i];
      text.append(piece.kind == Kind::Inherent ? inherent : habit ? piece.habit : piece.plain);
    }
    text.add_to(out);
  }

 private:
  // A letter makes two pieces at most: itself and the vowel it carries.
  static constexpr std::size_t kMaxPieces = 2 * kMaxWordLength + 1;

  void push(const Letter& piece) {
    if (count_ < kMaxPieces) pieces_[count_++] = piece;
  }
  bool ends_with(Kind kind) const { return count_ > 0 && pieces_[count_ - 1].kind == kind; }

  void add(std::u32string_view word, std::size_t i) {
    const Letter* letter = letters().find(word[i]);
    if (letter == nullptr) {
      static constexpr std::string_view kDigits = "0123456789";
      if (word[i] >= U'0' && word[i] <= U'9') {
        const std::string_view digit = kDigits.substr(word[i] - U'0', 1);
        push({Kind::Mark, digit, digit});
      }
      return;
    }
    switch (letter->kind) {
      case Kind::Consonant:
        if (doubled_) push(*letter);
        doubled_ = false;
        push(*letter);
        push({Kind::Inherent, {}, {}});
        break;
      case Kind::Medial: {
        const bool carries = ends_with(Kind::Inherent);
        if (carries) --count_;
        push({Kind::Consonant, letter->plain, letter->habit});
        push({Kind::Inherent, {}, {}});
        break;
      }
      case Kind::Sign:
        if (ends_with(Kind::Inherent)) --count_;
        push({Kind::Vowel, letter->plain, letter->habit});
        break;
      case Kind::Virama:
        if (ends_with(Kind::Inherent)) --count_;
        break;
      case Kind::Nukta:
        if (i > 0 && count_ >= 2) {
          Letter& base = pieces_[count_ - 2];
          base.plain = base.habit = dotted(word[i - 1], base.plain);
        }
        break;
      case Kind::Double:
        doubled_ = true;
        break;
      default:
        push(*letter);
    }
  }

  // A nasal mark is m before p, b and m.
  void place_nasals() {
    for (std::size_t i = 0; i + 1 < count_; ++i) {
      Letter& piece = pieces_[i];
      if (piece.kind != Kind::Mark || piece.plain != "n" || piece.habit != "m") continue;
      const std::string_view next = pieces_[i + 1].plain;
      const bool labial = !next.empty() && std::string_view("pbm").find(next[0]) != next.npos;
      piece.plain = piece.habit = labial ? "m" : "n";
    }
  }

  bool is_spoken_vowel(std::size_t i) const {
    const Kind kind = pieces_[i].kind;
    return (kind == Kind::Vowel || kind == Kind::Inherent) && !silent_[i];
  }

  std::array<Letter, kMaxPieces> pieces_;
  std::array<bool, kMaxPieces> silent_{};
  std::size_t count_ = 0;
  bool doubled_ = false;
};

// Languages that do not speak the inherent vowel at the end of a word.
bool drops_vowels(Script script) {
  switch (script) {
    case Script::Devanagari:
    case Script::Bengali:
    case Script::Gurmukhi:
    case Script::Gujarati:
    case Script::Khmer:
    case Script::Tibetan:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool is_indic(Script script) {
  return (script >= Script::Devanagari && script <= Script::Sinhala) ||
         (script >= Script::Khmer && script <= Script::Tibetan);
}

void spell_indic(std::u32string_view word, Script script, Forms& out) {
  const Pieces full(word.substr(0, kMaxWordLength));
  Pieces at_end = full;
  at_end.drop_silent(false);
  Pieces inside = full;
  inside.drop_silent(true);
  const bool bengali = script == Script::Bengali;
  if (drops_vowels(script)) {
    inside.add_to(out, false, "a");
    at_end.add_to(out, false, "a");
    inside.add_to(out, true, bengali ? "o" : "a");
    at_end.add_to(out, true, bengali ? "o" : "a");
  }
  if (script == Script::Tamil) {
    full.add_tamil(out, false, true);
    full.add_tamil(out, false, false);
    full.add_tamil(out, true, true);
    full.add_tamil(out, true, false);
  }
  full.add_to(out, false, "a");
  full.add_to(out, true, bengali ? "o" : "a");
  at_end.add_to(out, false, "a");
  at_end.add_to(out, true, "a");
}

}  // namespace vedette::text
