// The part of KindSearch that finds words written as one, on either side.
#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "catalogue/sketch.h"
#include "names/comparing/pairing.h"
#include "names/tables/costs.h"
#include "search/kind_search.h"
#include "search/prefetch_ahead.h"
#include "text/edit_distance.h"

namespace vedette::search {
namespace {

using catalogue::NameWord;
using catalogue::takes_part;
using names::Kind;
using names::NameView;
using names::Role;
using names::Word;

// Room for the keys of all texts that words of a query make up.
static_assert(names::kLongestJoin * names::kMaxWords * (catalogue::kEditPrefix + 2) <=
              catalogue::kMaxWordKeys);

}  // namespace

// Listed words that neighbouring words of the query make up. One batch of lookups for all texts, so
// that cache misses overlap.
void KindSearch::find_joined() {
  const std::size_t words = query_.words().size();
  w_.joined_texts.clear();
  w_.word_keys.clear(shelf_);
  for (std::size_t count = 2; count <= names::kLongestJoin; ++count)
    for (std::size_t begin = 0; begin + count <= words; ++begin)
      add_joined_text(begin, count);
  if (query_.kind() == Kind::kPerson && words == names::kWordsThatTurn)
    add_joined_text(0, words, true);
  const auto texts = w_.joined_texts.all();
  auto& found = w_.joined_words;
  found.clear();
  std::uint32_t text = 0;
  for_each_word_key([&](std::size_t key, std::uint32_t word) {
    while (key >= texts[text].keys)
      ++text;
    catalogue_.prefetch_word_offset(word);
    found.push_back({text, word});
  });
  std::ranges::sort(found);
  const auto same = std::ranges::unique(found);
  found.erase(same.begin(), same.end());
  for (std::size_t k = 0; k < found.size(); ++k) {
    prefetch_ahead(found, k, kAhead,
                   [&](const JoinedWord& each) { catalogue_.prefetch_word(each.word); });
    note_joined(texts[found[k].text], found[k].word);
  }
}

// `turned`: the last word first.
void KindSearch::add_joined_text(std::size_t begin, std::size_t count, bool turned) {
  JoinedText& text = w_.joined_texts.add();
  for (std::size_t k = 0; k < count; ++k) {
    const Word& word = query_.words()[begin + (turned ? count - 1 - k : k)];
    if (!takes_part(word.role, query_.kind())) return w_.joined_texts.take_back();
    text.letters += query_.latin(word);
    text.native += query_.form(word);
  }
  text.words = static_cast<std::uint32_t>(((1u << count) - 1) << begin);
  catalogue::joined_word_keys(query_.kind(), text.letters, text.native, w_.word_keys);
  text.keys = w_.word_keys.keys().size();
}

// Notes the word if it is within the edits that the text allows.
void KindSearch::note_joined(const JoinedText& text, std::uint32_t word) {
  const NameView blob = catalogue_.word(word);
  const Word& listed = blob.words()[0];
  const std::size_t limit = text.most_edits();
  std::size_t edits = blob.form(listed) == text.native ? 0 : limit + 1;
  blob.any_spelling(listed, [&](std::string_view spelling) {
    edits = std::min(edits, text::edit_distance(std::string_view(text.letters), spelling, limit));
    return edits == 0;
  });
  if (edits > limit || !takes_part(listed.role, query_.kind())) return;
  for (std::size_t i = 0; i < query_.words().size(); ++i)
    if (meets_by_itself(i, word)) return;
  WordFacts& own = facts(word);
  if (own.joined == 0) joined_.push_back(word);
  own.joined |= text.words;
  std::uint8_t bits = 0;
  for (std::size_t i = 0; i < query_.words().size(); ++i)
    if (text.words >> i & 1) bits = static_cast<std::uint8_t>(bits | hit_bit_[i]);
  w_.note_made_up_of(word, bits);
  made_up_of_ = static_cast<std::uint8_t>(made_up_of_ | bits);
}

// Whether word i of the query meets the listed word at the cost of joining or less. Then the scorer
// joins neither of them to other words (names/comparing/pairing.cc). Relations this cheap cost the
// same everywhere in a name, except those of initials.
bool KindSearch::meets_by_itself(std::size_t i, std::uint32_t word) const {
  static_assert(names::costs::kJoined < names::costs::kNickname);
  return (w_.related_to(word) >> i & 1) && query_.words()[i].role != Role::kInitial &&
         catalogue_.word_sign(word).role != Role::kInitial &&
         cost_between(i, word) <= names::costs::kJoined;
}
bool KindSearch::is_met_by_itself(std::size_t i, std::span<const NameWord> words) const {
  return std::ranges::any_of(words,
                             [&](const NameWord& each) { return meets_by_itself(i, each.word); });
}

// Follows listed words that words of the query make up; a name may have several of them. Names in
// which listed words are joined as well have been scored by then.
void KindSearch::follow_joined(Range& range) {
  w_.joined.clear();
  for (const std::uint32_t word : joined_) {
    const auto all = postings(word, range);
    work_.steps += all.size();
    pass_over_joined(all, word, range);
  }
  for (std::size_t k = 0; k < w_.joined.size() && !work_.exhausted(); ++k) {
    prefetch_ahead(w_.joined, k, 2 * kAhead, [&](const LikelyName& each) {
      prefetch_likely(*each.posting);
      w_.prefetch_mark(each.posting->name);
      catalogue_.prefetch_offset(each.posting->name);
    });
    prefetch_ahead(w_.joined, k, kAhead,
                   [&](const LikelyName& each) { catalogue_.prefetch_name(each.posting->name); });
    const auto& [posting, word] = w_.joined[k];
    if (joined_can_pass(*posting, word, range) && w_.mark(posting->name))
      look_closely_later(*posting);
  }
  look_closely_at_all();
}

// Keeps the postings that can pass by the words that were found or made up.
void KindSearch::pass_over_joined(std::span<const catalogue::Posting> all, std::uint32_t word,
                                  Range& range) {
  for (const catalogue::Posting& posting : all) {
    const auto rest = catalogue::Rest::of_sketch(posting.sketch);
    std::uint8_t hits = w_.joined_hits(word) | joined_hits(rest);
    for (const std::uint32_t other : posting.others)
      hits = static_cast<std::uint8_t>(hits | w_.joined_hits(other));
    if (may_weigh(catalogue::sketched_weight(posting.sketch), hits, Joins::kOfQuery, range))
      w_.joined.push_back({&posting, word});
  }
}

std::uint8_t KindSearch::joined_hits(catalogue::Rest rest) const {
  if (rest.is_word()) return w_.joined_hits(rest.word());
  if (rest.is_none()) return 0;
  return static_cast<std::uint8_t>(rest_hits_.of(rest) | made_up_of_);
}

// A listed word may be made up of words without weight alone, which have no bits.
std::uint16_t KindSearch::near_words_of_joined(std::uint32_t word) {
  const bool made_up = std::ranges::find(joined_, word) != joined_.end();
  return static_cast<std::uint16_t>(near_words(word) | (made_up ? Workspace::kMeetsLight : 0));
}

// Prunes by the known words of a name in which words of the query are written as one.
bool KindSearch::joined_can_pass(const catalogue::Posting& posting, std::uint32_t word,
                                 Range& range) {
  Known known{.weight = catalogue::sketched_weight(posting.sketch), .joins = Joins::kOfQuery};
  const auto note = [&](std::uint32_t each) {
    note_word(each, w_.joined_hits(each), near_words_of_joined(each), known);
  };
  if (catalogue::knows_all_words(posting)) {
    catalogue::for_each_word(posting, word, note);
    return may_pass(known, range);
  }
  ++work_.looked_at;
  const auto words = catalogue::Catalogue::words(catalogue_.name(posting.name));
  std::uint8_t hits = 0;
  for (const NameWord& each : words)
    hits = static_cast<std::uint8_t>(hits | w_.joined_hits(each.word));
  if (!may_weigh(known.weight, hits, Joins::kOfQuery, range)) return false;
  for (const NameWord& each : words)
    note(each.word);
  return may_pass(known, range);
}

// Names in which neighbouring words make up words of the query.
void KindSearch::take_joined_names() {
  find_joined_names();
  const auto& found = w_.joined_names;
  for (std::size_t begin = 0; begin < found.size() && !work_.exhausted();) {
    std::size_t end = begin;
    for (; end < found.size() && found[end].name == found[begin].name; ++end) {
      prefetch_ahead(found, end, 2 * kAhead, [&](const JoinedName& each) {
        catalogue_.prefetch_name(each.name);
        catalogue_.prefetch_name_weight(each.name);
      });
      prefetch_ahead(found, end, kAhead, [&](const JoinedName& joined) {
        for (const NameWord& each : catalogue::Catalogue::words(catalogue_.name(joined.name))) {
          w_.prefetch_hits(each.word);
          catalogue_.prefetch_word_sign(each.word);
        }
      });
    }
    ++work_.looked_at;
    ++work_.steps;
    const std::uint32_t name = found[begin].name;
    if (joined_name_can_pass(std::span(found).subspan(begin, end - begin)) && w_.mark(name) &&
        filter_.keeps(catalogue_.name(name).profile))
      take(name);
    begin = end;
  }
}

// Finds them by their keys: each name with the words of the query that its neighbouring words may
// make up. One batch of lookups for several words, so that cache misses overlap.
void KindSearch::find_joined_names() {
  w_.joined_names.clear();
  w_.name_keys.clear();
  const auto words = query_.words();
  std::array<std::size_t, names::kMaxWords + 1> begins{};  // of the keys of each word
  std::size_t first = 0;                                   // word whose keys are there
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool meets_itself = std::ranges::all_of(
        w_.same[i], [&](std::uint32_t word) { return meets_by_itself(i, word); });
    catalogue::query_join_keys(query_, words[i], meets_itself, w_.name_keys);
    begins[i + 1] = w_.name_keys.keys().size();
    if (i + 1 < words.size() && begins[i + 1] + catalogue::kMaxJoinKeys <= catalogue::kMaxNameKeys)
      continue;
    std::size_t word = first;
    catalogue_.for_each_name_key(
        w_.name_keys.keys(), first_name(), last_name(), [&](std::size_t key, std::uint32_t name) {
          while (key >= begins[word + 1])
            ++word;
          catalogue_.prefetch_offset(name);
          catalogue_.prefetch_name_weight(name);
          w_.joined_names.push_back({name, static_cast<std::uint32_t>(word)});
        });
    w_.name_keys.clear();
    first = i + 1;
    begins[first] = 0;
  }
  std::ranges::sort(w_.joined_names);
  const auto same = std::ranges::unique(w_.joined_names);
  w_.joined_names.erase(same.begin(), same.end());
}

