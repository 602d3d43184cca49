#include "text/phonetic.h"

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/check.h"
#include "text/tsv.h"

namespace vedette::text {
namespace {

constexpr std::size_t kMaxSounds = 3;  // ways to read one run of letters

struct Rule {
  std::string_view letters;
  std::string_view after;   // only after one of these, when not empty
  std::string_view before;  // only before one of these, when not empty
  bool at_start = false;
  bool at_end = false;
  std::array<std::string_view, kMaxSounds> sounds;
  std::size_t count = 0;
  std::size_t row = 0;  // place in the table

  int conditions() const { return !after.empty() + !before.empty() + at_start + at_end; }

  bool fits(std::string_view word, std::size_t place) const {
    if (word.substr(place, letters.size()) != letters) return false;
    if (at_start && place != 0) return false;
    const std::size_t next = place + letters.size();
    if (at_end && next != word.size()) return false;
    if (!after.empty() && (place == 0 || after.find(word[place - 1]) == after.npos)) return false;
    return before.empty() || (next < word.size() && before.find(word[next]) != before.npos);
  }
};

Rule parse_rule(std::span<const std::string_view> fields) {
  Rule rule;
  std::string_view text = fields[0];
  if (text.starts_with('(')) {
    const std::size_t close = text.find(')');
    rule.after = text.substr(1, close - 1);
    text.remove_prefix(close + 1);
  }
  if (text.starts_with('^')) {
    rule.at_start = true;
    text.remove_prefix(1);
  }
  if (text.ends_with('$')) {
    rule.at_end = true;
    text.remove_suffix(1);
  }
  if (text.ends_with(')')) {
    const std::size_t open = text.find('(');
    rule.before = text.substr(open + 1, text.size() - open - 2);
    text = text.substr(0, open);
  }
  VEDETTE_CHECK(!text.empty() && fields.size() >= 2 && fields.size() <= kMaxSounds + 1);
  rule.letters = text;
  for (std::size_t i = 1; i < fields.size(); ++i)
    if (!fields[i].empty()) rule.sounds[rule.count++] = fields[i] == "-" ? "" : fields[i];
  return rule;
}

// The rules of data/romanise/phonetic.tsv, grouped by first letter, best first.
class Rules {
 public:
  Rules() {
    std::size_t row = 0;
    for_each_row("data/romanise/phonetic.tsv", [&](auto fields) {
      if (row++ == 0) return;  // the header
      Rule rule = parse_rule(fields);
      rule.row = row;
      groups_[slot(rule.letters[0])].push_back(rule);
    });
    const auto rank = [](const Rule& rule) {
      return std::tuple(-static_cast<int>(rule.letters.size()), -rule.conditions(), rule.row);
    };
    for (std::vector<Rule>& group : groups_)
      std::sort(group.begin(), group.end(),
                [&](const Rule& a, const Rule& b) { return rank(a) < rank(b); });
  }

  const Rule* find(std::string_view word, std::size_t place) const {
    const char c = word[place];
    if (c < 'a' || c > 'z') return nullptr;
    const char next = place + 1 < word.size() ? word[place + 1] : '\0';
    for (const Rule& rule : groups_[slot(c)]) {
      if (rule.letters.size() > 1 && rule.letters[1] != next) continue;
      if (rule.fits(word, place)) return &rule;
    }
    return nullptr;
  }

 private:
  static std::size_t slot(char c) { return static_cast<std::size_t>(c - 'a'); }

  std::array<std::vector<Rule>, 26> groups_;
};

const Rules& rules() {
  static const Rules kRules;
  return kRules;
}

bool is_vowel(char sound) {
  return sound == 'A' || sound == 'I' || sound == 'U';
}

// Sounds that languages and ears mistake for each other become one letter.
char coarse(char sound) {
  switch (sound) {
    case 'B':
      return 'P';
    case 'V':
      return 'F';
    case 'D':
      return 'T';
    case 'Z':
    case 'X':
    case 'J':
      return 'S';
    case 'G':
      return 'K';
    default:
      return sound;
  }
}

// Turns a stream of sounds into a key: five bits a sound, the first twelve as they are and the
// rest mixed in, so that long words still differ.
class KeyBuilder {
 public:
  void push(char sound) {
    const auto bits = static_cast<std::uint64_t>(sound) & 31u;
    if (count_ < kPlaces) {
      key_ = key_ << 5 | bits;
    } else {
      constexpr std::uint64_t kOddMultiplier = 0x9E3779B97F4A7C15;
      key_ = (key_ ^ bits) * kOddMultiplier;
    }
    ++count_;
  }
  std::uint64_t key() const { return key_; }

 private:
  static constexpr std::size_t kPlaces = 12;
  std::uint64_t key_ = 1;  // a leading one tells "no sound" from sound 0
  std::size_t count_ = 0;
};

// One way to read the word, being built.
class Reading {
 public:
  void coarse_sound(char sound) {
    if (is_vowel(sound)) {
      if (started_ || last_ != '\0') {
        last_ = 'A';
        return;
      }
      sound = 'A';
    } else {
      sound = coarse(sound);
    }
    if (sound == last_) return;
    key_.push(sound);
    last_ = sound;
    started_ = true;
  }

  // The first vowel keeps its class, later ones only their place.
  void fine_sound(char sound) {
    if (is_vowel(sound)) {
      if (is_vowel(last_)) return;
      key_.push(vowel_seen_ ? 'E' : sound);
      vowel_seen_ = true;
    } else if (sound != last_) {
      key_.push(sound);
    }
    last_ = sound;
  }

  std::uint64_t key() const { return key_.key(); }

 private:
  KeyBuilder key_;
  char last_ = '\0';
  bool started_ = false;
  bool vowel_seen_ = false;
};

template <typename Push>
PhoneticKeys read(std::string_view word, Push push) {
  std::array<Reading, kMaxKeys> readings;
  std::size_t count = 1;
  for (std::size_t place = 0; place < word.size();) {
    const Rule* rule = rules().find(word, place);
    if (rule == nullptr) {
      // Digits sound like nothing else.
      for (std::size_t i = 0; i < count; ++i)
        push(readings[i], word[place]);
      ++place;
      continue;
    }
    const std::size_t known = count;
    for (std::size_t other = 1; other < rule->count; ++other)
      for (std::size_t i = 0; i < known && count < kMaxKeys; ++i) {
        readings[count] = readings[i];
        for (const char sound : rule->sounds[other])
          push(readings[count], sound);
        ++count;
      }
    for (std::size_t i = 0; i < known; ++i)
      for (const char sound : rule->sounds[0])
        push(readings[i], sound);
    place += rule->letters.size();
  }
  PhoneticKeys keys;
  for (std::size_t i = 0; i < count; ++i)
    keys.add(readings[i].key());
  return keys;
}

}  // namespace

PhoneticKeys phonetic_keys(std::string_view ascii) {
  return read(ascii, [](Reading& reading, char sound) { reading.coarse_sound(sound); });
}

PhoneticKeys sound_keys(std::string_view ascii) {
  return read(ascii, [](Reading& reading, char sound) { reading.fine_sound(sound); });
}

}  // namespace vedette::text
