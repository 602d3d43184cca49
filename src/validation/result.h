#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalogue/list_table.h"
#include "validation/accepted.h"
#include "validation/options.h"
#include "validation/plan.h"
#include "validation/tally.h"

namespace vedette::validation {

inline constexpr std::string_view kResultFormat = "vedette-validation-1";

// What a result is bound to: the same binding gives the same result.
struct Binding {
  std::uint64_t generation = 0;
  std::string generation_made = {};  // ISO time
  std::string program = {};          // version of Vedette
  std::string engine = {};           // version of the comparison
  std::vector<catalogue::ListInfo> lists = {};
  std::uint64_t parties = 0;
  std::uint64_t names = 0;
  std::string project = {};           // whose records were tested; empty: none
  std::uint64_t own_records = 0;      // tested
  std::uint64_t own_records_all = 0;  // that there are
  std::string settings = {};          // of the project, in words; empty without a project
  Options options = {};
};

// One row of recall: a class, a list, a script or a kind of party.
struct Recall {
  std::string id = {};
  std::string title = {};
  std::uint64_t queries = 0;
  std::uint64_t found = 0;  // at the threshold; of stability: with the same score
};

// One population at the threshold.
struct Load {
  PopulationKey key = {};
  Alerts alerts = {};
};

// What another threshold would give.
struct SweepPoint {
  int threshold = 0;
  std::uint64_t queries = 0;  // treated
  std::uint64_t found = 0;
  std::uint64_t ordinary = 0;  // names of the fictional populations
  std::uint64_t alerts = 0;
  std::uint64_t own_queries = 0;
  std::uint64_t own_alerts = 0;
  std::vector<std::string> below_line = {};  // classes
};

struct WeakClass {
  Recall recall = {};
  bool stability = false;
  std::optional<Accepted> accepted = {};
};

// Everything that a run tells, worked out from its tally. Holds no time and no run id.
struct Result {
  Binding binding = {};
  Tally tally = {};
  std::vector<Accepted> accepted = {};

  Recall control = {};
  std::vector<Recall> control_lists = {};
  Recall treated = {};
  std::vector<Recall> classes = {};  // those that had a query, in the order of the table of classes
  std::vector<Recall> lists = {};
  std::vector<Recall> scripts = {};
  std::vector<Recall> parties = {};
  std::vector<Recall> stability = {};  // classes that must keep the score
  std::vector<Load> loads = {};
  std::vector<SweepPoint> sweep = {};
  std::vector<WeakClass> weak = {};
  std::vector<std::string> untested = {};  // classes without any listed name that they apply to
  std::uint64_t refused = 0;               // searches

  bool control_is_whole() const { return control.found == control.queries; }
  // Everything listed is found, and every weak class is accepted.
  bool good() const;
};

Result make_result(Binding binding, Tally tally, std::vector<Accepted> accepted);

// The result as files; the same result gives the same bytes.
std::string to_json(const Result& result);
std::string to_csv(const Result& result);

}  // namespace vedette::validation
