#include "names/reading/question_piece.h"

#include "text/utf8.h"

namespace vedette::names {

using std::string_view;

std::span<const Entry> QuestionPiece::entries(const text::Word& word) const {
  return lexicon_.organisation(text::encode(word.text));
}

bool QuestionPiece::has_role(const text::Word& word, Role role) const {
  return std::ranges::any_of(entries(word), [&](const Entry& e) { return e.role == role; });
}

// Of an organisation: a word that many do not have, or two that say more than that it is one.
// "Iran", "(CAD)" or "c/o Bank" alone would find whatever is called so.
bool QuestionPiece::can_be_name(const Part& part) const {
  if (kind_ == Kind::kPerson) return name_words(part) > 0;
  constexpr std::size_t kShortest = 4;
  const auto own = count(part, [&](const text::Word& word) {
    const bool latin = word.script == text::Script::Latin;
    // Ships are called by places; what stands behind another name is more likely where that is.
    const bool ship = kind_ == Kind::kThing && part.begin == 0 && !word.in_brackets;
    return QuestionWords::counts(word) && (!latin || word.text.size() >= kShortest) &&
           (entries(word).empty() || (ship && has_role(word, Role::kPlace)));
  });
  if (own > 0) return true;
  const auto telling = count(part, [&](const text::Word& word) {
    return QuestionWords::counts(word) && !has_role(word, Role::kLegal) &&
           !has_role(word, Role::kGeneric) && !has_role(word, Role::kConnective);
  });
  return telling > 1;
}

// Such words carry a match only where they are the whole of both names, so that asking for two or
// more of them alone finds nothing else.
bool QuestionPiece::is_of_common_words(const Part& part) const {
  return kind_ == Kind::kOrganisation &&
         count(part, [&](const text::Word& word) {
           return QuestionWords::counts(word) && !has_role(word, Role::kLegal) &&
                  !has_role(word, Role::kConnective) && !has_role(word, Role::kPlace);
         }) > 1;
}

bool QuestionPiece::is_of_places(const Part& part) const {
  return count(part, [&](const text::Word& word) { return has_role(word, Role::kPlace); }) ==
         part.size();
}

bool QuestionPiece::is_initials(const text::Word& word) {
  constexpr std::size_t kMost = 3;
  return !word.has_digit && (word.text.size() == 1 || (word.dotted && word.text.size() <= kMost));
}

bool QuestionPiece::is_full(const Part& part) const {
  const std::size_t names = name_words(part);
  return names >= 2 || (names == 1 && count(part, is_initials) > 0);
}

std::size_t QuestionPiece::end_of_name(std::size_t i) const {
  for (std::size_t k = i; k < words_.size(); ++k)
    if (marks_.marker_at(k) > 0 || marks_.joins_at(k) || marks_.particulars_at(k) > 0 ||
        (k > i && (marks_.stroke_before(k) || marks_.sign_before(k))))
      return k;
  return words_.size();
}

string_view QuestionPiece::text_of(const Part& part) const {
  const std::size_t begin = words_[part.begin].begin;
  return text_.substr(begin, words_[part.end - 1].end - begin);
}

}  // namespace vedette::names
