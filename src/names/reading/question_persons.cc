#include "names/reading/question_persons.h"

#include <array>

#include "names/reading/glued_initials.h"
#include "names/reading/said_twice.h"
#include "text/utf8.h"

namespace vedette::names {
namespace {

using std::string_view;

class PersonNames {
 public:
  PersonNames(const QuestionPiece& piece, NamesFound& names)
      : piece_(piece), marks_(piece.marks()), words_(piece.words()), names_(names) {}

  void add(std::span<const Part> parts) {
    names_.by(rules::kInitialsApart);
    add_initials_apart(piece_.all());
    for (const Part& part : parts)
      add_initials_apart(part);
    names_.by(rules::kAbbreviation);
    add_abbreviation_as_initial();
    names_.by(rules::kNickname);
    add_without_nickname();
    names_.by(rules::kQuotes);
    add_in_quotes();
    names_.by(rules::kRepeated);
    add_if_any(said_once(piece_.lexicon(), piece_.text(), words_));
    names_.by(rules::kLineNumber);
    add_behind_numbers();
    names_.by(rules::kCouple);
    add_first_of_couple();
    names_.by(rules::kOffice);
    add_behind_office();
    names_.by(rules::kTitles);
    add_behind_titles();
    names_.by(rules::kDegrees);
    add_before_additions();
  }

 private:
  void add_part(const Part& part) { piece_.add_part(part, names_); }
  void add_if_any(std::string name) {
    if (!name.empty()) names_.add(std::move(name));
  }
  void add_names_from(std::size_t i) {
    add_names_of_piece(piece_.lexicon(), piece_.text_from(i), piece_.kind(), names_);
  }

  void add_initials_apart(const Part& part) {
    add_if_any(with_initials_apart(piece_.lexicon(), piece_.text(),
                                   words_.subspan(part.begin, part.size())));
  }

  // "Vl. Putin", "Mich. Fridman": cut short by no rule that a table could have, it says at least as
  // much as an initial.
  void add_abbreviation_as_initial() {
    constexpr std::size_t kLongest = 5;
    if (!marks_.has_signs()) return;
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      const text::Word& word = words_[i];
      const bool cut_short = word.text.size() > 1 && word.text.size() <= kLongest && !word.dotted &&
                             word.capitalised && !word.has_digit && !word.in_brackets &&
                             marks_.gap_before(i + 1).starts_with('.');
      if (!cut_short || is_whole_word(i) || title_at(i) > 0) continue;
      // In capitals it may be a legal form: PT., CV.
      if (word.all_capitals && piece_.has_role(word, Role::kLegal)) continue;
      std::string name(i == 0 ? string_view() : piece_.text_of({0, i}));
      name.append(name.empty() ? "" : " ")
          .append(text::encode(word.text.substr(0, 1)))
          .append(". ");
      return names_.add(name.append(piece_.text_of({i + 1, words_.size()})));
    }
  }

  // A common name, a title, a particle: whatever the tables have but short forms.
  bool is_whole_word(std::size_t i) const {
    return std::ranges::any_of(entries(i, 1), [](const Entry& entry) {
      return entry.role != Role::kName || (entry.flags & kKnownName);
    });
  }

  // "Ann (Annie) Bell", "Bob \"The Knife\" Day": between a person's names.
  void add_without_nickname() {
    if (!marks_.has_signs() && !has_brackets()) return;
    std::string name;
    std::size_t left = 0;
    bool hidden = false;
    bool quoted = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (quotes_before(i)) quoted = !quoted;
      if (quoted || words_[i].in_brackets) {
        hidden = true;
        continue;
      }
      name.append(name.empty() ? "" : " ").append(piece_.text_of({i, i + 1}));
      left += QuestionWords::counts(words_[i]);
    }
    const bool between = !words_.back().in_brackets && !quoted && !words_.front().in_brackets;
    if (between && hidden && left >= 2) names_.add(std::move(name));
  }

  bool has_brackets() const { return std::ranges::any_of(words_, &text::Word::in_brackets); }

  bool quotes_before(std::size_t i) const {
    constexpr std::array<string_view, 6> kQuotes = {"\"",     "\u201C", "\u201D",
                                                    "\u201E", "\u00AB", "\u00BB"};
    const string_view gap = marks_.gap_before(i);
    return std::ranges::any_of(
        kQuotes, [&](string_view quote) { return gap.find(quote) != string_view::npos; });
  }

  // "Ann Bell \"Bob Day\"": a full name of a person.
  void add_in_quotes() {
    if (!marks_.has_signs()) return;
    for (std::size_t begin = 0; begin < words_.size(); ++begin) {
      if (!quotes_before(begin)) continue;
      std::size_t end = begin + 1;
      while (end < words_.size() && !quotes_before(end))
        ++end;
      const Part inside{begin, end};
      const Part before{0, begin};
      if (piece_.name_words(inside) >= 2 && inside.size() < words_.size()) add_part(inside);
      if (end == words_.size() && piece_.name_words(before) >= 2) add_part(before);
      begin = end;
    }
  }

