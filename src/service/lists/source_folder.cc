#include "service/lists/source_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <boost/json.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/json_writer.h"

namespace vedette::service {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

base::Error file_error(std::string_view what, const fs::path& path, int code) {
  return base::Error(
      code == ENOSPC || code == EDQUOT ? base::Cause::kStorageFull : base::Cause::kUnavailable,
      fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(code)));
}

base::Result<void> make_folder(const fs::path& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) return file_error("make", path, code.value());
  return {};
}

std::string text_of(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  const auto* text = value ? value->if_string() : nullptr;
  return text ? std::string(*text) : std::string();
}

std::int64_t number_of(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  const auto* number = value ? value->if_int64() : nullptr;
  return number ? *number : 0;
}

template <class Visit>
void for_each_object(const json::object& object, std::string_view key, const Visit& visit) {
  const auto* value = object.if_contains(key);
  const auto* array = value ? value->if_array() : nullptr;
  if (array == nullptr) return;
  for (const json::value& item : *array)
    if (const auto* each = item.if_object()) visit(*each);
}

SourceState parse_state(const json::object& object) {
  SourceState state;
  for_each_object(object, "files", [&](const json::object& file) {
    state.files.push_back({.url = text_of(file, "url"),
                           .name = text_of(file, "name"),
                           .etag = text_of(file, "etag"),
                           .last_modified = text_of(file, "lastModified"),
                           .sha256 = text_of(file, "sha256"),
                           .bytes = static_cast<std::uint64_t>(number_of(file, "bytes"))});
  });
  for_each_object(object, "lists", [&](const json::object& list) {
    state.lists.push_back({text_of(list, "list"), text_of(list, "checksum")});
  });
  state.fetched.unix_millis = number_of(object, "fetched");
  state.confirmed.unix_millis = number_of(object, "confirmed");
  state.tried.unix_millis = number_of(object, "tried");
  state.reading = text_of(object, "reading");
  state.failure = text_of(object, "failure");
  return state;
}

std::string to_json(const SourceState& state) {
  std::string out;
  base::JsonWriter writer(out);
  writer.begin_object().key("files").begin_array();
  for (const SourceFile& file : state.files) {
    writer.begin_object().member("url", file.url).member("name", file.name);
    writer.member("etag", file.etag).member("lastModified", file.last_modified);
    writer.member("sha256", file.sha256).member("bytes", file.bytes).end_object();
  }
  writer.end_array().key("lists").begin_array();
  for (const SourceList& list : state.lists)
    writer.begin_object().member("list", list.list).member("checksum", list.checksum).end_object();
  writer.end_array().member("reading", state.reading).member("fetched", state.fetched.unix_millis);
  writer.member("confirmed", state.confirmed.unix_millis).member("tried", state.tried.unix_millis);
  writer.member("failure", state.failure).end_object();
  return out;
}

}  // namespace

base::Result<UpdateLock> SourceFolder::lock() const {
  VEDETTE_TRY(make_folder(folder_));
  const fs::path path = folder_ / "update.lock";
  base::Descriptor file(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
  if (!file.open()) return file_error("open", path, errno);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return base::Error(base::Cause::kConflict, "another update of the lists is under way");
    return file_error("lock", path, errno);
  }
  return UpdateLock(std::move(file));
}

SourceState SourceFolder::load(const std::string& source) const {
  std::ifstream file(folder_ / source / "state.json", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  json::error_code problem;
  const json::value value = json::parse(text.str(), problem);
  const auto* object = problem ? nullptr : value.if_object();
  return object ? parse_state(*object) : SourceState();
}

base::Result<void> SourceFolder::save(const std::string& source, const SourceState& state) const {
  VEDETTE_TRY(make_folder(folder_ / source));
  const fs::path path = folder_ / source / "state.json";
  const fs::path aside = folder_ / source / "state.json.tmp";
  const std::string text = to_json(state);
  {
    const base::Descriptor file(
        ::open(aside.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600));
    if (!file.open()) return file_error("create", aside, errno);
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size()))
      return file_error("write", aside, written < 0 ? errno : ENOSPC);
    if (::fsync(file.get()) != 0) return file_error("sync", aside, errno);
  }
  if (::rename(aside.c_str(), path.c_str()) != 0) return file_error("rename", aside, errno);
  return {};
}

base::Result<fs::path> SourceFolder::incoming(const std::string& source,
                                              const std::string& name) const {
  VEDETTE_TRY(make_folder(folder_ / source / "incoming"));
  return folder_ / source / "incoming" / name;
}

fs::path SourceFolder::good(const std::string& source, const std::string& name) const {
  return folder_ / source / name;
}

bool SourceFolder::has(const std::string& source, const SourceFile& file) const {
  std::error_code absent;
  const auto size = fs::file_size(good(source, file.name), absent);
  return !absent && size == file.bytes;
}

base::Result<void> SourceFolder::accept(const std::string& source, const std::string& name) const {
  const fs::path from = folder_ / source / "incoming" / name;
  if (::rename(from.c_str(), good(source, name).c_str()) != 0)
    return file_error("rename", from, errno);
  return {};
}

void SourceFolder::refuse(const std::string& source, const std::string& name) const {
  std::error_code ignored;  // it is only for people to look at
  fs::rename(folder_ / source / "incoming" / name, folder_ / source / (name + ".refused"), ignored);
}

void SourceFolder::drop_incoming(const std::string& source, const std::string& name) const {
  std::error_code ignored;
  fs::remove(folder_ / source / "incoming" / name, ignored);
}

}  // namespace vedette::service
