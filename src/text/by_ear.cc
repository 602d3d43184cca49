#include "text/by_ear.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "text/code_point_table.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

// Longest first. Letters that are in no group are themselves; vowels and h are nothing.
constexpr std::array<std::pair<std::string_view, char>, 16> kGroups = {{{"tsch", 'C'},
                                                                        {"sch", 'S'},
                                                                        {"tch", 'C'},
                                                                        {"sh", 'S'},
                                                                        {"zh", 'S'},
                                                                        {"ch", 'C'},
                                                                        {"kh", 'K'},
                                                                        {"gh", 'K'},
                                                                        {"ph", 'P'},
                                                                        {"th", 'T'},
                                                                        {"ck", 'K'},
                                                                        {"dj", 'J'},
                                                                        {"ts", 'S'},
                                                                        {"tz", 'S'},
                                                                        {"cz", 'C'},
                                                                        {"cs", 'C'}}};
constexpr std::string_view kLetters = "bpfvwtdszkgqlrmnj";
constexpr std::string_view kFamilies = "PPPPPTTSSKKKLLMNJ";
static_assert(kLetters.size() == kFamilies.size());

constexpr bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

// The consonants of a word by family of sounds. Doubled ones are one, with vowels between them too:
// the scripts do not agree on which vowels there are.
class Families {
 public:
  std::string_view view() const { return {text_.data(), count_}; }
  void add(char family) {
    if (count_ < text_.size() && (count_ == 0 || text_[count_ - 1] != family))
      text_[count_++] = family;
  }
  void add(std::string_view families) {
    for (const char c : families)
      add(c);
  }
  bool operator==(const Families& other) const { return view() == other.view(); }

 private:
  std::array<char, 24> text_;
  std::uint8_t count_ = 0;
};

Families families_of(std::string_view ascii) {
  Families out;
  for (std::size_t i = 0; i < ascii.size();) {
    const auto group = std::ranges::find_if(
        kGroups, [&](const auto& each) { return ascii.substr(i).starts_with(each.first); });
    if (group != kGroups.end()) {
      out.add(group->second);
      i += group->first.size();
      continue;
    }
    const char c = ascii[i++];
    if (c == 'x') {
      out.add("KS");
    } else if (c == 'c') {
      const char next = i < ascii.size() ? ascii[i] : '\0';
      out.add(next == 'e' || next == 'i' || next == 'y' ? 'S' : 'K');
    } else if (const std::size_t at = kLetters.find(c); at != std::string_view::npos) {
      out.add(kFamilies[at]);
    }
  }
  return out;
}

std::uint32_t hash_of(std::string_view families) {
  std::uint32_t hash = 2166136261u;
  for (const char c : families)
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash | 1u;
}

// Fewer consonants are those of too many names.
constexpr std::size_t kFewestConsonants = 2;

struct Reading {
  std::string_view letters;
  Families families;
  int cost;  // tenths of a bit
};

// What each character may stand for; read once.
class Characters {
 public:
  Characters() {
    for_each_row("data/romanise/by_ear.tsv", [this](auto fields) {
      VEDETTE_CHECK(fields.size() == 2);
      std::vector<Reading> readings;
      for (const std::string_view each : split_words(fields[1])) {
        const std::size_t colon = each.find(':');
        VEDETTE_CHECK(colon != std::string_view::npos);
        Reading reading{};
        if (each[0] != '-') reading.letters = each.substr(0, colon);
        reading.families = families_of(reading.letters);
        const auto [end, error] =
            std::from_chars(each.data() + colon + 1, each.data() + each.size(), reading.cost);
        VEDETTE_CHECK(error == std::errc() && end == each.data() + each.size());
        readings.push_back(reading);
      }
      readings_.push_back(std::move(readings));
      numbers_.put(decode(fields[0])[0], static_cast<std::uint32_t>(readings_.size()));
    });
  }
  // Empty when nothing is known.
  std::span<const Reading> of(char32_t character) const {
    const std::uint32_t number = numbers_.get(character);
    if (number == 0) return {};
    return readings_[number - 1];
  }

 private:
  CodePointTable numbers_;
  std::vector<std::vector<Reading>> readings_;
};

const Characters& characters() {
  static const Characters kCharacters;
  return kCharacters;
}

// Hangul syllables as the letters they are made of.
constexpr char32_t kFirstSyllable = 0xAC00;
constexpr char32_t kLastSyllable = 0xD7A3;
constexpr char32_t kFirstInitial = 0x1100;
constexpr char32_t kFirstVowel = 0x1161;
constexpr char32_t kBeforeFinals = 0x11A7;
constexpr char32_t kFinals = 28;
constexpr char32_t kVowelsAndFinals = 21 * kFinals;

