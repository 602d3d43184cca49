#include "app/commands/backup_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/descriptor.h"
#include "base/digest.h"
#include "base/encoding.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFormat = "vedette-backup-1";
constexpr const char* kManifest = "MANIFEST";
constexpr std::size_t kPieceBytes = 1 << 20;

base::Error io_error(std::string_view what, const fs::path& path) {
  const auto cause = errno == ENOSPC ? base::Cause::kStorageFull : base::Cause::kUnavailable;
  return {cause, fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno))};
}

// Reads a file in pieces, which go to the sum and, when there is one, to the copy.
base::Result<BackupFile> read_through(const fs::path& from, const base::Descriptor& in,
                                      const base::Descriptor* out, const fs::path& to) {
  base::Sha256Stream sum;
  BackupFile file;
  std::string piece(kPieceBytes, '\0');
  while (true) {
    const ssize_t got = ::read(in.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_error("read", from);
    if (got == 0) break;
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(got));
    sum.add(bytes);
    file.bytes += bytes.size();
    for (std::size_t at = 0; out != nullptr && at < bytes.size();) {
      const ssize_t written = ::write(out->get(), bytes.data() + at, bytes.size() - at);
      if (written < 0 && errno != EINTR) return io_error("write", to);
      at += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
  }
  file.sha256 = base::hex(base::as_text(sum.finish()));
  return file;
}

base::Result<base::Descriptor> open_as_it_is(const fs::path& path) {
  base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.open()) return io_error("open", path);
  return file;
}

bool left_out(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".tmp") || name.ends_with(".lock") || name.ends_with(".new") ||
         name.ends_with(".partial") || name.starts_with("SERVING");
}

// A manifest from elsewhere must not name a place outside of the folder.
bool stays_inside(const fs::path& path) {
  return !path.empty() && path.is_relative() &&
         std::ranges::none_of(path, [](const fs::path& part) { return part == ".."; });
}

}  // namespace

base::Result<BackupFile> copy_for_backup(const fs::path& from, const fs::path& to,
                                         std::string name) {
  VEDETTE_ASSIGN(const base::Descriptor in, open_as_it_is(from));
  std::error_code problem;
  fs::create_directories(to.parent_path(), problem);
  const base::Descriptor out(
      ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!out.open()) return io_error("create", to);
  VEDETTE_ASSIGN(BackupFile file, read_through(from, in, &out, to));
  struct stat status{};
  if (::fstat(in.get(), &status) != 0) return io_error("inspect", from);
  const std::array<timespec, 2> times{status.st_atim, status.st_mtim};
  if (::futimens(out.get(), times.data()) != 0 || ::fsync(out.get()) != 0)
    return io_error("sync", to);
  file.path = std::move(name);
  return file;
}

base::Result<BackupFile> sum_for_backup(const fs::path& path, std::string name) {
  VEDETTE_ASSIGN(const base::Descriptor in, open_as_it_is(path));
  VEDETTE_ASSIGN(BackupFile file, read_through(path, in, nullptr, {}));
  file.path = std::move(name);
  return file;
}

base::Result<std::vector<std::string>> files_to_back_up(const fs::path& folder) {
  std::vector<std::string> out;
  std::error_code problem;
  if (!fs::exists(folder, problem)) return out;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    std::error_code gone;
    if (at->is_regular_file(gone) && !left_out(at->path()))
      out.push_back(at->path().lexically_relative(folder).string());
  }
  if (problem)
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("cannot list {}: {}", folder.string(), problem.message()));
  std::ranges::sort(out);
  return out;
}

base::Result<void> sync_directory(const fs::path& folder) {
  const base::Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.open() || ::fsync(directory.get()) != 0) return io_error("sync", folder);
  return {};
}

base::Result<void> sync_directories(const fs::path& folder) {
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    if (at->is_directory()) VEDETTE_TRY(sync_directory(at->path()));
  return sync_directory(folder);
}

base::Result<void> write_durably(const fs::path& path, const std::string& text) {
  const base::Descriptor out(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!out.open() ||
      ::write(out.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
      ::fsync(out.get()) != 0)
    return io_error("write", path);
  return {};
}

fs::path manifest_file(const fs::path& folder) {
  return folder / kManifest;
}

base::Result<void> write_manifest(const fs::path& folder, const std::vector<BackupFile>& files) {
  std::string text = fmt::format("{}\n", kFormat);
  for (const BackupFile& file : files)
    text += fmt::format("{} {} {}\n", file.sha256, file.bytes, file.path);
  return write_durably(manifest_file(folder), text);
}

base::Result<std::vector<BackupFile>> read_manifest(const fs::path& folder) {
  const base::Error refused(
      base::Cause::kInvalidInput,
      fmt::format("{} is not a backup of vedette: its file {} is missing, cut "
                  "short or of another version",
                  folder.string(), kManifest));
  std::ifstream file(folder / kManifest, std::ios::binary);
  std::string row;
  if (!file || !std::getline(file, row) || row != kFormat) return refused;
  std::vector<BackupFile> out;
  while (std::getline(file, row)) {
    if (file.eof()) return refused;  // the last line has no end
    std::istringstream fields(row);
    BackupFile each;
    fields >> each.sha256 >> each.bytes;
    fields.get();
    std::getline(fields, each.path);
    if (each.sha256.size() != 2 * sizeof(base::Sha256) || !stays_inside(each.path)) return refused;
    out.push_back(std::move(each));
  }
  return out;
}

}  // namespace vedette::app
