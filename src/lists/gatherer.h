#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::lists {

// Brings together what belongs to one key from anywhere in a file (the rows of one party, a person
// and her positions) in memory that does not grow with the file: beyond a bound, pieces go to
// temporary files by the hash of their key, and one of those is in memory at a time.
class Gatherer {
 public:
  explicit Gatherer(std::size_t memory_bound = 64U << 20) : memory_bound_(memory_bound) {}

  base::Result<void> add(std::string_view key, std::string_view piece);

  // Calls once per key with its pieces in the order they were added, and empties the gatherer. Keys
  // come in the order of their first piece as long as nothing had to be spilled.
  using Visit =
      std::function<base::Result<void>(std::string_view key, const std::vector<std::string_view>&)>;
  base::Result<void> for_each(const Visit& visit);

  bool spilled() const { return spilled_; }

 private:
  static constexpr std::size_t kParts = 64;
  struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  base::Result<void> spill();
  base::Result<void> visit_buffer(const std::string& buffer, const Visit& visit);

  std::size_t memory_bound_;
  std::string buffer_;
  bool spilled_ = false;
  std::array<std::unique_ptr<std::FILE, FileCloser>, kParts> files_;
};

}  // namespace vedette::lists
