#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "catalogue/format.h"
#include "names/words/analysed_name.h"

namespace vedette::catalogue {

// The keys under which a listed word or name is found. Two words that names::relate() brings
// together share at least one key, except an initial of the query and the words that begin with it
// (there are too many; docs/search.md says how those are found). A shared key proves nothing: the
// search asks relate() about every word it finds. Keys of one kind of name do not meet keys of
// another, but by chance.

struct Key {
  std::uint64_t hash = 0;
  std::uint32_t tag = 0;
  bool has_letters = false;  // the tag is a set of letters, to be met roughly
  bool has_rest = false;     // the tag is a rest_tag(), to be met with at most one edit
  std::uint8_t missing = 0;  // letters that the listed word may lack
  std::uint8_t surplus = 0;  // letters that it may have besides
  std::uint8_t longer = 0;   // by how many letters it may be longer or shorter
  std::uint8_t lone = 0;     // of a rest: the code of the only lone letter that it may have; 0: any

  static constexpr std::uint32_t kLetterBits = (1u << 26) - 1;
  static constexpr std::uint8_t kAnyNumber = 63;  // of letters
  // A bit for each letter.
  static std::uint32_t letters_of(std::string_view spelling) {
    std::uint32_t bits = 0;
    for (const char c : spelling)
      bits |= letter_bit(static_cast<unsigned char>(c));
    return bits;
  }
  static std::uint32_t letter_bit(char32_t c) {
    return 1u << (c >= U'a' && c <= U'z' ? c - U'a' : c % 26);
  }
  // A bit for each letter and, above them, the number of letters.
  static std::uint32_t letters_tag(std::uint32_t letters, std::size_t length) {
    return (letters & kLetterBits) | static_cast<std::uint32_t>(length < 63 ? length : 63) << 26;
  }

  // The first six letters of what the key was not made of, five bits each, the first one lowest.
  static std::uint32_t rest_tag(std::string_view rest) { return first_letters(rest, kRestLetters); }
  // The same where the rest begins or ends with a letter that is a word of its own, beside one
  // word: the first five letters, and that one.
  static std::uint32_t rest_tag(std::string_view rest, char lone) {
    return first_letters(rest, kRestBesideLone) | rest_code(lone) << kRestBits * kRestBesideLone |
           kHasLone;
  }
  // Not 0, which means that there is no letter.
  static std::uint32_t rest_code(char c) { return 1 + static_cast<unsigned char>(c) % 31u; }

  bool meets(const KeyEntry& entry) const {
    if (has_rest) return meets_rest(entry.tag);
    return has_letters ? meets_letters(entry.tag) : entry.tag == tag;
  }

 private:
  friend class RestFilter;
  static constexpr std::size_t kRestLetters = 6;
  static constexpr std::size_t kRestBesideLone = kRestLetters - 1;
  static constexpr unsigned kRestBits = 5;
  static constexpr std::uint32_t kHasLone = 1u << 31;

  static std::uint32_t first_letters(std::string_view rest, std::size_t most) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < rest.size() && i < most; ++i)
      out |= rest_code(rest[i]) << kRestBits * i;
    return out;
  }
  bool meets_rest(std::uint32_t listed) const {
    if (!(listed & kHasLone)) return within_one_edit<kRestLetters>(tag, listed);
    const std::uint32_t letter = listed >> kRestBits * kRestBesideLone & ((1u << kRestBits) - 1);
    return (lone == 0 || lone == letter) && within_one_edit<kRestBesideLone>(tag, listed);
  }
  // False only when the first so many letters are further apart than a letter more, less, another
  // or two neighbours swapped. Such an edit may always be made where they first differ.
  template <std::size_t Letters>
  static bool within_one_edit(std::uint32_t a, std::uint32_t b) {
    constexpr std::uint64_t kOne = (1u << kRestBits) - 1;
    constexpr std::uint32_t kAll = (1u << kRestBits * Letters) - 1;
    a &= kAll;
    b &= kAll;
    if (a == b) return true;
    const unsigned at = static_cast<unsigned>(std::countr_zero(a ^ b)) / kRestBits * kRestBits;
    const std::uint64_t x = std::uint64_t{a} >> at;
    const std::uint64_t y = std::uint64_t{b} >> at;
    const std::uint64_t x_after = x >> kRestBits;
    const std::uint64_t y_after = y >> kRestBits;
    if (x_after == y_after) return true;
    // One letter less fits into the window of the longer one.
    const std::uint64_t window = (std::uint64_t{1} << (kRestBits * (Letters - 1) - at)) - 1;
    if (x_after == (y & window) || y_after == (x & window)) return true;
    return (x & kOne) == (y_after & kOne) && (y & kOne) == (x_after & kOne) &&
           x_after >> kRestBits == y_after >> kRestBits;
  }
  // Branch-free: a branch on the entry would mispredict.
  bool meets_letters(std::uint32_t listed) const {
    const std::uint32_t length = tag >> 26;
    const std::uint32_t apart = (listed >> 26) + longer - length;  // wraps below
    const std::uint32_t over =
        beyond(listed & ~tag & kLetterBits, surplus) | beyond(tag & ~listed & kLetterBits, missing);
    return (over == 0) & (apart <= 2u * longer);
  }
  // What is left of the bits when so many of them are taken away, at most two or all.
  static std::uint32_t beyond(std::uint32_t bits, unsigned count) {
    if (count == 0) return bits;
    if (count > 2) return 0;
    bits &= bits - 1;
    return count == 1 ? bits : bits & (bits - 1);
  }
};

