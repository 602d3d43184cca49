#include "lists/formats/ca_names.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/ascii.h"

namespace vedette::lists {
namespace {

using Names = std::vector<std::string_view>;
using base::trim;

// What follows a comma and belongs to the name before it, and is no name by itself.
constexpr std::array<std::string_view, 34> kForms = {"АО",      "ООО",
                                                     "ОАО",     "ПАО",
                                                     "ЗАО",     "МК",
                                                     "НАО",     "ФГУП",
                                                     "ГУП",     "AO",
                                                     "OAO",     "OOO",
                                                     "ZAO",     "PAO",
                                                     "PJSC",    "OJSC",
                                                     "CJSC",    "JSC",
                                                     "LLC",     "L.L.C.",
                                                     "Ltd",     "Ltd.",
                                                     "Inc",     "Inc.",
                                                     "Co.",     "Co",
                                                     "Limited", "S.A.",
                                                     "SA",      "GmbH",
                                                     "Corp.",   "A/S",
                                                     "FZE",     "Акционерное общество"};

bool is_form(std::string_view text) {
  return std::ranges::find(kForms, text) != kForms.end();
}

constexpr std::array<std::string_view, 5> kLanguages = {"Russian", "Belarusian", "Belarussian",
                                                        "Ukrainian", "Arabic"};

// How long the label of a language with its colon is with which the text begins; 0 when none.
std::size_t label_at(std::string_view text) {
  if (text.empty() || (text[0] != 'R' && text[0] != 'B' && text[0] != 'U' && text[0] != 'A'))
    return 0;
  for (const std::string_view language : kLanguages) {
    if (!text.starts_with(language)) continue;
    const std::size_t colon = text.find_first_not_of(' ', language.size());
    if (colon != std::string_view::npos && text[colon] == ':') return colon + 1;
  }
  return 0;
}

// Without a bracket at an end that has no other half.
std::string_view bare(std::string_view text) {
  text = trim(text);
  while (!text.empty() && text.front() == '(' && text.find(')') == std::string_view::npos)
    text = trim(text.substr(1));
  while (!text.empty() && text.back() == ')' && text.find('(') == std::string_view::npos)
    text = trim(text.substr(0, text.size() - 1));
  return base::trim(text, " \t\r\n,");
}

// Cut before the label of a language, which is left out.
Names cut_at_labels(std::string_view text) {
  Names parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && text[i - 1] != ' ' && text[i - 1] != '(' && text[i - 1] != ',') continue;
    const std::size_t label = label_at(text.substr(i));
    if (label == 0) continue;
    parts.push_back(bare(text.substr(begin, i - begin)));
    begin = i + label;
    i = begin - 1;
  }
  parts.push_back(bare(text.substr(begin)));
  std::erase_if(parts, [](std::string_view part) { return part.empty(); });
  return parts;
}

bool is_latin(std::string_view text) {
  return std::ranges::any_of(text,
                             [](char c) { return base::lower(c) >= 'a' && base::lower(c) <= 'z'; });
}

std::size_t words(std::string_view text) {
  std::size_t count = 0;
  bool inside = false;
  for (const char c : text) {
    count += !inside && !base::is_blank(c);
    inside = !base::is_blank(c);
  }
  return count;
}

// A capital of the Latin alphabet, or anything in another script but a small Cyrillic letter.
bool begins_a_name(std::string_view text) {
  if (text.starts_with("l'") || text.starts_with("al-")) return true;
  if (text.empty()) return false;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return (first >= 'A' && first <= 'Z') || first == '"';
  const auto second = text.size() > 1 ? static_cast<unsigned char>(text[1]) : 0U;
  const bool small_cyrillic = (first == 0xD0 && second >= 0xB0) || first == 0xD1;
  return !small_cyrillic;
}

// Where in the text, outside brackets and quotes, each separator of one byte stands.
std::vector<std::size_t> places(std::string_view text, char separator) {
  constexpr std::string_view kOpening = "(\"\xC2\xE2";  // the first bytes of ( " « “
  std::vector<std::size_t> found;
  if (text.find(separator) == std::string_view::npos) return found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == separator) found.push_back(i);
    if (kOpening.find(text[i]) == std::string_view::npos) continue;
    const auto enclosed = [&](std::string_view open, std::string_view close) {
      if (!text.substr(i).starts_with(open)) return false;
      const std::size_t end = text.find(close, i + open.size());
      if (end == std::string_view::npos) return false;
      i = end + close.size() - 1;
      return true;
    };
    if (!enclosed("(", ")") && !enclosed("«", "»") && !enclosed("“", "”")) enclosed("\"", "\"");
  }
  return found;
}

