#include "lists/input/temporary_file.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace vedette::lists {

// Opened and unlinked at once, so that nothing is left behind whatever happens.
File temporary_file() {
  std::error_code error;
  std::string path = std::filesystem::temp_directory_path(error).string();
  if (error) return nullptr;
  path += "/vedette-lists-XXXXXX";
  const int descriptor = mkstemp(path.data());
  if (descriptor < 0) return nullptr;
  unlink(path.c_str());
  File file(fdopen(descriptor, "w+b"));
  if (!file) close(descriptor);
  return file;
}

}  // namespace vedette::lists
