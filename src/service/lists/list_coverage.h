#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lists/input/in_file.h"
#include "profile/profile_json.h"

namespace vedette::service {

// How many parties of a list have one field of the profile that the interface shows.
struct FieldCoverage {
  std::string list = {};
  std::string field = {};     // its path in the interface: sanEntries.current[].events[].dateIso
  std::uint64_t parties = 0;  // whose profile can have the field
  std::uint64_t filled = 0;   // whose profile has it
  std::uint64_t in_file = 0;  // parties for which the file says it, read or not
  std::string example = {};   // of the first party that has it
};

// Counts the fields of profiles, list by list. What is counted is the answer of profileLookup.
class ListCoverage {
 public:
  void add(const profile::Profile& profile, const profile::LinkLookup& links);
  // What the reader saw of a list, where it had to count.
  void add_in_file(const std::string& list, const lists::InFile& counts);
  // Every field of the interface for every list, in the order of the interface.
  std::vector<FieldCoverage> result() const;

 private:
  struct Count {
    std::uint64_t filled = 0;
    std::string example = {};
  };
  struct Counts {
    std::uint64_t individuals = 0;
    std::uint64_t businesses = 0;
    std::map<std::string, Count, std::less<>> fields;
    lists::InFile in_file;
    bool has_in_file = false;
  };
  std::map<std::string, Counts> lists_;
};

std::string to_json(const std::vector<FieldCoverage>& coverage);

}  // namespace vedette::service
