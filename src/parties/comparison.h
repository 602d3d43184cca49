#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "evidence/assessment.h"
#include "names/reading/analyser.h"

namespace vedette::parties {

// The number of a list entry: that of its profile in the catalogue.
using Entry = std::uint32_t;

// Two list entries compared, with everything that was found.
struct EntryComparison {
  evidence::Assessment assessment = {};
  evidence::NamesAgreement names = {};
  bool conflict = false;  // strong evidence against: never one party without a judgement
};

// What is kept of a comparison, so that it is not made again while both entries stay as they are.
// `a` < `b`.
struct KeptComparison {
  Entry a = 0;
  Entry b = 0;
  evidence::LogOdds log_odds = 0;
  std::uint8_t flags = 0;
  std::array<std::uint8_t, 3> reserved = {};

  enum Flag : std::uint8_t {
    kConflict = 1,
    kMetByName = 2,    // a search for the one finds the other
    kMetByNumber = 4,  // they have an identifier in common
  };
  bool conflict() const { return flags & kConflict; }
  // Whether the two were found together, and not only compared because others join them.
  bool is_candidate() const { return flags & (kMetByName | kMetByNumber); }
  bool operator==(const KeptComparison&) const = default;
};
static_assert(sizeof(KeptComparison) == 16);

// Compares entries of one catalogue. Keeps what it read of the last few hundred of them. By one
// thread.
class EntryComparer {
 public:
  EntryComparer(const catalogue::Catalogue& catalogue, const names::Analyser& analyser)
      : catalogue_(catalogue), analyser_(analyser) {}

  // kCorrupt when an entry cannot be read.
  base::Result<EntryComparison> compare(Entry a, Entry b);

 private:
  struct Side {
    evidence::PartyFacts facts;
    evidence::PartyNames names;
  };
  base::Result<std::shared_ptr<const Side>> side(Entry entry);

  const catalogue::Catalogue& catalogue_;
  const names::Analyser& analyser_;
  std::unordered_map<Entry, std::shared_ptr<const Side>> sides_;
};

}  // namespace vedette::parties
