#pragma once

#include <cstdint>

#include "names/comparing/relation.h"
#include "names/words/analysed_name.h"

namespace vedette::names {

// What an index knows of a listed name before it is scored. An index looks up, for each word of the
// query, the listed names that have a word it is related to. These are the relations to enumerate;
// docs/matching.md describes each:
//   equal form, shared spelling, shared table row, shared phonetic key, equal consonant skeleton,
//   equal letters in another order, edit distance (is_indexed() below), initial and word, equal
//   number, a word cut short, two or three neighbours joined into one word (at most one edit),
//   acronym.
// More bits than are true only loosen the bound; a missing bit would break it.
struct RelatedWords {
  std::uint32_t related = 0;  // query words with a relation to some word of the listed name
  std::uint32_t joined = 0;   // those of them that meet a joined word, or are joined themselves
  bool acronym = false;       // one of the names may be the initials of the other
};

// Every relation is looked up by an index except one: two edits between words of one script of
// which the shorter has at most this many letters. There are too many such neighbours, and they
// matter only beside words that are found otherwise; upper_bound() allows for them.
inline constexpr int kUnindexedEditLetters = 4;
bool is_indexed(const Relation& relation, const Word& a, const Word& b);

// No listed name whose relations to the query are these scores more than this.
int upper_bound(NameView query, const RelatedWords& words);

// The relations of two names, found by trying all: what an index must find at least. Slow.
RelatedWords related_words(NameView query, NameView listed);

}  // namespace vedette::names
