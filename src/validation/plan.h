#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "search/query.h"
#include "validation/options.h"
#include "validation/population.h"
#include "validation/tally.h"
#include "variations/sample.h"

namespace vedette::validation {

// A customer of the project, as monitoring would search for it.
struct OwnRecord {
  std::string id = {};
  profile::Family family = profile::Family::kIndividual;
  search::Query query = {};
};

// One query of a run.
struct Task {
  Part part = Part::kControl;
  std::uint32_t group = 0;  // class, or population; kOwn for the records of the project
  std::uint32_t name = 0;   // listed name, ordinary name, or record
  std::string text = {};    // of a variation
};
inline constexpr std::uint32_t kOwn = 0xFFFF'FFFF;

// Everything that a run asks, in a fixed order: the same options and the same catalogue give the
// same plan on every machine.
class Plan {
 public:
  static base::Result<Plan> make(std::shared_ptr<const catalogue::Catalogue> catalogue,
                                 const Options& options, std::vector<OwnRecord> records,
                                 unsigned threads);

  const Options& options() const { return options_; }
  const catalogue::Catalogue& catalogue() const { return *catalogue_; }
  const std::vector<variations::ListedName>& names() const { return names_; }
  const std::vector<Population>& regions() const { return regions_; }
  const std::vector<OwnRecord>& records() const { return records_; }
  const std::vector<Task>& tasks() const { return tasks_; }

  // A run is done piece by piece, and goes on at a piece after a stop.
  static constexpr std::size_t kTasksPerPiece = 500;
  std::size_t pieces() const { return (tasks_.size() + kTasksPerPiece - 1) / kTasksPerPiece; }

 private:
  Plan() = default;

  Options options_;
  std::shared_ptr<const catalogue::Catalogue> catalogue_;
  std::vector<variations::ListedName> names_;
  std::vector<Population> regions_;
  std::vector<OwnRecord> records_;
  std::vector<Task> tasks_;
};

}  // namespace vedette::validation