// Prunes one name twice: first by all that its words may meet, alone or joined, then by what its
// neighbouring words really make up, which takes longer to compute.
bool KindSearch::joined_name_can_pass(std::span<const JoinedName> found) {
  const std::uint32_t name = found.front().name;
  Range& range = *range_of(name);
  const std::uint8_t weight = catalogue_.name_weights()[name];
  const auto words = catalogue::Catalogue::words(catalogue_.name(name));
  std::uint8_t hits = 0;
  std::uint16_t near = 0;
  for (const NameWord& each : words)
    hits = static_cast<std::uint8_t>(hits | w_.joined_hits(each.word));
  std::uint8_t possible = hits;
  for (const JoinedName& each : found)
    possible = static_cast<std::uint8_t>(possible | hit_bit_[each.word]);
  if (!may_weigh(weight, possible, Joins::kAny, range)) return false;
  for (const NameWord& each : words)
    near = static_cast<std::uint16_t>(near | near_words(each.word));
  Known known{.hits = possible,
              .near = near,
              .weight = weight,
              .related = kAllRelated,
              .joins = Joins::kAny,
              .may_carry = true};
  if (!may_pass(known, range)) return false;
  std::uint32_t parts = 0;
  for (const JoinedName& each : found) {
    if (is_met_by_itself(each.word, words)) continue;
    const std::uint32_t own = words_that_make_up(words, query_.words()[each.word]);
    if (own != 0) hits = static_cast<std::uint8_t>(hits | hit_bit_[each.word]);
    parts |= own;
  }
  if (parts == 0) return false;
  // Words that meet nothing and are no part of another are left over.
  known = {.weight = weight, .joins = Joins::kAny};
  for (std::size_t j = 0; j < words.size(); ++j) {
    const std::uint32_t word = words[j].word;
    const bool is_part = parts >> j & 1;
    note_word(word, static_cast<std::uint8_t>(w_.joined_hits(word) | (is_part ? hits : 0)),
              static_cast<std::uint16_t>(near_words_of_joined(word) |
                                         (is_part ? Workspace::kMeetsLight : 0)),
              known);
  }
  known.may_carry = true;
  return may_pass(known, range);
}

