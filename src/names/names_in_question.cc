#include "names/names_in_question.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "text/tokenise.h"
#include "text/utf8.h"

namespace vedette::names {
namespace {

using std::string_view;
using std::u32string_view;

// Words between two names, whoever bears them. Those written with strokes (d/b/a, t/a) are read as
// words of one letter, which must have strokes between them.
struct Marker {
  std::array<u32string_view, 3> words;
  bool strokes = false;

  std::size_t size() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(words, [](u32string_view word) { return !word.empty(); }));
  }
};
constexpr std::array<Marker, 25> kMarkers = {{
    {{U"also", U"known", U"as"}},
    {{U"formerly", U"known", U"as"}},
    {{U"previously", U"known", U"as"}},
    {{U"doing", U"business", U"as"}},
    {{U"on", U"behalf", U"of"}},
    {{U"known", U"as", U""}},
    {{U"trading", U"as", U""}},
    {{U"formerly", U"", U""}},
    {{U"previously", U"", U""}},
    {{U"alias", U"", U""}},
    {{U"aka", U"", U""}},
    {{U"fka", U"", U""}},
    {{U"nka", U"", U""}},
    {{U"dba", U"", U""}},
    {{U"obo", U"", U""}},
    {{U"a", U"k", U"a"}, true},
    {{U"f", U"k", U"a"}, true},
    {{U"n", U"k", U"a"}, true},
    {{U"d", U"b", U"a"}, true},
    {{U"o", U"b", U"o"}, true},
    {{U"t", U"a", U""}, true},
    {{U"c", U"o", U""}, true},
    {{U"f", U"o", U""}, true},
    {{U"b", U"o", U""}, true},
    {{U"p", U"p", U""}, true},
}};

// Between the holders of one account. Companies have such words in their names.
constexpr std::array<u32string_view, 9> kBetweenPersons = {U"or", U"and", U"&",   U"und", U"oder",
                                                           U"et", U"и",   U"или", U"або"};

// What comes before particulars of a person; a number follows within a few words.
constexpr std::array<u32string_view, 8> kParticulars = {U"dob",  U"born",     U"birth", U"geb",
                                                        U"date", U"passport", U"id",    U"ssn"};

constexpr std::array<u32string_view, 14> kCourtesies = {U"mr",   U"mrs",   U"ms",   U"miss", U"dr",
                                                        U"sir",  U"madam", U"herr", U"frau", U"mme",
                                                        U"mlle", U"sra",   U"sr",   U"prof"};

