#include "names/names_in_question.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "names/glued_initials.h"
#include "names/question_text.h"
#include "names/question_words.h"
#include "names/said_twice.h"
#include "text/tokenise.h"
#include "text/utf8.h"

namespace vedette::names {
namespace {

using std::string_view;

// The words [begin, end) of a question.
struct Part {
  std::size_t begin;
  std::size_t end;
};

// One piece of a question, without the signs that separate the pieces of a list.
class Piece {
 public:
  Piece(const Lexicon& lexicon, string_view text, Kind kind, std::vector<std::string>& names)
      : lexicon_(lexicon),
        text_(text),
        kind_(kind),
        read_(text::tokenise(text)),
        words_(read_.words()),
        marks_(text_, words_, kind),
        names_(names) {}

  void add_names(bool is_whole) {
    if (words_.empty()) return;
    if (!is_whole) close({0, words_.size()});
    split();
    for (const Part& part : parts_)
      add_part(part);
    if (parts_.empty()) add_without_additions({0, words_.size()});
    for (const Part& part : parts_)
      add_without_additions(part);
    // What lies beyond the limits of a name is read from where the last part began.
    if (read_.cut() && parts_.size() > 2)
      Piece(lexicon_, text_.substr(words_[parts_.back().begin].begin), kind_, names_)
          .add_names(false);
    if (kind_ == Kind::kPerson) {
      add_initials_apart({0, words_.size()});
      for (const Part& part : parts_)
        add_initials_apart(part);
      add_abbreviation_as_initial();
      add_without_nickname();
      add_in_quotes();
      add_said_once();
      add_behind_numbers();
      add_first_of_couple();
      add_behind_office();
      add_behind_titles();
      add_before_additions();
    } else {
      add_beside_acronym();
    }
    add_bracketed();
  }

 private:
  // Cuts the piece where words, signs or particulars stand between names.
  void split() {
    const bool list = is_list_of_commas();
    for (std::size_t i = 0; i < words_.size();) {
      if (const std::size_t marker = marks_.marker_at(i); marker > 0) {
        cut(i, marker);
      } else if (marks_.number_of_line_at(i)) {
        cut(i, 1);
      } else if (const std::size_t told = marks_.particulars_at(i); told > 0) {
        const bool named = begin_ < i && !aside_;
        cut(i, told);
        aside_ = named;
      } else if (i > begin_ && (marks_.sign_before(i) || (list && marks_.comma_before(i)))) {
        cut(i, 0);
      } else if (const std::size_t joint = joint_at(i); joint > 0) {
        cut(i, joint - 1);
      } else {
        ++i;
        continue;
      }
      i = begin_ + (begin_ == i ? 1 : 0);
    }
    if (begin_ > 0) cut(words_.size(), 0);
  }

  // Ends a name before word i; the next one begins `count` words behind.
  void cut(std::size_t i, std::size_t count) {
    if (!aside_) close({begin_, i});
    begin_ = i + count;
    aside_ = false;
  }

  void close(Part part) {
    if (part.begin < part.end && (can_be_name(part) || is_of_common_words(part)))
      parts_.push_back(part);
  }

  template <class Predicate>
  std::size_t count(const Part& part, const Predicate& predicate) const {
    return static_cast<std::size_t>(
        std::count_if(words_.begin() + static_cast<std::ptrdiff_t>(part.begin),
                      words_.begin() + static_cast<std::ptrdiff_t>(part.end), predicate));
  }
  std::size_t name_words(const Part& part) const { return count(part, QuestionWords::counts); }

  std::span<const Entry> entries(const text::Word& word) const {
    return lexicon_.organisation(text::encode(word.text));
  }
  bool has_role(const text::Word& word, Role role) const {
    return std::ranges::any_of(entries(word), [&](const Entry& e) { return e.role == role; });
  }

