#pragma once

#include <filesystem>
#include <span>

#include "base/result.h"

namespace vedette::catalogue {

// A file mapped for reading; unmapped at the end of its life. The file must not change meanwhile:
// catalogue files are written once, under a name of their own.
class MappedFile {
 public:
  static base::Result<MappedFile> open(const std::filesystem::path& path);
  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const char> bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace vedette::catalogue
