#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/table.h"
#include "evidence/identifier.h"
#include "text/fold.h"

// What the lists' own words for an identifier mean (data/evidence/identifier_types.tsv).

namespace vedette::evidence {
namespace {

struct Meaning {
  std::optional<IdentifierType> type = {};  // nothing: it does not name one party
  profile::Country country = {};
};
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

}  // namespace

std::optional<Identifier> identifier_of(const profile::Identifier& listed) {
  const Meaning meaning = meaning_of(listed.category);
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

}  // namespace vedette::evidence