// Calls visit(readings) for each character or letter; false when one has none.
template <class Visit>
bool for_each_character(std::u32string_view word, const Visit& visit) {
  const auto take = [&](char32_t c) {
    const auto readings = characters().of(c);
    if (!readings.empty()) visit(readings);
    return !readings.empty();
  };
  for (const char32_t c : word) {
    if (c < kFirstSyllable || c > kLastSyllable) {
      if (!take(c)) return false;
      continue;
    }
    const char32_t number = c - kFirstSyllable;
    if (!take(kFirstInitial + number / kVowelsAndFinals)) return false;
    if (!take(kFirstVowel + number % kVowelsAndFinals / kFinals)) return false;
    if (number % kFinals != 0 && !take(kBeforeFinals + number % kFinals)) return false;
  }
  return true;
}

// A reading of the first characters.
struct Partial {
  Families families;
  int cost;
};
// So many are carried on from character to character.
constexpr std::size_t kBreadth = 32;

void carry_on(std::span<const Reading> readings, std::vector<Partial>& partials) {
  std::vector<Partial> next;
  for (const Partial& before : partials)
    for (const Reading& reading : readings) {
      Partial one = before;
      one.families.add(reading.families.view());
      one.cost += reading.cost;
      const auto same = std::ranges::find(next, one.families, &Partial::families);
      if (same == next.end())
        next.push_back(one);
      else
        same->cost = std::min(same->cost, one.cost);
    }
  std::ranges::sort(next, [](const Partial& a, const Partial& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.families.view() < b.families.view();
  });
  if (next.size() > kBreadth) next.resize(kBreadth);
  partials = std::move(next);
}

// Information in a letter of any name, and what it takes to leave one out,
// or a character; tenths of a bit.
constexpr int information_of(char c) {
  constexpr int kVowel = 25;
  constexpr int kConsonant = 40;
  return is_vowel(c) ? kVowel : kConsonant;
}
constexpr int unexplained(char c) {
  constexpr int kVowel = 40;
  constexpr int kConsonant = 70;
  return is_vowel(c) ? kVowel : kConsonant;
}
constexpr int kUnusedCharacter = 70;
constexpr std::size_t kMostLetters = 40;

// What it costs at least to explain the characters so far by the first letters, for each number of
// them.
class Explained {
 public:
  explicit Explained(std::string_view ascii) : ascii_(ascii.substr(0, kMostLetters)) {
    costs_.fill(kNever);
    costs_[0] = 0;
    leave_letters_out();
  }
  void take(std::span<const Reading> readings) {
    const auto before = costs_;
    for (std::size_t j = 0; j <= ascii_.size(); ++j)
      costs_[j] = before[j] + kUnusedCharacter;
    for (std::size_t j = 0; j <= ascii_.size(); ++j)
      for (const Reading& reading : readings)
        if (ascii_.substr(j).starts_with(reading.letters)) {
          int& cost = costs_[j + reading.letters.size()];
          cost = std::min(cost, before[j] + reading.cost);
        }
    leave_letters_out();
  }
  int evidence() const {
    int sum = -costs_[ascii_.size()];
    for (const char c : ascii_)
      sum += information_of(c);
    return sum;
  }

 private:
  static constexpr int kNever = 1'000'000;
  void leave_letters_out() {
    for (std::size_t j = 0; j < ascii_.size(); ++j)
      costs_[j + 1] = std::min(costs_[j + 1], costs_[j] + unexplained(ascii_[j]));
  }

  std::string_view ascii_;
  std::array<int, kMostLetters + 1> costs_;
};

}  // namespace

EarKeys ear_keys(std::u32string_view word, Script script) {
  EarKeys keys;
  if (!is_written_by_ear(script) || word.size() < 2 || word.size() > kMostLetters) return keys;
  std::vector<Partial> partials(1);
  if (!for_each_character(word, [&](auto readings) { carry_on(readings, partials); })) return keys;
  for (const Partial& each : partials)
    if (each.families.view().size() >= kFewestConsonants) keys.add(hash_of(each.families.view()));
  return keys;
}

std::uint32_t ear_key(std::string_view ascii) {
  const Families families = families_of(ascii);
  return families.view().size() < kFewestConsonants ? 0 : hash_of(families.view());
}

int ear_evidence(std::u32string_view word, std::string_view ascii) {
  Explained explained(ascii);
  if (!for_each_character(word, [&](auto readings) { explained.take(readings); }))
    return std::numeric_limits<int>::min();
  return explained.evidence();
}

}  // namespace vedette::text
