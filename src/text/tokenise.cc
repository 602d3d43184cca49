#include "text/tokenise.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "text/han.h"
#include "text/hangul.h"
#include "text/look_alike.h"
#include "text/myanmar.h"
#include "text/utf8.h"
#include "text/vocalised.h"

namespace vedette::text {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Punctuation and symbols outside ASCII. Everything else that is not ASCII counts as a letter, so
// that a name in a script nobody thought of is still a word.
constexpr Range kSigns[] = {
    {0x80, 0xA9},     {0xAB, 0xB4},     {0xB6, 0xB9},     {0xBB, 0xBF},      {0xD7, 0xD7},
    {0xF7, 0xF7},     {0x2C2, 0x2DF},   {0x37E, 0x37E},   {0x55A, 0x55F},    {0x589, 0x58F},
    {0x5BE, 0x5C6},   {0x5F3, 0x5F4},   {0x600, 0x61F},   {0x66A, 0x66D},    {0x6D4, 0x6D4},
    {0x6DD, 0x6DE},   {0x6E9, 0x6E9},   {0x6FD, 0x6FE},   {0x700, 0x70F},    {0x964, 0x965},
    {0x970, 0x970},   {0x9F2, 0x9FB},   {0xAF0, 0xAF1},   {0xB70, 0xB70},    {0xBF0, 0xBFA},
    {0xDF4, 0xDF4},   {0xE2F, 0xE2F},   {0xE3F, 0xE3F},   {0xE46, 0xE46},    {0xE4F, 0xE4F},
    {0xE5A, 0xE5B},   {0xF01, 0xF17},   {0xF3A, 0xF3D},   {0x104A, 0x104F},  {0x10FB, 0x10FB},
    {0x1360, 0x1368}, {0x17D4, 0x17DB}, {0x1800, 0x180A}, {0x2000, 0x2BFF},  {0x2E00, 0x2FFF},
    {0x3000, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030}, {0x303D, 0x303F},  {0x30A0, 0x30A0},
    {0x30FB, 0x30FB}, {0x3190, 0x319F}, {0x31C0, 0x31EF}, {0x3200, 0x33FF},  {0xE000, 0xF8FF},
    {0xFE10, 0xFE6F}, {0xFF00, 0xFF0F}, {0xFFFC, 0xFFFF}, {0x1F000, 0x1FAFF}};

[[gnu::noinline]] bool is_sign(char32_t value) {
  const auto* after = std::upper_bound(std::begin(kSigns), std::end(kSigns), value,
                                       [](char32_t v, const Range& r) { return v < r.first; });
  return after != std::begin(kSigns) && value <= (after - 1)->last;
}

bool is_digit(char32_t value) {
  return value >= U'0' && value <= U'9';
}

bool is_letter(char32_t value) {
  if (value < 0x80) return value >= U'a' && value <= U'z';
  return !is_sign(value);
}

bool is_comma(char32_t value) {
  return value == U',' || value == 0x060C || value == 0x3001;
}

constexpr char32_t kMiddleDot = 0xB7;
constexpr char32_t kLongVowel = 0x30FC;  // the Japanese bar, in Hiragana words too

}  // namespace

// Walks over the units of one name once; a chunk is a run of letters and digits.
class Tokeniser {
 public:
  explicit Tokeniser(Words& out) : out_(out), units_(out.units_) {}

  void run(std::string_view name);

 private:
  char32_t at(std::size_t i) const { return i < units_.size() ? units_[i].value : 0; }
  bool word_character(std::size_t i) const { return is_letter(at(i)) || is_digit(at(i)); }
  bool letter_at(std::size_t i) const { return i < units_.size() && is_letter(at(i)); }

