#include "catalogue/store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/digest.h"
#include "base/encoding.h"
#include "catalogue/file_writer.h"

namespace vedette::catalogue {
namespace {

namespace fs = std::filesystem;
using base::Cause;
using base::Error;

constexpr std::string_view kPrefix = "generation-";
constexpr std::string_view kSuffix = ".vedcat";
constexpr std::string_view kCurrent = "CURRENT";
constexpr std::string_view kHistory = "HISTORY";

std::optional<std::uint64_t> generation_of(const std::string& name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return std::nullopt;
  const std::string_view digits =
      std::string_view(name).substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), value);
  if (error != std::errc() || end != digits.end() || digits.empty()) return std::nullopt;
  return value;
}

Error filesystem_error(const std::string& what, const std::error_code& code) {
  return file_error(what, code.value());
}

base::Result<void> set_modified(const fs::path& path, base::Time time) {
  timespec moment{};
  moment.tv_sec = time.unix_seconds();
  moment.tv_nsec = (time.unix_millis % 1000) * 1'000'000;
  const timespec times[] = {moment, moment};
  if (::utimensat(AT_FDCWD, path.c_str(), times, 0) != 0)
    return file_error("cannot date " + path.string(), errno);
  return {};
}

}  // namespace

base::Result<Store> Store::open(const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) return filesystem_error("cannot make the folder " + folder.string(), code);
  return Store(folder);
}

base::Result<BuildLock> Store::lock_for_building() const {
  const fs::path path = folder_ / "build.lock";
  base::Descriptor file(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0640));
  if (!file.open()) return file_error("cannot open " + path.string(), errno);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return Error(Cause::kConflict, "another import is under way in " + folder_.string());
    return file_error("cannot lock " + path.string(), errno);
  }
  remove_leftovers();
  return BuildLock(std::move(file));
}

void Store::remove_leftovers() const {
  std::error_code code;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, code)) {
    std::error_code ignored;  // what cannot be removed now is tried again by the next build
    if (entry.path().extension() == ".tmp") fs::remove(entry.path(), ignored);
  }
}

std::vector<std::uint64_t> Store::generations() const {
  std::vector<std::uint64_t> found;
  std::error_code code;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, code))
    if (const auto generation = generation_of(entry.path().filename().string()))
      found.push_back(*generation);
  std::ranges::sort(found);
  return found;
}

std::uint64_t Store::next_generation() const {
  const auto all = generations();
  return all.empty() ? 1 : all.back() + 1;
}

fs::path Store::building_path(std::uint64_t generation) const {
  return folder_ / fmt::format("building-{}.tmp", generation);
}

fs::path Store::path_of(std::uint64_t generation) const {
  return folder_ / fmt::format("{}{}{}", kPrefix, generation, kSuffix);
}

base::Result<std::optional<GenerationFile>> Store::current() const {
  errno = 0;
  std::ifstream in(folder_ / kCurrent);
  // One that is there and cannot be read names a generation all the same.
  if (!in && errno != ENOENT)
    return file_error("cannot read the file CURRENT in " + folder_.string(), errno);
  if (!in) return std::optional<GenerationFile>();
  std::string name;
  std::string sha256;
  in >> name >> sha256;
  const auto generation = generation_of(name);
  if (!generation || sha256.size() != 64)
    return Error(Cause::kCorrupt, "the file CURRENT in " + folder_.string() + " is damaged");
  return std::optional(GenerationFile{*generation, folder_ / name, sha256});
}

base::Result<void> Store::sync_folder() const {
  // Its own name too: a first import may have made the folder.
  for (const fs::path& path : {folder_, fs::absolute(folder_).parent_path()}) {
    const base::Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.open() || ::fsync(folder.get()) != 0)
      return file_error("cannot sync the folder " + path.string(), errno);
  }
  return {};
}

// Written aside, synced and renamed, so that the file is always the old one or the new one.
base::Result<void> Store::replace_file(std::string_view name, const std::string& text) const {
  const fs::path aside = folder_ / fmt::format("{}.tmp", name);
  {
    const base::Descriptor out(
        ::open(aside.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0640));
    if (!out.open()) return file_error("cannot create " + aside.string(), errno);
    const ssize_t written = ::write(out.get(), text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size()))
      return file_error("cannot write " + aside.string(), written < 0 ? errno : ENOSPC);
    if (::fsync(out.get()) != 0) return file_error("cannot sync " + aside.string(), errno);
  }
  if (::rename(aside.c_str(), (folder_ / name).c_str()) != 0)
    return file_error(fmt::format("cannot replace {}", name), errno);
  return sync_folder();
}

base::Result<void> Store::write_current(const GenerationFile& file) const {
  return replace_file(kCurrent, file.path.filename().string() + " " + file.sha256 + "\n");
}

base::Result<GenerationFile> Store::check_built(std::uint64_t generation, const BuildLock&,
                                                base::Time since) const {
  GenerationFile file{generation, building_path(generation), {}, since};
  const auto checked = Catalogue::open(file.path, Check::kFull);
  if (!checked.ok()) {
    std::error_code ignored;
    fs::remove(file.path, ignored);
    return checked.error();
  }
  const auto bytes = checked.value()->bytes();
  const base::Sha256 digest = base::sha256({bytes.data(), bytes.size()});
  file.sha256 = base::hex(base::as_text(digest));
  VEDETTE_TRY(set_modified(file.path, since));
  return file;
}

