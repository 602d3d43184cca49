#include <algorithm>

#include "names/tables/lexicon.h"
#include "text/edit_distance.h"
#include "text/tsv.h"

// Phrases and legal forms that are misspelled.

namespace vedette::names {
namespace {

// A shorter phrase with a letter changed is as likely another word.
constexpr std::size_t kShortestMisspelled = 12;
constexpr std::size_t kShortestMisspelledWord = 7;
// Of the word of a phrase that has the slip.
constexpr std::size_t kShortestMisspelledPart = 4;
// Of two words a short one that is not quite the one of the phrase is more likely a name: "Makin
// Company" is no "main company".
constexpr std::size_t kShortestMisspelledHalf = 6;

// Calls visit(text) for the word and for the word without each of its letters in turn, until it
// returns true.
template <class Visit>
bool any_deletion(std::string_view word, const Visit& visit) {
  if (visit(word)) return true;
  std::string shorter(word.substr(std::min<std::size_t>(word.size(), 1)));
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i > 0) shorter[i - 1] = word[i - 1];
    if (visit(std::string_view(shorter))) return true;
  }
  return false;
}

std::vector<std::uint64_t> hashes_of(std::span<const std::string_view> words) {
  std::vector<std::uint64_t> hashes;
  for (const std::string_view word : words)
    hashes.push_back(base::text_hash(word));
  return hashes;
}

// A slip of one letter or of two neighbours is not both among the first three letters of a long
// word and among its last three.
constexpr std::size_t kEndLetters = 3;
constexpr std::size_t kPlacesOfEnds = std::size_t{1} << 14;

std::size_t first_letters(std::string_view word) {
  return base::text_hash(word.substr(0, kEndLetters)) % (kPlacesOfEnds / 2);
}

std::size_t last_letters(std::string_view word) {
  return base::text_hash(word.substr(word.size() - kEndLetters)) % (kPlacesOfEnds / 2) +
         kPlacesOfEnds / 2;
}

// The words with a hole in place of one of them.
std::string without(std::span<const std::string_view> words, std::size_t hole) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != hole) text += words[i];
    text += ' ';
  }
  return text;
}

bool shares_row(std::span<const Entry> a, std::span<const Entry> b) {
  return std::ranges::any_of(a, [&](const Entry& x) {
    return x.row != 0 && std::ranges::any_of(b, [&](const Entry& y) { return x.row == y.row; });
  });
}

}  // namespace

void Lexicon::add_misspelled_word(const std::string& form) {
  if (form.size() < kShortestMisspelledWord || form.find(' ') != std::string::npos) return;
  longest_legal_word_ = std::max(longest_legal_word_, form.size());
  ends_of_legal_words_.resize(kPlacesOfEnds);
  ends_of_legal_words_[first_letters(form)] = ends_of_legal_words_[last_letters(form)] = true;
  any_deletion(form, [&](std::string_view key) {
    legal_words_without_.put(key).push_back(form);
    return false;
  });
}

// In sorted order, so that of two phrases that are equally near the same one is found everywhere.
void Lexicon::add_misspelled_phrases() {
  std::vector<std::string> phrases;
  organisation_.for_each([&](std::string_view form, const auto&) {
    if (form.size() >= kShortestMisspelled && form.find(' ') != std::string_view::npos)
      phrases.emplace_back(form);
  });
  std::ranges::sort(phrases);
  for (const std::string& form : phrases) {
    const std::vector<std::string_view> words = text::split_words(form);
    const std::size_t shortest =
        words.size() == 2 ? kShortestMisspelledHalf : kShortestMisspelledPart;
    const std::vector<std::uint64_t> hashes = hashes_of(words);
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i].size() >= shortest)
        phrases_without_.put(without(words, i), phrase_hash(hashes, i))
            .push_back({std::string(words[i]), form});
    if (words[0].size() >= shortest) misspelled_phrases_.add(hashes[1], words.size());
  }
}

std::span<const Entry> Lexicon::misspelled_phrase(std::span<const std::string_view> words,
                                                  std::span<const std::uint64_t> hashes) const {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto* found = phrases_without_.find_if(
        phrase_hash(hashes, i), [&](std::string_view text) { return text == without(words, i); });
    if (found == nullptr) continue;
    const auto own = organisation(words[i]);
    for (const Slip& slip : *found) {
      if (text::edit_distance(std::string_view(slip.word), words[i], 1) > 1) continue;
      // A word of the tables is no slip, unless it means the same as the phrase.
      const auto entries = organisation(slip.phrase);
      if (own.empty() || shares_row(own, entries)) return entries;
    }
  }
  return {};
}

// Two words within one edit share what is left of them when a letter at most is taken out of each.
std::span<const Entry> Lexicon::misspelled_legal_word(std::string_view word) const {
  if (word.size() + 1 < kShortestMisspelledWord || word.size() > longest_legal_word_ + 1) return {};
  if (!ends_of_legal_words_[first_letters(word)] && !ends_of_legal_words_[last_letters(word)])
    return {};
  std::span<const Entry> entries;
  any_deletion(word, [&](std::string_view key) {
    const auto* found = legal_words_without_.find(key);
    if (found == nullptr) return false;
    const auto near = std::ranges::find_if(*found, [&](const std::string& form) {
      return text::edit_distance(word, std::string_view(form), 1) <= 1;
    });
    if (near == found->end()) return false;
    entries = organisation(*near);
    return true;
  });
  return entries;
}

}  // namespace vedette::names
