#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/format.h"
#include "catalogue/word_index.h"
#include "names/words/analysed_name.h"

namespace vedette::catalogue {

// The listed words that relate to a listed word. The builder computes them for every word that
// occurs in kNamesForRelatives names or more. Most words of a query are such words: the search
// reads their relatives instead of searching and comparing words.
inline constexpr std::uint32_t kNamesForRelatives = 2;

// No relation: dearer than anything.
inline constexpr std::uint8_t kUnrelated = 255;

// The least that it can cost a word of a query to meet a listed word.
std::uint8_t least_cost_between(names::NameView name, const names::Word& asked,
                                names::NameView listed);

// Words of the role take part in the comparison of names of this kind.
inline bool takes_part(names::Role role, names::Kind kind) {
  return role != names::Role::kLegal || kind == names::Kind::kPerson;
}

// Works out the relatives of one word after another.
class RelativesFinder {
 public:
  explicit RelativesFinder(const WordIndex& index);
  // Appends those of `word`, ascending.
  void find(std::uint32_t word, std::vector<Relative>& out);

 private:
  // Leaves those of the words found that are new to this search and on the same shelf.
  void keep_new(Shelf shelf);

  const WordIndex* index_;
  WordKeys room_;
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> compared_;   // found so far
  std::vector<bool> is_compared_;         // by word
  std::vector<std::uint32_t> particles_;  // of all shelves
};

}  // namespace vedette::catalogue
