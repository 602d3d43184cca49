#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lists/formats/format.h"

namespace vedette::service {

// Files that are read together, and how.
struct ImportFiles {
  std::vector<std::string> files;     // those that belong together (csv triples) together
  lists::ImportOptions options = {};  // format, list id, mapping when the caller names them
  // The files that serve now, where they are kept: what a newer reader makes of them is no change.
  std::vector<std::string> kept = {};
  std::optional<int> most_shrink_percent = {};  // instead of the import's own
};

// One list of an import: its files, the id its profiles carry, and the group it came from.
struct PlannedList {
  lists::ListFiles files;
  std::string id;
  std::size_t group = 0;
};

// The opened files of an import and the lists they hold. Counts the bytes that are read.
class ImportInputs {
 public:
  // Fails when a file cannot be opened or recognised, or when two lists have the same id.
  static base::Result<ImportInputs> open(const std::vector<ImportFiles>& groups);

  ImportInputs(ImportInputs&&) noexcept;
  ImportInputs& operator=(ImportInputs&&) noexcept;
  ~ImportInputs();

  const std::vector<PlannedList>& lists() const { return lists_; }
  std::uint64_t total_bytes() const;
  // Of the files as they are, packed or not.
  std::uint64_t bytes_read() const;

 private:
  class Counted;
  ImportInputs();
  base::Result<void> add(const ImportFiles& group, std::size_t index);

  std::vector<std::unique_ptr<Counted>> inputs_;
  std::vector<PlannedList> lists_;
};

// SHA-256 over the SHA-256 of each unpacked file, hex: the same content gives the same sum, however
// it was packed.
base::Result<std::string> content_checksum(const lists::ListFiles& files);

}  // namespace vedette::service
