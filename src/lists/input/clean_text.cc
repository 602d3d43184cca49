#include "lists/input/clean_text.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <cstdint>
#include <cstring>

#include "base/encoding.h"
#include "lists/input/csv.h"

namespace vedette::lists {
namespace {

constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101;

// The high bit of each byte of the word that is a blank, and of some that are not: no carry must
// come from a lower byte, so the word has to be ASCII.
constexpr std::uint64_t blanks_of(std::uint64_t ascii) {
  return ~((ascii ^ (kEachByte * ' ')) + kEachByte * 0x7F) & (kEachByte * 0x80);
}
// Not zero when a byte is a control character, DEL or not ASCII.
constexpr std::uint64_t unusual_of(std::uint64_t word) {
  const std::uint64_t high = word & (kEachByte * 0x80);
  const std::uint64_t low_bits = word & (kEachByte * 0x7F);
  const std::uint64_t control = ~(low_bits + kEachByte * 0x60);  // high bit unless 0x20 or more
  const std::uint64_t del = low_bits + kEachByte;                // high bit when 0x7F
  return (high | control | del) & (kEachByte * 0x80);
}

// The length of the character at the start of `text` when it is neither a blank, a control nor a
// format character, so that nobody has to be asked; 0 when that takes a closer look. Lists are
// full of these: letters of the alphabets, of Chinese and Korean, dashes and typographic quotes.
std::size_t plain_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return lead > 0x20 && lead != 0x7F ? 1 : 0;
  if (!continues(1)) return 0;
  const unsigned second = byte(1);
  if (lead < 0xE0) {
    const bool plain = (lead >= 0xC3 && lead <= 0xD7) ||                     // U+00C0 to U+05FF
                       (lead == 0xC2 && second > 0xA0 && second != 0xAD) ||  // signs such as §
                       (lead == 0xD8 && second >= 0xA0) ||                   // U+0620 to U+063F
                       lead == 0xD9 || lead == 0xDA;                         // U+0640 to U+06BF
    return plain ? 2 : 0;
  }
  if (!continues(2)) return 0;
  const bool plain = (lead >= 0xE4 && lead <= 0xEC) ||                      // U+4000 to U+CFFF
                     (lead == 0xED && second < 0xA0) ||                     // U+D000 to U+D7FF
                     (lead == 0xE0 && second >= 0xA4) ||                    // U+0900 to U+0FFF
                     (lead == 0xE3 && second > 0x80) ||                     // U+3040 to U+3FFF
                     (lead == 0xE2 && second == 0x80 && byte(2) >= 0x90 &&  // U+2010 to U+2027
                      byte(2) <= 0xA7);
  return plain ? 3 : 0;
}

// Less than eight bytes as a word, filled up with letters.
std::uint64_t short_word(std::string_view text) {
  std::uint64_t word = 0;
  if (text.size() >= sizeof(std::uint32_t)) {
    // Both ends; what lies in both is the same in both.
    std::uint32_t head = 0;
    std::uint32_t tail = 0;
    const std::size_t tail_at = text.size() - sizeof tail;
    std::memcpy(&head, text.data(), sizeof head);
    std::memcpy(&tail, text.data() + tail_at, sizeof tail);
    word = head | std::uint64_t{tail} << tail_at * 8;
  } else {
    for (std::size_t i = text.size(); i-- > 0;)
      word = word << 8 | static_cast<unsigned char>(text[i]);
  }
  return word | kEachByte * 'x' << text.size() * 8;
}

// Sixteen bytes as the processor handles them at once.
using Bytes [[gnu::vector_size(16)]] = signed char;

Bytes bytes_at(const char* text) {
  Bytes bytes;
  std::memcpy(&bytes, text, sizeof bytes);
  return bytes;
}

// Those of these bytes that are not ordinary ASCII, and blanks that are followed by another, the
// one behind them included.
auto unusual_at(const char* text) {
  const Bytes bytes = bytes_at(text);
  const Bytes next = bytes_at(text + 1);
  return (bytes < ' ') | (bytes == 0x7F) | ((bytes == ' ') & (next == ' '));
}

// Whether blanks stand alone and everything else stays as it is, from `i` on.
bool rest_is_clean(std::string_view text, std::size_t i, bool after_blank) {
  while (i < text.size()) {
    if (text[i] == ' ') {
      if (after_blank) return false;
      after_blank = true;
      ++i;
      continue;
    }
    // Letters of the alphabets, the most frequent by far, without a call.
    const auto lead = static_cast<unsigned char>(text[i]);
    const bool ascii = lead > 0x20 && lead < 0x7F;
    const bool letter = ((lead >= 0xC3 && lead <= 0xD7) || lead == 0xD9 || lead == 0xDA) &&
                        i + 1 < text.size() && (text[i + 1] & 0xC0) == 0x80;
    const std::size_t length = ascii ? 1 : letter ? 2 : plain_length(text.substr(i));
    if (length == 0) return false;
    after_blank = false;
    i += length;
  }
  return true;
}

// Whether clean() would leave the text as it is; false when that takes a closer look. Many bytes at
// a time as long as they are ordinary ASCII with single blanks.
bool is_clean(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() == ' ' || text.back() == ' ') return false;
  std::uint64_t word = 0;
  if (text.size() < sizeof word) {
    word = short_word(text);
    if (unusual_of(word) != 0) return rest_is_clean(text, 0, false);
    const std::uint64_t blanks = blanks_of(word);
    return (blanks & blanks << 8) == 0;
  }
  constexpr std::size_t kSeen = sizeof(Bytes) + 1;
  if (text.size() >= kSeen) {
    // The last ones overlap what was looked at; the very last byte is looked at by itself.
    auto found = unusual_at(text.data() + text.size() - kSeen);
    for (std::size_t i = 0; i + kSeen < text.size(); i += sizeof(Bytes))
      found |= unusual_at(text.data() + i);
    std::uint64_t halves[2];
    std::memcpy(halves, &found, sizeof found);
    const bool plain_end = text.back() > ' ' && text.back() < 0x7F;
    return (plain_end && (halves[0] | halves[1]) == 0) || rest_is_clean(text, 0, false);
  }
  // Two words that may overlap.
  std::memcpy(&word, text.data(), sizeof word);
  std::uint64_t last = 0;
  const std::size_t last_at = text.size() - sizeof last;
  std::memcpy(&last, text.data() + last_at, sizeof last);
  if ((unusual_of(word) | unusual_of(last)) != 0) return rest_is_clean(text, 0, false);
  const std::uint64_t blanks = blanks_of(word);
  const std::uint64_t last_blanks = blanks_of(last);
  const bool between = last_at == sizeof word && text[last_at - 1] == ' ' && text[last_at] == ' ';
  return ((blanks & blanks << 8) | (last_blanks & last_blanks << 8)) == 0 && !between;
}