base::Result<void> Store::keep(GenerationFile& checked, const BuildLock&) const {
  const fs::path name = path_of(checked.generation);
  if (::rename(checked.path.c_str(), name.c_str()) != 0)
    return file_error("cannot rename " + checked.path.string(), errno);
  checked.path = name;
  return sync_folder();
}

base::Result<void> Store::switch_to(GenerationFile& checked, const BuildLock& lock) const {
  VEDETTE_TRY(keep(checked, lock));
  return write_current(checked);
}

base::Result<GenerationFile> Store::activate(std::uint64_t generation, const BuildLock& lock,
                                             base::Time now) const {
  VEDETTE_ASSIGN(GenerationFile file, check_built(generation, lock, now));
  VEDETTE_TRY(switch_to(file, lock));
  return file;
}

base::Result<void> Store::note_served(std::uint64_t generation, base::Time since) const {
  const auto imported = served_since(generation);
  if (imported && *imported >= since) return {};
  return set_modified(path_of(generation), since);
}

std::optional<base::Time> Store::served_since(std::uint64_t generation) const {
  struct stat status{};
  if (::stat(path_of(generation).c_str(), &status) != 0) return std::nullopt;
  return base::Time{std::int64_t{status.st_mtim.tv_sec} * 1000 +
                    status.st_mtim.tv_nsec / 1'000'000};
}

base::Result<Store::Opened> Store::open_current(Purpose purpose) const {
  const auto named = current();
  if (!named.ok()) return open_newest_good(named.error().message, purpose);
  if (!named.value()) {
    if (generations().empty())
      return Error(Cause::kNotFound, "no lists have been imported into " + folder_.string());
    return open_newest_good("the file CURRENT is missing", purpose);
  }
  auto opened = Catalogue::open(named.value()->path, Check::kQuick, purpose);
  if (opened.ok()) return Opened{std::move(opened).value(), {}};
  return open_newest_good(fmt::format("generation {} is refused: {}", named.value()->generation,
                                      opened.error().message),
                          purpose);
}

base::Result<Store::Opened> Store::open_newest_good(std::string explanation,
                                                    Purpose purpose) const {
  const auto all = generations();
  for (auto generation = all.rbegin(); generation != all.rend(); ++generation) {
    auto opened = Catalogue::open(path_of(*generation), Check::kFull, purpose);
    if (!opened.ok()) {
      explanation += fmt::format("; generation {}: {}", *generation, opened.error().message);
      continue;
    }
    explanation += fmt::format("; generation {} serves instead", *generation);
    return Opened{std::move(opened).value(), std::move(explanation)};
  }
  return Error(Cause::kCorrupt, "no generation can be served: " + explanation);
}

std::vector<Served> Store::kept() const {
  std::vector<Served> found;
  for (const std::uint64_t generation : generations())
    if (const auto since = served_since(generation)) found.push_back({generation, *since});
  return found;
}

std::vector<Served> Store::history() const {
  std::vector<Served> gone;
  std::ifstream in(folder_ / kHistory);
  Served each;
  while (in >> each.generation >> each.since.unix_millis)
    gone.push_back(each);
  return gone;
}

std::vector<Served> Store::timeline() const {
  std::vector<Served> all = kept();
  for (const Served& gone : history())
    if (std::ranges::find(all, gone.generation, &Served::generation) == all.end())
      all.push_back(gone);
  std::ranges::sort(all, {}, &Served::generation);
  return all;
}

// Forgets what is older than everything that is kept: no query can reach it.
base::Result<void> Store::write_history(const std::vector<Served>& gone,
                                        std::uint64_t oldest) const {
  std::vector<Served> all = history();
  all.insert(all.end(), gone.begin(), gone.end());
  std::string text;
  for (const Served& each : all)
    if (each.generation > oldest)
      text += fmt::format("{} {}\n", each.generation, each.since.unix_millis);
  return replace_file(kHistory, text);
}

base::Result<void> Store::note_gone(const std::vector<Served>& gone, std::uint64_t oldest,
                                    const BuildLock&) const {
  std::vector<Served> unknown = gone;
  const std::vector<Served> known = timeline();
  std::erase_if(unknown, [&](const Served& each) {
    return each.generation < oldest ||
           std::ranges::find(known, each.generation, &Served::generation) != known.end();
  });
  return unknown.empty() ? base::Result<void>() : write_history(unknown, oldest);
}

base::Result<std::vector<std::uint64_t>> Store::prune(const KeepRules& rules, base::Time now,
                                                      const BuildLock&) const {
  VEDETTE_ASSIGN(const auto serving, current());
  const std::vector<Served> all = kept();
  std::vector<Served> gone = given_up(all, rules, now);
  std::erase_if(
      gone, [&](const Served& each) { return serving && serving->generation == each.generation; });
  std::vector<std::uint64_t> removed;
  if (gone.empty()) return removed;
  // Remembered first: a generation that vanished without a trace would let its neighbours answer
  // for it.
  std::uint64_t oldest = all.back().generation;
  for (const Served& each : all)
    if (std::ranges::find(gone, each) == gone.end()) oldest = std::min(oldest, each.generation);
  VEDETTE_TRY(write_history(gone, oldest));
  for (const Served& each : gone) {
    std::error_code code;
    fs::remove(path_of(each.generation), code);
    if (code)
      return filesystem_error("cannot remove generation " + std::to_string(each.generation), code);
    removed.push_back(each.generation);
  }
  return removed;
}

}  // namespace vedette::catalogue
