#pragma once

#include <istream>
#include <string>
#include <vector>

#include "base/result.h"

namespace vedette::validation {

// A weak class that somebody answers for.
struct Accepted {
  std::string id = {};  // of the class
  std::string owner = {};
  std::string note = {};  // why it may stay so
  bool operator==(const Accepted&) const = default;
};
inline constexpr std::size_t kMostAccepted = 1000;
inline constexpr std::size_t kLongestNote = 2000;  // bytes

// Reads a CSV with the columns class, owner and note. kInvalidInput names the line, for a class
// that does not exist or comes twice and for an owner or note that is missing.
base::Result<std::vector<Accepted>> read_accepted(std::istream& in);

}  // namespace vedette::validation
