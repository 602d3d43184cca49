#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/table.h"
#include "evidence/identifier.h"
#include "text/fold.h"

// What the lists' own words for an identifier mean (data/evidence/identifier_types.tsv).

namespace vedette::evidence {
namespace {

using Meaning = IdentifierMeaning;

// Lists use some hundred words; one that uses another for each number is not remembered.
constexpr std::size_t kMostMeanings = 10'000;

struct PhraseRow {
  std::string phrase = {};  // a blank before and after it
  Meaning meaning = {};
};

// " passport no " for "Passport No.": words between single blanks.
std::string words_of(std::string_view category) {
  std::string out = " ";
  for (const char c : text::fold(category)) {
    const bool kept =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 128;
    if (kept)
      out += c;
    else if (c != '.' && out.back() != ' ')
      out += ' ';
  }
  if (out.back() != ' ') out += ' ';
  return out;
}

std::vector<PhraseRow> read_rows() {
  std::vector<PhraseRow> rows;
  base::for_each_table_row("data/evidence/identifier_types.tsv", [&](const base::TableRow& row) {
    PhraseRow one{.phrase = " " + std::string(row.text(0)) + " "};
    if (row.text(1) != "none") {
      one.meaning.type = parse_identifier_type(row.text(1));
      VEDETTE_CHECK(one.meaning.type.has_value());
    }
    if (row.text(2) != "-" && !row.text(2).empty())
      one.meaning.country = profile::Country::from_alpha2(row.text(2)).value();
    rows.push_back(std::move(one));
  });
  return rows;
}

Meaning meaning_of(std::string_view category) {
  static const std::vector<PhraseRow> rows = read_rows();
  const std::string words = words_of(category);
  const auto found = std::ranges::find_if(
      rows, [&](const PhraseRow& row) { return words.find(row.phrase) != std::string::npos; });
  return found == rows.end() ? Meaning{.type = IdentifierType::kOther} : found->meaning;
}

bool is_imo(std::string_view value) {
  const Identifier imo = make_identifier(IdentifierType::kImo, value);
  return imo.check == CheckDigit::kValid;
}

std::optional<Identifier> made_of(const profile::Identifier& listed, const Meaning& meaning) {
  if (!meaning.type) return std::nullopt;
  IdentifierType type = *meaning.type;
  // OFAC's register of vessels holds other numbers beside those of the IMO.
  if (type == IdentifierType::kImo && !is_imo(listed.value) &&
      words_of(listed.category).find(" imo ") == std::string::npos &&
      words_of(listed.value).find(" imo ") == std::string::npos)
    type = IdentifierType::kOther;
  const profile::Country country = listed.country.empty() ? meaning.country : listed.country;
  Identifier made = make_identifier(type, listed.value, country);
  if (made.value.empty()) return std::nullopt;
  return made;
}

std::size_t digits_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; }));
}

// Enough digits for a number without its label.
constexpr std::size_t kFewestDigits = 4;

// The number without a place in parentheses behind it; the text itself where there is none.
std::string_view without_place(std::string_view text) {
  const std::size_t open = text.rfind(" (");
  if (!text.ends_with(')') || open == std::string_view::npos) return text;
  return text.substr(0, open);
}

// What stands behind the last "no." or "number"; the text itself where there is none.
std::string_view without_label(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (const std::string_view label : {" no. ", " no ", " no: ", " number ", " number: "})
    if (const std::size_t at = lowered.rfind(label); at != std::string::npos)
      return text.substr(at + label.size());
  return text;
}

// Where a value begins whose first digits are at `at`, in "passport KC 285901": a short word in
// capitals belongs to it.
std::size_t with_letters_before(std::string_view text, std::size_t at) {
  constexpr std::size_t kMostLetters = 3;
  const std::size_t end = text.find_last_not_of(' ', at - 1) + 1;
  const std::size_t begin = text.substr(0, end).find_last_of(" :") + 1;
  const std::string_view word = text.substr(begin, end - begin);
  const bool capitals = std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool is_label = word == "NO" || word == "NR" || word == "ID";
  return begin > 0 && capitals && !is_label && word.size() <= kMostLetters ? begin : at;
}

bool tells_itself(const Identifier& one) {
  return one.check == CheckDigit::kValid || (one.type == IdentifierType::kWallet &&
                                             one.value.starts_with("0x") && one.value.size() == 42);
}

}  // namespace

std::optional<Identifier> typed_identifier(std::string_view text) {
  constexpr std::size_t kLongestTyped = 200;
  if (text.size() > kLongestTyped || digits_in(text) == 0) return std::nullopt;
  const std::size_t begin = text.find_first_not_of(" 	");
  const std::string_view whole = text.substr(begin, text.find_last_not_of(" 	") - begin + 1);
  if (whole.find(' ') == std::string_view::npos)
    for (const IdentifierType type : {IdentifierType::kLei, IdentifierType::kWallet})
      if (Identifier one = make_identifier(type, whole); tells_itself(one)) return one;
  // Words for a type, then the value, which begins with the first word that has a digit.
  std::size_t at = 0;
  while (at < whole.size()) {
    const std::size_t end = std::min(whole.find_first_of(" :", at), whole.size());
    if (digits_in(whole.substr(at, end - at)) > 0) break;
    at = std::min(end + 1, whole.size());
  }
  if (at == 0 || at == whole.size()) return std::nullopt;
  const Meaning meaning = meaning_of(whole.substr(0, at));
  at = with_letters_before(whole, at);
  const bool is_known = meaning.type && *meaning.type != IdentifierType::kOther;
  if (!is_known || digits_in(whole.substr(at)) < kFewestDigits) return std::nullopt;
  return make_identifier(*meaning.type, whole.substr(at), meaning.country);
}

std::optional<Identifier> identifier_of(const profile::Identifier& listed) {
  return made_of(listed, meaning_of(listed.category));
}

std::optional<Identifier> ListedIdentifiers::read(const profile::Identifier& listed) {
  const auto known = meanings_.find(listed.category);
  if (known != meanings_.end()) return made_of(listed, known->second);
  if (meanings_.size() >= kMostMeanings) meanings_.clear();
  return made_of(listed,
                 meanings_.emplace(listed.category, meaning_of(listed.category)).first->second);
}

std::vector<Identifier> ListedIdentifiers::read_all(const profile::Identifier& listed) {
  std::vector<Identifier> all;
  std::string_view text = listed.value;
  for (const auto shorten : {without_place, without_label})
    if (const std::string_view shorter = shorten(text); digits_in(shorter) >= kFewestDigits)
      text = shorter;
  if (auto one = read(listed)) all.push_back(std::move(*one));
  if (all.empty()) return all;
  // "IMO 5928635" under "Identification Number": the words of the value know better.
  if (auto typed = typed_identifier(listed.value); typed && typed->type != all.front().type)
    all.push_back(std::move(*typed));
  if (text.size() == listed.value.size()) return all;
  profile::Identifier bare = listed;
  bare.value = text;
  if (auto one = read(bare); one && one->type == all.front().type) all.push_back(std::move(*one));
  return all;
}

}  // namespace vedette::evidence
