#include "profile/country.h"

#include <unordered_map>

#include "base/check.h"
#include "base/table.h"
#include "text/fold.h"

namespace vedette::profile {
namespace {

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

// Folded letters and digits, words joined by one space, without "the", "of" and "and": what remains
// tells country names apart however lists punctuate them. An apostrophe is nothing ("People's").
std::string name_key(std::string_view text) {
  std::string folded;
  bool ascii = true;
  for (char c : text)
    ascii = ascii && (c & 0x80) == 0;
  if (!ascii) folded = text::fold(text);
  std::string out;
  std::string word;
  const auto flush = [&] {
    if (!word.empty() && word != "the" && word != "of" && word != "and") {
      if (!out.empty()) out += ' ';
      out += word;
    }
    word.clear();
  };
  const std::string_view source = ascii ? text : std::string_view(folded);
  for (std::size_t i = 0; i < source.size(); ++i) {
    char c = source[i];
    if (source.substr(i, 3) == "\xE2\x80\x99" || source.substr(i, 3) == "\xE2\x80\x98") {
      i += 2;
      continue;
    }
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0)
      word += c;
    else if (c != '\'')
      flush();
  }
  flush();
  return out;
}

struct Table {
  std::vector<CountryRow> rows;
  std::unordered_map<std::string, Country> by_name;
  std::unordered_map<std::string_view, Country> by_code;
  std::unordered_map<std::string_view, Country> by_former_code;
};

Table read_table() {
  Table table;
  base::for_each_table_row("data/countries.tsv", [&](const base::TableRow& cells) {
    CountryRow row;
    VEDETTE_CHECK(from_text(cells.text(0), row.country));
    row.alpha3 = cells.text(1);
    row.numeric = cells.text(2);
    row.name = cells.text(3);
    row.other_names = cells.forms(4);
    table.by_code.emplace(cells.text(0), row.country);
    table.by_code.emplace(row.alpha3, row.country);
    table.rows.push_back(std::move(row));
  });
  // Official names win over other names, whichever row comes first.
  for (const CountryRow& row : table.rows)
    table.by_name.emplace(name_key(row.name), row.country);
  for (const CountryRow& row : table.rows)
    for (std::string_view name : row.other_names)
      table.by_name.emplace(name_key(name), row.country);
  // Of former countries only the codes are read: a name ("USSR") is no one's successor for sure.
  base::for_each_table_row("data/former_countries.tsv", [&](const base::TableRow& cells) {
    Country country;
    if (!from_text(cells.text(5), country)) return;
    auto& codes = cells.text(6) == "alias" ? table.by_code : table.by_former_code;
    codes.emplace(cells.text(0), country);
    if (cells.text(6) != "alias") codes.emplace(cells.text(1), country);
  });
  return table;
}

const Table& table() {
  static const Table instance = read_table();
  return instance;
}

std::optional<Country> by_name(std::string_view text) {
  const auto found = table().by_name.find(name_key(text));
  if (found == table().by_name.end()) return std::nullopt;
  return found->second;
}

std::string_view trim(std::string_view s) {
  const auto begin = s.find_first_not_of(" \t\r\n.,;:");
  if (begin == std::string_view::npos) return {};
  return s.substr(begin, s.find_last_not_of(" \t\r\n.,;:") - begin + 1);
}

}  // namespace

std::string Country::lower() const {
  std::string out(code());
  for (char& c : out)
    c = static_cast<char>(c | 0x20);
  return out;
}

std::optional<Country> Country::from_alpha2(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const char code[2] = {upper(text[0]), upper(text[1])};
  const auto found = table().by_code.find(std::string_view(code, 2));
  if (found == table().by_code.end() || found->second.code() != std::string_view(code, 2))
    return std::nullopt;
  return found->second;
}

std::span<const CountryRow> country_rows() {
  return table().rows;
}

std::string_view country_name(Country country) {
  for (const CountryRow& row : table().rows)
    if (row.country == country) return row.name;
  return {};
}

std::optional<Country> parse_country_code(std::string_view text) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  char code[3] = {};
  for (std::size_t i = 0; i < text.size(); ++i)
    code[i] = upper(text[i]);
  const auto found = table().by_code.find(std::string_view(code, text.size()));
  if (found == table().by_code.end()) return std::nullopt;
  return found->second;
}

std::optional<Country> parse_country(std::string_view text) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  if (auto code = parse_country_code(text)) return code;
  if (const auto found = table().by_former_code.find(text); found != table().by_former_code.end())
    return found->second;
  if (auto name = by_name(text)) return name;
  // "USSR (now Russian Federation)"
  if (const auto now = text.find("(now "); now != std::string_view::npos)
    if (auto name = by_name(text.substr(now + 5))) return name;
  // "Cote d'Ivoire" stands in the table as "cote d ivoire".
  if (const auto at = text.find(" d'"); at != std::string_view::npos) {
    std::string spaced(text);
    spaced[at + 2] = ' ';
    if (auto name = by_name(spaced)) return name;
  }
  // "Iran (Islamic Republic of)", "Afghanistan (since 2009)": what stands before the bracket.
  if (const auto bracket = text.find('('); bracket != std::string_view::npos && bracket > 0) {
    if (auto name = by_name(text.substr(0, bracket))) return name;
    return std::nullopt;
  }
  // "Korea, North", "Congo, Democratic Republic of the": the words the other way round.
  if (const auto comma = text.find(','); comma != std::string_view::npos) {
    std::string turned(trim(text.substr(comma + 1)));
    turned += ' ';
    turned += text.substr(0, comma);
    if (auto name = by_name(turned)) return name;
  }
  return std::nullopt;
}

std::string to_text(Country country) {
  return std::string(country.code());
}

bool from_text(std::string_view text, Country& country) {
  if (text.size() != 2) return false;
  for (char c : text)
    if (c < 'A' || c > 'Z') return false;
  country.code_ = {text[0], text[1]};
  return true;
}

}  // namespace vedette::profile
