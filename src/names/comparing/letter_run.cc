#include "names/comparing/letter_run.h"

#include <algorithm>

#include "names/comparing/pairing.h"
#include "names/tables/costs.h"
#include "text/script.h"

namespace vedette::names {
namespace {

// What a word is written as; of other scripts the first romanisation. A phrase of the tables has
// blanks.
std::string_view text_of(NameView name, const Word& word) {
  const bool own = word.script == static_cast<std::uint8_t>(text::Script::Latin) ||
                   word.script == static_cast<std::uint8_t>(text::Script::Other) ||
                   word.latin_count == 0;
  return own ? name.form(word) : name.latin(word);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_unknown(const Word& word) {
  return word.role == Role::kName && word.row_count == 0;
}

// The words tell nothing of a slip that made one unknown which the other name has in a phrase of
// the tables or in a legal form.
bool hides_slip(const LetterRun& a, const LetterRun& b) {
  const auto hides = [](const LetterRun& table, const LetterRun& slip) {
    return (table.is_in_phrase() || table.word().role == Role::kLegal) && !slip.is_in_phrase() &&
           is_unknown(slip.word());
  };
  return hides(a, b) || hides(b, a);
}

bool is_set_aside(Role role) {
  return role == Role::kLegal || role == Role::kTitle;
}

}  // namespace

LetterRun::LetterRun(NameView name, Part part) : name_(name), part_(part) {}

bool LetterRun::is_passed_over(const Word& word) const {
  if (part_ == Part::kAll || !is_set_aside(word.role)) return false;
  return part_ == Part::kCore || !begun_;
}

std::size_t LetterRun::length_between_blanks() const {
  const std::size_t at = std::min(at_, text_.size() - 1);
  const std::size_t before = text_.rfind(' ', at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return std::min(text_.find(' ', at), text_.size()) - begin;
}

bool LetterRun::next() {
  const auto words = name_.words();
  begins_word_ = false;
  if (begun_) ++at_;
  for (;;) {
    if (at_ < text_.size()) {
      if (text_[at_] != ' ') return begun_ = true;
      begins_word_ = true;
      ++at_;
      continue;
    }
    if (next_word_ == words.size()) return false;
    const Word& word = words[next_word_++];
    if (is_passed_over(word)) continue;
    text_ = text_of(name_, word);
    at_ = 0;
    begins_word_ = true;
  }
}

bool same_but_for_blanks(LetterRun a, LetterRun b) {
  bool blanks_differ = false;
  std::size_t letters = 0;
  char before = '\0';
  while (true) {
    const bool more = a.next();
    if (b.next() != more) return false;
    if (!more) return blanks_differ && letters >= kShortestRun;
    if (a.letter() != b.letter()) return false;
    if (a.begins_word() != b.begins_word()) {
      if (is_digit(before) && is_digit(a.letter())) return false;
      blanks_differ = true;
    }
    before = a.letter();
    ++letters;
  }
}

namespace {

std::size_t letters_of(NameView name) {
  LetterRun run(name, LetterRun::Part::kFromName);
  std::size_t letters = 0;
  while (run.next())
    ++letters;
  return letters;
}

struct Rest {
  bool same = false;
  bool blanks_differ = false;
};

// Whether what follows the letters that were read agrees.
Rest rest_agrees(LetterRun a, LetterRun b) {
  Rest rest;
  while (true) {
    const bool more = a.next();
    if (b.next() != more) return {};
    if (!more) break;
    if (a.letter() != b.letter()) return {};
    rest.blanks_differ = rest.blanks_differ || a.begins_word() != b.begins_word();
  }
  rest.same = true;
  return rest;
}

// The same from these letters on.
Rest agrees_from_here(const LetterRun& a, const LetterRun& b) {
  return a.letter() == b.letter() ? rest_agrees(a, b) : Rest{};
}

// What follows the first letters that differ, when one of them is a slip: another letter, one too
// many in either name, or two that are swapped.
Rest after_slip(const LetterRun& a, bool more_a, const LetterRun& b, bool more_b) {
  LetterRun next_a = a;
  LetterRun next_b = b;
  const bool then_a = more_a && next_a.next();
  const bool then_b = more_b && next_b.next();
  if (!more_a) return {.same = !then_b};
  if (!more_b) return {.same = !then_a};
  // Of several readings any that has other blanks counts, so that the order of the names does not.
  Rest found;
  const auto consider = [&](const Rest& rest) {
    found.same = found.same || rest.same;
    found.blanks_differ = found.blanks_differ || rest.blanks_differ;
  };
  consider(rest_agrees(a, b));
  if (then_a) consider(agrees_from_here(next_a, b));
  if (then_b) consider(agrees_from_here(a, next_b));
  if (then_a && then_b && next_a.letter() == b.letter() && next_b.letter() == a.letter())
    consider(rest_agrees(next_a, next_b));
  return found;
}

}  // namespace

RunWithEdit run_with_edit(NameView x, NameView y) {
  constexpr std::size_t kShortestWord = 4;
  LetterRun a(x, LetterRun::Part::kFromName);
  LetterRun b(y, LetterRun::Part::kFromName);
  RunWithEdit out;
  std::size_t letters = 0;
  while (true) {
    const bool more_a = a.next();
    const bool more_b = b.next();
    if (!more_a && !more_b) return {};
    if (more_a && more_b && a.letter() == b.letter()) {
      out.blanks_differ = out.blanks_differ || a.begins_word() != b.begins_word();
      ++letters;
      continue;
    }
    if ((more_a && is_digit(a.letter())) || (more_b && is_digit(b.letter()))) return {};
    const Rest rest = after_slip(a, more_a, b, more_b);
    if (!rest.same || letters == 0) return {};
    out.blanks_differ = out.blanks_differ || rest.blanks_differ;
    out.found = std::max(a.length_between_blanks(), b.length_between_blanks()) >= kShortestWord &&
                (out.blanks_differ || hides_slip(a, b)) &&
                std::max(letters_of(x), letters_of(y)) >= kShortestRunWithEdit;
    return out;
  }
}

bool may_be_cut(NameView query) {
  constexpr std::size_t kEnoughLetters = 20;
  const auto words = query.words();
  if (words.empty() || words.back().role == Role::kLegal || words.back().role == Role::kNumeral)
    return false;
  int weight = 0;
  for (const Word& word : words.first(words.size() - 1))
    weight += weight_of(word, query.kind());
  return weight >= costs::kFullWord || (weight > 0 && letters_of(query) >= kEnoughLetters);
}

bool is_cut(NameView query, NameView listed) {
  LetterRun a(query, LetterRun::Part::kFromName);
  LetterRun b(listed, LetterRun::Part::kFromName);
  std::size_t letters = 0;
  for (; a.next(); ++letters)
    if (!b.next() || a.letter() != b.letter()) return false;
  if (letters < kShortestCutName || !b.next() || b.begins_word() || is_digit(b.letter()))
    return false;
  // An abbreviation is a whole word: "co" is "company".
  const auto rows = query.rows(query.words().back());
  const auto others = listed.rows(b.word());
  const bool abbreviates = std::ranges::any_of(
      rows, [&](std::uint32_t row) { return std::ranges::find(others, row) != others.end(); });
  return !abbreviates && may_be_cut(query);
}

bool letters_agree(NameView query, NameView listed) {
  using Part = LetterRun::Part;
  for (const Part own : {Part::kAll, Part::kCore})
    for (const Part other : {Part::kAll, Part::kCore})
      if (same_but_for_blanks({query, own}, {listed, other})) return true;
  return run_with_edit(query, listed).found || is_cut(query, listed);
}

}  // namespace vedette::names
