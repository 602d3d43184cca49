#pragma once

#include <istream>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "validation/engine.h"

namespace vedette::validation {

// A test of the operator's own: names, and what has to come of each.

inline constexpr std::size_t kMostOwnCases = 1'000'000;

struct OwnCase {
  std::uint64_t line = 0;
  std::string name = {};
  search::Scope scope = search::Scope::kBoth;
  // "match": any party; "no match": none; else the party itself, by its resource id, the record id
  // of its publisher, or one of its names as listed.
  std::string expected = {};
};

// Reads a CSV with the columns name, expected and, optionally, type (individual, business), in any
// order; other columns are left out. kInvalidInput names the line that cannot be used.
base::Result<std::vector<OwnCase>> read_own_cases(std::istream& in);

enum class Verdict { kRight, kMissed, kFalseAlert, kRefused };
std::string_view verdict_text(Verdict verdict);

struct OwnOutcome {
  Verdict verdict = Verdict::kRight;
  int score = 0;           // of the expected party, or the best one; 0: none at the threshold
  std::string party = {};  // its primary name
  std::string list = {};
  std::string record = {};
};

// One case at a threshold. Any thread, with a workspace of its own.
base::Result<OwnOutcome> run_own_case(const OwnCase& test, int threshold, const Engine& engine,
                                      const catalogue::Catalogue& catalogue,
                                      search::Workspace& workspace);

// Each case with its outcome, as CSV, in the order of the file.
std::string own_csv(const std::vector<OwnCase>& cases, const std::vector<OwnOutcome>& outcomes);

}  // namespace vedette::validation
