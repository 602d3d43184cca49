#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "names/words/analysed_name.h"

namespace vedette::names {

// The letters of an organisation's or a thing's name in their order, without blanks: where blanks
// were lost or put in, words do not meet one by one, but the letters agree. Reads the name in
// place and holds it by view.
class LetterRun {
 public:
  enum class Part : std::uint8_t {
    kAll,
    kCore,      // without legal forms and clerical marks
    kFromName,  // from the first word that is neither, to the end
  };
  LetterRun(NameView name, Part part);

  // Moves on to the next letter, at first to the first one; false at the end.
  bool next();
  char letter() const { return text_[at_]; }
  // A blank stands before the letter.
  bool begins_word() const { return begins_word_; }
  // The word that has the letter, and what of it stands between blanks. Of the last letter, once
  // there is no further one.
  const Word& word() const { return name_.words()[next_word_ - 1]; }
  bool is_in_phrase() const { return text_.find(' ') != std::string_view::npos; }
  std::size_t length_between_blanks() const;

 private:
  bool is_passed_over(const Word& word) const;

  NameView name_;
  Part part_;
  std::size_t next_word_ = 0;
  std::string_view text_;  // of the word that is being read
  std::size_t at_ = 0;
  bool begins_word_ = false;
  bool begun_ = false;  // a letter was read
};

// Fewer letters are those of too many names.
inline constexpr std::size_t kShortestRun = 5;

// Whether two names are the same but for blanks, in these parts of them. Digits that blanks part
// differently are other numbers.
bool same_but_for_blanks(LetterRun a, LetterRun b);

// Fewer letters leave no room for a slip.
inline constexpr std::size_t kShortestRunWithEdit = 8;

// Two names of which all letters but one agree, where their words do not tell: the slip is beside
// blanks that differ, or it made a word of the tables unknown, which was part of a phrase or of a
// legal form. The names are read from their first word that is no legal form.
struct RunWithEdit {
  bool found = false;
  bool blanks_differ = false;
};
RunWithEdit run_with_edit(NameView a, NameView b);

// A narrow field leaves this many letters of a name at least.
inline constexpr std::size_t kShortestCutName = 12;

// Whether the last word may be cut, and the words before it say as much as a full name or are long:
// else what is left is the beginning of too many names.
bool may_be_cut(NameView query);

// Whether the query is the beginning of the listed name and ends within one of its words, as a
// narrow field cuts names.
bool is_cut(NameView query, NameView listed);

// Whether the letters of the whole names say that they are one: all but blanks agree, with or
// without legal forms, or all but one letter, or the query is cut.
bool letters_agree(NameView query, NameView listed);

}  // namespace vedette::names
