#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "names/reading/names_found.h"
#include "names/reading/question_words.h"
#include "names/tables/lexicon.h"
#include "text/tokenise.h"

namespace vedette::names {

// The words [begin, end) of a piece.
struct Part {
  std::size_t begin;
  std::size_t end;

  std::size_t size() const { return end - begin; }
};

// One piece of a question, without the signs that separate the pieces of a list, and what can be
// said of its words.
class QuestionPiece {
 public:
  // The words are those of the text.
  QuestionPiece(const Lexicon& lexicon, std::string_view text, std::span<const text::Word> words,
                Kind kind)
      : lexicon_(lexicon), text_(text), words_(words), kind_(kind), marks_(text, words, kind) {}

  const Lexicon& lexicon() const { return lexicon_; }
  std::string_view text() const { return text_; }
  std::span<const text::Word> words() const { return words_; }
  Part all() const { return {0, words_.size()}; }
  Kind kind() const { return kind_; }
  const QuestionWords& marks() const { return marks_; }

  template <class Predicate>
  std::size_t count(const Part& part, const Predicate& predicate) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(words_.subspan(part.begin, part.size()), predicate));
  }
  std::size_t name_words(const Part& part) const { return count(part, QuestionWords::counts); }
  // A full name: two words, of which one may be an initial.
  bool is_full(const Part& part) const;
  static bool is_initials(const text::Word& word);

  // Whether a part says enough to be asked for by itself.
  bool can_be_name(const Part& part) const;
  // A company that is called by words that many have.
  bool is_of_common_words(const Part& part) const;
  bool is_of_places(const Part& part) const;
  bool can_stand_alone(const Part& part) const {
    return part.begin < part.end && (can_be_name(part) || is_of_common_words(part));
  }

  // What the tables say of a word of an organisation's name.
  std::span<const Entry> entries(const text::Word& word) const;
  bool has_role(const text::Word& word, Role role) const;

  // Where the name that begins at i ends.
  std::size_t end_of_name(std::size_t i) const;

  std::string_view text_of(const Part& part) const;
  std::string_view text_from(std::size_t i) const { return text_.substr(words_[i].begin); }
  void add_part(const Part& part, NamesFound& names) const {
    names.add(std::string(text_of(part)));
  }

 private:
  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const text::Word> words_;
  Kind kind_;
  QuestionWords marks_;
};

// Adds the names of a text that is a piece of a question, or the rest of one.
void add_names_of_piece(const Lexicon& lexicon, std::string_view text, Kind kind,
                        NamesFound& names);

}  // namespace vedette::names
