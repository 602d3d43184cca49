#include "names/reading/names_in_question.h"

#include <algorithm>
#include <iterator>

#include "names/reading/payment_words.h"
#include "names/reading/question_parts.h"
#include "names/reading/question_persons.h"
#include "names/reading/question_piece.h"
#include "names/reading/question_text.h"
#include "names/words/reading.h"

namespace vedette::names {
namespace {

using std::string_view;

class PieceNames {
 public:
  PieceNames(const QuestionPiece& piece, NamesFound& names)
      : piece_(piece), words_(piece.words()), names_(names) {}

  // `is_whole`: the piece is the whole query, which is searched anyway.
  void add(bool is_whole, bool cut) {
    if (words_.empty()) return;
    std::vector<Part> parts = parts_of(piece_);
    if (!is_whole && piece_.can_stand_alone(piece_.all()))
      parts.insert(parts.begin(), piece_.all());
    for (const Part& part : parts) {
      names_.by(part.size() == words_.size() ? rules::kListItem : rules::kSeparator);
      add_part(part);
    }
    names_.by(rules::kAdditions);
    if (parts.empty()) add_without_additions(piece_.all());
    for (const Part& part : parts)
      add_without_additions(part);
    names_.by(rules::kBeyondLimits);
    // Text beyond the limits of one name is read again from the beginning of the last part.
    if (cut && parts.size() > 2)
      add_names_of_piece(piece_.lexicon(), piece_.text_from(parts.back().begin), piece_.kind(),
                         names_);
    if (piece_.kind() == Kind::kPerson) {
      add_person_names(piece_, parts, names_);
      add_without_payment_words(piece_.all());
    } else {
      names_.by(rules::kPaymentWords);
      add_without_payment_words(piece_.all());
      names_.by(rules::kShortForm);
      add_beside_acronym();
    }
    names_.by(rules::kBrackets);
    add_bracketed();
  }

 private:
  // A person needs two words: a single word could be any word of the line.
  static constexpr std::size_t kFewestOfPerson = 2;

  void add_part(const Part& part) { piece_.add_part(part, names_); }

  void add_without_payment_words(const Part& part) {
    const Part name = without_payment_words(piece_, part);
    if (name.size() == part.size() || !piece_.can_stand_alone(name)) return;
    if (piece_.kind() != Kind::kPerson || piece_.name_words(name) >= kFewestOfPerson)
      add_part(name);
  }

  void add_without_additions(const Part& part) {
    const Part name{part.begin, piece_.marks().end_before_additions(part.begin, part.end)};
    if (name.end == part.end) return;
    const std::size_t fewest = piece_.kind() == Kind::kPerson ? 2 : 1;
    if (piece_.name_words(name) < fewest) return;
    // The rest is nearly the whole query, so it may consist of words that many companies have.
    if (piece_.can_be_name(name) ||
        (piece_.kind() == Kind::kOrganisation && name.size() > 1 && !piece_.is_of_places(name)))
      add_part(name);
  }

  // "National Harbour Company (NHC)": the name without the short form beside it.
  void add_beside_acronym() {
    constexpr std::size_t kFewest = 3;
    if (words_.size() < kFewest) return;
    const Part front{0, words_.size() - 1};
    const Part back{1, words_.size()};
    if (is_short_form(words_.size() - 1, front) && says_enough(front)) add_part(front);
    if (is_short_form(0, back) && says_enough(back)) add_part(back);
  }
  // The part is nearly the whole query, so two words that others have as well are enough.
  bool says_enough(const Part& part) const {
    return piece_.can_be_name(part) || piece_.count(part, [&](const text::Word& word) {
      return QuestionWords::counts(word) && !piece_.has_role(word, Role::kLegal) &&
             !piece_.has_role(word, Role::kConnective);
    }) > 1;
  }

  // Whether word i is a short form: its letters are the initials of most of the other words, in
  // their order; in brackets any short word will do. A word of the tables, such as a legal form or
  // a place, is none.
  bool is_short_form(std::size_t i, const Part& others) const {
    constexpr std::size_t kShortest = 3;
    constexpr std::size_t kLongest = 8;
    const std::size_t letters = words_[i].text.size();
    const std::size_t shortest = kShortest - (words_[i].in_brackets ? 1 : 0);
    return letters >= shortest && letters <= kLongest &&
           (words_[i].in_brackets || is_made_of_initials(words_[i].text, others)) &&
           !means_something(words_[i]);
  }
  bool is_made_of_initials(std::u32string_view letters, const Part& others) const {
    std::size_t met = 0;
    for (std::size_t k = others.begin; k < others.end && met < letters.size(); ++k)
      met += words_[k].text[0] == letters[met];
    return met == letters.size() && 2 * met > others.size();
  }
  bool means_something(const text::Word& word) const {
    return std::ranges::any_of(piece_.entries(word), [](const Entry& e) {
      return e.role == Role::kLegal || e.role == Role::kPlace || e.role == Role::kGeneric ||
             e.role == Role::kBusiness || e.role == Role::kNumeral;
    });
  }

