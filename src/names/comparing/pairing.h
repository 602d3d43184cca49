#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "names/comparing/relation.h"
#include "names/comparing/tally.h"
#include "names/words/analysed_name.h"

namespace vedette::names {

// A person's name of two words may be written as one with the family name first: PutinVladimir.
inline constexpr std::size_t kWordsThatTurn = 2;
// At most this many neighbouring words are written as one.
inline constexpr std::size_t kLongestJoin = 3;
// Joined words must be at least this long before an edit is forgiven in them.
inline constexpr std::size_t kJoinLettersForEdit = 6;

// How much of a name a word is, in tenths of a full name; 0 for words that say nothing.
int weight_of(const Word& word, Kind kind);
// What of it a word adds to the part of its side that is left when it meets nothing.
int left_weight(const Word& word, std::uint16_t place_flags, Kind kind);

// Letters that two words have in common at most; of words written as one those of the one word.
int letters_met(const Meeting& meeting, std::span<const Word> query, std::span<const Word> listed);

// Which words of two names meet. Words that are written together on one side are joined first, then
// the rest is paired so that as much as possible meets, as cheaply as possible.
class Pairing {
 public:
  Pairing(NameView query, NameView listed) : query_(query), listed_(listed) {}

  // Fills the tally's meetings. False when not a single word meets another.
  bool pair(Tally& tally);

  // The work ran out: some words were not compared in every way.
  bool work_spent() const { return work_.spent(); }
  int work() const { return work_.used(); }
  NameView query() const { return query_; }
  NameView listed() const { return listed_; }
  bool query_met(std::size_t i) const { return query_met_ >> i & 1; }
  bool listed_met(std::size_t j) const { return listed_met_ >> j & 1; }
  // The relation between two words, whether or not they were paired.
  const Relation& relation(std::size_t i, std::size_t j) const { return relations_[i][j]; }

 private:
  // Neighbouring words of one side, written as one.
  struct Span {
    bool on_query;
    bool turned;  // the last word first
    std::size_t begin;
    std::size_t count;
  };
  static constexpr std::size_t kMostSpans = kMaxWords * (kLongestJoin - 1);
  // Their letters, put together when they are first asked for.
  struct JoinedLetters {
    std::array<char, kLongestJoin * 256> latin;
    std::array<char, kLongestJoin * 256> native;
    std::size_t latin_size = 0;
    std::size_t native_size = 0;
    bool filled = false;
  };

  bool relate_all();
  bool join_words(Tally& tally);
  // Calls visit(span) for all neighbours.
  template <class Visit>
  void for_each_span(bool on_query, const Visit& visit) const;
  // A bit for each word of the other side that the span may make up.
  std::uint32_t possible_targets(const Span& span) const;
  bool try_joins(const Span& span, std::uint32_t targets, std::size_t edits, Tally& tally);
  bool can_join(const Span& span) const;
  bool try_join(const Span& span, std::size_t target, std::size_t edits, JoinedLetters& letters,
                Tally& tally);
  void fill(const Span& span, JoinedLetters& letters) const;
  Relation joined_relation(const Span& span, const Word& target, std::size_t edits,
                           const JoinedLetters& letters);
  void note(std::size_t i, std::size_t j, const Relation& relation);
  void assign(Tally& tally);
  bool met(bool on_query, std::size_t word) const {
    return on_query ? query_met(word) : listed_met(word);
  }

  NameView query_;
  NameView listed_;
  Work work_;
  std::uint32_t query_met_ = 0;
  std::uint32_t listed_met_ = 0;
  // Of each side: the words that are written so on the other side, and the least that each costs.
  std::array<std::uint32_t, 2> exact_{};
  std::array<std::array<std::uint8_t, kMaxWords>, 2> cheapest_;
  std::array<std::array<Relation, kMaxWords>, kMaxWords> relations_;
};

}  // namespace vedette::names
