#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::app {

// One file of a backup as its manifest names it.
struct BackupFile {
  std::string path;  // within the data directory
  std::uint64_t bytes = 0;
  std::string sha256;  // hex
};

// Copies a file, syncs it and gives its size and sum. The time of modification is kept: it says
// from when a generation served. The copy is for its owner alone.
base::Result<BackupFile> copy_for_backup(const std::filesystem::path& from,
                                         const std::filesystem::path& to, std::string name);
// The same for a file that is in its place already.
base::Result<BackupFile> sum_for_backup(const std::filesystem::path& file, std::string name);

// Everything in `folder` and below that belongs into a backup, as paths within it: not what a
// running process leaves for others (locks, notes, half-written files).
base::Result<std::vector<std::string>> files_to_back_up(const std::filesystem::path& folder);

base::Result<void> sync_directory(const std::filesystem::path& folder);
// The folder and all below it: the names of everything that was put there are durable.
base::Result<void> sync_directories(const std::filesystem::path& folder);

// A small new file for its owner alone, synced.
base::Result<void> write_durably(const std::filesystem::path& path, const std::string& text);

inline constexpr std::string_view kBackupPurpose = "backup";
std::filesystem::path manifest_file(const std::filesystem::path& folder);

// The manifest: "vedette-backup-1", then one line "SHA256 BYTES PATH" for each file.
base::Result<void> write_manifest(const std::filesystem::path& folder,
                                  const std::vector<BackupFile>& files);
base::Result<std::vector<BackupFile>> read_manifest(const std::filesystem::path& folder);

}  // namespace vedette::app
