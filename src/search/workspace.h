#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/prefetch.h"
#include "catalogue/catalogue.h"
#include "catalogue/keys.h"
#include "catalogue/sketch.h"
#include "names/comparing/pairing.h"
#include "search/ranking.h"
#include "search/word_notes.h"

namespace vedette::search {

// What a listed word is to the words of one query.
struct WordFacts {
  std::uint32_t compared = 0;  // words of the query it was compared with
  std::uint32_t related = 0;   // words of the query it relates to
  std::uint32_t joined = 0;    // words of the query that make it up when written as one
  std::uint8_t weight = 0;
  std::uint8_t left_weight = 0;
  bool is_name = false;
  bool is_office = false;
  std::array<std::uint8_t, names::kMaxWords> cost;  // least cost of each relation
};

// A listed word that relates to a word of the query, at this cost at least.
struct Related {
  std::uint32_t word;
  std::uint8_t cost;
};

// Neighbouring words of the query, written as one.
struct JoinedText {
  std::string letters;
  std::string native;
  std::uint32_t words = 0;  // as bits
  std::size_t keys = 0;     // of Workspace::word_keys, up to its last

  std::size_t most_edits() const { return letters.size() >= names::kJoinLettersForEdit ? 1 : 0; }
};
// The texts of one query, so that their memory is used over and over.
class JoinedTexts {
 public:
  void clear() { count_ = 0; }
  JoinedText& add() {
    if (count_ == texts_.size()) texts_.emplace_back();
    JoinedText& text = texts_[count_++];
    text.letters.clear();
    text.native.clear();
    return text;
  }
  void take_back() { --count_; }
  std::span<const JoinedText> all() const { return {texts_.data(), count_}; }

 private:
  std::vector<JoinedText> texts_;
  std::size_t count_ = 0;
};

// A listed word that one of them may be.
struct JoinedWord {
  std::uint32_t text;
  std::uint32_t word;

  auto operator<=>(const JoinedWord&) const = default;
};

// A listed name whose neighbouring words may make up a word of the query.
struct JoinedName {
  std::uint32_t name;
  std::uint32_t word;

  auto operator<=>(const JoinedName&) const = default;
};

// A name that may pass by what its posting tells, and the word whose posting it is.
struct LikelyName {
  const catalogue::Posting* posting;
  std::uint32_t word;
};

// One that may pass by the signs of its words too.
struct KeptName {
  const catalogue::Posting* posting;
  std::uint32_t word;
  // The words that have to be read to tell more: a bit for each that the posting tells beside its
  // own, and kOwnWord; or kUnknown.
  std::uint8_t open;

  static constexpr std::uint8_t kOwnWord = 1 << (catalogue::kOtherWords + 1);
  static constexpr std::uint8_t kUnknown = 0xFF;  // not all words stand in the posting

  // Calls visit(word) for those beside its own.
  template <class Visit>
  void for_each_open(const Visit& visit) const {
    if (open == 0 || open == kUnknown) return;
    unsigned place = 0;
    catalogue::for_each_other_word(*posting, [&](std::uint32_t other) {
      if (open >> place++ & 1) visit(other);
    });
  }
};

// A name all of whose words are to be compared, and what they weigh.
struct WeighedName {
  std::uint32_t name;
  std::uint8_t weight;
};

// Those that are found are written behind those that are there, without looking whether there is
// room for each.
class LikelyNames {
 public:
  std::size_t size() const { return count_; }
  std::span<const LikelyName> all() const { return {names_.data(), count_}; }
  void clear() { count_ = 0; }
  LikelyName* room_for(std::size_t more) {
    // One more than are kept is written.
    if (names_.size() <= count_ + more) names_.resize(2 * (count_ + more) + 1);
    return names_.data() + count_;
  }
  void end_at(const LikelyName* end) { count_ = static_cast<std::size_t>(end - names_.data()); }

