#pragma once

#include <archive.h>

#include <memory>

namespace vedette::lists {

struct ArchiveCloser {
  void operator()(archive* a) const { archive_read_free(a); }
};
using ArchiveHandle = std::unique_ptr<archive, ArchiveCloser>;

// libarchive has no words for some kinds of damage.
inline const char* reason_of(archive* a) {
  const char* text = archive_error_string(a);
  return text ? text : "the archive is damaged";
}

}  // namespace vedette::lists
