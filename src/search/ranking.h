#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "catalogue/catalogue.h"
#include "names/words/analysed_name.h"
#include "search/filter.h"
#include "search/party_map.h"
#include "search/query.h"

namespace vedette::search {

struct Identified;

// A name that reached the threshold.
struct ScoredName {
  std::uint32_t profile;
  std::uint32_t name;
  std::uint16_t ordinal;
  std::uint8_t score;
  bool truncated;
  names::Kind kind;
  std::uint8_t asked = 0;   // which of the question's names
  std::uint32_t party = 0;  // of the profile; rank() fills it in
};

// A name that passed for several names of a question stays for the one it met best, the first of
// these.
void keep_best_of_each_name(std::vector<ScoredName>& passed);

// The score of one listed name, by the best of the question's names as its kind.
ScoredName score_of_name(std::span<const names::AnalysedName> questions,
                         const catalogue::Catalogue& catalogue, std::uint32_t name,
                         catalogue::NameAssembler& assembler);
// Which of two names of one party stands first.
bool comes_before(const ScoredName& a, const ScoredName& b);

// Groups names by party, orders the parties (agreeing identifier, score, evidence, resource id)
// and cuts the page. The order is total, so that pages are stable; the order of `passed` does not
// matter. `known`: what search/identified.h found. Of the parties among them that are hits
// whatever their names are and have no name that passed, `passed` has the best name below the
// threshold, if any.
void rank(const catalogue::Catalogue& catalogue, const PartyMap* parties, const Filter& filter,
          const Query& query, std::span<const Identified> known, std::vector<ScoredName>& passed,
          Results& results);

}  // namespace vedette::search
