#include "names/words/reading.h"

#include <algorithm>
#include <array>

#include "names/words/analysed_name.h"
#include "names/words/word.h"
#include "text/fold.h"
#include "text/han.h"
#include "text/hangul.h"
#include "text/romanise.h"
#include "text/tokenise.h"
#include "text/utf8.h"

namespace vedette::names {
namespace {

using text::Script;

// Digits typed for the letters they resemble: "Ig0r Sech1n".
constexpr std::string_view kDigitLetters = "oizeasgtbg";

bool is_digit(char32_t c) {
  return c >= U'0' && c <= U'9';
}

std::uint16_t script_flags(Script script) {
  switch (script) {
    case Script::Han:
    case Script::Hangul:
      return kSyllabic;
    case Script::Arabic:
    case Script::Hebrew:
      return kConsonantal;
    default:
      return 0;
  }
}

void add_spelling(ReadWord& word, std::string_view spelling) {
  if (spelling.empty() || word.latin.size() == kMaxSpellings) return;
  spelling = spelling.substr(0, kMaxLetters);
  if (!word.latin.contains(spelling)) word.latin.add(spelling);
}

// A word of letters and digits gets the spelling in which the digits are the letters they resemble.
void add_digit_spelling(ReadWord& word) {
  if (!word.has_digit || word.latin.empty()) return;
  std::string letters(word.latin.front());
  if (std::ranges::all_of(letters, [](char c) { return is_digit(static_cast<char32_t>(c)); }))
    return;
  for (char& c : letters)
    if (is_digit(static_cast<char32_t>(c))) c = kDigitLetters[static_cast<std::size_t>(c - '0')];
  add_spelling(word, letters);
}

ReadWord read_word(std::u32string_view letters, const text::Word& source, bool& cut) {
  ReadWord word;
  if (letters.size() > kMaxLetters) {
    letters = letters.substr(0, kMaxLetters);
    cut = true;
  }
  word.length = static_cast<std::uint8_t>(letters.size());
  word.script = source.script;
  word.flags = script_flags(source.script);
  if (source.in_brackets) word.flags |= kInParentheses;
  if (source.half) word.flags |= kHalfName;
  // Most words are plain: their own only spelling.
  if (std::ranges::all_of(letters, [](char32_t c) { return c >= U'a' && c <= U'z'; })) {
    word.form.assign(letters.begin(), letters.end());
    word.latin.add(word.form);
    return word;
  }
  for (const char32_t c : letters) {
    text::append_utf8(text::strip_diacritics(c), word.form);
    word.has_digit = word.has_digit || is_digit(c);
  }
  text::Forms forms;
  text::romanise(letters, source.script, source.part, forms);
  for (std::size_t i = 0; i < forms.size(); ++i)
    add_spelling(word, forms[i]);
  add_digit_spelling(word);
  // A family name or given name that stands without a blank is no foreign one.
  if (source.part == text::Part::Unknown) word.ears = text::ear_keys(letters, source.script);
  return word;
}

ReadWord plain_word(std::string_view ascii) {
  ReadWord word;
  word.form = ascii;
  word.latin.add(word.form);
  word.length = static_cast<std::uint8_t>(ascii.size());
  return word;
}

class Reader {
 public:
  Reader(std::string_view utf8, Kind kind) : utf8_(utf8), kind_(kind) {}

  Reading read() {
    // Reused from name to name, it stops allocating.
    thread_local text::Words words;
    text::tokenise(utf8_, words);
    return read(words);
  }

  // Reads a name after letters that stood apart were joined. The joined name may look like one with
  // letters apart again ("a B  c D  e F"), so it is not joined a second time.
  Reading read_closed() {
    is_closed_ = true;
    return read();
  }

