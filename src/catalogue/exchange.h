#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace vedette::catalogue {

// The name of a generation among servers: its number and the sum of its bytes.
struct GenerationName {
  std::uint64_t generation = 0;
  std::string sha256 = {};  // hex

  bool operator==(const GenerationName&) const = default;
};

// A folder that several servers see and hand each other generations through:
//   generation-N-SHA256.vedcat   named after its content, whole before it has this name
//   copying-RANDOM.tmp           on its way
// Nothing is served from here: each server copies what it serves to its own disk, and takes no file
// whose bytes do not give the sum. Methods do not depend on each other's threads.
class Exchange {
 public:
  // Makes the folder when it is absent.
  static base::Result<Exchange> open(const std::filesystem::path& folder);

  // Copies a generation here; done when it lies there with its size already. kCorrupt when the
  // bytes at `from` do not give the sum.
  base::Result<void> put(const GenerationName& name, const std::filesystem::path& from) const;
  // Copies a generation to `to`, which is made anew and synced. kNotFound when it is not here,
  // kCorrupt when its bytes do not give the sum: the file is then removed, so that whoever has it
  // whole puts it here again.
  base::Result<void> get(const GenerationName& name, const std::filesystem::path& to) const;
  bool has(const GenerationName& name) const;
  std::vector<GenerationName> all() const;
  void remove(const GenerationName& name) const;
  // Removes copies that were broken off long ago.
  void remove_leftovers() const;

 private:
  explicit Exchange(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path path_of(const GenerationName& name) const;

  std::filesystem::path folder_;
};

}  // namespace vedette::catalogue
