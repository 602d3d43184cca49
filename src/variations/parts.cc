#include <unordered_set>

#include "base/table.h"
#include "variations/makers.h"

// Classes that move, leave out or repeat whole words of a name.
namespace vedette::variations {
namespace {

constexpr std::size_t kLeastOrganisationWords = 4;

std::vector<std::u32string_view> words_of(const NameText& name) {
  std::vector<std::u32string_view> words;
  for (std::size_t i = 0; i < name.words().size(); ++i)
    words.push_back(name.word(i));
  return words;
}

// Small words of people's names that carry little: articles, "son of", "of".
bool is_particle(std::u32string_view word) {
  static const std::unordered_set<std::string> kParticles = [] {
    std::unordered_set<std::string> particles;
    base::for_each_table_row("data/names/particles.tsv", [&](const base::TableRow& row) {
      if (row.text(1) == "compound") return;
      for (const std::string_view form : row.forms(0))
        particles.emplace(form);
    });
    return particles;
  }();
  return kParticles.contains(table_form(word));
}

bool has_letters(std::u32string_view word, std::size_t least) {
  std::size_t letters = 0;
  for (const char32_t value : word)
    letters += is_letter(value);
  return letters >= least;
}

// Words between the first and the last that are names of their own.
std::vector<std::size_t> middle_names(const NameText& name) {
  std::vector<std::size_t> places;
  if (name.has_comma()) return places;
  for (std::size_t i = 1; i + 1 < name.words().size(); ++i) {
    const bool tied = is_particle(name.word(i)) || is_particle(name.word(i - 1));
    if (!tied && has_letters(name.word(i), 2)) places.push_back(i);
  }
  return places;
}

std::u32string initial_of(std::u32string_view word) {
  return {word.front(), U'.'};
}

}  // namespace

Made put_last_word_first(const Subject& subject, Random&) {
  std::vector<std::u32string_view> words = words_of(subject.name);
  if (words.size() < 2 || subject.name.has_comma()) return std::nullopt;
  words.insert(words.begin(), words.back());
  words.pop_back();
  return joined(words);
}

Made put_comma(const Subject& subject, Random&) {
  const NameText& name = subject.name;
  const std::size_t count = name.words().size();
  if (count < 2 || name.has_comma()) return std::nullopt;
  std::u32string out(name.word(count - 1));
  out += U", ";
  out.append(name.text(), 0, name.words()[count - 2].end);
  return out;
}

Made put_natural_order(const Subject& subject, Random&) {
  const std::u32string& text = subject.name.text();
  const std::size_t comma = text.find(U',');
  if (comma == std::u32string::npos || comma != text.rfind(U',')) return std::nullopt;
  std::size_t given = comma + 1;
  while (given < text.size() && text[given] == U' ')
    ++given;
  if (comma == 0 || given >= text.size()) return std::nullopt;
  return text.substr(given) + U" " + text.substr(0, comma);
}

Made swap_words(const Subject& subject, Random& random) {
  std::vector<std::u32string_view> words = words_of(subject.name);
  if (words.size() < 3 || subject.name.has_comma()) return std::nullopt;
  const std::size_t at = random.below(words.size() - 1);
  std::swap(words[at], words[at + 1]);
  return joined(words);
}

Made leave_out_middle_name(const Subject& subject, Random& random) {
  const std::vector<std::size_t> places = middle_names(subject.name);
  if (places.empty()) return std::nullopt;
  return subject.name.without_words(random.pick(places), 1);
}

Made leave_out_word(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  if (name.words().size() < kLeastOrganisationWords) return std::nullopt;
  // The first and the longest word are what most people would search for.
  std::size_t longest = 0;
  for (std::size_t i = 1; i < name.words().size(); ++i)
    if (name.words()[i].size() > name.words()[longest].size()) longest = i;
  std::vector<std::size_t> places;
  for (std::size_t i = 1; i < name.words().size(); ++i)
    if (i != longest) places.push_back(i);
  return name.without_words(random.pick(places), 1);
}

Made leave_out_particle(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < name.words().size(); ++i) {
    const std::u32string_view word = name.word(i);
    const std::size_t hyphen = word.find(U'-');
    const bool leads = hyphen != std::u32string_view::npos && hyphen + 1 < word.size() &&
                       is_particle(word.substr(0, hyphen));
    // The first word may be a name of its own, whatever it means.
    if (leads || (i > 0 && name.words().size() > 2 && is_particle(word))) places.push_back(i);
  }
  if (places.empty()) return std::nullopt;
  const std::size_t at = random.pick(places);
  const std::size_t hyphen = name.word(at).find(U'-');
  if (is_particle(name.word(at)) || hyphen == std::u32string_view::npos)
    return name.without_words(at, 1);
  const Span word = name.words()[at];
  return name.with({word.begin, word.begin + hyphen + 1}, {});
}

Made repeat_word(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < name.words().size(); ++i)
    if (has_letters(name.word(i), 3)) places.push_back(i);
  if (name.words().size() < 2 || places.empty()) return std::nullopt;
  const Span word = name.words()[random.pick(places)];
  return name.with({word.end, word.end},
                   U" " + name.text().substr(word.begin, word.end - word.begin));
}

Made shorten_given_name(const Subject& subject, Random&) {
  const NameText& name = subject.name;
  if (name.words().size() < 2 || name.has_comma()) return std::nullopt;
  const std::u32string_view first = name.word(0);
  if (!is_letter(first.front()) || !has_letters(first, 3) || is_particle(first))
    return std::nullopt;
  return name.with(name.words()[0], initial_of(first));
}

Made shorten_middle_name(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  std::vector<std::size_t> places;
  for (const std::size_t at : middle_names(name))
    if (is_letter(name.word(at).front()) && has_letters(name.word(at), 3)) places.push_back(at);
  if (places.empty()) return std::nullopt;
  const std::size_t at = random.pick(places);
  return name.with(name.words()[at], initial_of(name.word(at)));
}

}  // namespace vedette::variations