  // The words are those of the name.
  Reading read(const text::Words& words) {
    reading_.cut = words.cut();
    reading_.words.reserve(words.size());
    if (const std::string closed = is_closed_ ? "" : without_spaced_letters(words.words());
        !closed.empty())
      return Reader(closed, kind_).read_closed();
    // So many letters with full stops are no initials, nor are those beside them: "I.v.a.n
    // P.e.t.r.o.v".
    spelled_out_ = std::ranges::any_of(words.words(), [](const text::Word& word) {
      return word.dotted && word.text.size() > kMaxDottedInitials;
    });
    std::uint32_t end = 0;
    for (const text::Word& word : words.words()) {
      take_gap(end, word);
      take(word);
      end = word.end;
    }
    // "Droukde…": a person's name that a narrow field has cut.
    if (kind_ == Kind::kPerson && utf8_.substr(end).starts_with(kCutOff) &&
        !reading_.words.empty()) {
      ReadWord& last = reading_.words.back();
      last.cut_off = last.length > 1 && !last.has_digit &&
                     !(last.flags & (kSyllabic | kConsonantal)) && !last.latin.empty();
    }
    if (end < utf8_.size() && utf8_.substr(end).find('%') != std::string_view::npos)
      reading_.words.push_back(plain_word("percent"));
    if (is_east_asian_name())
      for (ReadWord& word : reading_.words)
        word.ears = {};
    return std::move(reading_);
  }

 private:
  // A family name of one character, or hardly any characters at all: a name of the script's own
  // people, which is no foreign one, whatever it sounds like.
  bool is_east_asian_name() const {
    constexpr std::size_t kMost = 3;
    std::size_t characters = 0;
    for (const ReadWord& word : reading_.words) {
      if (!(word.flags & kSyllabic)) continue;
      characters += word.length;
      if (word.length != 1) continue;
      const std::u32string letter = text::decode(word.form);
      if (word.script == Script::Han ? text::is_han_surname(letter)
                                     : text::is_hangul_surname(letter))
        return true;
    }
    return characters > 0 && characters <= kMost;
  }

  // A name with the letters of a word written apart ("P u t i n", "P-u-t-i-n"), put together; empty
  // when there is no such word. Fewer letters may be initials, unless another word of the name is
  // written so or the whole name is.
  std::string without_spaced_letters(std::span<const text::Word> words) const {
    constexpr std::size_t kFewest = 5;
    constexpr std::size_t kFewestOfName = 6;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < words.size();) {
      const std::size_t end = std::max(end_of_letters(words, i), i + 1);
      longest = std::max(longest, end - i);
      i = end;
    }
    const bool all =
        words.size() >= kFewestOfName && longest > 1 &&
        std::ranges::all_of(words, [&](const text::Word& word) { return is_lone_letter(word); });
    if (longest < kFewest && !all) return {};
    std::string closed;
    std::size_t copied = 0;
    for (std::size_t i = 0; i < words.size();) {
      const std::size_t end = std::max(end_of_letters(words, i), i + 1);
      if (end - i > 1) {
        closed += utf8_.substr(copied, words[i].begin - copied);
        append_letters(words.subspan(i, end - i), closed);
        copied = words[end - 1].end;
      }
      i = end;
    }
    return closed + std::string(utf8_.substr(copied));
  }

  // Where the lone letters end that stand apart by one sign from i on.
  std::size_t end_of_letters(std::span<const text::Word> words, std::size_t i) const {
    std::size_t end = i;
    while (end < words.size() && is_lone_letter(words[end]) &&
           (end == i || is_apart(words, i, end)))
      ++end;
    return end;
  }

  // A capital behind a small letter begins a word: "I v a n P e t r o v".
  void append_letters(std::span<const text::Word> letters, std::string& out) const {
    for (std::size_t k = 0; k < letters.size(); ++k) {
      if (k > 0 && letters[k].capitalised && !letters[k - 1].capitalised) out += ' ';
      out += utf8_.substr(letters[k].begin, letters[k].end - letters[k].begin);
    }
  }

