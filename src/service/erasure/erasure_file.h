#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace vedette::service {

// What the certificate of every erasure is signed as.
inline constexpr std::string_view kErasurePurpose = "erasure-certificate";

// One erasure as it is kept: by whom, and the signed certificate, which says whom it was about by
// keyed digests.
struct Erasure {
  std::string id = {};
  std::string project = {};  // its code
  base::Time at = {};
  std::string actor = {};
  std::string certificate = {};  // JSON, with the end of its line
  std::string signature = {};    // of the certificate, as the file beside it has it
};

// DATA/erasures.jsonl: every erasure of the installation, beside the ledger. A ledger that is put
// back from an older backup does not know them all; this file does.
class ErasureFile {
 public:
  explicit ErasureFile(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  // In the order written; empty when there is no file. A line that was cut short is left out: the
  // ledger has had that erasure before (Erasures::erase).
  base::Result<std::vector<Erasure>> read() const;
  // Durable when it returns.
  base::Result<void> append(const Erasure& erasure) const;

 private:
  std::filesystem::path path_;
};

}  // namespace vedette::service
