#include "evidence/place.h"

#include <algorithm>

#include "base/table.h"
#include "base/text_table.h"
#include "profile/country.h"
#include "text/edit_distance.h"
#include "text/romanise.h"
#include "text/tokenise.h"

namespace vedette::evidence {
namespace {

using Words = base::TextTable<bool>;

constexpr std::size_t kShortestWord = 2;
// Shorter words are other words when a letter differs.
constexpr std::size_t kLettersForEdit = 6;

void add_words(Words& words, std::string_view text) {
  std::string word;
  for (const char c : std::string(text) + " ") {
    if (c != ' ' && c != ',' && c != '(' && c != ')') {
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      continue;
    }
    if (!word.empty()) words.put(word) = true;
    word.clear();
  }
}

// Generic words and the words of countries' names.
const Words& silent_words() {
  static const Words words = [] {
    Words all;
    base::for_each_table_row("data/evidence/place_words.tsv",
                             [&](const base::TableRow& row) { all.put(row.text(0)) = true; });
    for (const profile::CountryRow& row : profile::country_rows()) {
      add_words(all, row.name);
      for (const std::string_view other : row.other_names)
        add_words(all, other);
    }
    return all;
  }();
  return words;
}

bool is_number(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_same(const std::string& a, const std::string& b) {
  if (a == b) return true;
  if (is_number(a) || is_number(b)) return false;
  return std::min(a.size(), b.size()) >= kLettersForEdit && text::edit_distance(a, b, 1) <= 1;
}

// The words of `a` that meet one of `b`.
SharedWords met_words(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  SharedWords met;
  for (const std::string& word : a) {
    if (std::ranges::none_of(b, [&](const std::string& other) { return is_same(word, other); }))
      continue;
    ++met.words;
    if (is_number(word)) ++met.numbers;
  }
  return met;
}

}  // namespace

std::vector<std::string> place_words(std::string_view text) {
  std::vector<std::string> words;
  text::Forms forms;
  const text::Words cut = text::tokenise(text);
  for (const text::Word& word : cut.words()) {
    text::romanise(word, forms);
    if (forms.empty()) continue;
    const std::string_view latin = forms[0];
    if (latin.size() < kShortestWord || silent_words().contains(latin)) continue;
    words.emplace_back(latin);
  }
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

SharedWords shared_words(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  // A word of one side may meet two of the other; the fewer count, whichever side comes first.
  const SharedWords there = met_words(a, b), back = met_words(b, a);
  return {std::min(there.words, back.words), std::min(there.numbers, back.numbers)};
}

}  // namespace vedette::evidence
