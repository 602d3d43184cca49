#include <array>
#include <unordered_map>

#include "base/table.h"
#include "text/script.h"
#include "text/tsv.h"
#include "text/utf8.h"
#include "variations/makers.h"

// Classes about characters instead of letters: wrong encodings, look-alikes, marks that nobody
// sees, and writings that say nothing.
namespace vedette::variations {
namespace {

constexpr char32_t kOverride = U'\u202E';  // from right to left
constexpr char32_t kPop = U'\u202C';
constexpr char32_t kZeroWidth = U'\u200B';
constexpr char32_t kNoBreak = U'\u00A0';
constexpr char32_t kFullWidthOffset = 0xFEE0;

// Windows-1252 from 0x80 to 0x9F; 0 where it has no character.
constexpr std::array<char32_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

bool is_ascii(std::u32string_view text) {
  for (const char32_t value : text)
    if (value >= 0x80) return false;
  return true;
}

// The UTF-8 bytes of the name, each taken for a character of a one-byte encoding.
Made read_bytes(const NameText& name, bool windows) {
  if (is_ascii(name.text())) return std::nullopt;
  std::u32string out;
  for (const char c : text::encode(name.text())) {
    const auto byte = static_cast<unsigned char>(c);
    const bool special = windows && byte >= 0x80 && byte <= 0x9F;
    out += special && kWindows1252[byte - 0x80] != 0 ? kWindows1252[byte - 0x80] : byte;
  }
  return out;
}

const std::unordered_map<char32_t, std::u32string>& look_alikes() {
  static const auto kTable = [] {
    std::unordered_map<char32_t, std::u32string> table;
    base::for_each_table_row("data/variations/look_alikes.tsv", [&](const base::TableRow& row) {
      std::u32string& others = table[text::decode_one(row.text(0)).value];
      for (const std::string_view other : row.forms(1))
        others += text::decode_one(other).value;
    });
    return table;
  }();
  return kTable;
}

// Every letter of the name on its own, with `mark` behind it, words apart by two blanks.
Made letters_apart(const NameText& name, std::u32string_view between) {
  std::u32string out;
  for (std::size_t i = 0; i < name.words().size(); ++i) {
    if (i > 0) out += U"  ";
    const std::u32string_view word = name.word(i);
    for (std::size_t at = 0; at < word.size(); ++at) {
      if (at > 0) out += between;
      out += word[at];
    }
  }
  return out;
}

}  // namespace

Made read_as_windows_1252(const Subject& subject, Random&) {
  return read_bytes(subject.name, true);
}

Made read_as_latin_1(const Subject& subject, Random&) {
  return read_bytes(subject.name, false);
}

Made lose_to_question_marks(const Subject& subject, Random&) {
  // Of a name in another script nothing would be left.
  if (subject.name.script() != text::Script::Latin) return std::nullopt;
  std::u32string out = subject.name.text();
  for (char32_t& value : out)
    if (value >= 0x80) value = U'?';
  return out;
}

Made one_look_alike(const Subject& subject, Random& random) {
  const std::u32string& text = subject.name.text();
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (look_alikes().contains(text[at])) places.push_back(at);
  if (places.empty()) return std::nullopt;
  const std::size_t at = random.pick(places);
  const char32_t other = random.pick(look_alikes().at(text[at]));
  return subject.name.with({at, at + 1}, std::u32string(1, other));
}

Made all_look_alikes(const Subject& subject, Random& random) {
  std::u32string out = subject.name.text();
  for (char32_t& value : out)
    if (const auto row = look_alikes().find(value); row != look_alikes().end())
      value = random.pick(row->second);
  return out;
}

Made digits_for_letters(const Subject& subject, Random& random) {
  constexpr std::u32string_view kLetters = U"oieas";
  constexpr std::u32string_view kDigits = U"01345";
  const NameText& name = subject.name;
  std::vector<Span> words;
  for (const Span& word : name.words())
    if (!letter_places(name, word, 4).empty()) words.push_back(word);
  if (words.empty()) return std::nullopt;
  const Span word = random.pick(words);
  std::u32string out = name.text();
  for (std::size_t at = word.begin; at < word.end; ++at)
    if (const auto place = kLetters.find(lower_case(out[at])); place != kLetters.npos)
      out[at] = kDigits[place];
  return out;
}

Made space_letters(const Subject& subject, Random&) {
  return letters_apart(subject.name, U" ");
}

Made dot_letters(const Subject& subject, Random&) {
  return letters_apart(subject.name, U".");
}

Made reverse_with_marks(const Subject& subject, Random&) {
  const std::u32string& text = subject.name.text();
  return kOverride + std::u32string(text.rbegin(), text.rend()) + kPop;
}

Made capital_letters(const Subject& subject, Random&) {
  std::u32string out = subject.name.text();
  for (char32_t& value : out)
    value = upper_case(value);
  return out;
}

Made small_letters(const Subject& subject, Random&) {
  std::u32string out = subject.name.text();
  for (char32_t& value : out)
    value = lower_case(value);
  return out;
}

Made more_blanks(const Subject& subject, Random&) {
  std::u32string out = U" ";
  for (const char32_t value : subject.name.text())
    out += value == U' ' ? std::u32string(U"  ") : std::u32string(1, value);
  return out + U" ";
}

Made no_break_blanks(const Subject& subject, Random&) {
  std::u32string out = subject.name.text();
  for (char32_t& value : out)
    if (value == U' ') value = kNoBreak;
  return out;
}

Made put_in_quotes(const Subject& subject, Random&) {
  // A name with quotes of its own has an alias in them.
  if (subject.name.text().find_first_of(U"\"'“”«»") != std::u32string::npos) return std::nullopt;
  return U"\"" + subject.name.text() + U"\"";
}

Made decompose_letters(const Subject& subject, Random&) {
  static const auto kParts = [] {
    std::unordered_map<char32_t, std::u32string> parts;
    text::for_each_row("data/romanise/compose.tsv", [&](auto fields) {
      const char32_t letter = text::parse_code_points(fields[0])[0];
      const char32_t mark = text::parse_code_points(fields[1])[0];
      parts[text::parse_code_points(fields[2])[0]] = {letter, mark};
    });
    return parts;
  }();
  std::u32string out;
  for (const char32_t value : subject.name.text()) {
    const auto row = kParts.find(lower_case(value));
    if (row == kParts.end()) {
      out += value;
      continue;
    }
    out += is_upper_case(value) ? upper_case(row->second[0]) : row->second[0];
    out += row->second[1];
  }
  return out;
}

Made full_width_letters(const Subject& subject, Random&) {
  std::u32string out = subject.name.text();
  for (char32_t& value : out)
    if (value > U' ' && value < 0x7F && (is_letter(value) || (value >= U'0' && value <= U'9')))
      value += kFullWidthOffset;
  return out;
}

Made zero_width_marks(const Subject& subject, Random&) {
  std::u32string out;
  const std::u32string& text = subject.name.text();
  for (std::size_t at = 0; at < text.size(); ++at) {
    out += text[at];
    if (is_letter(text[at]) && at + 1 < text.size() && is_letter(text[at + 1])) out += kZeroWidth;
  }
  return out;
}

}  // namespace vedette::variations