 private:
  std::vector<LikelyName> names_;
  std::size_t count_ = 0;
};

// A cache of decisions: what is known of a name, and whether it may pass. Ranges are numbered, so
// that an entry of another range is never valid and nothing has to be cleared.
class Decisions {
 public:
  std::uint64_t new_range() { return ++ranges_; }
  template <class WorkOut>
  bool decide(std::uint64_t known, std::uint64_t range, const WorkOut& work_out) {
    Decided& own = decided_[(known * 0x9E3779B97F4A7C15U) >> 55];
    if (own.known != known || own.answer / 2 != range) own = {known, 2 * range + work_out()};
    return own.answer % 2 != 0;
  }

 private:
  struct Decided {
    std::uint64_t known = 0;
    std::uint64_t answer = 0;  // twice the range, and whether it passes
  };
  std::array<Decided, 512> decided_{};
  std::uint64_t ranges_ = 0;
};

struct SearchPlan;

// Memory that searches use over and over, so that none is allocated per candidate. One per thread;
// any catalogue.
class Workspace {
 public:
  // Room for every word and name of the catalogue; all marks off.
  void prepare(const catalogue::Catalogue& catalogue);
  // Forgets the words of one query.
  void forget_words();
  void forget_names();

  // The facts of a word if they are known in this query, else null.
  WordFacts* known(std::uint32_t word) {
    const std::uint32_t number = notes_.of(word).facts;
    return number == 0 ? nullptr : &facts_[number - 1];
  }
  WordFacts& add(std::uint32_t word) {
    if (used_ == facts_.size()) facts_.resize(facts_.size() * 2 + 256);
    notes_.note(word).facts = static_cast<std::uint32_t>(++used_);
    return facts_[used_ - 1];
  }
  // Which words of the query a listed word was found for; and the bits of those that carry
  // weight: eight in all, which more of them share.
  std::uint32_t related_to(std::uint32_t word) const { return notes_.of(word).related_to; }
  std::uint8_t hits(std::uint32_t word) const { return notes_.of(word).hits; }
  void note_related(std::uint32_t word, std::uint32_t bit, std::uint8_t hit_bit) {
    WordNote& own = notes_.note(word);
    own.related_to |= bit;
    own.hits = static_cast<std::uint8_t>(own.hits | hit_bit);
    wide_hits_[word] = static_cast<std::uint8_t>(wide_hits_[word] | hit_bit);
  }
  // The same with those that it was found for although they are two edits away (note_far), and the
  // bits of note_special().
  std::uint8_t wide_hits(std::uint32_t word) const { return wide_hits_[word]; }
  // The bits of the words of the query that make it up when they are written as one.
  void note_made_up_of(std::uint32_t word, std::uint8_t hit_bits) {
    WordNote& own = notes_.note(word);
    own.made_up_of = static_cast<std::uint8_t>(own.made_up_of | hit_bits);
  }
  // hits() and these.
  std::uint8_t joined_hits(std::uint32_t word) const {
    const WordNote& own = notes_.of(word);
    return static_cast<std::uint8_t>(own.hits | own.made_up_of);
  }

