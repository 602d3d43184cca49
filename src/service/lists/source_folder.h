#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/result.h"

namespace vedette::service {

// One file of a source as it was last imported, and how the server recognises it.
struct SourceFile {
  std::string url = {};
  std::string name = {};
  std::string etag = {};
  std::string last_modified = {};
  std::string sha256 = {};
  std::uint64_t bytes = 0;
};

// A list that came of a source, with the sum of its content in the catalogue.
struct SourceList {
  std::string list = {};
  std::string checksum = {};
};

// What is known of a source: the last good files, and how the last tries went.
struct SourceState {
  std::vector<SourceFile> files = {};
  std::vector<SourceList> lists = {};
  std::string reading = {};   // digest of how they were read: format, list id, mapping
  base::Time fetched = {};    // when the last good files came
  base::Time confirmed = {};  // when the server last said, or showed, that these are its files
  base::Time tried = {};
  std::string failure = {};  // of the last try; empty when it went well
};

// Held by the one update that runs on a data directory; the kernel frees it with the process.
class UpdateLock {
 public:
  explicit UpdateLock(base::Descriptor file) : file_(std::move(file)) {}

 private:
  base::Descriptor file_;
};

// The folder of what was fetched:
//   update.lock
//   SOURCE/state.json            SourceState, replaced by rename
//   SOURCE/NAME                  the last good files, as sent
//   SOURCE/incoming/NAME[.part]  on its way, or waiting for its import
//   SOURCE/NAME.refused          what came last and was no list, for people to look at
class SourceFolder {
 public:
  explicit SourceFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // kConflict while another update runs.
  base::Result<UpdateLock> lock() const;

  // An absent or unreadable state is an empty one: the source is then fetched anew.
  SourceState load(const std::string& source) const;
  base::Result<void> save(const std::string& source, const SourceState& state) const;

  // Where a file is fetched to; makes the folder.
  base::Result<std::filesystem::path> incoming(const std::string& source,
                                               const std::string& name) const;
  std::filesystem::path good(const std::string& source, const std::string& name) const;
  // Whether the last good file is there with its size.
  bool has(const std::string& source, const SourceFile& file) const;

  // Makes the incoming file the good one, or puts it aside as refused.
  base::Result<void> accept(const std::string& source, const std::string& name) const;
  void refuse(const std::string& source, const std::string& name) const;
  void drop_incoming(const std::string& source, const std::string& name) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace vedette::service
