#pragma once

#include <array>
#include <cstdint>

namespace vedette::lists {

// Facts that files give in many ways. How many parties the file says them of is counted apart from
// how many profiles have them, so that what a reader does not understand shows.
enum class Fact : std::uint8_t { kGender, kBirth, kDeath, kNationality };
inline constexpr std::size_t kFactCount = 4;

// Parties by what the file says of them.
struct InFile {
  std::array<std::uint64_t, kFactCount> parties{};
  std::uint64_t of(Fact fact) const { return parties[static_cast<std::size_t>(fact)]; }
};

}  // namespace vedette::lists
