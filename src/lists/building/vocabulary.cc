#include "lists/building/vocabulary.h"

#include <algorithm>
#include <unordered_map>

#include "base/table.h"
#include "lists/input/clean_text.h"
#include "profile/country.h"
#include "text/fold.h"

namespace vedette::lists {
namespace {

// What a programme's name or code tells: a row of a table whose key is found in the programme.
struct ProgrammeRow {
  std::string key;
  std::string says;
  bool anywhere = false;  // else a whole word, or the whole programme
};

std::vector<ProgrammeRow> programme_rows(std::string_view path) {
  std::vector<ProgrammeRow> all;
  base::for_each_table_row(path, [&](const base::TableRow& row) {
    ProgrammeRow made{std::string(row.text(0)), std::string(row.text(1))};
    made.anywhere = made.key.ends_with('*');
    if (made.anywhere) made.key.pop_back();
    all.push_back(std::move(made));
  });
  return all;
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

// Whether the key is in the text with no letter or digit beside it.
bool has_word(std::string_view text, std::string_view key) {
  for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const bool begins = at == 0 || !is_word_byte(text[at - 1]);
    const std::size_t end = at + key.size();
    if (begins && (end == text.size() || !is_word_byte(text[end]))) return true;
  }
  return false;
}

std::string in_lower_case(std::string_view programme) {
  std::string lower(programme);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return lower;
}

bool is_in(const ProgrammeRow& row, const std::string& lower) {
  return row.anywhere ? lower.find(row.key) != std::string::npos : has_word(lower, row.key);
}

struct Relationship {
  std::string forward;
  std::string backward;
};

}  // namespace

std::string vocabulary_key(std::string_view text) {
  std::string key;
  for (const char c : text::fold(text)) {
    if (is_word_byte(c))
      key += c;
    else if (!key.empty() && key.back() != ' ')
      key += ' ';
  }
  while (key.ends_with(' '))
    key.pop_back();
  return key;
}

std::string measure_name(std::string_view text) {
  static const auto names = [] {
    std::unordered_map<std::string, std::string> all;
    base::for_each_table_row("data/lists/measures.tsv", [&](const base::TableRow& row) {
      for (const std::string_view form : row.forms(1))
        all.emplace(form, row.text(0));
      all.emplace(vocabulary_key(row.text(0)), row.text(0));
    });
    return all;
  }();
  const auto found = names.find(vocabulary_key(text));
  return found == names.end() ? clean(text) : found->second;
}

DefaultMeasure default_measure(std::string_view list) {
  static const auto defaults = [] {
    std::unordered_map<std::string_view, DefaultMeasure> all;
    base::for_each_table_row("data/lists/defaults.tsv", [&](const base::TableRow& row) {
      all.emplace(row.text(0), DefaultMeasure{row.text(1), row.text(2)});
    });
    return all;
  }();
  const auto found = defaults.find(list);
  return found == defaults.end() ? DefaultMeasure{} : found->second;
}

std::vector<std::string> regime_types(std::string_view programme) {
  static const std::vector<ProgrammeRow> rows = programme_rows("data/lists/regimes.tsv");
  const std::string lower = in_lower_case(programme);
  std::vector<std::string> types;
  for (const ProgrammeRow& row : rows)
    if (std::ranges::find(types, row.says) == types.end() && is_in(row, lower))
      types.push_back(row.says);
  return types;
}

std::optional<profile::Country> programme_country(std::string_view programme) {
  static const std::vector<ProgrammeRow> rows =
      programme_rows("data/lists/programme_countries.tsv");
  const std::string lower = in_lower_case(programme);
  for (const ProgrammeRow& row : rows)
    if (is_in(row, lower)) return profile::parse_country(row.says);
  return std::nullopt;
}

std::string origin_name(std::string_view text) {
  const auto country = profile::parse_country(text);
  return country ? std::string(profile::country_name(*country)) : clean(text);
}

bool relationship_name(std::string_view text, bool forward, std::string& name) {
  static const auto known = [] {
    std::unordered_map<std::string, Relationship> all;
    base::for_each_table_row("data/lists/relationships.tsv", [&](const base::TableRow& row) {
      all.emplace(row.text(0), Relationship{std::string(row.text(1)), std::string(row.text(2))});
    });
    return all;
  }();
  const auto found = known.find(vocabulary_key(text));
  if (found == known.end()) return false;
  name = forward ? found->second.forward : found->second.backward;
  return true;
}

}  // namespace vedette::lists
