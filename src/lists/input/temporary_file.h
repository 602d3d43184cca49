#pragma once

#include <cstdio>
#include <memory>

namespace vedette::lists {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

// A file to write and read, which has no name and is gone when it is closed; null when there is no
// room for one.
File temporary_file();

}  // namespace vedette::lists