  // What stands in brackets may be another name: of an organisation several words, or a long one,
  // of a person a full name.
  void add_bracketed() {
    if (std::ranges::none_of(words_, &text::Word::in_brackets)) return;
    const bool person = piece_.kind() == Kind::kPerson;
    constexpr std::size_t kLongWord = 6;
    const auto is_enough = [&](const Part& part) {
      if (person) return piece_.name_words(part) >= 2;
      return part.size() > 1 || words_[part.begin].text.size() >= kLongWord;
    };
    std::string outside;
    std::vector<Part> other_names;
    for (std::size_t begin = 0; begin < words_.size();) {
      const bool inside = words_[begin].in_brackets;
      std::size_t end = begin + 1;
      while (end < words_.size() && words_[end].in_brackets == inside && !opens_bracket(end))
        ++end;
      const Part part{begin, end};
      if (!inside)
        outside.append(outside.empty() ? "" : " ").append(piece_.text_of(part));
      else if (piece_.marks().marker_at(begin) == 0 && piece_.can_be_name(part) && is_enough(part))
        other_names.push_back(part);
      begin = end;
    }
    for (const Part& part : other_names)
      add_part(part);
    if (!other_names.empty() && !outside.empty()) names_.add(outside);
  }

  bool opens_bracket(std::size_t i) const {
    return piece_.marks().gap_before(i).find_first_of("([{") != string_view::npos;
  }

  const QuestionPiece& piece_;
  std::span<const text::Word> words_;
  NamesFound& names_;
};

void add_names(const Lexicon& lexicon, string_view text, const text::Words& words, Kind kind,
               bool is_whole, NamesFound& names) {
  const QuestionPiece piece(lexicon, text, words.words(), kind);
  PieceNames(piece, names).add(is_whole, words.cut());
}

bool is_one_word(string_view question) {
  return std::ranges::none_of(question, [](char c) {
    return static_cast<signed char>(c) < 0 ||
           string_view(" /;|&+<\n\r").find(c) != string_view::npos;
  });
}

}  // namespace

void add_names_of_piece(const Lexicon& lexicon, string_view text, Kind kind, NamesFound& names) {
  add_names(lexicon, text, text::tokenise(text), kind, false, names);
}

ReadQuestion::ReadQuestion(string_view question)
    : question_(question), words_(text::tokenise(question)), plain_(question) {
  const auto has = [&](auto sign) { return plain_.find(sign) != string_view::npos; };
  if (has('&') || has('%')) rewrite(without_codes(plain_), rules::kCodes);
  // A zero-width space is between two words, or within one, where it is dropped.
  if (has(kRightToLeft)) rewrite(turned_round(plain_), rules::kRightToLeft);
  if (has(kZeroWidthSpace)) rewrite(with_blanks(plain_), rules::kZeroWidth);
  if (has('?')) rewrite(with_lost_letters(plain_), rules::kLostLetters);
  // One word is one name.
  if (!is_one_word(plain_)) pieces_ = pieces_of(plain_);
}

void ReadQuestion::rewrite(std::string text, const NameRule& rule) {
  constexpr std::size_t kMost = 4;
  if (text == plain_) return;
  rewritten_.reserve(kMost);  // they do not move
  plain_ = rewritten_.emplace_back(std::move(text), &rule).text;
}

std::vector<FoundName> ReadQuestion::found_names(const Lexicon& lexicon, Kind kind) const {
  NamesFound names(question_);
  for (const FoundName& rewritten : rewritten_)
    names.by(*rewritten.rule).add(rewritten.text);
  if (kind == Kind::kThing)
    if (const string_view registration = registration_of(plain_); !registration.empty())
      names.by(rules::kRegistration).add(std::string(registration));
  if (kind != Kind::kPerson)
    if (std::string owner = site_owner(lexicon, plain_); !owner.empty())
      names.by(rules::kSiteOwner).add(std::move(owner));
  if (kind == Kind::kPerson && !pieces_.empty())
    if (std::string holder = passport_holder(plain_); !holder.empty())
      names.by(rules::kPassportLine).add(std::move(holder));
  if (kind == Kind::kPerson && may_be_cut_off(question_))
    names.by(rules::kCutOffName).add(std::string(question_).append(kCutOff));
  if (pieces_.size() == 1 && rewritten_.empty()) {
    add_names(lexicon, plain_, words_, kind, true, names);
    return names.take();
  }
  for (const string_view piece : pieces_)
    add_names(lexicon, piece, text::tokenise(piece), kind, pieces_.size() == 1, names);
  return names.take();
}

std::vector<std::string> ReadQuestion::other_names(const Lexicon& lexicon, Kind kind) const {
  std::vector<FoundName> found = found_names(lexicon, kind);
  std::vector<std::string> names;
  names.reserve(found.size());
  for (FoundName& name : found)
    names.push_back(std::move(name.text));
  return names;
}

std::vector<std::string> names_in_question(const Lexicon& lexicon, string_view question,
                                           Kind kind) {
  std::vector<std::string> others = ReadQuestion(question).other_names(lexicon, kind);
  std::vector<std::string> names;
  names.reserve(others.size() + 1);
  names.emplace_back(question);
  std::ranges::move(others, std::back_inserter(names));
  return names;
}

}  // namespace vedette::names
