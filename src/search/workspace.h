#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "catalogue/catalogue.h"
#include "catalogue/keys.h"
#include "search/ranking.h"

namespace vedette::search {

// What a listed word is to the words of one query.
struct WordFacts {
  const names::Word* word = nullptr;
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

// A posting whose name can pass by the words of the query that were found in it.
struct Likely {
  const catalogue::Posting* posting;
  std::uint8_t hits;
};

// A listed name whose neighbouring words may make up a word of the query.
struct JoinedName {
  std::uint32_t name;
  std::uint32_t word;

  auto operator<=>(const JoinedName&) const = default;
};

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
    const std::uint32_t at = place_[word];
    return at == 0 ? nullptr : &facts_[at - 1];
  }
  WordFacts& add(std::uint32_t word) {
    if (used_ == facts_.size()) facts_.resize(facts_.size() * 2 + 256);
    place_[word] = static_cast<std::uint32_t>(++used_);
    touched_words_.push_back(word);
    return facts_[used_ - 1];
  }
  // Which words of the query a listed word was found for; and the bits of the first eight of them.
  std::uint32_t related_to(std::uint32_t word) const { return marked_[word].related_to; }
  // Most words have none, and that is known of all words in very little memory.
  std::uint8_t hits(std::uint32_t word) const {
    return has_hits_[word / 64] >> word % 64 & 1 ? marked_[word].hits : std::uint8_t{0};
  }
  void note_related(std::uint32_t word, std::uint32_t bit, std::uint8_t hit_bit) {
    Marked& own = marked(word);
    own.related_to |= bit;
    own.hits = static_cast<std::uint8_t>(own.hits | hit_bit);
    if (hit_bit != 0) has_hits_[word / 64] |= std::uint64_t{1} << word % 64;
  }
  void note_made_up_of(std::uint32_t word, std::uint8_t hit_bits) {
    Marked& own = marked(word);
    own.made_up_of = static_cast<std::uint8_t>(own.made_up_of | hit_bits);
    if (hit_bits != 0) has_hits_[word / 64] |= std::uint64_t{1} << word % 64;
  }
  // Both.
  std::uint8_t joined_hits(std::uint32_t word) const {
    return has_hits_[word / 64] >> word % 64 & 1
               ? static_cast<std::uint8_t>(marked_[word].hits | marked_[word].made_up_of)
               : std::uint8_t{0};
  }
  void prefetch_word(std::uint32_t word) const { __builtin_prefetch(&marked_[word]); }

  // Which of the first eight words of the query a listed word may relate to although it was not
  // found for them: not worked out yet, by its sign, or because it was compared.
  static constexpr std::uint16_t kNearBits = 0xFF;
  static constexpr std::uint16_t kBySign = 1 << 8;
  static constexpr std::uint16_t kCompared = 1 << 9;
  // It carries weight and may relate to a word of the query that does not.
  static constexpr std::uint16_t kMeetsLight = 1 << 10;
  static constexpr std::uint16_t kNear = kNearBits | kMeetsLight;
  std::uint16_t near(std::uint32_t word) const { return marked_[word].near; }
  // What is known of them for all words before the first is asked for: the bits of words of the
  // query that it was found for although they are two edits away, and kMeetsLight.
  std::uint16_t far(std::uint32_t word) const {
    return has_far_[word / 64] >> word % 64 & 1
               ? static_cast<std::uint16_t>(marked_[word].near & kNear)
               : std::uint16_t{0};
  }
  void note_far(std::uint32_t word, std::uint16_t bit) {
    Marked& own = marked(word);
    own.near = static_cast<std::uint16_t>(own.near | bit);
    has_far_[word / 64] |= std::uint64_t{1} << word % 64;
  }
  void note_near(std::uint32_t word, std::uint16_t bits) { marked(word).near = bits; }

  // True the first time for a name.
  bool mark(std::uint32_t name) {
    std::uint64_t& bits = marks_[name / 64];
    const std::uint64_t bit = std::uint64_t{1} << name % 64;
    if (bits & bit) return false;
    if (bits == 0) touched_names_.push_back(name / 64);
    bits |= bit;
    return true;
  }

  void prefetch_mark(std::uint32_t name) const { __builtin_prefetch(&marks_[name / 64]); }

  catalogue::NameAssembler assembler;
  catalogue::WordKeys word_keys;
  catalogue::NameKeys name_keys;
  std::vector<catalogue::Key> acronym_keys;
  std::vector<std::uint32_t> found;
  std::vector<char> blob;
  std::vector<JoinedName> joined_names;
  std::vector<Likely> likely;
  std::vector<const catalogue::Posting*> kept;
  std::vector<std::uint32_t> closer;
  std::array<std::vector<Related>, names::kMaxWords> related;  // of each word of the query
  std::vector<ScoredName> passed;

 private:
  // All that is asked of a word while postings are passed over, in one place.
  struct Marked {
    std::uint32_t related_to = 0;
    std::uint16_t near = 0;
    std::uint8_t hits = 0;
    std::uint8_t made_up_of = 0;
  };
  static_assert(sizeof(Marked) == 8);
  Marked& marked(std::uint32_t word) {
    Marked& own = marked_[word];
    if (own.related_to == 0 && own.near == 0 && own.made_up_of == 0) noted_.push_back(word);
    return own;
  }

  std::vector<std::uint32_t> place_;
  std::vector<std::uint32_t> touched_words_;
  std::vector<Marked> marked_;
  std::vector<std::uint64_t> has_hits_;
  std::vector<std::uint64_t> has_far_;
  std::vector<std::uint32_t> noted_;
  std::vector<WordFacts> facts_;
  std::size_t used_ = 0;
  std::vector<std::uint64_t> marks_;
  std::vector<std::uint32_t> touched_names_;
};

}  // namespace vedette::search