  // Which words of the query a listed word may relate to although it was not found for them, by
  // their bits: not worked out yet, by its sign, or because it was compared.
  static constexpr std::uint16_t kNearBits = 0xFF;
  static constexpr std::uint16_t kBySign = 1 << 8;
  static constexpr std::uint16_t kCompared = 1 << 9;
  // It carries weight and may relate to a word of the query that does not.
  static constexpr std::uint16_t kMeetsLight = 1 << 10;
  // A word of the query narrows it or is narrowed by it (Listed::may_put_aside).
  static constexpr std::uint16_t kPutAside = 1 << 11;
  static constexpr std::uint16_t kNear = kNearBits | kMeetsLight | kPutAside;
  std::uint16_t near(std::uint32_t word) const { return near(word, notes_.of(word)); }
  // The same where its note was looked up.
  std::uint16_t near(std::uint32_t word, const WordNote& own) const {
    return static_cast<std::uint16_t>(own.near | (wide_hits_[word] & ~own.hits & word_bits_));
  }
  // Until something is noted.
  const WordNote& note_of(std::uint32_t word) const { return notes_.of(word); }
  // Whether it was found for a word of the query with this bit, perhaps although they are two edits
  // away.
  bool is_found_for(std::uint32_t word, std::uint8_t hit_bit) const {
    return (wide_hits_[word] & hit_bit) != 0;
  }
  // A word that was found for a word of the query although it is two edits away. There are often
  // hundreds, of which few are needed, so that one byte is all that is noted of them.
  void note_far(std::uint32_t word, std::uint8_t hit_bit) {
    if (far_words_.size() <= far_count_) far_words_.resize(2 * far_count_ + 1);
    std::uint8_t& own = wide_hits_[word];
    far_words_[far_count_] = word;
    far_count_ += own == 0;
    own = static_cast<std::uint8_t>(own | hit_bit);
  }
  // kMeetsLight or kPutAside, and the bit that tells postings of it, if there is one; no word of
  // the query has that.
  void note_special(std::uint32_t word, std::uint16_t bit, std::uint8_t hit_bit) {
    word_bits_ = static_cast<std::uint8_t>(word_bits_ & ~hit_bit);
    WordNote& own = notes_.note(word);
    own.near = static_cast<std::uint16_t>(own.near | bit);
    wide_hits_[word] = static_cast<std::uint8_t>(wide_hits_[word] | hit_bit);
  }
  // `bits` are not 0.
  void note_near(std::uint32_t word, std::uint16_t bits) { notes_.note(word).near = bits; }
  // wide_hits() of all words.
  const std::uint8_t* all_wide_hits() const { return wide_hits_.data(); }
  void prefetch_hits(std::uint32_t word) const { base::prefetch(&wide_hits_[word]); }

  // Leaves each of the words from `first` on and before `last` once, in the order they came: there
  // are often thousands, which would take long to sort.
  void leave_once(std::vector<std::uint32_t>& words, std::uint32_t first, std::uint32_t last);

  // True the first time for a name.
  bool mark(std::uint32_t name) {
    std::uint64_t& bits = marks_[name / 64];
    const std::uint64_t bit = std::uint64_t{1} << name % 64;
    if (bits & bit) return false;
    if (bits == 0) touched_names_.push_back(name / 64);
    bits |= bit;
    return true;
  }

  void prefetch_mark(std::uint32_t name) const { base::prefetch(&marks_[name / 64]); }

  catalogue::NameAssembler assembler;
  catalogue::WordKeys word_keys;
  catalogue::NameKeys name_keys;
  std::vector<catalogue::Key> acronym_keys;
  std::vector<std::uint32_t> found;
  std::vector<char> blob;
  JoinedTexts joined_texts;
  std::vector<JoinedWord> joined_words;
  std::vector<JoinedName> joined_names;
  LikelyNames likely;
  Decisions decisions;
  std::vector<KeptName> kept;
  std::vector<LikelyName> joined;
  std::vector<WeighedName> closer;
  // Of each word of the query: listed words that are written so, and those that relate to it.
  std::array<std::vector<std::uint32_t>, names::kMaxWords> same;
  std::array<std::vector<Related>, names::kMaxWords> related;
  std::vector<Related> followed;
  std::vector<ScoredName> passed;
  // Where a search notes what it does (search/search_plan.h); null: nowhere. The caller owns it.
  SearchPlan* plan = nullptr;

 private:
  WordNotes notes_;
  // What is read for every posting is one byte, so that all of them stay in the caches.
  std::vector<std::uint8_t> wide_hits_;
  std::uint8_t word_bits_ = 0xFF;         // those of wide_hits_ that words of the query may have
  std::vector<std::uint32_t> far_words_;  // the first far_count_
  std::size_t far_count_ = 0;
  std::vector<std::uint64_t> seen_;  // a bit per word; all off between two calls
  std::vector<WordFacts> facts_;
  std::size_t used_ = 0;
  std::vector<std::uint64_t> marks_;
  std::vector<std::uint32_t> touched_names_;
};

}  // namespace vedette::search
