#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "search/bound.h"
#include "search/filter.h"
#include "search/query.h"
#include "search/workspace.h"

namespace vedette::search {

// A cap on counted work: a name looked at is one step, a name scored kStepsPerScore.
struct Work {
  std::uint64_t steps = 0;
  std::uint64_t limit = 0;
  std::uint64_t looked_at = 0;
  std::uint64_t scored = 0;
  std::uint64_t words = 0;  // listed words compared with those of the query
  bool scanned = false;

  bool exhausted() const { return steps > limit; }
};
inline constexpr std::uint64_t kStepsPerScore = 8;

// One query as one kind of name, against the partitions of that kind. Finds every name that reaches
// the threshold (docs/search.md):
//   names in which neighbouring words make up a word of the query, by their keys;
//   names of which the query is an acronym, or the other way round;
//   all others through the words that relate to words of the query: of each word of the query only
//   relations up to a certain cost are followed, chosen so that a name without any of them costs
//   more than the threshold allows.
class KindSearch {
 public:
  KindSearch(const catalogue::Catalogue& catalogue, names::NameView asked, const Filter& filter,
             int threshold, Workspace& workspace, Work& work);

  // Appends what passed to workspace.passed. Stops early when the work is exhausted.
  void run(std::span<const catalogue::Partition> partitions);

 private:
  // A listed word that relates to a word of the query.
  struct Related {
    std::uint32_t word;
    std::uint8_t cost;
  };
  // How far the relations of each word are followed: up to cost reach[i], -1 for not at all.
  struct Plan {
    std::array<int, names::kMaxWords> reach;
    std::uint64_t names = 0;  // that will be looked at
    bool complete = false;    // no name outside of it can pass
  };
  using Range = std::pair<std::uint32_t, std::uint32_t>;

  // Words.
  WordFacts& facts(std::uint32_t word);
  std::uint8_t cost_between(const names::Word& asked, std::uint32_t word) const;
  void find_related(std::size_t i);
  void find_cut_short(std::size_t i);
  void find_joined();
  void note_joined(std::size_t begin, std::size_t count);
  std::vector<std::size_t> words_by_rarity() const;

  // Plans.
  Plan plan(const Range& names) const;
  bool is_complete(const std::array<int, names::kMaxWords>& reach) const;
  std::span<const std::uint32_t> postings(std::uint32_t word, const Range& names) const;

  // Names.
  void follow(const Plan& plan, const Range& names);
  void take_joined_names();
  void take_acronyms();
  void take_spelled_acronyms();
  void scan(const Range& names);
  void look_at_each(const Range& names);
  void look_at_all(std::span<const std::uint32_t> names);
  void look_at(std::uint32_t name);
  void take(std::uint32_t name);
  bool can_pass(const catalogue::NameRecord& record);
  bool asks_for(std::uint32_t name) const;

  const catalogue::Catalogue& catalogue_;
  names::NameView asked_;
  const Filter& filter_;
  int threshold_;
  int budget_;
  Workspace& w_;
  Work& work_;
  Bound bound_;
  std::vector<Range> ranges_;
  std::array<std::vector<Related>, names::kMaxWords> related_;
  std::array<bool, names::kMaxWords> looked_up_{};
  std::vector<std::uint32_t> joined_;  // listed words that words of the query make up
  bool too_many_initials_ = false;
};

}  // namespace vedette::search
