#include "names/reading/patronymic.h"

#include <algorithm>
#include <array>
#include <string>

#include "names/words/analysed_name.h"
#include "names/words/name_builder.h"
#include "text/phonetic.h"

namespace vedette::names {
namespace {

using std::string_view;

constexpr std::size_t kShortestFather = 2;

bool is_vowel(char c) {
  return string_view("aeiouyj").find(c) != string_view::npos;
}

template <std::size_t N>
bool take_any(string_view& word, const std::array<string_view, N>& endings) {
  for (const string_view ending : endings)
    if (word.ends_with(ending)) {
      word.remove_suffix(ending.size());
      return true;
    }
  return false;
}

// The vowels before the labial, which the father's name and the ending share.
bool take_vowels(string_view& word) {
  const std::size_t before = word.size();
  while (!word.empty() && is_vowel(word.back()))
    word.remove_suffix(1);
  return word.size() < before;
}

bool take_labial(string_view& word) {
  return take_any(word, std::array<string_view, 5>{"ff", "f", "v", "w", "u"});
}

bool take_ending_of_son(string_view& word) {
  return take_any(word, std::array<string_view, 9>{"tsch", "tch", "cz", "ch", "cs", "ts", "tz",
                                                   "ci", "c"}) &&
         take_any(word, std::array<string_view, 2>{"i", "y"}) && take_labial(word);
}

bool take_ending_of_daughter(string_view& word) {
  return take_any(word, std::array<string_view, 1>{"na"}) && take_labial(word);
}

std::uint32_t made_row(RowSpace space, std::uint64_t hash) {
  // Rows of the tables are counted from one and never get so far.
  constexpr std::uint32_t kMade = 0x800000;
  return static_cast<std::uint32_t>(space) << 24 | kMade |
         (static_cast<std::uint32_t>(hash >> 32) & (kMade - 1));
}

std::uint64_t mixed(std::uint64_t value, bool of_daughter) {
  const std::array<std::uint64_t, 2> both = {value, of_daughter ? 2u : 1u};
  return stable_hash({reinterpret_cast<const char*>(both.data()), sizeof both});
}

}  // namespace

std::optional<Patronymic> read_patronymic(string_view latin) {
  for (const bool daughter : {false, true}) {
    string_view rest = latin;
    if (!(daughter ? take_ending_of_daughter(rest) : take_ending_of_son(rest))) continue;
    if (!take_vowels(rest) || rest.size() < kShortestFather) continue;
    return Patronymic{rest, daughter};
  }
  return std::nullopt;
}

void add_patronymic_rows(const Lexicon& lexicon, string_view latin,
                         std::vector<std::uint32_t>& rows) {
  const std::optional<Patronymic> read = read_patronymic(latin);
  if (!read) return;
  const auto add = [&](std::uint32_t row) {
    if (rows.size() < kMaxRows && std::ranges::find(rows, row) == rows.end()) rows.push_back(row);
  };
  for (const std::uint64_t key : text::sound_keys(read->father))
    add(made_row(RowSpace::kSpelling, mixed(key, read->of_daughter)));
  // How names of fathers end: Nikolay, Sergei, Vasily, Yuri, Ilya.
  constexpr std::array<string_view, 14> kEnds = {"",   "ay", "ai", "aj", "ey", "ei", "ej",
                                                 "iy", "ii", "ij", "y",  "i",  "a",  "o"};
  for (const string_view end : kEnds)
    for (const Entry& entry : lexicon.person(std::string(read->father).append(end))) {
      const RowSpace space = entry.role == Role::kName ? space_of(entry.row) : RowSpace::kNone;
      if (space == RowSpace::kSpelling || space == RowSpace::kTranslation)
        add(made_row(space, mixed(entry.row, read->of_daughter)));
    }
}

}  // namespace vedette::names
