#include <algorithm>
#include <map>

#include "base/table.h"
#include "text/utf8.h"
#include "variations/makers.h"

namespace vedette::variations {
namespace {

// Shorter words are initials, particles and syllables: a slip there makes another word.
constexpr std::size_t kLeastLetters = 4;
// A slip in a shorter name often makes the name of somebody else.
constexpr std::size_t kLeastNameLetters = 7;
// Two slips need a name that is still the same one after both.
constexpr std::size_t kLeastForTwo = 10;

std::u32string_view alphabet_of(text::Script script) {
  switch (script) {
    case text::Script::Latin:
      return U"abcdefghijklmnopqrstuvwxyz";
    case text::Script::Cyrillic:
      return U"абвгдежзийклмнопрстуфхцчшщыэюя";
    case text::Script::Greek:
      return U"αβγδεζηθικλμνξοπρστυφχψω";
    case text::Script::Arabic:
      return U"ابتثجحخدذرزسشصضطظعغفقكلمنهوي";
    case text::Script::Hebrew:
      return U"אבגדהוזחטיכלמנסעפצקרשת";
    case text::Script::Armenian:
      return U"աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցփքօֆ";
    case text::Script::Georgian:
      return U"აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ";
    default:
      return {};
  }
}

char32_t in_case(char32_t like, char32_t letter) {
  return is_upper_case(like) ? upper_case(letter) : lower_case(letter);
}

std::size_t letter_count(const NameText& name) {
  std::size_t letters = 0;
  for (const char32_t value : name.text())
    letters += is_letter(value);
  return letters;
}

// The letters of one word that is long enough, all of one alphabet.
std::vector<std::size_t> slip_places(const NameText& name, Random& random) {
  std::vector<std::vector<std::size_t>> words;
  if (letter_count(name) < kLeastNameLetters) return {};
  for (const Span& word : name.words()) {
    std::vector<std::size_t> places = letter_places(name, word, kLeastLetters);
    if (places.empty() || alphabet_of(script_of_letter(name.text()[places[0]])).empty()) continue;
    words.push_back(std::move(places));
  }
  return words.empty() ? std::vector<std::size_t>() : random.pick(words);
}

struct Respelling {
  std::u32string from;
  std::vector<std::u32string> to;
};

// A table of two columns: what is written, and what it is taken for.
std::vector<Respelling> read_respellings(std::string_view path) {
  std::vector<Respelling> rows;
  base::for_each_table_row(path, [&](const base::TableRow& row) {
    Respelling respelling{text::decode(row.text(0)), {}};
    for (const std::string_view form : row.forms(1))
      respelling.to.push_back(text::decode(form));
    rows.push_back(std::move(respelling));
  });
  return rows;
}

struct Replacement {
  Span part;
  const Respelling* row;
};

// Every place of the name where a row applies, in words that are long enough. `folds_case`: rows
// are in lower case and apply to capitals too.
std::vector<Replacement> places_of(const NameText& name, const std::vector<Respelling>& rows,
                                   bool folds_case) {
  std::vector<Replacement> places;
  if (letter_count(name) < kLeastNameLetters) return places;
  for (const Span& word : name.words()) {
    if (letter_places(name, word, kLeastLetters).empty()) continue;
    for (std::size_t at = word.begin; at < word.end; ++at)
      for (const Respelling& row : rows) {
        if (at + row.from.size() > word.end) continue;
        const bool same = std::equal(
            row.from.begin(), row.from.end(), name.text().begin() + at,
            [&](char32_t a, char32_t b) { return a == (folds_case ? lower_case(b) : b); });
        if (same) places.push_back({{at, at + row.from.size()}, &row});
      }
  }
  return places;
}

// `to` with the capitals of `from`: the first letter's case, or capitals where the word has them.
std::u32string recased(std::u32string_view from, std::u32string to, bool all_capitals) {
  for (std::size_t i = 0; i < to.size(); ++i)
    if (all_capitals || (i == 0 && is_upper_case(from[0]))) to[i] = upper_case(to[i]);
  return to;
}

bool is_capitals(const NameText& name, Span part) {
  for (const Span& word : name.words()) {
    if (part.begin < word.begin || part.begin >= word.end) continue;
    for (std::size_t at = word.begin; at < word.end; ++at)
      if (upper_case(name.text()[at]) != name.text()[at]) return false;
  }
  return true;
}

Made replace_one(const NameText& name, const std::vector<Replacement>& places, Random& random) {
  if (places.empty()) return std::nullopt;
  const Replacement& place = random.pick(places);
  const std::u32string& to = random.pick(place.row->to);
  const std::u32string_view from =
      std::u32string_view(name.text()).substr(place.part.begin, place.part.size());
  return name.with(place.part, recased(from, to, is_capitals(name, place.part)));
}

}  // namespace

Made insert_letter(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  const auto places = slip_places(name, random);
  if (places.empty()) return std::nullopt;
  // Behind a letter, so that a capital stays the first of its word.
  const std::size_t at = random.pick(places);
  const char32_t before = name.text()[at];
  const char32_t typed = random.pick(alphabet_of(script_of_letter(before)));
  const bool capital = is_upper_case(before) && is_capitals(name, {at, at + 1});
  const char32_t letter = capital ? upper_case(typed) : typed;
  return name.with({at + 1, at + 1}, std::u32string(1, letter));
}

Made delete_letter(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  const auto places = slip_places(name, random);
  if (places.empty()) return std::nullopt;
  const std::size_t at = random.pick(places);
  std::u32string out = name.with({at, at + 1}, {});
  if (at < out.size() && is_letter(out[at]) && is_upper_case(name.text()[at]))
    out[at] = upper_case(out[at]);
  return out;
}

Made swap_letters(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  const auto places = slip_places(name, random);
  std::vector<std::size_t> firsts;
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    if (places[i + 1] == places[i] + 1 &&
        lower_case(name.text()[places[i]]) != lower_case(name.text()[places[i + 1]]))
      firsts.push_back(places[i]);
  if (firsts.empty()) return std::nullopt;
  const std::size_t at = random.pick(firsts);
  const char32_t first = name.text()[at];
  const char32_t second = name.text()[at + 1];
  const std::u32string swapped = {in_case(first, second), in_case(second, first)};
  return name.with({at, at + 2}, swapped);
}

Made replace_letter(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  const auto places = slip_places(name, random);
  if (places.empty()) return std::nullopt;
  const std::size_t at = random.pick(places);
  const char32_t was = name.text()[at];
  const std::u32string_view alphabet = alphabet_of(script_of_letter(was));
  std::size_t number = random.below(alphabet.size());
  if (alphabet[number] == lower_case(was)) number = (number + 1) % alphabet.size();
  return name.with({at, at + 1}, std::u32string(1, in_case(was, alphabet[number])));
}

Made double_letter(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  const auto places = slip_places(name, random);
  if (places.empty()) return std::nullopt;
  const std::size_t at = random.pick(places);
  const char32_t was = name.text()[at];
  const char32_t again = is_capitals(name, {at, at + 1}) ? was : lower_case(was);
  return name.with({at + 1, at + 1}, std::u32string(1, again));
}

Made two_slips(const Subject& subject, Random& random) {
  constexpr Maker kSlips[] = {insert_letter, delete_letter, swap_letters, replace_letter};
  if (letter_count(subject.name) < kLeastForTwo) return std::nullopt;
  const Made once = kSlips[random.below(std::size(kSlips))](subject, random);
  if (!once) return std::nullopt;
  const NameText slipped(text::encode(*once));
  return kSlips[random.below(std::size(kSlips))]({slipped, subject.kind}, random);
}

Made hit_neighbour_key(const Subject& subject, Random& random) {
  static const std::vector<Respelling> kRows = read_respellings("data/variations/keyboard.tsv");
  return replace_one(subject.name, places_of(subject.name, kRows, true), random);
}

Made misread_by_scanner(const Subject& subject, Random& random) {
  static const std::vector<Respelling> kRows = read_respellings("data/variations/scanner.tsv");
  const std::vector<Replacement> places = places_of(subject.name, kRows, false);
  if (places.empty()) return std::nullopt;
  // Rows are exact about case: what the scanner reads is put in as it stands.
  const Replacement& place = random.pick(places);
  return subject.name.with(place.part, random.pick(place.row->to));
}

Made respell_by_sound(const Subject& subject, Random& random) {
  static const std::vector<Respelling> kRows = read_respellings("data/variations/sounds.tsv");
  return replace_one(subject.name, places_of(subject.name, kRows, true), random);
}

}  // namespace vedette::variations