  // Of an organisation: a word that many do not have, or two that say more than that it is one.
  // "Iran", "(CAD)" or "c/o Bank" alone would find whatever is called so.
  bool can_be_name(const Part& part) const {
    if (kind_ == Kind::kPerson) return name_words(part) > 0;
    constexpr std::size_t kShortest = 4;
    const auto own = count(part, [&](const text::Word& word) {
      const bool latin = word.script == text::Script::Latin;
      // Ships are called by places; what stands behind another name is more likely where that is.
      const bool ship = kind_ == Kind::kThing && part.begin == 0 && !word.in_brackets;
      return QuestionWords::counts(word) && (!latin || word.text.size() >= kShortest) &&
             (entries(word).empty() || (ship && has_role(word, Role::kPlace)));
    });
    const auto telling = count(part, [&](const text::Word& word) {
      return QuestionWords::counts(word) && !has_role(word, Role::kLegal) &&
             !has_role(word, Role::kGeneric) && !has_role(word, Role::kConnective);
    });
    return own > 0 || telling > 1;
  }

  // A company that is called by words that many have: they carry a match only where they are the
  // whole of both names, so that asking for two or more of them alone finds nothing else.
  bool is_of_common_words(const Part& part) const {
    return kind_ == Kind::kOrganisation &&
           count(part, [&](const text::Word& word) {
             return QuestionWords::counts(word) && !has_role(word, Role::kLegal) &&
                    !has_role(word, Role::kConnective) && !has_role(word, Role::kPlace);
           }) > 1;
  }

  // One more than the words at i that join two full names; 0 when they do not. Between persons a
  // stroke or a plus joins without a word; between companies whatever stands behind a legal form
  // does, where another follows.
  std::size_t joint_at(std::size_t i) const {
    if (i == begin_ && !aside_) return 0;
    const bool word = marks_.joins_at(i);
    const bool person = kind_ == Kind::kPerson;
    const std::size_t full = person ? 2 : 1;
    if (!word && person && !marks_.stroke_before(i) &&
        marks_.gap_before(i).find('+') == string_view::npos)
      return 0;
    if (!word && !person) return companies_meet_at(i);
    const Part left{begin_, i};
    const Part right{i + (word ? 1 : 0), end_of_name(i + (word ? 1 : 0))};
    if (!aside_ && (name_words(left) < full || !can_be_name(left))) return 0;
    if (name_words(right) < full || !can_be_name(right)) return 0;
    return word ? 2 : 1;
  }

  std::size_t companies_meet_at(std::size_t i) const {
    const auto is_legal = [&](const text::Word& word) { return has_role(word, Role::kLegal); };
    const bool word = words_[i].text == U"and" || words_[i].text == U"&";
    if ((!word && !marks_.comma_before(i)) || !is_legal(words_[i - 1])) return 0;
    const Part right{i + (word ? 1 : 0), words_.size()};
    const bool both = can_be_name({begin_, i}) && right.begin < right.end && can_be_name(right) &&
                      !is_legal(words_[right.begin]) && count(right, is_legal) > 0;
    return both ? (word ? 2 : 1) : 0;
  }

  // "Ann Lee, Bob Day, Cy Fox": three full names or more, nothing else; two of family names with
  // initials ("Lee A.B., Day C.D.").
  bool is_list_of_commas() const {
    constexpr std::size_t kFewest = 3;
    if (kind_ != Kind::kPerson) return false;
    std::size_t parts = 0;
    std::size_t with_initials = 0;
    for (std::size_t begin = 0; begin < words_.size(); ++parts) {
      std::size_t end = begin + 1;
      while (end < words_.size() && !marks_.comma_before(end))
        ++end;
      const Part part{begin, end};
      if (!is_full(part)) return false;
      with_initials += count(part, is_initials) > 0 && end - begin > 1;
      begin = end;
    }
    return parts >= kFewest || (parts > 1 && with_initials == parts);
  }

  static bool is_initials(const text::Word& word) {
    constexpr std::size_t kMost = 3;
    return !word.has_digit && (word.text.size() == 1 || (word.dotted && word.text.size() <= kMost));
  }
  // A full name: two words, of which one may be an initial.
  bool is_full(const Part& part) const {
    const std::size_t names = name_words(part);
    return names >= 2 || (names == 1 && count(part, is_initials) > 0);
  }