// Passes over entries that do not meet a key with a rest, four at a time: few do, and those that
// have the key are often thousands.
class RestFilter {
 public:
  explicit RestFilter(const Key& key) : asked_(Four{} + (static_cast<int>(key.tag) & kLetters)) {}

  static constexpr std::size_t kAtOnce = 4;
  // Calls visit(entry) for those of the four that may meet the key, and perhaps do not. Two tags
  // are within one edit where they first differ: behind that letter all others are the same, or the
  // same one place further on either side, or two neighbours are swapped. Whether a
  // difference is left at the letter and behind it is estimated by the lowest bit that differs.
  // Rests with a lone letter may all meet it.
  template <class Visit>
  void visit_those_that_may_meet(const KeyEntry* entries, const Visit& visit) const {
    Four low;
    Four high;
    std::memcpy(&low, entries, sizeof(low));
    std::memcpy(&high, entries + kAtOnce / 2, sizeof(high));
    const Four tags = __builtin_shufflevector(low, high, 0, 2, 4, 6);
    const Four listed = tags & kLetters;
    const Four apart = asked_ ^ listed;
    const Four first = apart & -apart;
    const Four swapped = apart & apart >> Key::kRestBits;
    const Four may_meet = (apart >> Key::kRestBits < first) |
                          (((asked_ >> Key::kRestBits ^ listed) & kAllButLast) < first) |
                          (((listed >> Key::kRestBits ^ asked_) & kAllButLast) < first) |
                          ((swapped | swapped << Key::kRestBits) == apart) | (tags < 0);
    std::array<std::uint64_t, 2> any;
    std::memcpy(&any, &may_meet, sizeof(any));
    if ((any[0] | any[1]) == 0) return;
    for (std::size_t i = 0; i < kAtOnce; ++i)
      if (may_meet[i] != 0) visit(entries[i]);
  }

 private:
  // Signed, which every machine compares; below 0 are the tags that have Key::kHasLone.
  using Four = std::int32_t __attribute__((vector_size(4 * kAtOnce)));
  static constexpr std::int32_t kLetters = (1 << Key::kRestBits * Key::kRestLetters) - 1;
  static constexpr std::int32_t kAllButLast = kLetters >> Key::kRestBits;

  Four asked_;
};

// Changes the hashes of a shelf's word keys, so that keys of words of parties of unknown kind do
// not meet those of people or organisations.
constexpr std::uint64_t salt_of(Shelf shelf) {
  const bool unknown_kind =
      shelf == Shelf::kUnknownAsPerson || shelf == Shelf::kUnknownAsOrganisation;
  return unknown_kind ? 0xA24BAED4963EE407u : 0;
}

// Collects keys; when there is no room left, `overflow` says so. Sized so that this cannot happen:
// see kMaxWordKeys.
template <std::size_t Room>
class KeyList {
 public:
  void clear(Shelf shelf = Shelf::kPerson) {
    count_ = 0;
    salt_ = salt_of(shelf);
  }
  void add(const Key& key) {
    if (count_ == Room) {
      overflow_ = true;
      return;
    }
    keys_[count_] = key;
    keys_[count_++].hash ^= salt_;
  }
  std::span<const Key> keys() const { return {keys_.data(), count_}; }
  bool overflow() const { return overflow_; }

