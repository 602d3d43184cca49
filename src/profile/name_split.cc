#include "profile/name_split.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"

namespace vedette::profile {
namespace {

std::string_view trim_commas(std::string_view s) {
  return base::trim(s, " \t\r\n,");
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = trim_commas(text); !text.empty(); text = trim_commas(text)) {
    const auto end = text.find(' ');
    words.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end);
  }
  return words;
}

// At least two letters, all of them capitals (A to Z; other alphabets have no say here).
bool in_capitals(std::string_view word) {
  int letters = 0;
  for (char c : word) {
    if (c >= 'a' && c <= 'z') return false;
    letters += c >= 'A' && c <= 'Z';
  }
  return letters >= 2;
}

std::string join(const std::vector<std::string_view>& words, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t i = from; i < to; ++i) {
    if (!out.empty()) out += ' ';
    out += words[i];
  }
  return out;
}

// Whether a word is a patronymic by its ending. Endings that family names have too (-ovic, -owicz)
// say nothing here.
bool is_patronymic(std::string_view word) {
  constexpr std::string_view kEndings[] = {
      "ovich", "evich", "ovych", "evych", "ovna",   "evna",  "ivna",  "ichna", "ович", "евич",
      "ьич",   "овна",  "евна",  "ична",  "инична", "йович", "ьович", "івна",  "ївна", "овіч",
      "ОВИЧ",  "ЕВИЧ",  "ЬИЧ",   "ОВНА",  "ЕВНА",   "ИЧНА",  "ЙОВИЧ", "ЬОВИЧ", "ІВНА", "ЇВНА"};
  const std::string lower = base::lower(word);
  return std::ranges::any_of(kEndings, [&](std::string_view ending) {
    return lower.size() > ending.size() && lower.ends_with(ending);
  });
}

// "Ivan Ivanovich" of a first name: the patronymic is the middle name.
PersonName with_patronymic(std::string first, std::string last) {
  const auto words = words_of(first);
  if (words.size() < 2 || !is_patronymic(words.back())) return {first, {}, last};
  return {join(words, 0, words.size() - 1), std::string(words.back()), last};
}

// A patronymic stands behind the given name: "Ivan Ivanovich Petrov" ends with the family name,
// "Petrov Ivan Ivanovich" begins with it.
std::optional<PersonName> split_by_patronymic(const std::vector<std::string_view>& words) {
  const std::size_t all = words.size();
  if (all < 3) return std::nullopt;
  for (std::size_t i = 1; i + 1 < all; ++i)
    if (is_patronymic(words[i]))
      return PersonName{join(words, 0, i), std::string(words[i]), join(words, i + 1, all)};
  if (!is_patronymic(words.back())) return std::nullopt;
  return PersonName{join(words, 1, all - 1), std::string(words.back()), std::string(words.front())};
}

}  // namespace

PersonName split_name(const Name& name) {
  if (!name.first.empty() || !name.last.empty()) return {name.first, name.middle, name.last};
  const std::string_view text = trim_commas(name.text);
  const auto comma = text.find(',');
  if (comma != std::string_view::npos)
    return with_patronymic(std::string(trim_commas(text.substr(comma + 1))),
                           std::string(trim_commas(text.substr(0, comma))));
  const auto words = words_of(text);
  if (words.size() < 2) return {{}, {}, std::string(text)};
  if (auto split = split_by_patronymic(words)) return std::move(*split);
  std::size_t front = 0;
  while (front < words.size() && in_capitals(words[front]))
    ++front;
  std::size_t back = words.size();
  while (back > 0 && in_capitals(words[back - 1]))
    --back;
  const std::size_t all = words.size();
  if (front == all) return {join(words, 0, all - 1), {}, std::string(words.back())};
  if (back < all) return {join(words, 0, back), {}, join(words, back, all)};
  if (front > 0) return {join(words, front, all), {}, join(words, 0, front)};
  return {join(words, 0, all - 1), {}, std::string(words.back())};
}

std::string join_name(std::string_view first, std::string_view middle, std::string_view last) {
  std::string out;
  for (std::string_view part : {first, middle, last}) {
    if (part.empty()) continue;
    if (!out.empty()) out += ' ';
    out += part;
  }
  return out;
}

}  // namespace vedette::profile