// Cuts at the places at which `cuts` finds both sides to be names of their own.
Names cut(std::string_view text, char separator,
          const std::function<bool(std::string_view, std::string_view)>& cuts) {
  const auto marks = places(text, separator);
  if (marks.empty()) {
    const auto whole = bare(text);
    return whole.empty() ? Names() : Names{whole};
  }
  Names parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const std::size_t end = i + 1 < marks.size() ? marks[i + 1] : text.size();
    const auto left = bare(text.substr(begin, marks[i] - begin));
    const auto right = bare(text.substr(marks[i] + 1, end - marks[i] - 1));
    if (!left.empty() && !right.empty() && !cuts(left, right)) continue;
    parts.push_back(left);
    begin = marks[i] + 1;
  }
  parts.push_back(bare(text.substr(begin)));
  std::erase_if(parts, [](std::string_view part) { return part.empty(); });
  return parts;
}

// "one or another", "one and another": between names of another script the English word is no part
// of either. No person's name holds an "and"; an "or" may stand between parts of one, so both
// sides must be as long.
Names cut_at_words(std::string_view text, bool person) {
  for (const std::string_view word : {" or ", " and "}) {
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos) continue;
    const auto left = bare(text.substr(0, at));
    const auto right = bare(text.substr(at + word.size()));
    if (left.empty() || right.empty() || is_form(left) || is_form(right)) continue;
    const bool foreign = !is_latin(left) && !is_latin(right);
    const bool alternatives =
        person ? word == " and " || words(left) == words(right) : word == " or ";
    if (person && (words(left) < 2 || words(right) < 2)) continue;
    if (!foreign && !alternatives) continue;
    Names parts = {left};
    for (const std::string_view more : cut_at_words(right, person))
      parts.push_back(more);
    return parts;
  }
  return {text};
}

// Both are more than a letter or two of a form.
bool both_names(std::string_view left, std::string_view right) {
  return left.size() > 2 && right.size() > 2 && !is_form(left) && !is_form(right);
}

void append(Names& out, const Names& more) {
  for (const std::string_view each : more)
    if (!each.empty() && std::ranges::find(out, each) == out.end()) out.push_back(each);
}

bool always(std::string_view, std::string_view) {
  return true;
}

Names fields(std::string_view text) {
  Names out;
  for (const std::string_view field : cut(text, ';', always))
    for (const std::string_view part : cut_at_labels(field))
      out.push_back(part);
  return out;
}

}  // namespace

Names ca_entity_names(std::string_view text) {
  return cut(trim(text), '/', both_names);
}

Names ca_entity_aliases(std::string_view text) {
  if (text.empty()) return {};
  const auto at_comma = [](std::string_view left, std::string_view right) {
    if (!both_names(left, right) || !begins_a_name(right)) return false;
    // An enumeration inside one name: "Ministry of Culture, Sport and Tourism".
    const bool enumerates = right.find(" and ") != std::string_view::npos;
    return !enumerates || left.find(" of ") == std::string_view::npos;
  };
  Names out;
  for (const std::string_view field : fields(text))
    for (const std::string_view half : cut(field, '/', both_names)) {
      const Names parts = cut(half, ',', at_comma);
      for (const std::string_view part : parts)
        append(out, cut_at_words(part, false));
      if (parts.size() == 2) append(out, {half});
    }
  return out;
}

Names ca_person_aliases(std::string_view text) {
  if (text.empty()) return {};
  const auto whole_names = [](std::string_view left, std::string_view right) {
    return words(left) > 1 && words(right) > 1;
  };
  Names out;
  for (const std::string_view field : fields(text))
    for (const std::string_view half : cut(field, '/', whole_names)) {
      Names parts = cut(half, ',', always);
      const bool whole = std::ranges::any_of(parts, [](auto part) { return words(part) > 1; });
      // "Kim, Jong Un" is one name, and so is "Andrei, Andrii", which is no name of a person alone.
      const bool inverted =
          parts.size() == 2 && words(parts[0]) == 1 && is_latin(parts[0]) == is_latin(parts[1]);
      if (!whole || inverted) parts = {bare(half)};
      for (const std::string_view part : parts)
        append(out, cut_at_words(part, true));
    }
  return out;
}

}  // namespace vedette::lists
