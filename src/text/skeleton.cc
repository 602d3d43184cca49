#include "text/skeleton.h"

namespace vedette::text {
namespace {

struct Group {
  std::string_view letters;
  std::string_view families;
};

// Longest first. Letters that are not here stand for themselves; vowels for nothing.
constexpr Group kGroups[] = {{"tsch", "x"}, {"sch", "x"}, {"tch", "x"}, {"tsh", "x"}, {"dsh", "j"},
                             {"dzh", "j"},  {"dj", "j"},  {"sh", "x"},  {"ch", "x"},  {"kh", "h"},
                             {"gh", "g"},   {"th", "t"},  {"dh", "d"},  {"zh", "j"},  {"ph", "f"},
                             {"ts", "z"},   {"tz", "z"},  {"ck", "k"},  {"q", "k"},   {"x", "ks"}};

// Groups of two letters and more have one of these second.
bool may_be_group(std::string_view rest) {
  if (rest[0] == 'q' || rest[0] == 'x') return true;
  if (rest.size() < 2) return false;
  switch (rest[1]) {
    case 'c':
    case 'h':
    case 'j':
    case 'k':
    case 's':
    case 'z':
      return true;
    default:
      return false;
  }
}

constexpr bool every_group_may_be() {
  for (const Group& group : kGroups)
    if (group.letters.size() == 1
            ? group.letters != "q" && group.letters != "x"
            : std::string_view("chjksz").find(group.letters[1]) == std::string_view::npos)
      return false;
  return true;
}
static_assert(every_group_may_be());

// The group at the front of the word; nullptr for a plain letter.
const Group* group_at(std::string_view rest, Script script) {
  if (!may_be_group(rest)) return nullptr;
  for (const Group& group : kGroups) {
    if (group.letters[0] != rest[0] || !rest.starts_with(group.letters)) continue;
    // Arabic has no letter for ts and writes two.
    if (script != Script::Hebrew && group.families == "z") return nullptr;
    return &group;
  }
  return nullptr;
}

// A lone c is s before e and i, where Latin spellings of foreign names have it so.
char plain_family(std::string_view rest) {
  if (rest[0] != 'c') return rest[0];
  const bool soft = rest.size() > 1 && (rest[1] == 'e' || rest[1] == 'i' || rest[1] == 'y');
  return soft ? 's' : 'k';
}

// What one letter of the other script stands for.
char merged(char family, Script script) {
  if (script == Script::Hebrew) return family == 'v' ? 'b' : family == 'f' ? 'p' : family;
  return family == 'p' ? 'b' : family == 'v' ? 'f' : family;
}

bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

// w and y are long vowels inside a word and consonants at its start.
bool is_semivowel(char c) {
  return c == 'w' || c == 'y';
}

// The French spelling of w at the start of a word is ou: Oualid.
char first_sound(std::string_view word) {
  if (word.starts_with("ou") && word.size() > 2 && is_vowel(word[2])) return 'w';
  return is_vowel(word[0]) ? 'a' : word[0];
}

}  // namespace

Skeleton consonant_skeleton(std::string_view ascii, Script script) {
  Skeleton out;
  const auto push = [&out](char c) {
    if (out.back() != c) out.push(c);
  };
  for (std::size_t place = 0; place < ascii.size();) {
    const std::string_view rest = ascii.substr(place);
    if (is_vowel(rest[0]) || is_semivowel(rest[0])) {
      if (place == 0) push(first_sound(rest));
      ++place;
      continue;
    }
    const Group* group = group_at(rest, script);
    // A final h is the feminine ending or silent, and is written or not.
    const bool final_h = rest == "h" && place > 0;
    if (group != nullptr) {
      for (const char family : group->families)
        push(merged(family, script));
    } else if (!final_h) {
      push(merged(plain_family(rest), script));
    }
    place += group == nullptr ? 1 : group->letters.size();
  }
  return out;
}

}  // namespace vedette::text