// The words of a name, as bits, of which neighbours make up the word of the query, give or take a
// letter.
std::uint32_t KindSearch::words_that_make_up(std::span<const NameWord> words,
                                             const Word& query_word) const {
  std::uint32_t parts = 0;
  std::array<char, names::kLongestJoin * 256> letters;
  std::array<char, names::kLongestJoin * 256> native;
  for (std::size_t begin = 0; begin + 1 < words.size(); ++begin) {
    std::size_t letter_count = 0;
    std::size_t native_count = 0;
    if (!may_make_up(words.subspan(begin), query_word)) continue;
    for (std::size_t i = begin; i < std::min(words.size(), begin + names::kLongestJoin); ++i) {
      const NameView blob = catalogue_.word(words[i].word);
      const std::string_view spelling = blob.latin(blob.words()[0]);
      const std::string_view form = blob.form(blob.words()[0]);
      letter_count += spelling.copy(letters.data() + letter_count, spelling.size());
      native_count += form.copy(native.data() + native_count, form.size());
      if (i == begin) continue;
      const std::string_view joined(letters.data(), letter_count);
      if (std::string_view(native.data(), native_count) == query_.form(query_word) ||
          query_.any_spelling(query_word, [&](std::string_view wanted) {
            return text::edit_distance(joined, wanted, 1) <= 1;
          }))
        parts |= ((1u << (i + 1 - begin)) - 1) << begin;
    }
  }
  if (makes_up_turned(words, query_word)) parts |= (1u << names::kWordsThatTurn) - 1;
  return parts;
}

