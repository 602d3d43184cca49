#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "names/words/kind.h"
#include "text/tokenise.h"

namespace vedette::names {

// The words and signs of a question that are no part of a name but stand between names or beside
// one. Counts are of words from `i` on, 0 when there are none.
class QuestionWords {
 public:
  QuestionWords(std::string_view text, std::span<const text::Word> words, Kind kind);

  // Between two names of anybody: a.k.a., d/b/a, formerly, on behalf of.
  std::size_t marker_at(std::size_t i) const;
  // Between two names by a sign alone: " / ", " - ".
  bool sign_before(std::size_t i) const;
  bool number_of_line_at(std::size_t i) const;  // "2/", "2)", "2. " before a line or name
  // Between the holders of an account ("or"), where full names stand on both sides.
  bool joins_at(std::size_t i) const;
  bool couples_at(std::size_t i) const;  // of these, what stands in "Ann and Bob Lee"
  // What is told beside a name and has numbers: a date of birth, a passport, a register's number.
  std::size_t particulars_at(std::size_t i) const;

  // Where the name that stands in the words [begin, end) ends, when clerks have written more behind
  // it: what account it is, that it is closed, a street, a ship's voyage or flag, somebody's
  // office. `end` when they have not.
  std::size_t end_before_additions(std::size_t begin, std::size_t end) const;

  // How many words at the front of [begin, end) are an office ("Deputy Prime Minister"); 0 when it
  // is none, or when nothing stands behind it.
  std::size_t office_at_front(std::size_t begin, std::size_t end) const;
  // Beside a person's name: "Estate of the late" and the like before it; a title cut short ("Sig.")
  // that no table has; degrees and company behind it, of which the last word is that before `end`.
  std::size_t words_before_name_at(std::size_t i) const;
  std::size_t title_at(std::size_t i) const;
  std::size_t words_behind_name(std::size_t end) const;
  bool is_of(std::size_t i) const;  // what an office is of stands behind it

  // Whether anything but blanks stands beside the words: mostly it does not.
  bool has_signs() const { return has_signs_; }
  bool stroke_before(std::size_t i) const { return sign_in_gap(i, '/'); }
  bool comma_before(std::size_t i) const { return sign_in_gap(i, ','); }
  bool plus_before(std::size_t i) const { return sign_in_gap(i, '+'); }
  std::string_view gap_before(std::size_t i) const;

  // A word that may be a name: no courtesy, no number, no letter.
  static bool counts(const text::Word& word);

 private:
  std::string_view gap_after(std::size_t i) const;
  bool sign_in_gap(std::size_t i, char sign) const {
    return has_signs_ && gap_before(i).find(sign) != std::string_view::npos;
  }
  bool is_address_at(std::size_t i, std::size_t end) const;
  bool is_voyage_or_flag_at(std::size_t i, std::size_t end) const;
  bool is_office_at(std::size_t i) const;
  bool is_site_at(std::size_t i, std::size_t end) const;

  std::string_view text_;
  std::span<const text::Word> words_;
  Kind kind_;
  bool has_signs_;
};

}  // namespace vedette::names
