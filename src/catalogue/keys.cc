#include "catalogue/keys.h"

#include <algorithm>
#include <bit>
#include <string>

#include "names/comparing/edit_cost.h"
#include "names/comparing/letter_run.h"
#include "names/comparing/pairing.h"
#include "names/comparing/relation.h"
#include "names/words/name_builder.h"
#include "text/by_ear.h"
#include "text/script.h"
#include "text/utf8.h"

namespace vedette::catalogue {
namespace {

using names::Kind;
using names::NameView;
using names::Role;
using names::Word;

// What a key is made of. It is part of the hash, so that keys of different makes do not collide.
enum class Make : std::uint32_t {
  kForm = 1,
  kOneEdit,        // spelling with up to one letter taken out
  kTwoEditsLatin,  // with up to two, words in Latin letters
  kTwoEditsOther,  // the same of words in other scripts
  kOneEditNative,  // the letters of a script of its own
  kTwoEditsNative,
  kRow,
  kSound,
  kShort,
  kShortOfLonger,
  kArabicSkeleton,
  kHebrewSkeleton,
  kAnagram,
  kInitial,
  kValue,
  kSeries,
  kJoined,
  kJoinedHead,
  kJoinedTail,
  kJoinedEnds,
  kJoinedNative,
  kInitials,
  kManyWords,
  kManyLeftOut,
  kBeginning,      // of a word that may be cut short
  kLetters,        // of a whole name, without blanks
  kWithoutVowels,  // a word that has none, as it is
  kConsonants,     // the first letter and the consonants of one that has some
  kCutName,        // the first letters of a whole name
  kRunHead,
  kRunTail,
  kRunEnds,
  kByEar,  // with the side that the listed word is on
};

class Hash {
 public:
  Hash(Make make, Kind kind)
      : state_(0x9E3779B97F4A7C15ull *
               (static_cast<std::uint64_t>(make) * 8 + static_cast<std::uint64_t>(kind) + 1)) {}
  void add(std::uint64_t value) {
    state_ = (state_ ^ value) * 0xD6E8FEB86659FD93ull ^ state_ >> 29;
  }
  void add(std::string_view bytes) {
    for (const char c : bytes)
      add(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const {
    std::uint64_t h = state_;
    h = (h ^ h >> 33) * 0xFF51AFD7ED558CCDull;
    h = (h ^ h >> 33) * 0xC4CEB9FE1A85EC53ull;
    return h ^ h >> 33;
  }

 private:
  std::uint64_t state_;
};

Key exact_key(const Hash& hash) {
  Key key;
  key.hash = hash.value();
  key.tag = static_cast<std::uint32_t>(key.hash);
  return key;
}

Key make_key(Make make, Kind kind, std::uint64_t value) {
  Hash hash(make, kind);
  hash.add(value);
  return exact_key(hash);
}

Key make_key(Make make, Kind kind, std::string_view bytes, std::uint64_t value = 0) {
  Hash hash(make, kind);
  hash.add(value);
  hash.add(bytes);
  return exact_key(hash);
}

// A word's letters: the first kEditPrefix of them, and which and how many there are in all.
struct Letters {
  std::array<char32_t, kEditPrefix> at;
  std::size_t count = 0;
  std::uint32_t tag = 0;
};

Letters ascii_letters(std::string_view spelling) {
  Letters letters;
  for (const char c : spelling.substr(0, kEditPrefix))
    letters.at[letters.count++] = static_cast<unsigned char>(c);
  letters.tag = Key::letters_tag(Key::letters_of(spelling), spelling.size());
  return letters;
}

Letters native_letters(std::string_view form) {
  Letters letters;
  std::uint32_t bits = 0;
  std::size_t length = 0;
  for (; !form.empty(); ++length) {
    const text::Decoded one = text::decode_one(form);
    if (letters.count < kEditPrefix) letters.at[letters.count++] = one.value;
    bits |= Key::letter_bit(one.value);
    form.remove_prefix(one.length);
  }
  letters.tag = Key::letters_tag(bits, length);
  return letters;
}

// The keys of the letters without those at up to two places. Of equal neighbours only the first is
// taken out: taking out another leaves the same letters.
//
// A key is made of the sum of the letters, each times the power of its place. Without a letter
// those behind it move up by one place, so that their part of the sum is divided by the base.
class Variants {
 public:
  Variants(Make make, Kind kind, const Letters& letters) : start_(make, kind), letters_(letters) {
    std::uint64_t power = 1;
    for (std::size_t i = 0; i < letters.count; ++i, power *= kBase)
      before_[i + 1] = before_[i] + letters.at[i] * power;
  }

  // The word itself, and nothing near it.
  template <class Out>
  void add_same(Out& out) {
    out.add(key(all()));
  }

  template <class Out>
  void add_all(std::size_t deletions, Out& out) {
    edits_ = static_cast<std::uint8_t>(deletions);
    out.add(key(all()));
    const std::size_t n = letters_.count;
    for (std::size_t i = 0; i < n && deletions >= 1 && n > 1; ++i)
      if (!repeats(i)) out.add(key(before_[i] + moved_up(all() - before_[i + 1])));
    for (std::size_t i = 0; i < n && deletions >= 2 && n > 2; ++i) {
      if (repeats(i)) continue;
      for (std::size_t j = i + 1; j < n; ++j)
        // Left out are pairs whose letters can be shifted to an earlier place with the same result.
        if (j == i + 1 || !repeats(j))
          out.add(key(before_[i] +
                      moved_up(before_[j] - before_[i + 1] + moved_up(all() - before_[j + 1]))));
    }
  }

 private:
  static constexpr std::uint64_t kBase = 0xD6E8FEB86659FD93u;
  // By which to multiply instead of dividing.
  static constexpr std::uint64_t kInverse = [] {
    std::uint64_t inverse = kBase;
    for (int i = 0; i < 5; ++i)
      inverse *= 2 - kBase * inverse;
    return inverse;
  }();
  static_assert(kBase * kInverse == 1);

  static std::uint64_t moved_up(std::uint64_t sum) { return sum * kInverse; }
  std::uint64_t all() const { return before_[letters_.count]; }
  bool repeats(std::size_t i) const { return i > 0 && letters_.at[i] == letters_.at[i - 1]; }
  // Within so many edits a word brings and loses one letter each at most. What was taken out of the
  // beginning is not all that may be missing: the rest of the word may differ as well.
  Key key(std::uint64_t sum) const {
    Hash hash = start_;
    hash.add(sum);
    return {hash.value(), letters_.tag, true, false, edits_, edits_, edits_};
  }

  Hash start_;
  const Letters& letters_;
  std::array<std::uint64_t, kEditPrefix + 1> before_{};  // sums of the letters before each place
  std::uint8_t edits_ = 0;
};

void add_spellings(NameView name, const Word& word, Make make, std::size_t deletions,
                   WordKeys& out) {
  name.any_spelling(word, [&](std::string_view spelling) {
    const Letters letters = ascii_letters(spelling);
    Variants(make, name.kind(), letters).add_all(deletions, out);
    return false;
  });
}

void add_native(NameView name, const Word& word, Make make, std::size_t deletions, WordKeys& out) {
  const Letters letters = native_letters(name.form(word));
  Variants(make, name.kind(), letters).add_all(deletions, out);
}

bool has_own_script(const Word& word) {
  return word.script != static_cast<std::uint8_t>(text::Script::Latin) &&
         word.script != static_cast<std::uint8_t>(text::Script::Other);
}

// The keys that both sides have, those of edits aside.
void shared_keys(NameView name, const Word& word, WordKeys& out) {
  const Kind kind = name.kind();
  out.add(make_key(Make::kForm, kind, word.form_hash));
  for (const std::uint32_t row : name.rows(word))
    out.add(make_key(Make::kRow, kind, row));
  for (const std::uint32_t sound : name.sounds(word))
    out.add(make_key(Make::kSound, kind, sound));
  if (word.anagram != 0) out.add(make_key(Make::kAnagram, kind, word.anagram));
  // A name of an organisation that is also a number (names/tables/lexicon.h) has a value.
  if (kind != Kind::kPerson && word.role == Role::kName && word.value != 0)
    out.add(make_key(Make::kValue, kind, word.value));
  if (word.role == Role::kNumeral) out.add(make_key(Make::kValue, kind, word.value));
  if (kind == Kind::kOrganisation && (word.flags & names::kSeries))
    out.add(make_key(Make::kSeries, kind, static_cast<std::uint64_t>(word.role)));
}

// Skeletons meet across the line between scripts with and without vowels only, so the keys say on
// which side of it the listed word is.
void skeleton_keys(Kind kind, const Word& word, bool listed_is_consonantal, WordKeys& out) {
  const std::uint64_t side = listed_is_consonantal ? 1ull << 32 : 0;
  if (word.arabic_skeleton != 0)
    out.add(make_key(Make::kArabicSkeleton, kind, word.arabic_skeleton | side));
  // Of a word in Arabic letters it is another reading of them.
  const bool arabic = word.script == static_cast<std::uint8_t>(text::Script::Arabic);
  if (word.other_skeleton != 0)
    out.add(make_key(arabic ? Make::kArabicSkeleton : Make::kHebrewSkeleton, kind,
                     word.other_skeleton | side));
}

bool is_written_by_ear(const Word& word) {
  return text::is_written_by_ear(static_cast<text::Script>(word.script));
}

// They meet across the line between the scripts that write by ear and others only.
void ear_keys(NameView name, const Word& word, bool listed_by_ear, WordKeys& out) {
  const std::uint64_t side = listed_by_ear ? 1ull << 32 : 0;
  for (const std::uint32_t key : name.ears(word))
    out.add(make_key(Make::kByEar, name.kind(), key | side));
}

void initial_keys(NameView name, const Word& word, WordKeys& out) {
  name.any_spelling(word, [&](std::string_view spelling) {
    if (!spelling.empty())
      out.add(make_key(Make::kInitial, name.kind(), static_cast<unsigned char>(spelling[0])));
    return false;
  });
}

// Neighbouring words written as one.
struct Joined {
  std::array<char, names::kLongestJoin * 256> letters;
  std::array<char, names::kLongestJoin * 256> native;
  std::size_t letter_count = 0;
  std::size_t native_count = 0;
  std::size_t first_count = 0;  // letters of the first word
  std::size_t words = 0;
  bool plain = true;  // every word is its own only spelling

  std::string_view spelled() const { return {letters.data(), letter_count}; }
  std::string_view form() const { return {native.data(), native_count}; }
  void append(NameView name, const Word& word) {
    const std::string_view spelling = name.latin(word);
    const std::string_view own = name.form(word);
    letter_count += spelling.copy(letters.data() + letter_count, spelling.size());
    native_count += own.copy(native.data() + native_count, own.size());
    plain = plain && spelling == own;
    if (words++ == 0) first_count = letter_count;
  }
  // Whether it is one word and, before or behind it, a letter that is a word by itself.
  bool begins_with_lone() const { return words == 2 && plain && first_count == 1; }
  bool ends_with_lone() const { return words == 2 && plain && first_count + 1 == letter_count; }
};

// A joined name is found by some of its letters, as they are; what is left of it, the rest, may
// have an edit. The key of `head` letters at the beginning and `tail` at the end of `s`, which is,
// or may be within one edit of, a joined name of `length`.
Key key_of_ends(Make make, Kind kind, std::string_view s, std::size_t length, std::size_t head,
                std::size_t tail) {
  Hash hash(make, kind);
  hash.add(length);
  hash.add(s.substr(0, head));
  hash.add(s.substr(s.size() - tail));
  Key key = exact_key(hash);
  key.tag = Key::rest_tag(s.substr(head, s.size() - head - tail));
  key.has_rest = true;
  return key;
}

// From this length on half of the letters identify a name well enough.
constexpr std::size_t kLettersForHalves = 12;

// Let a shorter name have one edit. Unless the edit is in the middle, the first or the last
// `most_letters` are intact. If it is in the middle, the first and the last `fewest_letters` are
// intact. A swap across one of these two borders leaves neither: see add_swapped_keys().
constexpr std::size_t most_letters(std::size_t length) {
  return 2 * length / 3;
}
constexpr std::size_t fewest_letters(std::size_t length) {
  return length - most_letters(length);
}

// An edit replaces, removes or inserts a letter, or swaps two neighbours. with_lone(key, rest,
// at_end) adds a lone letter at the end of the rest, or at its beginning, to the key.
template <class WithLone>
void add_joined_keys(Kind kind, std::string_view s, std::size_t length, const WithLone& with_lone,
                     NameKeys& out) {
  const auto add_ends = [&](std::size_t head, std::size_t tail) {
    out.add(
        with_lone(key_of_ends(Make::kJoinedHead, kind, s, length, head, 0), s.substr(head), true));
    out.add(with_lone(key_of_ends(Make::kJoinedTail, kind, s, length, 0, tail),
                      s.substr(0, s.size() - tail), false));
  };
  // One edit cannot change both halves if the letter before the middle belongs to neither.
  if (length >= kLettersForHalves) return add_ends(length / 2 - 1, length - length / 2);
  add_ends(most_letters(length), most_letters(length));
  const std::size_t fewest = fewest_letters(length);
  out.add(key_of_ends(Make::kJoinedEnds, kind, s, length, fewest, fewest));
}

// Adds the keys of the word with each of the two swaps that would leave no key intact.
void add_swapped_keys(Make make, Kind kind, std::string_view s, NameKeys& out) {
  if (s.size() >= kLettersForHalves) return;
  const std::size_t fewest = fewest_letters(s.size());
  std::array<char, kLettersForHalves> letters;
  for (const std::size_t at : {fewest, most_letters(s.size())}) {
    if (s[at - 1] == s[at]) continue;
    s.copy(letters.data(), s.size());
    std::swap(letters[at - 1], letters[at]);
    out.add(key_of_ends(make, kind, {letters.data(), s.size()}, s.size(), fewest, fewest));
  }
}

void joined_name_keys(Kind kind, const Joined& joined, NameKeys& out) {
  const std::string_view s = joined.spelled();
  if (s.size() >= names::kJoinLettersForEdit) {
    const auto with_lone = [&](Key key, std::string_view rest, bool at_end) {
      if (at_end ? joined.ends_with_lone() : joined.begins_with_lone())
        key.tag = Key::rest_tag(rest, at_end ? s.back() : s.front());
      return key;
    };
    add_joined_keys(kind, s, s.size(), with_lone, out);
  } else if (!s.empty()) {
    out.add(make_key(Make::kJoined, kind, s));
  }
  if (!joined.plain) out.add(make_key(Make::kJoinedNative, kind, joined.form()));
}

bool can_be_joined(const Word& word, Kind kind) {
  return word.role != Role::kLegal || kind == Kind::kPerson;
}

// Names that leave more words out of their initials have a key of another make (many_left_out_key).
constexpr std::size_t kMostLeftOut = 3;

// An acronym has so many letters of words that are not left out
// (names/comparing/organisation_score.cc).
constexpr std::size_t kFewestKept = 2;

// The tag has the letters; those of a query are the ones required. The bits above them keep the
// rest of the hash.
Key with_letters(Key key, std::string_view letters) {
  key.tag = (key.tag & ~Key::kLetterBits) | Key::letters_of(letters);
  key.has_letters = true;
  key.surplus = Key::kAnyNumber;
  return key;
}

// Of a name with few words left out of its initials: those of the others in their order, how many
// there are, and the letters of those left out.
Key initials_key(std::string_view kept, std::size_t left_out, std::string_view letters_left_out) {
  return with_letters(make_key(Make::kInitials, Kind::kOrganisation, kept, left_out),
                      letters_left_out);
}

// Key of a name that leaves out many words: the first initial that is kept, how many are kept, and
// all letters.
Key many_left_out_key(char first, std::size_t count, std::string_view letters) {
  return with_letters(
      make_key(Make::kManyLeftOut, Kind::kOrganisation,
               static_cast<std::uint64_t>(count) << 8 | static_cast<unsigned char>(first)),
      letters);
}

Key many_words_key(std::string_view letters) {
  return with_letters(make_key(Make::kManyWords, Kind::kOrganisation, 0), letters);
}

void initials_keys(NameView name, NameKeys& out) {
  if (name.kind() != Kind::kOrganisation || words_that_count(name) == 1) return;
  const Initials all = initials_of(name);
  std::array<char, Initials::kMost> kept;
  std::array<char, Initials::kMost> others;
  std::size_t count = 0;
  for (std::size_t i = 0; i < all.count; ++i) {
    kept[count] = others[i - count] = all.letter[i];
    count += !all.optional[i];
  }
  if (count < kFewestKept) return;
  const std::string_view letters(all.letter.data(), all.count);
  const std::size_t left_out = all.count - count;
  if (all.count > kLongestAcronym) out.add(many_words_key(letters));
  if (left_out > kMostLeftOut)
    out.add(many_left_out_key(kept[0], count, letters));
  else
    out.add(initials_key({kept.data(), count}, left_out, {others.data(), left_out}));
}

// The key of all letters of a run, of at most `most` of them; none where there are too few.
void run_key(Make make, NameView name, names::LetterRun::Part part, std::size_t fewest,
             std::size_t most, NameKeys& out) {
  names::LetterRun run(name, part);
  Hash hash(make, name.kind());
  std::size_t letters = 0;
  for (; letters < most && run.next(); ++letters)
    hash.add(static_cast<unsigned char>(run.letter()));
  if (letters >= fewest) out.add(exact_key(hash));
}

bool has_set_aside(NameView name) {
  return std::ranges::any_of(name.words(), [](const Word& word) {
    return word.role == Role::kLegal || word.role == Role::kTitle;
  });
}

void letter_keys(NameView name, NameKeys& out) {
  using Part = names::LetterRun::Part;
  constexpr std::size_t kAny = ~std::size_t{0};
  run_key(Make::kLetters, name, Part::kAll, names::kShortestRun, kAny, out);
  if (has_set_aside(name))
    run_key(Make::kLetters, name, Part::kCore, names::kShortestRun, kAny, out);
}

// The letters from the first word that is no legal form on, with room for one edit.
struct RunText {
  std::array<char, names::kMaxWords * 256> letters;
  std::size_t size = 0;

  explicit RunText(NameView name) {
    names::LetterRun run(name, names::LetterRun::Part::kFromName);
    while (size < letters.size() && run.next())
      letters[size++] = run.letter();
  }
  std::string_view text() const { return {letters.data(), size}; }
};

// Of a text that is, or may be within one edit of, a run of `length` letters.
void edited_run_keys(Kind kind, std::string_view s, std::size_t length, NameKeys& out) {
  const auto add = [&](Make make, std::size_t head, std::size_t tail) {
    out.add(key_of_ends(make, kind, s, length, head, tail));
  };
  if (length >= kLettersForHalves) {
    add(Make::kRunHead, length / 2 - 1, 0);
    add(Make::kRunTail, 0, length - length / 2);
    return;
  }
  add(Make::kRunHead, most_letters(length), 0);
  add(Make::kRunTail, 0, most_letters(length));
  add(Make::kRunEnds, fewest_letters(length), fewest_letters(length));
}

void cut_keys(NameView name, NameKeys& out) {
  run_key(Make::kCutName, name, names::LetterRun::Part::kFromName, names::kShortestCutName,
          names::kShortestCutName, out);
}

// Two spellings of two letters may be two edits apart and have nothing in common. That counts only
// where the word itself is longer than its spelling, which is rare.
bool has_short_spelling(NameView name, const Word& word) {
  return name.any_spelling(
      word, [](std::string_view spelling) { return spelling.size() <= kMaxDeletions; });
}
bool is_longer_than_spelled(const Word& word) {
  return word.length > kMaxDeletions;
}

// A word of an organisation may be cut short to so many letters, and by so many
// (names/comparing/relation.cc): a word of the tables, to something that is none.
constexpr std::size_t kShortestCut = 4;
constexpr std::size_t kFewestCutOff = 3;

bool may_be_cut_short(Kind kind, const Word& word) {
  return kind == Kind::kOrganisation && word.row_count != 0 && word.role != Role::kPlace;
}
bool may_be_what_is_left(Kind kind, const Word& word) {
  return kind == Kind::kOrganisation && word.row_count == 0 && word.role == Role::kName &&
         word.latin_length >= kShortestCut;
}
// A word of an organisation without its vowels (names/comparing/relation.cc): one that has none
// is found by one that has them, and the other way round.
void consonant_keys(NameView name, const Word& word, bool listed, WordKeys& out) {
  const Kind kind = name.kind();
  if (kind == Kind::kThing || word.latin_count == 0) return;
  const std::string_view latin = name.latin(word);
  if (kind == Kind::kPerson ? names::is_vowelless(word) : names::is_without_vowels(latin, kind)) {
    out.add(make_key(listed ? Make::kWithoutVowels : Make::kConsonants, name.kind(), latin));
    return;
  }
  std::string consonants(latin.substr(0, 1));
  for (const char c : latin.substr(std::min<std::size_t>(latin.size(), 1)))
    if (!names::is_dropped_vowel(c)) consonants += c;
  if (names::is_without_vowels(consonants, kind))
    out.add(make_key(listed ? Make::kConsonants : Make::kWithoutVowels, name.kind(), consonants));
}

// Calls visit(beginning) for what a word may be cut short to.
template <class Visit>
void for_each_beginning(std::string_view letters, const Visit& visit) {
  for (std::size_t length = kShortestCut; length + kFewestCutOff <= letters.size(); ++length)
    visit(letters.substr(0, length));
}

}  // namespace

void listed_word_keys(NameView name, WordKeys& out) {
  const Word& word = name.words()[0];
  shared_keys(name, word, out);
  const bool own_script = has_own_script(word);
  const bool latin = word.script == static_cast<std::uint8_t>(text::Script::Latin);
  add_spellings(name, word, Make::kOneEdit, 1, out);
  add_spellings(name, word, latin ? Make::kTwoEditsLatin : Make::kTwoEditsOther, 2, out);
  if (own_script) {
    add_native(name, word, Make::kOneEditNative, 1, out);
    add_native(name, word, Make::kTwoEditsNative, 2, out);
  }
  skeleton_keys(name.kind(), word, word.flags & names::kConsonantal, out);
  ear_keys(name, word, is_written_by_ear(word), out);
  consonant_keys(name, word, true, out);
  if (word.role == Role::kInitial) initial_keys(name, word, out);
  if (may_be_cut_short(name.kind(), word))
    for_each_beginning(name.latin(word), [&](std::string_view beginning) {
      out.add(make_key(Make::kBeginning, name.kind(), beginning));
    });
  if (!has_short_spelling(name, word)) return;
  out.add(make_key(Make::kShort, name.kind(), 0));
  if (is_longer_than_spelled(word)) out.add(make_key(Make::kShortOfLonger, name.kind(), 0));
}

namespace {

void alike_keys(NameView name, const Word& word, WordKeys& out) {
  shared_keys(name, word, out);
  name.any_spelling(word, [&](std::string_view spelling) {
    const Letters letters = ascii_letters(spelling);
    Variants(Make::kOneEdit, name.kind(), letters).add_same(out);
    return false;
  });
  skeleton_keys(name.kind(), word, !(word.flags & names::kConsonantal), out);
  ear_keys(name, word, !is_written_by_ear(word), out);
  consonant_keys(name, word, false, out);
  if (word.role == Role::kName || word.role == Role::kCompound) initial_keys(name, word, out);
}

bool may_have_edits(NameView name, const Word& word, int edits, bool between_scripts) {
  return names::least_edit_cost(word, name.kind(), edits, between_scripts) < names::kNoEdits;
}

void near_keys(NameView name, const Word& word, WordKeys& out) {
  add_spellings(name, word, Make::kOneEdit, 1, out);
  if (has_own_script(word)) add_native(name, word, Make::kOneEditNative, 1, out);
  // Words of other scripts; of many short words none is so far away.
  const bool may_have_two = may_have_edits(name, word, 2, true);
  if (may_have_two) add_spellings(name, word, Make::kTwoEditsOther, 2, out);
  if (may_have_two && word.script != static_cast<std::uint8_t>(text::Script::Latin))
    add_spellings(name, word, Make::kTwoEditsLatin, 2, out);
  if (may_be_what_is_left(name.kind(), word))
    out.add(make_key(Make::kBeginning, name.kind(), name.latin(word)));
  if (may_be_cut_short(name.kind(), word))
    for_each_beginning(name.latin(word), [&](std::string_view beginning) {
      out.add(spelling_key(name.kind(), beginning));
    });
  if (!has_short_spelling(name, word)) return;
  out.add(make_key(Make::kShortOfLonger, name.kind(), 0));
  if (is_longer_than_spelled(word)) out.add(make_key(Make::kShort, name.kind(), 0));
}

}  // namespace

void query_word_keys(NameView name, const Word& word, Reach reach, WordKeys& out) {
  switch (reach) {
    case Reach::kAlike:
      return alike_keys(name, word, out);
    case Reach::kOneEdit:
      return near_keys(name, word, out);
    case Reach::kTwoEdits:
      if (!may_have_edits(name, word, 2, false)) return;
      if (has_own_script(word)) return add_native(name, word, Make::kTwoEditsNative, 2, out);
      if (word.script == static_cast<std::uint8_t>(text::Script::Latin))
        add_spellings(name, word, Make::kTwoEditsLatin, 2, out);
  }
}

void same_word_keys(NameView name, const Word& word, WordKeys& out) {
  out.add(make_key(Make::kForm, name.kind(), word.form_hash));
}

void joined_word_keys(Kind kind, std::string_view letters, std::string_view native, WordKeys& out) {
  if (!letters.empty()) {
    const Letters first = ascii_letters(letters);
    Variants variants(Make::kOneEdit, kind, first);
    if (letters.size() >= names::kJoinLettersForEdit)
      variants.add_all(1, out);
    else
      variants.add_same(out);
  }
  out.add(make_key(Make::kForm, kind, names::stable_hash(native.substr(0, 255))));
}

void listed_name_keys(NameView name, NameKeys& out) {
  const auto words = name.words();
  const Kind kind = name.kind();
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    Joined joined;
    for (std::size_t i = begin; i < words.size() && i < begin + names::kLongestJoin; ++i) {
      if (!can_be_joined(words[i], kind)) break;
      joined.append(name, words[i]);
      if (i > begin) joined_name_keys(kind, joined, out);
    }
  }
  if (kind == Kind::kPerson && words.size() == names::kWordsThatTurn) {
    Joined turned;
    turned.append(name, words[1]);
    turned.append(name, words[0]);
    joined_name_keys(kind, turned, out);
  }
  initials_keys(name, out);
  if (kind == Kind::kPerson) return;
  letter_keys(name, out);
  cut_keys(name, out);
  const RunText run(name);
  if (run.size + 1 >= names::kShortestRunWithEdit) edited_run_keys(kind, run.text(), run.size, out);
}

void query_letter_keys(NameView name, NameKeys& out) {
  letter_keys(name, out);
  if (names::may_be_cut(name)) cut_keys(name, out);
  const RunText run(name);
  if (run.size < names::kShortestRunWithEdit - 1) return;
  for (std::size_t length = run.size - 1; length <= run.size + 1; ++length)
    edited_run_keys(name.kind(), run.text(), length, out);
  add_swapped_keys(Make::kRunEnds, name.kind(), run.text(), out);
}

// A word with one letter more is that word with another letter at its end, or what stands there is
// the last letter of the word; and the same at the beginning.
void query_join_keys(NameView name, const Word& word, bool meets_itself, NameKeys& out) {
  const Kind kind = name.kind();
  if (word.latin_count == 0) {
    out.add(make_key(Make::kJoinedNative, kind, name.form(word)));
    return;
  }
  name.any_spelling(word, [&](std::string_view s) {
    if (s.size() < names::kJoinLettersForEdit) out.add(make_key(Make::kJoined, kind, s));
    for (std::size_t length = s.size() - 1; length <= s.size() + 1; ++length) {
      if (length < names::kJoinLettersForEdit) continue;
      const bool is_itself = meets_itself && length == s.size() + 1 && s == name.form(word);
      add_joined_keys(
          kind, s, length,
          [&](Key key, std::string_view, bool at_end) {
            if (is_itself)
              key.lone = static_cast<std::uint8_t>(Key::rest_code(at_end ? s.back() : s.front()));
            return key;
          },
          out);
    }
    if (s.size() >= names::kJoinLettersForEdit) add_swapped_keys(Make::kJoinedEnds, kind, s, out);
    return false;
  });
}

Initials initials_of(NameView name) {
  Initials out;
  for (const Word& word : name.words()) {
    const bool own = word.script == static_cast<std::uint8_t>(text::Script::Latin);
    const std::string_view text = own ? name.form(word) : name.latin(word);
    if (text.empty()) return {};
    // A phrase of the tables is one word here and several in the acronym.
    for (std::size_t i = 0; i < text.size() && out.count < Initials::kMost; ++i) {
      if (i > 0 && text[i - 1] != ' ') continue;
      out.letter[out.count] = text[i];
      out.optional[out.count++] = is_left_out_of_initials(word);
    }
  }
  return out;
}

std::size_t words_that_count(NameView name) {
  const auto words = name.words();
  return words.size() - static_cast<std::size_t>(std::ranges::count_if(
                            words, [](const Word& word) { return is_left_out_of_initials(word); }));
}

void acronym_keys(std::string_view letters, std::vector<Key>& out) {
  if (letters.size() < kShortestAcronym) return;
  if (letters.size() > kLongestAcronym) {
    out.push_back(many_words_key(letters));
    return;
  }
  for (std::size_t choice = 0; choice < (std::size_t{1} << letters.size()); ++choice) {
    std::array<char, kLongestAcronym> kept;
    std::array<char, kLongestAcronym> others;
    std::size_t count = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      kept[count] = others[i - count] = letters[i];
      count += choice >> i & 1;
    }
    const std::size_t left_out = letters.size() - count;
    if (count < kFewestKept || left_out > kMostLeftOut) continue;
    // Each letter left out is that of a word that was left out of the initials.
    for (std::size_t more = left_out; more <= kMostLeftOut; ++more)
      out.push_back(initials_key({kept.data(), count}, more, {others.data(), left_out}));
  }
  for (std::size_t i = 0; i < letters.size(); ++i)
    if (letters.find(letters[i]) == i)
      for (std::size_t count = kFewestKept; count <= letters.size() - i; ++count)
        out.push_back(many_left_out_key(letters[i], count, letters));
}

Key spelling_key(Kind kind, std::string_view letters) {
  const Letters first = ascii_letters(letters);
  KeyList<1> key;
  Variants(Make::kOneEdit, kind, first).add_same(key);
  return key.keys()[0];
}

}  // namespace vedette::catalogue
