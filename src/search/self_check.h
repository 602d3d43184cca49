#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "search/party_map.h"
#include "search/query.h"

namespace vedette::search {

// Makes names to ask for from the names of a catalogue: as they are, mistyped, words swapped, left
// out, written together, cut in two, shortened to initials, written in Latin letters, mixed with
// another name; and texts of random Unicode. The same seed gives the same names.
class QueryMaker {
 public:
  QueryMaker(const catalogue::Catalogue& catalogue, std::uint64_t seed)
      : catalogue_(catalogue), random_(seed) {}

  std::string next_name();
  // Of one or two profiles: as listed, with another type or country, or with a slip.
  std::vector<evidence::Identifier> next_identifiers();

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  std::vector<std::string> listed_words(bool in_latin);
  std::string listed_name();
  std::string mistyped(std::string text, std::size_t slips);
  std::vector<std::string> apart(const std::string& word);
  std::string rewritten(std::string name);
  std::string random_text();

  const catalogue::Catalogue& catalogue_;
  std::mt19937_64 random_;
};

struct SelfCheckOptions {
  std::uint64_t queries = 1000;
  std::uint64_t seed = 1;
  std::vector<int> thresholds = {70, 80, 90, 100};  // used in turn
  unsigned threads = 2;
  // Which entries are one party; without it every profile is one.
  std::shared_ptr<const PartyMap> parties = {};
  // Called now and then with the number of queries done; may be empty.
  std::function<void(std::uint64_t)> progress = {};
  // For tests of the check itself: harms what the index found before it is compared.
  std::function<void(Results&)> harm = {};
};

struct SelfCheckDifference {
  Query query;
  std::string what;  // in words, with the first profile that differs
};

struct SelfCheckReport {
  std::uint64_t queries = 0;
  std::uint64_t hits = 0;     // over all queries
  std::uint64_t scanned = 0;  // queries the index answered by a scan
  std::uint64_t refused = 0;  // queries that are too expensive: no answer, so nothing to compare
  std::uint64_t seed = 0;
  std::vector<SelfCheckDifference> differences = {};
};

// Asks the index and the full scan the same questions and compares the whole answers, order
// included. Slow: a scan per query.
base::Result<SelfCheckReport> self_check(
    const std::shared_ptr<const catalogue::Catalogue>& catalogue, const names::Analyser& analyser,
    const SelfCheckOptions& options);

}  // namespace vedette::search
