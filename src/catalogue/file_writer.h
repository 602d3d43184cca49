#pragma once

#include <xxhash.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "catalogue/format.h"

namespace vedette::catalogue {

// Writes a catalogue file section by section, each once, in any order. The header is written last:
// a file without it is not a catalogue. finish() reports the first failure.
class FileWriter {
 public:
  static base::Result<FileWriter> create(const std::filesystem::path& path);

  void begin(SectionId id, std::uint32_t element_bytes);
  void write(const void* data, std::size_t bytes);
  template <class T>
  void write_all(std::span<const T> values) {
    write(values.data(), values.size_bytes());
  }
  void end();

  template <class T>
  void section(SectionId id, std::span<const T> values) {
    begin(id, sizeof(T));
    write_all(values);
    end();
  }

  // Header, directory and fsync.
  base::Result<void> finish();
  std::uint64_t bytes() const { return position_; }

 private:
  struct FreeState {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  explicit FileWriter(base::Descriptor file, std::string name);
  void flush();
  void pad();

  base::Descriptor file_;
  std::string name_;
  std::vector<char> buffer_;
  std::uint64_t position_ = 0;  // of the buffer in the file
  std::vector<DirectoryEntry> directory_;
  std::unique_ptr<XXH3_state_t, FreeState> checksum_;
  int failure_ = 0;  // errno of the first failure
};

// The cause of a failed system call: kStorageFull for a full disk, else kUnavailable.
base::Error file_error(const std::string& what, int code);

}  // namespace vedette::catalogue