  // Where the name that begins at i ends.
  std::size_t end_of_name(std::size_t i) const {
    for (std::size_t k = i; k < words_.size(); ++k)
      if (marks_.marker_at(k) > 0 || marks_.joins_at(k) || marks_.particulars_at(k) > 0 ||
          (k > i && (marks_.stroke_before(k) || marks_.sign_before(k))))
        return k;
    return words_.size();
  }

  // "John and Mary Smith" names John Smith, too.
  void add_first_of_couple() {
    for (std::size_t i = 1; i + 2 < words_.size(); ++i) {
      if (!marks_.couples_at(i)) continue;
      const std::size_t end = end_of_name(i + 1);
      if (name_words({0, i}) != 1 || name_words({i + 1, end}) < 2) return;
      add(std::string(text_of({0, i})) + " " + std::string(text_of({end - 1, end})));
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
        return QuestionWords::counts(word) || is_initials(word);
      };
      if (is_full(part) && count(part, is_name) == part.end - part.begin) add_part(part);
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
    if (hides && i < end && !marks_.is_of(i) && is_full({i, end}))
      Piece(lexicon_, text_.substr(words_[i].begin), kind_, names_).add_names(false);
  }

  std::span<const Entry> person_entries(std::size_t i, std::size_t count) const {
    std::string phrase;
    for (std::size_t k = i; k < i + count; ++k)
      phrase.append(phrase.empty() ? "" : " ").append(text::encode(words_[k].text));
    return lexicon_.person(phrase);
  }

  // How many words at i are a title; one that is a common name as well only where it is cut short.
  std::size_t title_at(std::size_t i) const {
    constexpr std::size_t kLongest = 3;
    for (std::size_t count = std::min(kLongest, words_.size() - i); count > 0; --count)
      if (std::ranges::any_of(person_entries(i, count),
                              [](const Entry& e) { return e.role == Role::kTitle; }))
        return count;
    return marks_.title_at(i);
  }
  bool is_plain_title(std::size_t i, std::size_t count) const {
    return std::ranges::any_of(person_entries(i, count), [](const Entry& e) {
      return e.role == Role::kTitle && !(e.flags & kAlsoName);
    });
  }

  // "Ann Bell, Moscow", "Ann Bell (RU)", "Ann Bell Ph.D. and family".
  void add_before_additions() {
    std::size_t end = words_.size();
    while (end > 2) {
      if (const std::size_t count = marks_.words_behind_name(end); count > 0)
        end -= std::min(count, end);
      else if (has_role(words_[end - 1], Role::kPlace))
        --end;
      else
        break;
    }
    const Part name{0, end};
    if (end < words_.size() && end >= 2 && name_words(name) >= 2) add_part(name);
  }

  void add_initials_apart(const Part& part) {
    std::string name =
        with_initials_apart(lexicon_, text_, words_.subspan(part.begin, part.end - part.begin));
    if (!name.empty()) add(std::move(name));
  }

  // "Vl. Putin", "Mich. Fridman": cut short by no rule that a table could have, it says at least as
  // much as an initial.
  void add_abbreviation_as_initial() {
    constexpr std::size_t kLongest = 5;
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      const text::Word& word = words_[i];
      const bool cut_short = word.text.size() > 1 && word.text.size() <= kLongest && !word.dotted &&
                             word.capitalised && !word.has_digit && !word.in_brackets &&
                             marks_.gap_before(i + 1).starts_with('.');
      // In capitals it may be a legal form: PT., CV.
      const bool form = word.all_capitals && has_role(word, Role::kLegal);
      if (!cut_short || is_whole_word(i) || title_at(i) > 0 || form) continue;
      std::string name(i == 0 ? string_view() : text_of({0, i}));
      name.append(name.empty() ? "" : " ")
          .append(text::encode(word.text.substr(0, 1)))
          .append(". ");
      return add(name.append(text_of({i + 1, words_.size()})));
    }
  }

  // A common name, a title, a particle: whatever the tables have but short forms.
  bool is_whole_word(std::size_t i) const {
    return std::ranges::any_of(person_entries(i, 1), [](const Entry& entry) {
      return entry.role != Role::kName || (entry.flags & kKnownName);
    });
  }

