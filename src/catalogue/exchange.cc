#include "catalogue/exchange.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <string_view>
#include <system_error>

#include "base/descriptor.h"
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
constexpr std::size_t kBlock = 1 << 20;
constexpr std::chrono::hours kLongestCopy{24};

// Whether the file has the name of a generation; `name` is then that.
bool read_name(std::string_view file, GenerationName& name) {
  if (!file.starts_with(kPrefix) || !file.ends_with(kSuffix)) return false;
  const std::string_view middle =
      file.substr(kPrefix.size(), file.size() - kPrefix.size() - kSuffix.size());
  const auto [end, error] = std::from_chars(middle.begin(), middle.end(), name.generation);
  if (error != std::errc() || end == middle.end() || *end != '-') return false;
  name.sha256.assign(end + 1, middle.end());
  return name.sha256.size() == 64;
}

base::Result<void> write_all(int file, const char* data, std::size_t bytes, const fs::path& path) {
  while (bytes > 0) {
    const ssize_t written = ::write(file, data, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      return file_error("cannot write " + path.string(), written < 0 ? errno : ENOSPC);
    data += written;
    bytes -= static_cast<std::size_t>(written);
  }
  return {};
}

// Copies and syncs; gives the sum of the bytes.
base::Result<std::string> copy_and_sum(const fs::path& from, const fs::path& to) {
  const base::Descriptor in(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in.open()) {
    if (errno == ENOENT) return Error(Cause::kNotFound, "there is no file " + from.string());
    return file_error("cannot open " + from.string(), errno);
  }
  const base::Descriptor out(::open(to.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0640));
  if (!out.open()) return file_error("cannot create " + to.string(), errno);
  base::Sha256Stream sum;
  std::string block(kBlock, '\0');
  while (true) {
    const ssize_t got = ::read(in.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error("cannot read " + from.string(), errno);
    if (got == 0) break;
    const auto bytes = static_cast<std::size_t>(got);
    sum.add({block.data(), bytes});
    VEDETTE_TRY(write_all(out.get(), block.data(), bytes, to));
  }
  if (::fsync(out.get()) != 0) return file_error("cannot sync " + to.string(), errno);
  return base::hex(base::as_text(sum.finish()));
}

// Copies to a name aside; on any failure nothing is left there.
base::Result<void> copy_checked(const fs::path& from, const fs::path& to,
                                const std::string& sha256) {
  const auto sum = copy_and_sum(from, to);
  if (sum.ok() && *sum == sha256) return {};
  std::error_code ignored;
  fs::remove(to, ignored);
  if (!sum.ok()) return sum.error();
  return Error(Cause::kCorrupt, "the bytes of " + from.string() + " do not give its checksum");
}

}  // namespace

base::Result<Exchange> Exchange::open(const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) return file_error("cannot make the folder " + folder.string(), code.value());
  return Exchange(folder);
}

fs::path Exchange::path_of(const GenerationName& name) const {
  return folder_ / fmt::format("{}{}-{}{}", kPrefix, name.generation, name.sha256, kSuffix);
}

bool Exchange::has(const GenerationName& name) const {
  std::error_code ignored;
  return fs::is_regular_file(path_of(name), ignored);
}

base::Result<void> Exchange::put(const GenerationName& name, const fs::path& from) const {
  std::error_code code;
  const auto bytes = fs::file_size(from, code);
  if (code) return file_error("cannot look at " + from.string(), code.value());
  if (fs::file_size(path_of(name), code) == bytes && !code) return {};
  const fs::path aside = folder_ / fmt::format("copying-{}.tmp", base::random_token(9));
  VEDETTE_TRY(copy_checked(from, aside, name.sha256));
  if (::rename(aside.c_str(), path_of(name).c_str()) != 0)
    return file_error("cannot rename " + aside.string(), errno);
  const base::Descriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open() || ::fsync(folder.get()) != 0)
    return file_error("cannot sync the folder " + folder_.string(), errno);
  return {};
}

base::Result<void> Exchange::get(const GenerationName& name, const fs::path& to) const {
  auto copied = copy_checked(path_of(name), to, name.sha256);
  if (!copied.ok() && copied.error().cause == Cause::kCorrupt) remove(name);
  return copied;
}

std::vector<GenerationName> Exchange::all() const {
  std::vector<GenerationName> found;
  std::error_code code;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, code)) {
    GenerationName name;
    if (read_name(entry.path().filename().string(), name)) found.push_back(name);
  }
  std::ranges::sort(found, {}, &GenerationName::generation);
  return found;
}

void Exchange::remove(const GenerationName& name) const {
  std::error_code ignored;
  fs::remove(path_of(name), ignored);
}

void Exchange::remove_leftovers() const {
  const auto long_ago = fs::file_time_type::clock::now() - kLongestCopy;
  std::error_code code;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, code)) {
    std::error_code ignored;  // what cannot be removed now is tried again later
    if (entry.path().extension() == ".tmp" && entry.last_write_time(ignored) < long_ago && !ignored)
      fs::remove(entry.path(), ignored);
  }
}

}  // namespace vedette::catalogue
