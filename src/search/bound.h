#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "names/analysed_name.h"
#include "names/costs.h"

namespace vedette::search {

// No relation: dearer than anything.
inline constexpr int kUnrelated = 255;

// The words of a listed name, as far as they decide how much it can score.
struct ListedWord {
  const names::Word* word;
  std::uint16_t place_flags;
};

// What is known of a listed name before it is scored.
struct Candidate {
  // For each word of the query the least that meeting some word of the name can cost.
  std::array<std::uint8_t, names::kMaxWords> cost;
  std::uint32_t joined = 0;  // words of the query that may be joined to make up a listed word
  int joins = 0;             // listed words that may be made up so
  int matched = 0;           // weight of the listed words that relate to something
  int matched_names = 0;     // how many of them may_support()
  int left = 0;              // weight of those that relate to nothing
  std::array<ListedWord, names::kMaxWords> unrelated;
  std::size_t unrelated_count = 0;
};

// How little a name can cost, given which of its words relate to those of the query. Made from the
// scorer's own constants; docs/search.md proves it, search_test.cc holds the answers against a
// scan.
class Bound {
 public:
  explicit Bound(names::NameView query);

  // No name of which this is known costs less. Not for names in which neighbouring listed words
  // make up a word of the query.
  int least_cost(const Candidate& candidate) const;

  // No name costs less in which each word i of the query is met at `least[i]` or more, if at all,
  // and no words are joined. Words that carry no weight are ignored.
  int least_cost_of_rest(const std::array<int, names::kMaxWords>& least) const;

  // Weight of a word of the query; words without any are not looked up.
  int weight(std::size_t word) const { return weight_[word]; }
  int total_weight() const { return total_; }

 private:
  int least_person_cost(const Candidate& candidate) const;
  int least_organisation_cost(const Candidate& candidate) const;
  int person_penalty(int left, bool lone) const;
  int contradiction(int contradicted, int matched) const;

  names::NameView query_;
  names::Kind kind_;
  std::size_t count_ = 0;
  int total_ = 0;
  std::array<int, names::kMaxWords> weight_{};
  std::array<bool, names::kMaxWords> is_name_{};          // may_support()
  std::size_t light_names_ = 0;                           // those without weight
  std::array<bool, names::kMaxWords> may_stand_alone_{};  // with an office: President Erdogan
};

// Whether a word that meets another may count as a name beside a lone one: names, and particles
// such as abu. Titles and the like do not.
bool may_support(const names::Word& word);

// The weight a word adds to what its side has left when it meets nothing.
int left_weight(const names::Word& word, std::uint16_t place_flags, names::Kind kind);

}  // namespace vedette::search