  bool quotes_before(std::size_t i) const {
    constexpr std::array<string_view, 6> kQuotes = {"\"",     "\u201C", "\u201D",
                                                    "\u201E", "\u00AB", "\u00BB"};
    const string_view gap = marks_.gap_before(i);
    return std::ranges::any_of(
        kQuotes, [&](string_view quote) { return gap.find(quote) != string_view::npos; });
  }

  // "Ann Bell \"Bob Day\"": a full name of a person.
  void add_in_quotes() {
    for (std::size_t begin = 0; begin < words_.size(); ++begin) {
      if (!quotes_before(begin)) continue;
      std::size_t end = begin + 1;
      while (end < words_.size() && !quotes_before(end))
        ++end;
      const Part inside{begin, end};
      const Part before{0, begin};
      if (name_words(inside) >= 2 && end - begin < words_.size()) add_part(inside);
      if (end == words_.size() && name_words(before) >= 2) add_part(before);
      begin = end;
    }
  }

  void add_said_once() {
    if (std::string name = said_once(lexicon_, text_, words_); !name.empty()) add(std::move(name));
  }

  // "1. Ann Bell", "17 Ann Bell": the number of a line or of a customer.
  void add_behind_numbers() {
    std::size_t begin = 0;
    while (begin < words_.size() && words_[begin].has_digit &&
           !QuestionWords::counts(words_[begin]))
      ++begin;
    if (begin > 0 && begin < words_.size() && is_full({begin, words_.size()}))
      Piece(lexicon_, text_.substr(words_[begin].begin), kind_, names_).add_names(false);
  }

  // "Ann (Annie) Bell", "Bob \"The Knife\" Day": between a person's names.
  void add_without_nickname() {
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
      name.append(name.empty() ? "" : " ").append(text_of({i, i + 1}));
      left += QuestionWords::counts(words_[i]);
    }
    const bool between = !words_.back().in_brackets && !quoted && !words_.front().in_brackets;
    if (between && hidden && left >= 2) add(std::move(name));
  }

  // "National Harbour Company (NHC)" and the like: the short form stands beside the name.
  void add_beside_acronym() {
    constexpr std::size_t kFewest = 3;
    if (words_.size() < kFewest) return;
    const Part front{0, words_.size() - 1};
    const Part back{1, words_.size()};
    if (is_short_form(words_.size() - 1, front) && says_enough(front)) add_part(front);
    if (is_short_form(0, back) && says_enough(back)) add_part(back);
  }
  // Nearly the whole question: words that others have as well are enough.
  bool says_enough(const Part& part) const {
    return can_be_name(part) || count(part, [&](const text::Word& word) {
                                  return QuestionWords::counts(word) &&
                                         !has_role(word, Role::kLegal) &&
                                         !has_role(word, Role::kConnective);
                                }) > 1;
  }
  bool means_something(const text::Word& word) const {
    return std::ranges::any_of(entries(word), [](const Entry& e) {
      return e.role == Role::kLegal || e.role == Role::kPlace || e.role == Role::kGeneric ||
             e.role == Role::kBusiness || e.role == Role::kNumeral;
    });
  }

  // Its letters are the initials of the other words, in their order, and most of these take part;
  // in brackets it may be any short word that means nothing by itself.
  bool is_short_form(std::size_t i, const Part& others) const {
    constexpr std::size_t kShortest = 3;
    constexpr std::size_t kLongest = 8;
    const std::u32string_view letters = words_[i].text;
    if (letters.size() < kShortest - (words_[i].in_brackets ? 1 : 0) || letters.size() > kLongest ||
        means_something(words_[i]))
      return false;
    if (words_[i].in_brackets) return true;
    std::size_t met = 0;
    for (std::size_t k = others.begin; k < others.end && met < letters.size(); ++k)
      met += words_[k].text[0] == letters[met];
    return met == letters.size() && 2 * met > others.end - others.begin;
  }

