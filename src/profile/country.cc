#include "profile/country.h"

#include <unordered_map>

#include "base/check.h"
#include "base/embedded.h"
#include "profile/tsv.h"

namespace vedette::profile {
namespace {

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

// Lower-case letters, digits and bytes of other alphabets, words joined by one space, without
// "the", "of" and "and": what remains tells country names apart however lists punctuate them.
std::string name_key(std::string_view text) {
  std::string out;
  std::string word;
  const auto flush = [&] {
    if (word.empty() || word == "the" || word == "of" || word == "and") {
      word.clear();
      return;
    }
    if (!out.empty()) out += ' ';
    out += word;
    word.clear();
  };
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    const bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
    if (keep)
      word += c;
    else if (c != '\'' && c != '.')
      flush();
  }
  flush();
  return out;
}

struct Table {
  std::vector<CountryRow> rows;
  std::unordered_map<std::string, Country> by_name;
  std::unordered_map<std::string_view, Country> by_code;
};

Table read_table() {
  const auto text = base::embedded("data/countries.tsv");
  VEDETTE_CHECK(text.has_value());
  Table table;
  for (const auto& cells : tsv_rows(*text)) {
    if (cells.size() < 4 || cells[0].size() != 2) continue;
    CountryRow row;
    from_text(cells[0], row.country);
    row.alpha3 = cells[1];
    row.numeric = cells[2];
    row.name = cells[3];
    if (cells.size() > 4) row.other_names = cell_items(cells[4]);
    table.by_code.emplace(cells[0], row.country);
    if (!row.alpha3.empty()) table.by_code.emplace(row.alpha3, row.country);
    table.rows.push_back(std::move(row));
  }
  // Official names win over other names, whichever row comes first.
  for (const CountryRow& row : table.rows)
    table.by_name.emplace(name_key(row.name), row.country);
  for (const CountryRow& row : table.rows)
    for (std::string_view name : row.other_names) {
      table.by_name.emplace(name_key(name), row.country);
      if (name.size() == 2) table.by_code.emplace(name, row.country);
    }
  for (const auto& [alias, code] :
       {std::pair<std::string_view, std::string_view>{"UK", "GB"}, {"EL", "GR"}})
    if (const auto found = table.by_code.find(code); found != table.by_code.end())
      table.by_code.emplace(alias, found->second);
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
  if (auto name = by_name(text)) return name;
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
