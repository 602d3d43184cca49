#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace vedette::lists {

// Which hashes came before: 10 to 13 bytes each when there are many, up to 20 in the first two
// megabytes. It is all that grows with a file of a list that must not hold an id twice. The set is
// made of small ones that grow by themselves and, when they are large, by little, so that growing
// takes no second copy of it.
class SeenHashes {
 public:
  // False when it came before.
  bool add(std::uint64_t hash);

 private:
  static constexpr unsigned kPartBits = 6;
  static constexpr std::size_t kSmall = 4096;  // places of a part
  struct Part {
    std::vector<std::uint64_t> places;  // open addressing; 0 is free
    std::size_t count = 0;
  };
  static std::size_t place_of(const std::vector<std::uint64_t>& places, std::uint64_t hash);
  static void grow(Part& part);

  std::array<Part, std::size_t{1} << kPartBits> parts_;
};

}  // namespace vedette::lists
