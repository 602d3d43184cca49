#include "names/reading/glued_forms.h"

#include <array>
#include <iterator>
#include <optional>
#include <string>

namespace vedette::names {
namespace {

// What is left of the word must be long enough to be a word.
constexpr std::size_t kShortestRest = 3;

// "Zinc", "Egypte" and "Bancorp" end with legal forms too; nothing ends with these. Of forms of
// which one is the end of another the longer one comes first.
constexpr std::array<std::string_view, 24> kEndings = {
    "company", "limited", "corporation", "incorporated", "gmbh", "pjsc", "ojsc", "cjsc",
    "jsc",     "fzllc",   "pllc",        "llc",          "llp",  "ltda", "ltd",  "dmcc",
    "fzco",    "fzc",     "fze",         "plc",          "bhd",  "pvt",  "tbk",  "kft"};
constexpr std::array<std::string_view, 7> kBeginnings = {"pjsc", "ojsc", "cjsc", "jsc",
                                                         "llc",  "ooo",  "ооо"};

struct Parts {
  std::string_view first;
  std::string_view second;
};

std::optional<Parts> parts_of(std::string_view form) {
  constexpr std::size_t kShortestForm = 3;
  if (form.size() < kShortestForm + kShortestRest) return std::nullopt;
  for (const std::string_view ending : kEndings)
    if (form.back() == ending.back() && form.ends_with(ending) &&
        form.size() >= ending.size() + kShortestRest)
      return Parts{form.substr(0, form.size() - ending.size()), ending};
  for (const std::string_view beginning : kBeginnings)
    if (form.front() == beginning.front() && form.starts_with(beginning) &&
        form.size() >= beginning.size() + kShortestRest)
      return Parts{beginning, form.substr(beginning.size())};
  return std::nullopt;
}

// The two words, with what the punctuation said about the one.
std::vector<ReadWord> read_parts(const ReadWord& word, const Parts& parts) {
  std::string text(parts.first);
  text += ' ';
  text += parts.second;
  std::vector<ReadWord> words = read_name(text, Kind::kOrganisation).words;
  for (ReadWord& part : words) {
    part.flags |= word.flags & (kInParentheses | kAlternative);
    part.commas = word.commas;
  }
  words.back().joined_to_next = word.joined_to_next;
  return words;
}

}  // namespace

void part_glued_forms(const Lexicon& lexicon, Reading& reading) {
  for (std::size_t i = 0; i < reading.words.size(); ++i) {
    const std::optional<Parts> parts = parts_of(reading.words[i].form);
    if (!parts || !lexicon.organisation(reading.words[i].form).empty()) continue;
    std::vector<ReadWord> words = read_parts(reading.words[i], *parts);
    const auto at = reading.words.begin() + static_cast<std::ptrdiff_t>(i);
    reading.words.insert(reading.words.erase(at), std::make_move_iterator(words.begin()),
                         std::make_move_iterator(words.end()));
    i += words.size() - 1;
  }
}

}  // namespace vedette::names
