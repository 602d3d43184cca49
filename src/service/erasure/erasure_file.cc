#include "service/erasure/erasure_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include "base/descriptor.h"
#include "base/json_writer.h"
#include "base/log.h"

namespace vedette::service {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

using base::Result;

base::Error cannot(std::string_view what, const fs::path& path) {
  const auto cause = errno == ENOSPC ? base::Cause::kStorageFull : base::Cause::kUnavailable;
  return {cause, fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno))};
}

std::string line_of(const Erasure& erasure) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("id", erasure.id).member("project", erasure.project);
  json.member("at", erasure.at.unix_millis).member("actor", erasure.actor);
  json.member("certificate", erasure.certificate).member("signature", erasure.signature);
  json.end_object();
  return out;
}

std::optional<Erasure> erasure_of(const std::string& line) {
  boost::system::error_code problem;
  const json::value parsed = json::parse(line, problem);
  if (problem || !parsed.is_object()) return std::nullopt;
  const json::object& object = parsed.get_object();
  const auto text = [&](std::string_view name) {
    const json::value* found = object.if_contains(name);
    return found != nullptr && found->is_string() ? std::string(found->get_string())
                                                  : std::string();
  };
  const json::value* at = object.if_contains("at");
  Erasure out{.id = text("id"), .project = text("project"), .actor = text("actor")};
  out.certificate = text("certificate");
  out.signature = text("signature");
  if (at != nullptr && at->is_int64()) out.at = base::Time{at->get_int64()};
  if (out.id.empty() || out.project.empty() || out.certificate.empty()) return std::nullopt;
  return out;
}

// A process that was killed may have left a line without its end.
bool ends_in_a_line(const fs::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in || in.tellg() <= 0) return true;
  in.seekg(-1, std::ios::end);
  return in.get() == '\n';
}

}  // namespace

Result<std::vector<Erasure>> ErasureFile::read() const {
  std::vector<Erasure> out;
  std::error_code problem;
  if (!fs::exists(path_, problem)) return out;
  errno = 0;
  std::ifstream in(path_, std::ios::binary);
  if (!in) return cannot("read", path_);
  std::string line;
  for (std::int64_t number = 1; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    auto erasure = erasure_of(line);
    if (erasure)
      out.push_back(*std::move(erasure));
    else
      base::log(base::LogLevel::kWarning, "a line of the erasures cannot be read",
                {{"file", path_.string()}, {"line", number}});
  }
  return out;
}

Result<void> ErasureFile::append(const Erasure& erasure) const {
  const std::string line =
      fmt::format("{}{}\n", ends_in_a_line(path_) ? "" : "\n", line_of(erasure));
  const base::Descriptor out(
      ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!out.open() ||
      ::write(out.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()) ||
      ::fsync(out.get()) != 0)
    return cannot("write", path_);
  const base::Descriptor folder(
      ::open(path_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open() || ::fsync(folder.get()) != 0) return cannot("sync", path_.parent_path());
  return {};
}

}  // namespace vedette::service
