#include "text/myanmar.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "base/check.h"
#include "text/tokenise.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

constexpr char32_t kFirstLetter = 0x1000;
constexpr char32_t kLastLetter = 0x102A;
constexpr char32_t kGreatSa = 0x103F;
constexpr char32_t kDotBelow = 0x1037;
constexpr char32_t kVisarga = 0x1038;
constexpr char32_t kStacker = 0x1039;
constexpr char32_t kAsat = 0x103A;  // the letter closes its syllable
constexpr char32_t kMedialYa = 0x103B;
constexpr char32_t kMedialRa = 0x103C;
constexpr char32_t kMedialWa = 0x103D;
constexpr char32_t kMedialHa = 0x103E;

struct Spelling {
  std::string_view usual;
  std::string_view other;
};

struct Tables {
  std::map<char32_t, Spelling> onsets;
  std::map<std::u32string, Spelling, std::less<>> rhymes;

  Tables() {
    for_each_row("data/romanise/myanmar.tsv", [this](auto fields) {
      VEDETTE_CHECK(fields.size() == 4);
      const std::string_view usual = fields[2] == "-" ? std::string_view() : fields[2];
      const Spelling spelling = {usual, fields[3].empty() ? usual : fields[3]};
      if (fields[0] == "onset") {
        onsets.emplace(decode(fields[1])[0], spelling);
      } else {
        rhymes.emplace(decode(fields[1]), spelling);
      }
    });
  }
};

const Tables& tables() {
  static const Tables kTables;
  return kTables;
}

bool is_letter(char32_t value) {
  return (value >= kFirstLetter && value <= kLastLetter) || value == kGreatSa;
}

// One syllable in small inline text.
class Rhyme {
 public:
  void push(char32_t value) {
    if (length_ < text_.size()) text_[length_++] = value;
  }
  std::u32string_view view() const { return {text_.data(), length_}; }

 private:
  std::array<char32_t, 12> text_;
  std::size_t length_ = 0;
};

// The longest rhyme that begins `text`; what is left over is not spoken.
const Spelling* find_rhyme(std::u32string_view text) {
  for (std::size_t length = text.size(); length > 0; --length) {
    const auto found = tables().rhymes.find(text.substr(0, length));
    if (found != tables().rhymes.end()) return &found->second;
  }
  return nullptr;
}

struct Syllable {
  char32_t letter = 0;
  bool y = false;
  bool w = false;
  bool h = false;
  Rhyme rhyme;       // without w
  Rhyme full_rhyme;  // with w, when there is one
};

Syllable parse(std::u32string_view text) {
  Syllable out;
  out.letter = text[0];
  std::size_t place = 1;
  for (; place < text.size(); ++place) {
    if (text[place] == kMedialYa || text[place] == kMedialRa) {
      out.y = true;
    } else if (text[place] == kMedialWa) {
      out.w = true;
    } else if (text[place] == kMedialHa) {
      out.h = true;
    } else {
      break;
    }
  }
  if (out.w) out.full_rhyme.push(kMedialWa);
  for (; place < text.size(); ++place) {
    char32_t value = text[place];
    if (value == kVisarga) continue;
    if (value == kStacker) value = kAsat;
    // The dot below is kept before the closing mark only: "nt".
    const bool closes = place + 1 < text.size() && text[place + 1] == kAsat;
    if (value == kDotBelow && !closes) continue;
    out.rhyme.push(value);
    out.full_rhyme.push(value);
  }
  return out;
}

void append_onset(const Syllable& syllable, bool w, bool habit, FormBuilder& out) {
  const auto found = tables().onsets.find(syllable.letter);
  if (found == tables().onsets.end()) return;
  std::string_view base = habit ? found->second.other : found->second.usual;
  const bool palatal =
      syllable.h && (syllable.letter == U'ရ' || syllable.letter == U'ယ' ||
                     (syllable.y && (syllable.letter == U'လ' || syllable.letter == U'သ')));
  if (palatal) {
    out.append("sh");
  } else if (syllable.y && syllable.letter == U'ခ') {
    out.append("ch");
  } else {
    if (syllable.h) out.push('h');
    out.append(base);
    if (syllable.y) out.push('y');
  }
  if (w) out.push('w');
}

void append_syllable(std::u32string_view text, bool habit, FormBuilder& out) {
  const Syllable syllable = parse(text);
  const auto whole = tables().rhymes.find(syllable.full_rhyme.view());
  const bool joined = syllable.w && whole != tables().rhymes.end();
  append_onset(syllable, syllable.w && !joined, habit, out);
  const Spelling* rhyme = joined ? &whole->second : find_rhyme(syllable.rhyme.view());
  const bool vowel_letter = syllable.letter > U'အ' && syllable.letter <= kLastLetter;
  if (rhyme != nullptr) {
    out.append(habit ? rhyme->other : rhyme->usual);
  } else if (!vowel_letter) {
    out.push('a');
  }
}

void write(std::u32string_view word, bool habit, Forms& out) {
  FormBuilder text;
  std::size_t start = 0;
  for (std::size_t i = 1; i <= word.size(); ++i) {
    if (i < word.size() && !begins_myanmar_syllable(word, i)) continue;
    append_syllable(word.substr(start, i - start), habit, text);
    start = i;
  }
  text.add_to(out);
}

}  // namespace

bool begins_myanmar_syllable(std::u32string_view text, std::size_t place) {
  if (place >= text.size() || !is_letter(text[place])) return false;
  const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : U'\0'; };
  const bool dotted = at(place + 1) == kDotBelow && at(place + 2) == kAsat;
  const bool closes = at(place + 1) == kAsat || at(place + 1) == kStacker || dotted;
  return place == 0 || !closes;
}

void spell_myanmar(std::u32string_view word, Forms& out) {
  if (word.empty()) return;
  word = word.substr(0, kMaxWordLength);
  write(word, false, out);
  write(word, true, out);
}

}  // namespace vedette::text