  // What stands in brackets may be another name: of an organisation several words, or a long one,
  // of a person a full name.
  void add_bracketed() {
    const bool person = kind_ == Kind::kPerson;
    constexpr std::size_t kLongWord = 6;
    const auto is_enough = [&](const Part& part) {
      if (person) return name_words(part) >= 2;
      return part.end - part.begin > 1 || words_[part.begin].text.size() >= kLongWord;
    };
    const auto bracketed = [](const text::Word& word) { return word.in_brackets; };
    std::string outside;
    std::vector<Part> other_names;
    for (std::size_t begin = 0; begin < words_.size();) {
      const bool inside = bracketed(words_[begin]);
      std::size_t end = begin + 1;
      while (end < words_.size() && bracketed(words_[end]) == inside && !opens_bracket(end))
        ++end;
      const Part part{begin, end};
      if (!inside)
        outside.append(outside.empty() ? "" : " ").append(text_of(part));
      else if (marks_.marker_at(begin) == 0 && can_be_name(part) && is_enough(part))
        other_names.push_back(part);
      begin = end;
    }
    for (const Part& part : other_names)
      add_part(part);
    if (!other_names.empty() && !outside.empty()) add(outside);
  }

  bool opens_bracket(std::size_t i) const {
    return marks_.gap_before(i).find_first_of("([{") != string_view::npos;
  }

  string_view text_of(const Part& part) const {
    const std::size_t begin = words_[part.begin].begin;
    return text_.substr(begin, words_[part.end - 1].end - begin);
  }

  void add_part(const Part& part) { add(std::string(text_of(part))); }

  void add_without_additions(const Part& part) {
    const Part name{part.begin, marks_.end_before_additions(part.begin, part.end)};
    const std::size_t fewest = kind_ == Kind::kPerson ? 2 : 1;
    // What is left is nearly the whole question, and may be of words that many companies have.
    const bool enough = can_be_name(name) || (kind_ == Kind::kOrganisation &&
                                              name.end - name.begin > 1 && !is_place(name));
    if (name.end < part.end && name_words(name) >= fewest && enough) add_part(name);
  }

  bool is_place(const Part& part) const {
    return count(part, [&](const text::Word& word) { return has_role(word, Role::kPlace); }) ==
           part.end - part.begin;
  }

  void add(std::string name) {
    if (names_.size() < kMaxNamesInQuestion && std::ranges::find(names_, name) == names_.end())
      names_.push_back(std::move(name));
  }

  const Lexicon& lexicon_;
  string_view text_;
  Kind kind_;
  text::Words read_;
  std::span<const text::Word> words_;
  QuestionWords marks_;
  std::vector<std::string>& names_;
  std::vector<Part> parts_;
  std::size_t begin_ = 0;  // of the name that is being read
  bool aside_ = false;     // what is being read stands behind particulars, and is no name
};

}  // namespace

std::vector<std::string> names_in_question(const Lexicon& lexicon, string_view question,
                                           Kind kind) {
  std::vector<std::string> names = {std::string(question)};
  std::string plain;
  if (question.find_first_of("&%") != string_view::npos) {
    plain = without_codes(question);
    if (plain != question) {
      names.push_back(plain);
      question = plain;
    }
  }
  // A blank of no width stands between words, or in the middle of one, where it is left out.
  std::string apart;
  if (question.find(kZeroWidthSpace) != string_view::npos) {
    apart = with_blanks(question);
    names.push_back(apart);
    question = apart;
  }
  std::string marked;
  if (question.find('?') != string_view::npos) {
    marked = with_lost_letters(question);
    if (marked != question) {
      names.push_back(marked);
      question = marked;
    }
  }
  if (kind == Kind::kThing)
    if (const string_view registration = registration_of(question); !registration.empty())
      names.emplace_back(registration);
  if (kind != Kind::kPerson && question.find('.') != string_view::npos &&
      question.find(' ') == string_view::npos)
    if (std::string owner = site_owner(lexicon, question); !owner.empty())
      names.push_back(std::move(owner));
  // One word is one name.
  if (question.find_first_of(" /;|&+<\n\r") == string_view::npos &&
      std::ranges::none_of(question, [](char c) { return static_cast<signed char>(c) < 0; }))
    return names;
  if (kind == Kind::kPerson)
    if (std::string holder = passport_holder(question); !holder.empty())
      names.push_back(std::move(holder));
  const std::vector<string_view> pieces = pieces_of(question);
  for (const string_view piece : pieces)
    Piece(lexicon, piece, kind, names).add_names(pieces.size() == 1);
  return names;
}

}  // namespace vedette::names
