#include "text/fold.h"

#include <array>
#include <utility>

#include "base/check.h"
#include "text/code_point_table.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

constexpr std::uint32_t kCapital = 1u << 31;

// What becomes of each code point. An entry is (1 + start << 5 | length) in the pool of
// replacements, with kCapital set for upper-case letters; 0 means "stays as it is".
class Tables {
 public:
  Tables() {
    for_each_row("data/romanise/normalise.tsv", [this](auto fields) { add_replacement(fields); });
    for_each_row("data/romanise/compose.tsv", [this](auto fields) { add_composition(fields); });
    for_each_row("data/romanise/strip.tsv", [this](auto fields) {
      const auto base = parse_code_points(fields[1]);
      strip_.put(parse_code_points(fields[0])[0], static_cast<std::uint32_t>(base[0]));
    });
    for (const auto& [letter, base] : kPlainForms)
      strip_.put(letter, static_cast<std::uint32_t>(base));
  }

  std::uint32_t replacement(char32_t value) const { return replace_.get(value); }

  std::u32string_view text_of(std::uint32_t entry) const {
    const std::uint32_t place = (entry & ~kCapital) - 1;
    return std::u32string_view(pool_).substr(place >> 5, place & 31);
  }

  // The letter that `base` and `mark` make, or 0.
  char32_t compose(char32_t base, char32_t mark) const {
    const std::uint32_t first = compose_.get(mark);
    if (first == 0) return 0;
    for (std::size_t i = first; i < pairs_.size() && pairs_[i].mark == mark; ++i)
      if (pairs_[i].base == base) return pairs_[i].whole;
    return 0;
  }

  char32_t strip(char32_t value) const { return strip_.get(value); }

 private:
  struct Pair {
    char32_t base;
    char32_t mark;
    char32_t whole;
  };

  // Letters of their own right that Unicode does not decompose.
  static constexpr std::pair<char32_t, char32_t> kPlainForms[] = {
      {U'ø', U'o'}, {U'ł', U'l'}, {U'đ', U'd'}, {U'ð', U'd'}, {U'ħ', U'h'}, {U'ı', U'i'},
      {U'ŧ', U't'}, {U'ƀ', U'b'}, {U'ɓ', U'b'}, {U'ɗ', U'd'}, {U'ƙ', U'k'}, {U'ŋ', U'n'},
      {U'ə', U'a'}, {U'ǿ', U'o'}, {U'ɨ', U'i'}, {U'ƴ', U'y'}, {U'ɛ', U'e'}, {U'ɔ', U'o'}};

  void add_replacement(std::span<const std::string_view> fields) {
    const char32_t value = parse_code_points(fields[0])[0];
    const auto text = parse_code_points(fields[1]);
    VEDETTE_CHECK(text.size() < 32);
    const std::size_t place = (pool_.size() << 5 | text.size()) + 1;
    const bool capital = fields.size() > 2 && fields[2] == "u";
    replace_.put(value, static_cast<std::uint32_t>(place) | (capital ? kCapital : 0));
    pool_.append(text.begin(), text.end());
  }

  void add_composition(std::span<const std::string_view> fields) {
    const char32_t mark = parse_code_points(fields[1])[0];
    if (compose_.get(mark) == 0) compose_.put(mark, static_cast<std::uint32_t>(pairs_.size()));
    pairs_.push_back({parse_code_points(fields[0])[0], mark, parse_code_points(fields[2])[0]});
  }

  CodePointTable replace_;
  CodePointTable compose_;
  CodePointTable strip_;
  std::u32string pool_;
  std::vector<Pair> pairs_ = std::vector<Pair>(1);
};

// Built on first use, in about a millisecond, and never changed afterwards.
const Tables& tables() {
  static const Tables kTables;
  return kTables;
}

