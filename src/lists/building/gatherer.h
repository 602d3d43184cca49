#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/input/temporary_file.h"

namespace vedette::lists {

// Brings together what belongs to one key from anywhere in a file (the rows of one party, a person
// and her positions) in memory that does not grow with the file: beyond a bound, pieces go to
// temporary files by the hash of their key, and one of those is in memory at a time. A file that is
// larger than the bound is divided in the same way.
class Gatherer {
 public:
  explicit Gatherer(std::size_t memory_bound = 8U << 20) : memory_bound_(memory_bound) {}

  base::Result<void> add(std::string_view key, std::string_view piece);
  // Room for a piece of that size, to be filled before the next call.
  base::Result<char*> add_room(std::string_view key, std::size_t size);

  // Calls once per key with its pieces in the order they were added, and empties the gatherer. Keys
  // come in the order of their first piece as long as nothing had to be spilled.
  using Visit =
      std::function<base::Result<void>(std::string_view key, const std::vector<std::string_view>&)>;
  base::Result<void> for_each(const Visit& visit);

  bool spilled() const { return spilled_; }

 private:
  static constexpr std::size_t kParts = 64;
  static constexpr unsigned kDeepest = 4;  // the pieces of one key cannot be divided
  Gatherer(std::size_t memory_bound, unsigned depth) : memory_bound_(memory_bound), depth_(depth) {}
  base::Result<void> spill();
  void make_room(std::size_t wanted);
  base::Result<void> visit_file(File file, const Visit& visit);
  static base::Result<void> visit_buffer(std::string_view buffer, const Visit& visit);

  std::size_t memory_bound_;
  unsigned depth_ = 0;  // how often what comes here was divided before
  std::unique_ptr<char[]> buffer_;
  std::size_t room_ = 0;
  std::size_t size_ = 0;
  bool spilled_ = false;
  std::array<File, kParts> files_;
};

}  // namespace vedette::lists
