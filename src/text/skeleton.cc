#include "text/skeleton.h"

#include <algorithm>
#include <span>

namespace vedette::text {
namespace {

struct Group {
  std::string_view letters;
  char family;
};

// Longest first. Letters that are not here stand for themselves; vowels for nothing.
constexpr Group kGroups[] = {
    {"tsch", 'x'}, {"sch", 'x'}, {"tch", 'x'}, {"dsh", 'j'}, {"dzh", 'j'}, {"dj", 'j'}, {"sh", 'x'},
    {"ch", 'x'},   {"kh", 'h'},  {"gh", 'g'},  {"th", 't'},  {"dh", 'd'},  {"zh", 'j'}, {"ph", 'f'},
    {"ts", 'z'},   {"tz", 'z'},  {"ck", 'k'},  {"ks", 'q'},  {"q", 'k'},   {"c", 'k'},  {"x", 'q'}};

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

}  // namespace

Skeleton consonant_skeleton(std::string_view ascii, Script script) {
  Skeleton out;
  const auto push = [&out](char c) {
    if (out.back() != c) out.push(c);
  };
  for (std::size_t place = 0; place < ascii.size();) {
    const std::string_view rest = ascii.substr(place);
    if (is_vowel(rest[0]) || is_semivowel(rest[0])) {
      if (place == 0) push(is_vowel(rest[0]) ? 'a' : rest[0]);
      ++place;
      continue;
    }
    const auto* group = std::find_if(std::begin(kGroups), std::end(kGroups),
                                     [&](const Group& g) { return rest.starts_with(g.letters); });
    const bool known = group != std::end(kGroups);
    const std::size_t length = known ? group->letters.size() : 1;
    const char family = merged(known ? group->family : rest[0], script);
    // A final h is the feminine ending or silent, and is written or not.
    const bool final_h = rest == "h" && place > 0;
    if (!final_h) push(family);
    place += length;
  }
  return out;
}

}  // namespace vedette::text