  std::size_t take_plain(std::size_t i);
  void step(std::size_t i);
  bool dot_continues(std::size_t i) const;
  void take(const Unit& unit);
  void flush(bool joined);
  void end_chunk() {
    chunk_.clear();
    segment_ = 0;
    dotted_ = false;
  }
  void emit(std::span<const Unit> run, bool repaired, bool joined);
  bool begins_syllable(std::size_t i) const;
  bool split_word(std::size_t index, std::size_t length);
  void join_arabic_endings();
  void split_arabic_servants();
  void split_arabic_articles();
  void split_arabic_double_names();
  void split_family_name(Script script);
  void bind_views();

  Words& out_;
  std::vector<Unit>& units_;
  std::vector<Unit>& chunk_ = out_.chunk_;
  std::size_t segment_ = 0;  // letters since the last full stop of a dotted word
  bool dotted_ = false;
  std::uint8_t commas_ = 0;
  int brackets_ = 0;
};

void Tokeniser::run(std::string_view name) {
  if (name.size() > kMaxNameBytes) {
    out_.cut_ = true;
    name = name.substr(0, kMaxNameBytes);
    // Never cut inside a character.
    while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0u) == 0x80u)
      name.remove_suffix(1);
    if (!name.empty() && static_cast<unsigned char>(name.back()) >= 0xC0u) name.remove_suffix(1);
  }
  normalise(name, units_);
  out_.text_.reserve(units_.size());
  for (std::size_t i = 0; i < units_.size();) {
    i = take_plain(i);
    if (i < units_.size()) step(i++);
  }
  flush(false);
  bind_views();
  split_arabic_servants();
  join_arabic_endings();
  bind_views();
  split_arabic_articles();
  split_arabic_double_names();
  bind_views();
  split_family_name(Script::Han);
  split_family_name(Script::Hangul);
  bind_views();
}

// Takes the ASCII letters and digits from i on, all at once; returns where they end.
std::size_t Tokeniser::take_plain(std::size_t i) {
  std::size_t end = i;
  while (end < units_.size() && units_[end].value < 0x80 && word_character(end))
    ++end;
  if (end == i) return i;
  const auto at = [&](std::size_t k) { return units_.begin() + static_cast<std::ptrdiff_t>(k); };
  chunk_.insert(chunk_.end(), at(i), at(end));
  segment_ += end - i;
  if (segment_ > 1) dotted_ = false;
  return end;
}

void Tokeniser::step(std::size_t i) {
  const char32_t value = units_[i].value;
  if (is_letter(value) || is_digit(value)) return take(units_[i]);
  const bool inside = !chunk_.empty() && word_character(i + 1);
  switch (value) {
    case kReplacement:
      out_.malformed_ = true;
      return;
    case U'\'':
      // Hebrew writes foreign consonants with it, so the letter before keeps it.
      if (!chunk_.empty() && script_of(chunk_.back().value) == Script::Hebrew)
        return take(units_[i]);
      if (inside) return;
      break;
    case kMiddleDot:
      // Catalan writes l·l inside words.
      if (inside && chunk_.back().value == U'l' && at(i + 1) == U'l') return;
      out_.middle_dot_ = true;
      break;
    case U'.':
      if (dot_continues(i)) {
        segment_ = 0;
        dotted_ = true;
        return;
      }
      dotted_ = segment_ == 1 && (dotted_ || chunk_.size() == 1);
      break;
    case U'-':
      return flush(inside);
    case U'&': {
      flush(false);
      emit({&units_[i], 1}, false, false);
      return;
    }
    case U'(':
    case U'[':
    case U'{':
      flush(false);
      ++brackets_;
      return;
    case U')':
    case U']':
    case U'}':
      flush(false);
      brackets_ = std::max(0, brackets_ - 1);
      return;
    default:
      break;
  }
  const bool number_comma = inside && is_digit(at(i + 1)) && is_digit(chunk_.back().value);
  flush(false);
  if (is_comma(value) && !number_comma && commas_ < 255) ++commas_;
}