template <std::size_t N>
bool is_one_of(u32string_view word, const std::array<u32string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

// The words [begin, end) of the question.
struct Part {
  std::size_t begin;
  std::size_t end;
};

class Question {
 public:
  Question(const Lexicon& lexicon, string_view text, Kind kind)
      : lexicon_(lexicon),
        text_(text),
        kind_(kind),
        words_(text::tokenise(text)),
        all_(words_.words()) {}

  std::vector<std::string> names() {
    names_.emplace_back(text_);
    if (const std::string holder = passport_line(); !holder.empty()) add(holder);
    // A question that is cut is an error elsewhere; nothing is made of its beginning.
    if (words_.cut() || all_.size() < 2) return std::move(names_);
    const std::vector<Part> parts = split();
    for (const Part& part : parts)
      add_part(part);
    if (kind_ == Kind::kPerson)
      add_first_of_couple();
    else
      add_bracketed();
    return std::move(names_);
  }

 private:
  // What stands between a word and the one before it.
  string_view gap_before(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : all_[i - 1].end;
    return all_[i].begin > begin ? text_.substr(begin, all_[i].begin - begin) : string_view();
  }

  bool stroke_before(std::size_t i) const { return gap_before(i).find('/') != string_view::npos; }

  // How many words at i stand between two names; 0 when none.
  std::size_t marker_at(std::size_t i) const {
    for (const Marker& marker : kMarkers) {
      const std::size_t size = marker.size();
      if (i + size > all_.size()) continue;
      bool same = true;
      for (std::size_t k = 0; k < size && same; ++k)
        same = all_[i + k].text == marker.words[k] &&
               (k == 0 || !marker.strokes || stroke_before(i + k));
      if (same) return size;
    }
    // Of ships and companies; a person's is a former spouse.
    return kind_ != Kind::kPerson && all_[i].text == U"ex" && i + 1 < all_.size() ? 1 : 0;
  }

  bool particulars_at(std::size_t i) const {
    constexpr std::size_t kNear = 4;
    if (kind_ != Kind::kPerson || !is_one_of(all_[i].text, kParticulars)) return false;
    const std::size_t end = std::min(all_.size(), i + 1 + kNear);
    return std::any_of(all_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                       all_.begin() + static_cast<std::ptrdiff_t>(end),
                       [](const text::Word& word) { return word.has_digit; });
  }

  bool list_sign_before(std::size_t i) const {
    return gap_before(i).find_first_of(";|\n\r") != string_view::npos;
  }

  static bool counts(const text::Word& word) {
    const bool ideograph = word.script == text::Script::Han || word.script == text::Script::Hangul;
    return !word.has_digit && (word.text.size() > 1 || ideograph) &&
           !is_one_of(word.text, kCourtesies);
  }

  std::size_t name_words(const Part& part) const {
    return static_cast<std::size_t>(
        std::count_if(all_.begin() + static_cast<std::ptrdiff_t>(part.begin),
                      all_.begin() + static_cast<std::ptrdiff_t>(part.end), counts));
  }

  // The parts between markers, signs and, for persons, between the holders of an account; nothing
  // when the question is one name.
  std::vector<Part> split() const {
    std::vector<Part> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < all_.size();) {
      if (parts.size() + 2 >= kMaxNamesInQuestion) break;
      const std::size_t marker = marker_at(i);
      if (marker > 0) {
        close(parts, {begin, i});
        begin = i += marker;
      } else if (particulars_at(i)) {
        close(parts, {begin, i});
        return parts;
      } else if (list_sign_before(i)) {
        close(parts, {begin, i});
        begin = i++;
      } else if (const std::size_t joint = joint_at(begin, i); joint > 0) {
        close(parts, {begin, i});
        begin = i += joint - 1;
      } else {
        ++i;
      }
    }
    if (begin > 0) close(parts, {begin, all_.size()});
    return parts;
  }

  void close(std::vector<Part>& parts, Part part) const {
    if (part.begin < part.end && name_words(part) > 0) parts.push_back(part);
  }

  // One more than the words at i that join two full names of persons; 0 when they do not. A stroke
  // joins without a word.
  std::size_t joint_at(std::size_t begin, std::size_t i) const {
    constexpr std::size_t kFullName = 2;
    if (kind_ != Kind::kPerson || i == begin) return 0;
    const bool word = is_one_of(all_[i].text, kBetweenPersons);
    if (!word && !stroke_before(i) && gap_before(i).find('+') == string_view::npos) return 0;
    const std::size_t next = i + (word ? 1 : 0);
    if (name_words({begin, i}) < kFullName || name_words({next, end_of_name(next)}) < kFullName)
      return 0;
    return 1 + (word ? 1 : 0);
  }

  // Where the name that begins at i ends.
  std::size_t end_of_name(std::size_t i) const {
    for (std::size_t k = i; k < all_.size(); ++k)
      if (marker_at(k) > 0 || is_one_of(all_[k].text, kBetweenPersons) ||
          (k > i && (list_sign_before(k) || stroke_before(k))) || particulars_at(k))
        return k;
    return all_.size();
  }

  // "John and Mary Smith" names John Smith, too.
  void add_first_of_couple() {
    for (std::size_t i = 1; i + 2 < all_.size(); ++i) {
      if (!is_one_of(all_[i].text, kBetweenPersons) || all_[i].text == U"or") continue;
      const std::size_t end = end_of_name(i + 1);
      if (name_words({0, i}) != 1 || name_words({i + 1, end}) < 2) return;
      add(std::string(text_of({0, i})) + " " + std::string(text_of({end - 1, end})));
      return add_part({i + 1, end});
    }
  }

  // What an organisation has in brackets may be its other name, unless it is a place or a word that
  // many have.
  void add_bracketed() {
    const auto bracketed = [](const text::Word& word) { return word.in_brackets; };
    const auto first = std::ranges::find_if(all_, bracketed);
    const auto last = std::find_if_not(first, all_.end(), bracketed);
    const Part inside{static_cast<std::size_t>(first - all_.begin()),
                      static_cast<std::size_t>(last - all_.begin())};
    const bool named = std::any_of(first, last, [&](const text::Word& word) {
      return counts(word) && lexicon_.organisation(text::encode(word.text)).empty();
    });
    if (!named || inside.begin == 0 || marker_at(inside.begin) > 0) return;
    std::string outside(text_of({0, inside.begin}));
    if (inside.end < all_.size()) outside += " " + std::string(text_of({inside.end, all_.size()}));
    add(std::move(outside));
    add_part(inside);
  }

  string_view text_of(const Part& part) const {
    const std::size_t begin = all_[part.begin].begin;
    return text_.substr(begin, all_[part.end - 1].end - begin);
  }

  void add_part(const Part& part) { add(std::string(text_of(part))); }

  void add(std::string name) {
    if (names_.size() < kMaxNamesInQuestion && std::ranges::find(names_, name) == names_.end())
      names_.push_back(std::move(name));
  }

  // The name in the first line that machines read of a passport: P<RUSPUTIN<<VLADIMIR<<<
  std::string passport_line() const {
    constexpr std::size_t kHead = 5;  // the document and the country
    if (kind_ != Kind::kPerson || text_.size() <= kHead || text_.find("<<") == string_view::npos)
      return {};
    const auto is_sign = [](char c) { return (c >= 'A' && c <= 'Z') || c == '<'; };
    if (!std::ranges::all_of(text_, is_sign) || text_[0] == '<') return {};
    std::string name(text_.substr(kHead));
    if (const std::size_t comma = name.find("<<"); comma != std::string::npos)
      name.replace(comma, 2, ", ");
    std::ranges::replace(name, '<', ' ');
    name.erase(name.find_last_not_of(' ') + 1);
    return name;
  }

  const Lexicon& lexicon_;
  string_view text_;
  Kind kind_;
  text::Words words_;
  std::span<const text::Word> all_;
  std::vector<std::string> names_;
};

// Most questions are one name, and are known to be by their letters alone.
bool may_hold_several(string_view question) {
  if (question.find_first_of("/;|&+<\n\r") != string_view::npos) return true;
  return question.find(' ') != string_view::npos;
}

}  // namespace

std::vector<std::string> names_in_question(const Lexicon& lexicon, string_view question,
                                           Kind kind) {
  if (!may_hold_several(question)) return {std::string(question)};
  return Question(lexicon, question, kind).names();
}

}  // namespace vedette::names
