#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace vedette::api {

// One file of the console, ready to send.
struct Asset {
  std::string_view content_type;
  std::string_view bytes;
  std::string_view gzipped;  // empty when that would not be smaller
};

// The files that the build of the console packed into the program: console/tools/pack.js writes the
// pack, this reads it. A pack is the length of its index in a line of its own, the index (one line
// per file: path, content type, where the bytes and the gzipped bytes lie, all parted by tabs), and
// the bytes.
class ConsoleAssets {
 public:
  // An empty pack (a build without Node.js) holds nothing. The views point into `pack`.
  static base::Result<ConsoleAssets> read(std::string_view pack);

  bool empty() const { return files_.empty(); }
  // By the path below /: "console/assets/index-3f2a.js".
  const Asset* find(std::string_view path) const;

 private:
  std::map<std::string_view, Asset> files_;
};

}  // namespace vedette::api
