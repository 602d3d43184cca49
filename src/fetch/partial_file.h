#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"

namespace vedette::fetch {

// A file on its way: destination + ".part" holds what has come, destination + ".resume" where it
// came from and the validator (ETag or Last-Modified) by which the server recognises it. Both
// outlive the process, so that a later one goes on.
class PartialFile {
 public:
  // Takes up what an earlier try left of the same address; anything else is removed.
  static base::Result<PartialFile> open(const std::filesystem::path& destination,
                                        std::string_view url);

  std::uint64_t size() const { return size_; }
  // What goes into If-Range; empty when nothing can be resumed.
  const std::string& validator() const { return validator_; }

  // Begins anew, under another validator (empty: cannot be resumed).
  base::Result<void> restart(std::string validator);
  base::Result<void> append(std::string_view bytes);
  // Syncs and renames to the destination; gives the SHA-256 as hex.
  base::Result<std::string> finish();
  void discard();

 private:
  PartialFile(std::filesystem::path destination, std::string url);
  base::Result<void> open_part(int flags);
  base::Result<std::string> digest() const;

  std::filesystem::path destination_;
  std::filesystem::path part_;
  std::filesystem::path resume_;
  std::string url_;
  std::string validator_;
  base::Descriptor file_;
  std::uint64_t size_ = 0;
};

}  // namespace vedette::fetch