// The code point at `at` of well-formed UTF-8; moves past it.
UChar32 next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  unsigned code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length && at + i < text.size(); ++i)
    code = code << 6 | (byte(at + i) & 0x3FU);
  at = std::min(at + length, text.size());
  return static_cast<UChar32>(code);
}

enum class Effect { kStays, kBlank, kGoes };

// What becomes of a character that takes a closer look.
Effect effect_of(UChar32 c) {
  if (u_isUWhiteSpace(c) || u_charType(c) == U_CONTROL_CHAR) return Effect::kBlank;
  // Zero-width joiners are letters of Persian and Indic names; other format characters are not.
  const bool joiner = c == 0x200C || c == 0x200D;
  return !joiner && u_charType(c) == U_FORMAT_CHAR ? Effect::kGoes : Effect::kStays;
}

}  // namespace

std::string clean(std::string_view text) {
  std::string buffer;
  const std::string_view cleaned = cleaned_view(text, buffer);
  return cleaned.data() == buffer.data() ? std::move(buffer) : std::string(cleaned);
}

std::string_view cleaned_view(std::string_view text, std::string& out) {
  if (is_clean(text)) return text;
  std::string converted;
  if (!base::is_utf8(text)) {
    converted = utf8_of(text);
    text = converted;
  }
  out.clear();
  out.reserve(text.size());
  bool blank = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    while (i < text.size()) {
      const std::size_t length = plain_length(text.substr(i));
      if (length == 0) break;
      i += length;
    }
    if (i == begin) {
      if (text[i] == ' ') {
        ++i;
        blank = true;
        continue;
      }
      const Effect effect = effect_of(next_code_point(text, i));
      blank = blank || effect == Effect::kBlank;
      if (effect != Effect::kStays) continue;
    }
    if (blank && !out.empty()) out += ' ';
    blank = false;
    out.append(text, begin, i - begin);
  }
  return out;
}

bool is_nothing(std::string_view text) {
  switch (text.size()) {
    case 0:
      return true;
    case 1:
      return text == "-";
    case 2:
      return text == "NA" || text == "na";
    case 3:
      return text == "N/A" || text == "n/a";
    case 13:
      return text == "Not available";
    default:
      return false;
  }
}

std::string_view script_of(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return "Latn";
    if ((c & 0x80) == 0) {
      ++i;
      continue;
    }
    const UChar32 letter = next_code_point(text, i);
    if (!u_isalpha(letter)) continue;
    UErrorCode error = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(letter, &error);
    if (script > USCRIPT_INHERITED) return uscript_getShortName(script);
  }
  return {};
}

}  // namespace vedette::lists
