#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vedette::names {

// No question that the interface admits has room for more.
inline constexpr std::size_t kMaxNamesInQuestion = 250;

// The names that a question has beside itself, each once, in the order in which they are found.
class NamesFound {
 public:
  explicit NamesFound(std::string_view question) : question_(question) {}

  void add(std::string name) {
    if (others_.size() + 1 < kMaxNamesInQuestion && name != question_ &&
        std::ranges::find(others_, name) == others_.end())
      others_.push_back(std::move(name));
  }
  std::vector<std::string> take() { return std::move(others_); }

 private:
  std::string_view question_;
  std::vector<std::string> others_;
};

}  // namespace vedette::names