// Whether as many of the first words as may be joined have as many letters as the word of the
// query, give or take one, or as many bytes as its native form.
bool KindSearch::may_make_up(std::span<const NameWord> words, const Word& query_word) const {
  std::size_t letters = 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < std::min(words.size(), names::kLongestJoin); ++i) {
    const Word& word = *catalogue_.word_address(words[i].word);
    letters += word.latin_count == 0 ? 0u : word.latin_length;
    bytes += word.form_bytes;
    if (i == 0) continue;
    if (bytes == query_word.form_bytes ||
        (letters + 1 >= query_word.shortest && letters <= query_word.longest + 1u))
      return true;
  }
  return false;
}

// The same for a name of two words with the second one first.
bool KindSearch::makes_up_turned(std::span<const NameWord> words, const Word& query_word) const {
  if (query_.kind() != Kind::kPerson || words.size() != names::kWordsThatTurn) return false;
  std::string letters;
  std::string native;
  for (const NameWord& each : {words[1], words[0]}) {
    const NameView blob = catalogue_.word(each.word);
    letters += blob.latin(blob.words()[0]);
    native += blob.form(blob.words()[0]);
  }
  return native == query_.form(query_word) ||
         query_.any_spelling(query_word, [&](std::string_view wanted) {
           return text::edit_distance(std::string_view(letters), wanted, 1) <= 1;
         });
}

}  // namespace vedette::search