  // "1. Ann Bell", "17 Ann Bell": the number of a line or of a customer.
  void add_behind_numbers() {
    std::size_t begin = 0;
    while (begin < words_.size() && words_[begin].has_digit &&
           !QuestionWords::counts(words_[begin]))
      ++begin;
    if (begin > 0 && begin < words_.size() && piece_.is_full({begin, words_.size()}))
      add_names_from(begin);
  }

  // "John and Mary Smith" names John Smith, too.
  void add_first_of_couple() {
    for (std::size_t i = 1; i + 2 < words_.size(); ++i) {
      if (!marks_.couples_at(i)) continue;
      const std::size_t end = piece_.end_of_name(i + 1);
      if (piece_.name_words({0, i}) != 1 || piece_.name_words({i + 1, end}) < 2) return;
      names_.add(std::string(piece_.text_of({0, i})) + " " +
                 std::string(piece_.text_of({end - 1, end})));
      return add_part({i + 1, end});
    }
  }

  // "Supreme Leader Ali Khamenei", "Head of the Chechen Republic Ramzan Kadyrov": where what an
  // office is of ends and the name begins is not told, and a name has two words or three.
  void add_behind_office() {
    const std::size_t end = words_.size();
    const std::size_t begin = marks_.office_at_front(0, end);
    if (begin == 0) return;
    const auto add_full = [&](const Part& part) {
      const auto is_name = [](const text::Word& word) {
        return QuestionWords::counts(word) || QuestionPiece::is_initials(word);
      };
      if (piece_.is_full(part) && piece_.count(part, is_name) == part.size()) add_part(part);
    };
    if (!marks_.is_of(begin)) return add_full({begin, end});
    for (const std::size_t count : {2u, 3u})
      if (begin + 2 + count <= end) add_full({end - count, end});
  }

  // Titles that are borne as names too ("Hon.", "Sheikh", "Ing.") count as names where they stand;
  // "Mr and Mrs" and "Estate of the late" hide what stands behind them.
  void add_behind_titles() {
    const std::size_t end = words_.size();
    std::size_t i = 0;
    bool hides = false;
    while (i + 2 < end) {
      if (const std::size_t front = marks_.words_before_name_at(i); front > 0) {
        i += front;
        hides = true;
      } else if (const std::size_t title = title_at(i); title > 0) {
        hides = hides || title > 1 || !is_plain_title(i, title);
        i += title;
      } else if (i > 0 && marks_.couples_at(i) && title_at(i + 1) > 0) {
        ++i;
        hides = true;
      } else {
        break;
      }
    }
    if (hides && i < end && !marks_.is_of(i) && piece_.is_full({i, end})) add_names_from(i);
  }

  // Of the phrase of `count` words at i.
  std::span<const Entry> entries(std::size_t i, std::size_t count) const {
    std::string phrase;
    for (std::size_t k = i; k < i + count; ++k)
      phrase.append(phrase.empty() ? "" : " ").append(text::encode(words_[k].text));
    return piece_.lexicon().person(phrase);
  }

  // How many words at i are a title; one that is a common name as well only where it is cut short.
  std::size_t title_at(std::size_t i) const {
    constexpr std::size_t kLongest = 3;
    const std::uint32_t lengths =
        piece_.lexicon().person_phrases(base::text_hash(text::encode(words_[i].text)));
    for (std::size_t count = std::min(kLongest, words_.size() - i); count > 0; --count) {
      if (count > 1 && (lengths >> count & 1) == 0) continue;
      if (std::ranges::any_of(entries(i, count),
                              [](const Entry& e) { return e.role == Role::kTitle; }))
        return count;
    }
    return marks_.title_at(i);
  }
  bool is_plain_title(std::size_t i, std::size_t count) const {
    return std::ranges::any_of(entries(i, count), [](const Entry& e) {
      return e.role == Role::kTitle && !(e.flags & kAlsoName);
    });
  }

  // "Ann Bell, Moscow", "Ann Bell (RU)", "Ann Bell Ph.D. and family".
  void add_before_additions() {
    std::size_t end = words_.size();
    while (end > 2) {
      if (const std::size_t count = marks_.words_behind_name(end); count > 0)
        end -= std::min(count, end);
      else if (const std::size_t address = address_before(end); address < end)
        end = address;
      else
        break;
    }
    const Part name{0, end};
    if (end < words_.size() && end >= 2 && piece_.name_words(name) >= 2) add_part(name);
  }

  // Where the places begin that stand behind a sign at the end of the words [0, end); `end` when
  // there are none. Without a sign a place is a family name: Ann Washington.
  std::size_t address_before(std::size_t end) const {
    std::size_t begin = end;
    for (std::size_t i = end; i-- > 2 && piece_.has_role(words_[i], Role::kPlace);)
      if (is_set_apart(i)) begin = i;
    return begin;
  }
  bool is_set_apart(std::size_t i) const {
    return words_[i].in_brackets || marks_.comma_before(i) || marks_.sign_before(i) ||
           marks_.is_of(i - 1);
  }

  const QuestionPiece& piece_;
  const QuestionWords& marks_;
  std::span<const text::Word> words_;
  NamesFound& names_;
};

}  // namespace

void add_person_names(const QuestionPiece& piece, std::span<const Part> parts, NamesFound& names) {
  PersonNames(piece, names).add(parts);
}

}  // namespace vedette::names
