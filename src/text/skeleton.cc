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

// Finds the group at the front of the word by its first letter; nullptr for a plain letter.
const Group* group_at(std::string_view rest, Script script) {
  switch (rest[0]) {
    case 't':
    case 's':
    case 'd':
    case 'c':
    case 'k':
    case 'g':
    case 'z':
    case 'p':
    case 'q':
    case 'x':
      break;
    default:
      return nullptr;
  }
  for (const Group& group : kGroups) {
    if (!rest.starts_with(group.letters)) continue;
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
  return std::string_view("aeiou").find(c) != std::string_view::npos;
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
