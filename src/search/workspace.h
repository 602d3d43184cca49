#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "catalogue/catalogue.h"
#include "catalogue/keys.h"
#include "search/ranking.h"

namespace vedette::search {

// What a listed word is to the words of one query.
struct WordFacts {
  const names::Word* word = nullptr;
  std::uint32_t related = 0;  // words of the query it relates to
  std::uint32_t joined = 0;   // words of the query that make it up when written as one
  std::uint8_t weight = 0;
  std::uint8_t left_weight = 0;
  bool is_name = false;
  std::array<std::uint8_t, names::kMaxWords> cost;  // least cost of each relation, or kUnrelated
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
  // True the first time for a name.
  bool mark(std::uint32_t name) {
    std::uint64_t& bits = marks_[name / 64];
    const std::uint64_t bit = std::uint64_t{1} << name % 64;
    if (bits & bit) return false;
    if (bits == 0) touched_names_.push_back(name / 64);
    bits |= bit;
    return true;
  }

  catalogue::NameAssembler assembler;
  catalogue::WordKeys word_keys;
  catalogue::NameKeys name_keys;
  std::vector<catalogue::Key> acronym_keys;
  std::vector<std::uint32_t> found;
  std::vector<ScoredName> passed;

 private:
  std::vector<std::uint32_t> place_;
  std::vector<std::uint32_t> touched_words_;
  std::vector<WordFacts> facts_;
  std::size_t used_ = 0;
  std::vector<std::uint64_t> marks_;
  std::vector<std::uint32_t> touched_names_;
};

}  // namespace vedette::search
