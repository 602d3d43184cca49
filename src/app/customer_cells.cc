#include "app/customer_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/customer_columns.h"
#include "base/ascii.h"
#include "text/fold.h"

namespace vedette::app {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 12> kWholeMonths = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};

bool is_number(std::string_view text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// The number of a month that is written in letters, else nothing.
std::string month_of(std::string_view text) {
  const std::string word = base::lower(text);
  for (std::size_t m = 0; m < kMonths.size(); ++m)
    if (word == kMonths[m] || word == kWholeMonths[m]) return std::to_string(m + 1);
  return {};
}

// Midnight behind a date, as databases write it.
std::string_view without_time(std::string_view text) {
  const std::size_t at = text.find_first_of("Tt ");
  if (at == std::string_view::npos || at < 8) return text;
  const std::string_view time = text.substr(at + 1);
  const bool midnight = time.starts_with("00:00") || time.starts_with("0:00");
  return midnight && time.find_first_not_of("0:.Zz+") == std::string_view::npos ? text.substr(0, at)
                                                                                : text;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find_first_of(separators);
    std::string_view part = text.substr(0, at);
    while (part.starts_with(' '))
      part.remove_prefix(1);
    while (part.ends_with(' '))
      part.remove_suffix(1);
    parts.push_back(part);
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string joined(std::string_view year, std::string_view month, std::string_view day) {
  return fmt::format("{}-{:0>2}-{:0>2}", year, month, day);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text::fold(text)) {
    if (std::string_view(" ,.-'\t\r\n").find(c) == std::string_view::npos)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

std::string date_in_order(std::string_view text) {
  const std::string_view date = without_time(text);
  if (is_number(date, 8, 8)) return joined(date.substr(0, 4), date.substr(4, 2), date.substr(6));
  for (const std::string_view separator : {".", "/", "-", " "}) {
    const auto parts = split(date, separator);
    if (parts.size() != 3) continue;
    if (is_number(parts[0], 4, 4) && is_number(parts[1], 1, 2) && is_number(parts[2], 1, 2))
      return joined(parts[0], parts[1], parts[2]);
    if (!is_number(parts[0], 1, 2) || !is_number(parts[2], 4, 4)) continue;
    if (separator == "." && is_number(parts[1], 1, 2)) return joined(parts[2], parts[1], parts[0]);
    const std::string month = month_of(parts[1]);
    if (!month.empty()) return joined(parts[2], month, parts[0]);
  }
  return std::string(text);
}

std::optional<profile::Family> family_of(std::string_view text) {
  static constexpr std::string_view kPeople[] = {
      "individual",       "person",       "naturalperson",     "private",
      "privateperson",    "natural",      "privatkunde",       "privatperson",
      "naturlicheperson", "particulier",  "particular",        "personafisica",
      "personnephysique", "pessoafisica", "natuurlijkpersoon", "osobafizyczna"};
  static constexpr std::string_view kBusinesses[] = {
      "business",         "company",       "organisation",
      "organization",     "entity",        "legalentity",
      "legalperson",      "legal",         "corporate",
      "corporation",      "firm",          "firma",
      "firmenkunde",      "unternehmen",   "juristischeperson",
      "personnemorale",   "entreprise",    "societe",
      "personajuridica",  "empresa",       "sociedad",
      "personagiuridica", "societa",       "azienda",
      "pessoajuridica",   "rechtspersoon", "bedrijf",
      "osobaprawna"};
  const std::string word = plain_words(text);
  if (std::ranges::find(kPeople, word) != std::end(kPeople)) return profile::Family::kIndividual;
  if (std::ranges::find(kBusinesses, word) != std::end(kBusinesses))
    return profile::Family::kBusiness;
  return std::nullopt;
}

std::string on_one_line(std::string_view text) {
  std::string out;
  bool broken = false;
  for (const char c : text) {
    if (c == '\r' || c == '\n' || c == '\t') {
      while (out.ends_with(' '))
        out.pop_back();
      broken = true;
      continue;
    }
    if (broken && c == ' ') continue;
    if (broken && !out.empty()) out += ' ';
    broken = false;
    out += c;
  }
  return out;
}

bool holds_words_of(std::string_view whole, std::string_view part) {
  const auto words = words_of(whole);
  return std::ranges::all_of(words_of(part), [&](const std::string& word) {
    return std::ranges::find(words, word) != words.end();
  });
}

}  // namespace vedette::app
