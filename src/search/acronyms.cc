// The part of KindSearch that finds names by their initials, and by the letters of the whole name.
#include <algorithm>
#include <string>

#include "names/comparing/letter_run.h"
#include "names/comparing/pairing.h"
#include "names/comparing/whole_name.h"
#include "names/tables/costs.h"
#include "search/kind_search.h"
#include "search/prefetch_ahead.h"
#include "text/script.h"

namespace vedette::search {
namespace {

namespace costs = names::costs;
using catalogue::NameWord;
using names::Kind;
using names::NameView;
using names::Word;

// A query may leave out the letters of this many legal forms and small words in any way.
constexpr std::size_t kMostOptionalInitials = 8;

}  // namespace

// Calls visit(name) for each of them; prefetches the names and what may_spell() reads of them.
template <class Visit>
void KindSearch::for_each_found(const Visit& visit) {
  for (std::size_t k = 0; k < w_.found.size() && !work_.exhausted(); ++k) {
    prefetch_ahead(w_.found, k, 3 * kAhead,
                   [&](std::uint32_t name) { catalogue_.prefetch_name(name); });
    prefetch_ahead(w_.found, k, 2 * kAhead, [&](std::uint32_t name) {
      if (const auto word = first_word_of(name)) catalogue_.prefetch_word_offset(*word);
    });
    prefetch_ahead(w_.found, k, kAhead, [&](std::uint32_t name) {
      if (const auto word = first_word_of(name)) catalogue_.prefetch_word(*word);
    });
    ++work_.looked_at;
    ++work_.steps;
    visit(w_.found[k]);
  }
}

void KindSearch::take_by_letters() {
  if (query_.kind() == Kind::kPerson || budget_ < std::min(costs::kJoined, costs::kCutName)) return;
  w_.name_keys.clear();
  catalogue::query_letter_keys(query_, w_.name_keys);
  find_names(w_.name_keys.keys());
  for_each_found([&](std::uint32_t name) {
    // Others are found by their words, if at all.
    if (filter_.keeps(catalogue_.name(name).profile) &&
        names::letters_agree(query_, catalogue_.assemble(name, w_.assembler)) && w_.mark(name))
      take(name);
  });
}

void KindSearch::take_acronyms() {
  if (query_.kind() != Kind::kOrganisation ||
      budget_ < std::min(costs::kLongAcronym, costs::kShortAcronym))
    return;
  if (catalogue::words_that_count(query_) != 1) return take_spelled_acronyms();
  const auto words = query_.words();
  const auto only = std::ranges::find_if_not(
      words, [](const Word& word) { return catalogue::is_left_out_of_initials(word); });
  w_.acronym_keys.clear();
  catalogue::acronym_keys(query_.latin(*only), w_.acronym_keys);
  const std::string_view letters = query_.latin(*only);
  find_names(w_.acronym_keys);
  for_each_found([&](std::uint32_t name) {
    // What is no acronym is found by its words, if at all.
    if (may_spell(name, letters) && filter_.keeps(catalogue_.name(name).profile) &&
        names::is_acronym_of(query_, catalogue_.assemble(name, w_.assembler)) && w_.mark(name))
      take(name);
  });
}

// Whether the letters begin with the initial of the name's first word, where that may not be left
// out.
bool KindSearch::may_spell(std::uint32_t name, std::string_view letters) const {
  const auto word = first_word_of(name);
  if (!word) return false;
  const NameView blob = catalogue_.word(*word);
  const Word& first = blob.words()[0];
  if (catalogue::is_left_out_of_initials(first)) return true;
  const bool own = first.script == static_cast<std::uint8_t>(text::Script::Latin);
  const std::string_view text = own ? blob.form(first) : blob.latin(first);
  return !text.empty() && text[0] == letters[0];
}

// The names that have one of the keys, in partitions that are searched.
void KindSearch::find_names(std::span<const catalogue::Key> keys) {
  w_.found.clear();
  catalogue_.for_each_name_key(keys, first_name(), last_name(),
                               [&](std::size_t, std::uint32_t name) {
                                 catalogue_.prefetch_offset(name);
                                 w_.found.push_back(name);
                               });
}

std::optional<std::uint32_t> KindSearch::first_word_of(std::uint32_t name) const {
  const auto words = catalogue::Catalogue::words(catalogue_.name(name));
  return words.empty() ? std::nullopt : std::optional(words[0].word);
}

// Names of one word that may be the initials of the query, beside words that are left out of them.
// Most others are told by their postings.
void KindSearch::take_names_of(std::uint32_t word) {
  const auto counts = [&](std::uint32_t other) {
    return other != word && !catalogue::is_left_out_of_initials(catalogue_.word_sign(other).role);
  };
  for (const catalogue::Posting& posting : catalogue_.postings(word)) {
    const std::uint32_t name = posting.name;
    if (std::ranges::any_of(posting.others, counts) || range_of(name) == nullptr) continue;
    const auto words = catalogue::Catalogue::words(catalogue_.name(name));
    if (std::ranges::any_of(words, counts, &NameWord::word) || !w_.mark(name)) continue;
    if (filter_.keeps(catalogue_.name(name).profile)) take(name);
  }
}

// All listed words are gone through, by their signs: one that is made of initials of the query has
// no other letters, and no more of them.
void KindSearch::take_words_of_initials(const catalogue::Initials& initials) {
  const std::string_view all(initials.letter.data(), initials.count);
  const std::uint32_t most = catalogue::Key::letters_of(all);
  const std::uint32_t first = catalogue_.word_index().first(shelf_);
  const std::uint32_t last = catalogue_.word_index().last(shelf_);
  work_.steps += (last - first) / kPostingsPerStep;
  for (std::uint32_t word = first; word < last && !work_.exhausted(); ++word) {
    const std::uint32_t letters = catalogue_.word_sign(word).letters;
    if ((letters & catalogue::Key::kLetterBits & ~most) != 0 || letters >> 26 > initials.count)
      continue;
    const NameView blob = catalogue_.word(word);
    const std::string_view spelling = blob.latin(blob.words()[0]);
    if (spelling.size() < catalogue::kShortestAcronym) continue;
    std::size_t at = 0;
    for (const char letter : all)
      at += at < spelling.size() && spelling[at] == letter;
    if (at == spelling.size()) take_names_of(word);
  }
}

// Listed names of one word that may be the initials of the query.
void KindSearch::take_spelled_acronyms() {
  const catalogue::Initials initials = catalogue::initials_of(query_);
  const auto optional = static_cast<std::size_t>(
      std::count(initials.optional.begin(), initials.optional.begin() + initials.count, true));
  if (initials.count == 0) return;
  if (optional > kMostOptionalInitials) return take_words_of_initials(initials);
  const auto chosen = [&](std::size_t choice) {
    std::string letters;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < initials.count; ++i)
      if (!initials.optional[i] || (choice >> seen++ & 1)) letters += initials.letter[i];
    return letters;
  };
  w_.acronym_keys.clear();
  std::vector<std::size_t> choices;  // of each key
  for (std::size_t choice = 0; choice < (std::size_t{1} << optional); ++choice) {
    const std::string letters = chosen(choice);
    if (letters.size() < catalogue::kShortestAcronym) continue;
    catalogue::Key key = catalogue::spelling_key(query_.kind(), letters);
    key.hash ^= catalogue::salt_of(shelf_);
    w_.acronym_keys.push_back(key);
    choices.push_back(choice);
  }
  catalogue_.for_each_word_key(w_.acronym_keys, [&](std::size_t key, std::uint32_t word) {
    const NameView blob = catalogue_.word(word);
    if (blob.latin(blob.words()[0]) == chosen(choices[key])) take_names_of(word);
  });
}

}  // namespace vedette::search
