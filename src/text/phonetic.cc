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

// Small letters, one bit each.
std::uint32_t letter_bit(char c) {
  return c >= 'a' && c <= 'z' ? 1u << (c - 'a') : 0;
}

std::uint32_t letter_set(std::string_view letters) {
  std::uint32_t set = 0;
  for (const char c : letters) {
    VEDETTE_CHECK(letter_bit(c) != 0);
    set |= letter_bit(c);
  }
  return set;
}

struct Rule {
  std::string_view letters;
  std::uint32_t after = 0;   // only after one of these, when there are any
  std::uint32_t before = 0;  // only before one of these, when there are any
  bool at_start = false;
  bool at_end = false;
  std::array<std::string_view, kMaxSounds> sounds;
  std::size_t count = 0;
  std::size_t row = 0;  // place in the table

  int conditions() const { return (after != 0) + (before != 0) + at_start + at_end; }

  // Whether it fits a word that has its first letter at `place`.
  bool fits(std::string_view word, std::size_t place) const {
    const std::size_t next = place + letters.size();
    if (next > word.size()) return false;
    for (std::size_t i = 1; i < letters.size(); ++i)
      if (word[place + i] != letters[i]) return false;
    if (at_start && place != 0) return false;
    if (at_end && next != word.size()) return false;
    if (after != 0 && (place == 0 || (after & letter_bit(word[place - 1])) == 0)) return false;
    return before == 0 || (next < word.size() && (before & letter_bit(word[next])) != 0);
  }
};

Rule parse_rule(std::span<const std::string_view> fields) {
  Rule rule;
  std::string_view text = fields[0];
  if (text.starts_with('(')) {
    const std::size_t close = text.find(')');
    rule.after = letter_set(text.substr(1, close - 1));
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
    rule.before = letter_set(text.substr(open + 1, text.size() - open - 2));
    text = text.substr(0, open);
  }
  VEDETTE_CHECK(!text.empty() && fields.size() >= 2 && fields.size() <= kMaxSounds + 1);
  rule.letters = text;
  for (std::size_t i = 1; i < fields.size(); ++i)
    if (!fields[i].empty()) rule.sounds[rule.count++] = fields[i] == "-" ? "" : fields[i];
  return rule;
}

// The rules of data/romanise/phonetic.tsv by their first letter, best first. They lie together, and
// one look tells whether one of several letters can fit: words are read when little of this is
// near.
class Rules {
 public:
  Rules() {
    std::size_t row = 0;
    for_each_row("data/romanise/phonetic.tsv", [&](auto fields) {
      if (row++ == 0) return;  // the header
      rules_.push_back(parse_rule(fields));
      rules_.back().row = row;
    });
    const auto rank = [](const Rule& rule) {
      return std::tuple(rule.letters[0], -static_cast<int>(rule.letters.size()), -rule.conditions(),
                        rule.row);
    };
    std::ranges::sort(rules_, [&](const Rule& a, const Rule& b) { return rank(a) < rank(b); });
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      Group& group = groups_[slot(rules_[i].letters[0])];
      if (group.end == 0) group.begin = group.single = static_cast<std::uint16_t>(i);
      group.end = static_cast<std::uint16_t>(i + 1);
      if (rules_[i].letters.size() == 1) continue;
      group.seconds |= letter_bit(rules_[i].letters[1]);
      group.single = group.end;
    }
  }

  const Rule* find(std::string_view word, std::size_t place) const {
    if (letter_bit(word[place]) == 0) return nullptr;
    const Group& group = groups_[slot(word[place])];
    const char second = place + 1 < word.size() ? word[place + 1] : '\0';
    for (std::size_t i = group.seconds & letter_bit(second) ? group.begin : group.single;
         i < group.end; ++i)
      if (rules_[i].fits(word, place)) return &rules_[i];
    return nullptr;
  }

 private:
  static std::size_t slot(char c) { return static_cast<std::size_t>(c - 'a'); }

  struct Group {
    std::uint16_t begin = 0;
    std::uint16_t single = 0;  // where those of one letter begin
    std::uint16_t end = 0;
    std::uint32_t seconds = 0;  // second letters of the others
  };
  std::array<Group, 26> groups_;
  std::vector<Rule> rules_;
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

// The coarse key of one way to read the word, being built.
class CoarseKey {
 public:
  void push(char sound) {
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
  std::uint64_t key() const { return key_.key(); }

 private:
  KeyBuilder key_;
  char last_ = '\0';
  bool started_ = false;
};

// The finer one. The first vowel keeps its class, later ones only their place.
class FineKey {
 public:
  void push(char sound) {
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
  bool vowel_seen_ = false;
};

// One way to read the word.
struct Reading {
  FineKey fine;
  CoarseKey coarse;

  void push(char sound) {
    fine.push(sound);
    coarse.push(sound);
  }
  void push(std::string_view sounds) {
    for (const char sound : sounds)
      push(sound);
  }
};

}  // namespace

AllKeys all_keys(std::string_view word) {
  const Rules& all_rules = rules();
  std::array<Reading, kMaxKeys> readings;
  std::size_t count = 1;
  for (std::size_t place = 0; place < word.size();) {
    const Rule* rule = all_rules.find(word, place);
    if (rule == nullptr) {
      // Digits sound like nothing else.
      for (std::size_t i = 0; i < count; ++i)
        readings[i].push(word[place]);
      ++place;
      continue;
    }
    const std::size_t known = count;
    for (std::size_t other = 1; other < rule->count; ++other)
      for (std::size_t i = 0; i < known && count < kMaxKeys; ++i) {
        readings[count] = readings[i];
        readings[count++].push(rule->sounds[other]);
      }
    for (std::size_t i = 0; i < known; ++i)
      readings[i].push(rule->sounds[0]);
    place += rule->letters.size();
  }
  AllKeys keys;
  for (std::size_t i = 0; i < count; ++i) {
    keys.sounds.add(readings[i].fine.key());
    keys.coarse.add(readings[i].coarse.key());
  }
  return keys;
}

PhoneticKeys phonetic_keys(std::string_view ascii) {
  return all_keys(ascii).coarse;
}

PhoneticKeys sound_keys(std::string_view ascii) {
  return all_keys(ascii).sounds;
}

}  // namespace vedette::text