// Marks that could not be composed and carry nothing a name is told apart by.
bool is_dropped_mark(char32_t value) {
  return (value >= 0x300 && value <= 0x36F) || (value >= 0x591 && value <= 0x5BD) ||
         (value >= 0x64B && value <= 0x65F);
}

constexpr char32_t kHangulFirst = 0xAC00;
constexpr char32_t kHangulLast = 0xD7A3;
constexpr char32_t kInitialFirst = 0x1100;
constexpr char32_t kVowelFirst = 0x1161;
constexpr char32_t kFinalFirst = 0x11A7;  // one before the first final: 0 means "no final"
constexpr char32_t kInitials = 19;
constexpr char32_t kVowels = 21;
constexpr char32_t kFinals = 28;

// Hangul syllables are composed by arithmetic, as the Unicode standard defines it.
char32_t compose_hangul(char32_t before, char32_t value) {
  const char32_t vowel = value - kVowelFirst;
  if (before >= kInitialFirst && before < kInitialFirst + kInitials && vowel < kVowels)
    return kHangulFirst + ((before - kInitialFirst) * kVowels + vowel) * kFinals;
  const bool open =
      before >= kHangulFirst && before <= kHangulLast && (before - kHangulFirst) % kFinals == 0;
  if (open && value > kFinalFirst && value < kFinalFirst + kFinals)
    return before + (value - kFinalFirst);
  return 0;
}

// Appends one normalised code point, joined to the letter before it where the two make one.
void append(const Unit& unit, std::size_t first, std::vector<Unit>& out) {
  if (unit.value >= 0x300 && out.size() > first) {
    Unit& last = out.back();
    char32_t whole = tables().compose(last.value, unit.value);
    if (whole == 0) whole = compose_hangul(last.value, unit.value);
    if (whole != 0) {
      last.value = whole;
      last.end = unit.end;
      return;
    }
  }
  if (!is_dropped_mark(unit.value)) out.push_back(unit);
}

}  // namespace

void normalise(std::string_view utf8, std::vector<Unit>& out) {
  const std::size_t first = out.size();
  out.reserve(first + utf8.size());
  std::size_t at = 0;
  while (at < utf8.size()) {
    const auto byte = static_cast<unsigned char>(utf8[at]);
    const auto begin = static_cast<std::uint32_t>(at);
    if (byte < 0x80) {
      const bool capital = byte >= 'A' && byte <= 'Z';
      const bool quote = byte == '`';
      const bool blank = byte < 0x20 || byte == 0x7F;
      const char32_t value = quote ? U'\'' : blank ? U' ' : capital ? byte + 32u : byte;
      out.push_back({value, begin, begin + 1, capital});
      ++at;
      continue;
    }
    const Decoded one = decode_one(utf8.substr(at));
    at += one.length;
    const auto end = static_cast<std::uint32_t>(at);
    const std::uint32_t entry = tables().replacement(one.value);
    if (entry == 0) {
      append({one.value, begin, end, false}, first, out);
      continue;
    }
    const bool capital = (entry & kCapital) != 0;
    for (const char32_t value : tables().text_of(entry))
      append({value, begin, end, capital}, first, out);
  }
}

std::u32string normalise(std::string_view utf8) {
  std::vector<Unit> units;
  normalise(utf8, units);
  std::u32string out;
  out.reserve(units.size());
  for (const Unit& unit : units)
    out.push_back(unit.value);
  return out;
}

char32_t strip_diacritics(char32_t value) {
  if (value < 0x80) return value;
  const char32_t plain = tables().strip(value);
  return plain == 0 ? value : plain;
}

std::string fold(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  for (const char32_t letter : normalise(utf8)) {
    const char32_t value = strip_diacritics(letter);
    if (value == U'æ') {
      out += "ae";
    } else if (value == U'œ') {
      out += "oe";
    } else if (value == U'þ') {
      out += "th";
    } else {
      append_utf8(value, out);
    }
  }
  return out;
}

}  // namespace vedette::text
