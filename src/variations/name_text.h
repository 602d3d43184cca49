#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/script.h"

namespace vedette::variations {

// Letters as they are written, upper and lower case: variations keep the case of a name, which
// text/fold.h would lose. Covers Latin, Greek, Cyrillic and Armenian; other scripts have no case.
char32_t lower_case(char32_t letter);
char32_t upper_case(char32_t letter);
bool is_upper_case(char32_t letter);
bool is_letter(char32_t value);
text::Script script_of_letter(char32_t letter);

// Part of a name, in code points.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

// A listed name, cut at blanks and nowhere else, so that a change can leave all other characters as
// they are.
class NameText {
 public:
  explicit NameText(std::string_view utf8);

  const std::u32string& text() const { return text_; }
  const std::vector<Span>& words() const { return words_; }
  std::u32string_view word(std::size_t index) const {
    return std::u32string_view(text_).substr(words_[index].begin, words_[index].size());
  }
  // The script of most of its letters.
  text::Script script() const { return script_; }
  bool has_comma() const { return text_.find(U',') != std::u32string::npos; }
  // No letter is in lower case.
  bool is_all_capitals() const { return all_capitals_; }

  // The name with one part replaced.
  std::u32string with(Span part, std::u32string_view replacement) const;
  // The name without some of its words (from `first`, `count` of them) and without the blanks and
  // the comma that only separated them.
  std::u32string without_words(std::size_t first, std::size_t count) const;

 private:
  std::u32string text_;
  std::vector<Span> words_;
  text::Script script_ = text::Script::Other;
  bool all_capitals_ = false;
};

std::u32string joined(std::span<const std::u32string_view> words);

// Lower case, without diacritics and punctuation: the form that the tables under data/ use.
std::string table_form(std::u32string_view word);

// Only letters, with a full stop or a comma behind them at most: replacing it takes nothing else
// away.
bool is_clean_word(std::u32string_view word);

// A lower-case text of a table in the case of the name: "LTD" in a name of capitals, else "Ltd".
std::u32string in_case_of(const NameText& name, std::string_view table_text);
// The same, word by word for one word of the name that it replaces.
std::u32string in_case_of_word(std::u32string_view word, std::string_view table_text);

// The places of the letters of a word that has at least `least` of them; none otherwise.
std::vector<std::size_t> letter_places(const NameText& name, const Span& word, std::size_t least);

}  // namespace vedette::variations
