#include "names/reading/said_twice.h"

#include <algorithm>
#include <vector>

#include "text/utf8.h"

namespace vedette::names {
namespace {

// The tables of spellings and short forms are of given names, but for few.
bool is_given_name(const Lexicon& lexicon, const text::Word& word) {
  return std::ranges::any_of(lexicon.person(text::encode(word.text)), [](const Entry& entry) {
    return (entry.flags & kGivenName) || (entry.role == Role::kName && entry.row != 0);
  });
}

bool has_word_again(std::span<const text::Word> words) {
  for (std::size_t i = 1; i < words.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (words[i].text == words[k].text) return true;
  return false;
}

}  // namespace

std::string said_once(const Lexicon& lexicon, std::string_view text,
                      std::span<const text::Word> words) {
  constexpr std::size_t kFullName = 2;
  if (!has_word_again(words)) return {};
  std::vector<const text::Word*> once;
  std::vector<const text::Word*> again;
  for (const text::Word& word : words) {
    const bool known = std::ranges::find(once, word.text, &text::Word::text) != once.end();
    (known ? again : once).push_back(&word);
  }
  const bool all_again = std::ranges::all_of(once, [&](const text::Word* word) {
    return std::ranges::find(again, word->text, &text::Word::text) != again.end();
  });
  const bool family_name_again =
      once.size() == kFullName && again.size() == 1 && !is_given_name(lexicon, *again.front());
  if (once.size() < kFullName || again.empty() || (!all_again && !family_name_again)) return {};
  std::string name;
  for (const text::Word* word : once)
    name.append(name.empty() ? "" : " ").append(text.substr(word->begin, word->end - word->begin));
  return name;
}

}  // namespace vedette::names
