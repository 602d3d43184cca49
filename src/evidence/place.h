#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vedette::evidence {

// A place or address as words that can be compared: folded, Latin, without countries' names and
// words such as "street" and "province". Sorted, each once.
std::vector<std::string> place_words(std::string_view text);

// How many words two such lists share, and how many of these are numbers or long enough to tell one
// place from another.
struct SharedWords {
  int words = 0;
  int numbers = 0;
};
SharedWords shared_words(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace vedette::evidence
