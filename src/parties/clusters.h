#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/result.h"
#include "parties/comparison.h"
#include "parties/grouping.h"
#include "parties/judged_pair.h"

namespace vedette::parties {

// What a person decided on two entries, as numbers of a catalogue. `a` < `b`.
struct JudgedEntries {
  Entry a = 0;
  Entry b = 0;
  Verdict verdict = Verdict::kUnsure;

  bool operator==(const JudgedEntries&) const = default;
};

struct ClusterInput {
  std::span<const KeptComparison> comparisons;  // each pair once, by a and b
  std::span<const JudgedEntries> judgements;    // each pair once
  Lines lines = {};
  // Whether strong evidence forbids that two entries are one party; asked of pairs that others
  // join. Remembers its own answers.
  std::function<base::Result<bool>(Entry, Entry)> conflict;
  // Orders links of the same strength alike on every machine: by the resource ids.
  std::function<bool(Entry, Entry)> before;
};

struct Clusters {
  std::vector<std::vector<Entry>> groups = {};  // of two and more entries
  std::vector<Suggestion> suggestions = {};
};

// A party has no more entries than this unless people say so: beyond it, something joins everyone.
inline constexpr std::size_t kMostEntries = 200;

// Joins entries along their links, the strongest first: judgements, then comparisons at or above
// the automatic line. A link is left out where it would join two entries that a judgement calls
// different or that strong evidence keeps apart; so of a chain the weakest link is cut. Strong
// evidence does not hold against judgements. What is left out, and what lies between the lines, is
// a suggestion, unless somebody judged the pair.
base::Result<Clusters> cluster(const ClusterInput& input);

}  // namespace vedette::parties
