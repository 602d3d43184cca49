#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lists/input/seen_hashes.h"

namespace vedette::lists {

// Which ids of records came before. Numbers that rise, as most publishers give them, take one or
// two bytes each; whatever else comes is a hash.
class SeenIds {
 public:
  // False when it came before.
  bool add(std::string_view id);

 private:
  // A number and where the differences to the numbers after it begin.
  struct Mark {
    std::uint64_t number;
    std::size_t at;
  };
  void append(std::uint64_t number);
  bool has_number(std::uint64_t number) const;

  std::string differences_;  // seven bits to the byte, the lowest first
  std::vector<Mark> marks_;  // every so many numbers
  std::size_t count_ = 0;
  std::uint64_t last_ = 0;
  SeenHashes hashes_;
};

}  // namespace vedette::lists