  // The same one sign stands between all letters of the word.
  bool is_apart(std::span<const text::Word> words, std::size_t first, std::size_t i) const {
    const auto gap_before = [&](std::size_t k) {
      return utf8_.substr(words[k - 1].end, words[k].begin - words[k - 1].end);
    };
    static constexpr std::array<std::string_view, 10> kSigns = {
        " ", "-", ".", "_", "*", "|", "/", "\u00A0", "\u00B7", "\u2009"};
    const std::string_view gap = gap_before(i);
    return std::ranges::find(kSigns, gap) != kSigns.end() && gap == gap_before(first + 1);
  }

  bool is_lone_letter(const text::Word& word) const {
    return word.text.size() == 1 && !word.dotted && !word.has_digit &&
           word.script != text::Script::Han && word.script != text::Script::Hangul &&
           word.script != text::Script::Other;
  }

  // What stands between two words: "%" is a word, "/" an alternative or a join.
  void take_gap(std::uint32_t end, const text::Word& next) {
    const std::string_view gap = next.begin > end ? utf8_.substr(end, next.begin - end) : "";
    if (gap.find('%') != std::string_view::npos) reading_.words.push_back(plain_word("percent"));
    const bool slash = gap.find('/') != std::string_view::npos;
    joins_ = false;
    if (!slash || reading_.words.empty()) return;
    reading_.words.back().before_slash = true;
    if (reading_.words.back().length == 1 && next.text.size() == 1 && kind_ != Kind::kPerson)
      joins_ = true;
    else if (reading_.words.back().length > 2 && next.text.size() > 1)
      alternative_ = true;
  }

  void take(const text::Word& source) {
    // Dotted letters of a person are initials; those of an organisation are one word.
    if (source.dotted && kind_ == Kind::kPerson && source.text.size() > 1 && !spelled_out_ &&
        source.text.size() <= kMaxDottedInitials) {
      for (std::size_t i = 0; i < source.text.size(); ++i)
        push(read_word(source.text.substr(i, 1), source, reading_.cut), source);
      return;
    }
    if (source.text == U"&") {
      push(plain_word("and"), source);
      return;
    }
    ReadWord word = read_word(source.text, source, reading_.cut);
    if (joins_ && !word.latin.empty() && !reading_.words.back().latin.empty()) {
      std::string both(reading_.words.back().latin.front());
      word = plain_word(both += word.latin.front());
      word.slashed = true;
      reading_.words.pop_back();
    }
    push(std::move(word), source);
  }

  void push(ReadWord word, const text::Word& source) {
    word.commas = source.commas_before;
    word.joined_to_next = source.joined_to_next;
    if (alternative_) word.flags |= kAlternative;
    reading_.words.push_back(std::move(word));
  }

  static constexpr std::size_t kMaxDottedInitials = 4;

  std::string_view utf8_;
  Kind kind_;
  Reading reading_;
  bool joins_ = false;
  bool alternative_ = false;
  bool spelled_out_ = false;
  bool is_closed_ = false;  // letters that stood apart were joined before
};

// Whole words of small ASCII letters with a blank between each two: reading them changes nothing.
bool is_plain(std::string_view text) {
  std::size_t letters = 0;
  for (const char c : text) {
    if (c == ' ' ? letters < 2 : c < 'a' || c > 'z' || letters == kMaxLetters) return false;
    letters = c == ' ' ? 0 : letters + 1;
  }
  return letters >= 2 && text.size() <= kMaxLetters * 2;
}

}  // namespace

Reading read_name(std::string_view utf8, Kind kind) {
  return Reader(utf8, kind).read();
}

Reading read_name(std::string_view utf8, const text::Words& words, Kind kind) {
  return Reader(utf8, kind).read(words);
}

// The tables are read at every start, and nine of ten of their forms are plain.
std::string normalised_words(std::string_view utf8) {
  if (is_plain(utf8)) return std::string(utf8);
  std::string out;
  for (const ReadWord& word : read_name(utf8, Kind::kOrganisation).words) {
    if (!out.empty()) out += ' ';
    out += word.form;
  }
  return out;
}

}  // namespace vedette::names