// A full stop between single letters keeps them in one word.
bool Tokeniser::dot_continues(std::size_t i) const {
  const bool single = segment_ == 1 && (dotted_ || chunk_.size() == 1);
  return single && letter_at(i + 1) && !word_character(i + 2) &&
         script_of(at(i + 1)) == script_of(chunk_.back().value);
}

void Tokeniser::take(const Unit& unit) {
  chunk_.push_back(unit);
  ++segment_;
  if (dotted_ && segment_ > 1) dotted_ = false;
}

bool Tokeniser::begins_syllable(std::size_t i) const {
  // Three letters tell.
  std::array<char32_t, 4> around{};
  around[0] = chunk_[i - 1].value;
  for (std::size_t k = 0; k < 3 && i + k < chunk_.size(); ++k)
    around[k + 1] = chunk_[i + k].value;
  return begins_myanmar_syllable({around.data(), around.size()}, 1);
}

// Ends the chunk: repairs look-alikes, then cuts it where the script changes and at each syllable
// of Burmese.
void Tokeniser::flush(bool joined) {
  if (chunk_.empty()) return end_chunk();
  const bool ascii =
      std::all_of(chunk_.begin(), chunk_.end(), [](const Unit& unit) { return unit.value < 0x80; });
  if (ascii) {
    emit(chunk_, false, joined);
    return end_chunk();
  }
  const bool repaired = repair_look_alikes(chunk_);
  std::size_t start = 0;
  Script script = Script::Other;
  for (std::size_t i = 0; i < chunk_.size(); ++i) {
    Script next = script_of(chunk_[i].value);
    if (chunk_[i].value == kLongVowel && script == Script::Hiragana) next = script;
    if (next == Script::Other) continue;
    const bool syllable = next == Script::Myanmar && i > start && begins_syllable(i);
    if ((script != Script::Other && next != script) || syllable) {
      emit(std::span(chunk_).subspan(start, i - start), repaired, true);
      start = i;
    }
    script = next;
  }
  emit(std::span(chunk_).subspan(start), repaired, joined);
  end_chunk();
}

void Tokeniser::emit(std::span<const Unit> run, bool repaired, bool joined) {
  if (out_.words_.size() == kMaxWords) {
    out_.cut_ = true;
    return;
  }
  if (run.size() > kMaxWordLength) {
    out_.cut_ = true;
    run = run.first(kMaxWordLength);
  }
  Word word;
  word.begin = run.front().begin;
  word.end = run.back().end;
  std::size_t letters = 0;
  std::size_t capitals = 0;
  for (const Unit& unit : run) {
    out_.text_.push_back(unit.value);
    if (word.script == Script::Other) word.script = script_of(unit.value);
    word.has_digit = word.has_digit || is_digit(unit.value);
    letters += is_letter(unit.value) ? 1 : 0;
    capitals += unit.capital ? 1 : 0;
  }
  out_.lengths_.push_back(static_cast<std::uint32_t>(run.size()));
  word.all_capitals = letters >= 2 && capitals == letters;
  word.capitalised = run.front().capital;
  word.dotted = dotted_;
  word.repaired = repaired;
  word.joined_to_next = joined;
  word.commas_before = commas_;
  word.in_brackets = brackets_ > 0;
  out_.words_.push_back(word);
}

namespace {

// "Allah" and "al-Din" as second half of a name, in the Arabic, Persian and Urdu shapes.
bool is_arabic_ending(std::u32string_view text) {
  return text == U"الله" || text == U"اللہ" || text == U"الدين" || text == U"الدین";
}

// "Son of", "offspring of", "of the line of", "of the tribe of", "who wants" as the end of a
// Persian family name, which Latin letters write as one word: Rezazadeh, Hosseinpour, Ahmadinejad.
bool is_persian_ending(std::u32string_view text) {
  return text == U"زاده" || text == U"پور" || text == U"نژاد" || text == U"وند" ||
         text == U"خواه" || text == U"نیا" || text == U"منش" || text == U"دوست" || text == U"پناه";
}

// "Of a place", after a word that ends in a silent h: Khamene-i.
bool is_persian_origin(std::u32string_view before, std::u32string_view text) {
  return before.ends_with(U'ه') && before.size() > 2 && (text == U"ای" || text == U"اي");
}

}  // namespace

