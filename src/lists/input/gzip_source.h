#pragma once

#include <memory>

#include "lists/input/unpacking.h"

namespace vedette::lists {

// The contents of all members of a gzip file. libarchive could read them as well, but compares
// neither their checksums nor their lengths, and takes damage for the end.
std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> source, UnpackLimit limit);

}  // namespace vedette::lists
