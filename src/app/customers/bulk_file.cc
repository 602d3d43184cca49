#include "app/customers/bulk_file.h"

#include <boost/json/parse.hpp>
#include <cerrno>
#include <filesystem>

#include "app/settings/file_access.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;

struct Found {
  std::string head = {};
  std::uint64_t lines = 0;  // complete ones after the head
  std::uint64_t bytes = 0;  // of the head and the complete lines
};

// What an earlier run left. A line without its end was being written and does not count.
Found look_into(const std::string& path) {
  Found found;
  std::ifstream in(path, std::ios::binary);
  bool first = true;
  for (std::string line; std::getline(in, line) && !in.eof();) {
    found.bytes += line.size() + 1;
    if (first)
      found.head = line;
    else
      ++found.lines;
    first = false;
  }
  return found;
}

}  // namespace

base::Result<BulkFile> BulkFile::open(const std::string& path, const std::string& head,
                                      bool restart) {
  std::error_code ignored;
  if (restart) fs::remove(path, ignored);
  const Found found = look_into(path);
  if (found.bytes == 0) {
    errno = 0;
    BulkFile file(path, 0);
    file.out_.open(path, std::ios::binary | std::ios::trunc);
    file.out_ << head << "\n" << std::flush;
    if (!file.out_) return cannot_write(path);
    return file;
  }
  if (found.head != head)
    return base::Error(base::Cause::kConflict,
                       path +
                           " holds an unfinished run over another file, with other options or "
                           "on other lists; finish that one, or begin anew with --restart");
  std::error_code problem;
  fs::resize_file(path, found.bytes, problem);
  if (problem)
    return base::Error(base::Cause::kUnavailable,
                       "cannot write " + path + ": " + problem.message());
  errno = 0;
  BulkFile file(path, found.lines);
  file.out_.open(path, std::ios::binary | std::ios::app);
  if (!file.out_) return cannot_write(path);
  return file;
}

base::Result<void> BulkFile::append(const std::string& lines) {
  errno = 0;
  out_ << lines << std::flush;
  if (!out_) return cannot_write(path_);
  return {};
}

base::Result<void> BulkFile::for_each(
    const std::function<void(const boost::json::object&)>& visit) const {
  std::ifstream in(path_, std::ios::binary);
  std::string line;
  std::getline(in, line);  // the head
  while (std::getline(in, line)) {
    boost::system::error_code problem;
    const boost::json::value value = boost::json::parse(line, problem);
    if (problem || !value.is_object())
      return base::Error(base::Cause::kCorrupt, path_ + " is damaged; begin anew with --restart");
    visit(value.get_object());
  }
  return {};
}

void BulkFile::remove() const {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

}  // namespace vedette::app