// The two halves of such names are written with a blank in Arabic (هدايت الله) and as one word in
// Latin letters (Hidayatullah): one word here, too.
void Tokeniser::join_arabic_endings() {
  auto& words = out_.words_;
  auto& lengths = out_.lengths_;
  for (std::size_t i = 1; i < words.size();) {
    Word& before = words[i - 1];
    const Word& ending = words[i];
    const bool joins = before.script == Script::Arabic && !is_arabic_ending(before.text) &&
                       (is_arabic_ending(ending.text) || is_persian_ending(ending.text) ||
                        is_persian_origin(before.text, ending.text)) &&
                       before.commas_before == ending.commas_before &&
                       before.in_brackets == ending.in_brackets &&
                       lengths[i - 1] + lengths[i] <= kMaxWordLength;
    if (!joins) {
      ++i;
      continue;
    }
    // The letters of neighbours lie side by side already.
    before.end = ending.end;
    before.joined_to_next = ending.joined_to_next;
    lengths[i - 1] += lengths[i];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    lengths.erase(lengths.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// "Servant of the ..." is written with and without a blank (عبد الرحمن, عبدالرحمن): two words
// always, except where the ending joins it again.
void Tokeniser::split_arabic_servants() {
  constexpr std::u32string_view kServant = U"عبد";
  constexpr std::u32string_view kServantOf = U"عبدال";
  constexpr std::size_t kShortest = kServantOf.size() + 2;
  for (std::size_t i = 0; i < out_.words_.size(); ++i) {
    const std::u32string_view text = out_.words_[i].text;
    if (text.size() < kShortest || !text.starts_with(kServantOf)) continue;
    if (is_arabic_ending(text.substr(kServant.size()))) continue;
    if (!split_word(i, kServant.size())) return;
    ++i;
  }
}

// The article is written together with its word (الأسد) and apart from it, or not at all, in Latin
// letters (al-Assad): a word of its own here, too. A word that only begins like one (الياس, Elias)
// stands in the table of common names.
void Tokeniser::split_arabic_articles() {
  constexpr std::u32string_view kArticle = U"ال";
  constexpr std::size_t kShortestStem = 3;
  for (std::size_t i = 0; i < out_.words_.size(); ++i) {
    const Word& word = out_.words_[i];
    if (word.script != Script::Arabic || !word.text.starts_with(kArticle)) continue;
    if (word.text.size() < kArticle.size() + kShortestStem || is_arabic_ending(word.text)) continue;
    if (!vocalised_spellings(word.text, Script::Arabic).empty()) continue;
    if (!split_word(i, kArticle.size())) return;
    ++i;
  }
}

// Two given names that Persian writes with and without a blank (محمدرضا, محمد رضا): two words, when
// both are common names and the whole is not.
void Tokeniser::split_arabic_double_names() {
  for (std::size_t i = 0; i < out_.words_.size(); ++i) {
    const Word& word = out_.words_[i];
    if (word.script != Script::Arabic) continue;
    const std::size_t length = double_name_border(word.text);
    if (length == 0) continue;
    if (!split_word(i, length)) return;
    out_.words_[i].half = out_.words_[i + 1].half = true;
    ++i;
  }
}

namespace {

bool is_family_name(Script script, std::u32string_view text) {
  if (script == Script::Hangul) return is_hangul_surname(text);
  return is_han_surname(text) || is_japanese_surname(text);
}

// How many characters of an unbroken name are the family name; 0 when it is not such a name.
// Chinese and Korean names have up to four characters, Japanese ones up to five; three characters
// are Chinese when they can be.
std::size_t family_length(Script script, std::u32string_view text) {
  constexpr std::size_t kLongestName = 4;
  constexpr std::size_t kLongestJapaneseName = 5;
  if (text.size() < 2 || text.size() > kLongestJapaneseName) return 0;
  const auto known = [&](std::size_t length) {
    const std::u32string_view family = text.substr(0, length);
    return script == Script::Hangul ? is_hangul_surname(family) : is_han_surname(family);
  };
  if (text.size() >= 3 && text.size() <= kLongestName && known(2)) return 2;
  if (text.size() <= 3 && known(1)) return 1;
  if (script == Script::Hangul) return 0;
  if (text.size() >= 4 && is_japanese_surname(text.substr(0, 3))) return 3;
  return text.size() >= 3 && is_japanese_surname(text.substr(0, 2)) ? 2 : 0;
}

// A married woman of Hong Kong bears her husband's family name before her own: 林鄭月娥.
bool has_two_family_names(Script script, std::u32string_view text) {
  return script == Script::Han && text.size() == 4 && is_han_surname(text.substr(0, 1)) &&
         is_han_surname(text.substr(1, 1));
}

}  // namespace

// A name without blanks is cut when it is the only word of its script; of two words the first is
// the family name when it is a known one.
void Tokeniser::split_family_name(Script script) {
  if (out_.middle_dot_) return;
  std::size_t only = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < out_.words_.size(); ++i) {
    if (out_.words_[i].script != script) continue;
    if (count++ == 0) only = i;
  }
  if (count == 2 && out_.words_[only].text.size() <= 3 && only + 1 < out_.words_.size() &&
      out_.words_[only + 1].script == script) {
    const std::u32string_view family = out_.words_[only].text;
    if (is_family_name(script, family)) {
      out_.words_[only].part = Part::Family;
      out_.words_[only + 1].part = Part::Given;
    }
  }
  if (count != 1) return;
  std::size_t length = family_length(script, out_.words_[only].text);
  if (length == 0 && has_two_family_names(script, out_.words_[only].text)) {
    if (!split_word(only, 1)) return;
    out_.words_[only].part = Part::Family;
    length = 1;
    ++only;
  }
  if (length == 0 || !split_word(only, length)) return;
  out_.words_[only].part = Part::Family;
  out_.words_[only + 1].part = Part::Given;
}

// Cuts a word after `length` letters; false when there is no room for another word.
bool Tokeniser::split_word(std::size_t index, std::size_t length) {
  if (out_.words_.size() == kMaxWords) return false;
  Word& first = out_.words_[index];
  Word second = first;
  first.joined_to_next = true;
  second.text = first.text.substr(length);
  first.text = first.text.substr(0, length);
  // The border in bytes is found among the units of the name.
  const auto unit = std::find_if(units_.begin(), units_.end(),
                                 [&](const Unit& u) { return u.begin == first.begin; });
  const auto border = static_cast<std::size_t>(unit - units_.begin()) + length;
  second.begin = units_[border].begin;
  first.end = units_[border - 1].end;
  const auto after = static_cast<std::ptrdiff_t>(index) + 1;
  out_.lengths_.insert(out_.lengths_.begin() + after,
                       static_cast<std::uint32_t>(second.text.size()));
  out_.lengths_[index] = static_cast<std::uint32_t>(length);
  out_.words_.insert(out_.words_.begin() + after, second);
  return true;
}

// The views are set last, when the text no longer moves.
void Tokeniser::bind_views() {
  std::size_t at = 0;
  for (std::size_t i = 0; i < out_.words_.size(); ++i) {
    out_.words_[i].text = std::u32string_view(out_.text_.data() + at, out_.lengths_[i]);
    at += out_.lengths_[i];
  }
}

void tokenise(std::string_view name, Words& out) {
  out.clear();
  Tokeniser(out).run(name);
}

Words tokenise(std::string_view name) {
  Words out;
  tokenise(name, out);
  return out;
}

}  // namespace vedette::text
