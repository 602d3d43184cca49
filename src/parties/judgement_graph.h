#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "parties/judged_pair.h"

namespace vedette::parties {

// What people judged, as a graph: whoever is judged the same as one of a group belongs to it, and
// no group may hold two that are judged different.
class JudgementGraph {
 public:
  struct Pair {
    catalogue::ResourceId left = {};
    catalogue::ResourceId right = {};
    auto operator<=>(const Pair&) const = default;
  };
  // In the one order in which a pair is kept.
  static Pair pair_of(const catalogue::ResourceId& a, const catalogue::ResourceId& b);

  // Without looking whether it contradicts others; takes the place of an earlier one on the pair.
  void set(const JudgedPair& judged);

  // The judgements that this one contradicts, its own pair's left out: for `same` a `different`
  // that stands between the two groups; for `different` the judgements by which the two are one.
  // Empty when it fits.
  std::vector<JudgedPair> contradicted_by(const JudgedPair& judged) const;

 private:
  using Neighbours = std::map<catalogue::ResourceId, Verdict>;
  // The way from one to the other along `same`, empty when there is none; `without` is not used.
  std::vector<JudgedPair> way(const catalogue::ResourceId& from, const catalogue::ResourceId& to,
                              const Pair& without) const;
  std::vector<catalogue::ResourceId> group_of(const catalogue::ResourceId& one,
                                              const Pair& without) const;

  std::map<catalogue::ResourceId, Neighbours> neighbours_;
};

}  // namespace vedette::parties
