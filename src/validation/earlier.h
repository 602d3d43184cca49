#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "validation/result.h"

namespace vedette::validation {

// What a later run needs of an earlier one.
struct Earlier {
  std::uint64_t generation = 0;
  std::string program = {};
  std::string engine = {};
  std::uint64_t seed = 0;
  int threshold = 0;
  std::map<std::string, Recall> classes = {};  // treated and stability
  Recall control = {};
  std::vector<Accepted> accepted = {};
};

// Reads a result file (to_json). kInvalidInput when it is none.
base::Result<Earlier> read_earlier(std::string_view json);

// How the recall of a class moved between two runs.
enum class Movement { kSame, kBetter, kWorse, kNew, kGone };
struct ClassDifference {
  std::string id = {};
  Recall before = {};
  Recall now = {};
  Movement movement = Movement::kSame;
};

// Classes whose share differs; worse ones first, by how much.
std::vector<ClassDifference> differences(const Earlier& earlier, const Result& result);
std::string_view movement_text(Movement movement);

}  // namespace vedette::validation