 private:
  std::array<Key, Room> keys_;
  std::size_t count_ = 0;
  std::uint64_t salt_ = 0;
  bool overflow_ = false;
};

// Edits are found by what is left of two words when one or two letters are taken out of each. Only
// the first letters take part: if two words are within two edits, so are these beginnings of them
// (docs/search.md).
inline constexpr std::size_t kEditPrefix = 8;
inline constexpr std::size_t kMaxDeletions = 2;
inline constexpr std::size_t kVariantsPerSpelling = (1 + 8) + (1 + 8 + 28);
inline constexpr std::size_t kMaxWordKeys = 2 * (names::kMaxSpellings + 1) * kVariantsPerSpelling +
                                            names::kMaxRows + 32 + names::kMaxLetters;
using WordKeys = KeyList<kMaxWordKeys>;

// The keys of a listed word. `word` is a name of one word (catalogue/word_store.h).
void listed_word_keys(names::NameView word, WordKeys& out);
// How far from a word of a query listed words are searched. Each step has keys of its own,
// because each finds many times more than the one before, at a higher cost.
enum class Reach : std::uint8_t {
  kAlike,     // all ways but edits and words cut short
  kOneEdit,   // one edit; two edits between scripts
  kTwoEdits,  // two edits within one script
};
// The keys that a step adds. Everything that relates to the word is found under those of all three.
void query_word_keys(names::NameView name, const names::Word& word, Reach reach, WordKeys& out);
// The keys of listed words with the same native form.
void same_word_keys(names::NameView name, const names::Word& word, WordKeys& out);
// The keys of listed words that are `letters` with at most one edit (neighbouring words of the
// query, written as one), or whose native form is `native`.
void joined_word_keys(names::Kind kind, std::string_view letters, std::string_view native,
                      WordKeys& out);

inline constexpr std::size_t kMaxNameKeys = 4 * 3 * names::kMaxWords + 16;
using NameKeys = KeyList<kMaxNameKeys>;
// Of one word of a query: three keys for each of three lengths of a spelling, two of letters that
// are swapped, and the whole.
inline constexpr std::size_t kMaxJoinKeys = 12 * names::kMaxSpellings;

// The keys of a listed name: its neighbouring words written as one, its initials, and the letters
// of the whole name.
void listed_name_keys(names::NameView name, NameKeys& out);
// The keys of listed organisations and things for which names::letters_agree() may hold.
void query_letter_keys(names::NameView name, NameKeys& out);
// The keys of listed names in which neighbouring words make up `word` of the query.
// `meets_itself`: a listed word that is written as this one is never part of what makes it up, so
// that names in which only a lone letter is beside such a word are not searched.
void query_join_keys(names::NameView name, const names::Word& word, bool meets_itself,
                     NameKeys& out);

// Initials. A name of an organisation is found under the initials of its words, those of legal
// forms and small words left out but counted: an acronym may have their letters or not. The search
// tries every way of leaving a few letters out of an acronym, which the words left out must have.
// Names with many legal forms and small words are found by the first of their other initials; for
// acronyms that are longer than this there is one key for all names that have more letters. Both
// tell the letters of all initials, among which those of an acronym are.
inline constexpr std::size_t kLongestAcronym = 12;
inline constexpr std::size_t kShortestAcronym = 3;
// The initials of a name as the scorer reads them; none when a word cannot be written in letters.
struct Initials {
  static constexpr std::size_t kMost = 128;  // no acronym is half as long
  std::array<char, kMost> letter;
  std::array<bool, kMost> optional;
  std::size_t count = 0;
};
Initials initials_of(names::NameView name);
void acronym_keys(std::string_view letters, std::vector<Key>& out);
// The number of words of a name that are neither legal forms nor small words.
std::size_t words_that_count(names::NameView name);
constexpr bool is_left_out_of_initials(names::Role role) {
  return role == names::Role::kLegal || role == names::Role::kConnective;
}
inline bool is_left_out_of_initials(const names::Word& word) {
  return is_left_out_of_initials(word.role);
}
// The key of words that are spelled so.
Key spelling_key(names::Kind kind, std::string_view letters);

}  // namespace vedette::catalogue
