#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/result.h"
#include "lists/input/temporary_file.h"

namespace vedette::app {

inline constexpr std::string_view kUtf8 = "UTF-8";
inline constexpr std::string_view kWindows1252 = "Windows-1252";

// What a text file is written in, told by all of its bytes: UTF-8; UTF-16LE or UTF-16BE, with a
// byte order mark or zeros in every other place; Windows-1252 when it cannot be UTF-8. A file that
// is UTF-8 but for some damaged letters stays UTF-8, so that only their rows are refused. Leaves
// the file at its beginning.
base::Result<std::string> encoding_of(std::FILE* file);

// The text in UTF-8, in a file of its own at its beginning. kInvalidInput for an unknown
// encoding, and for bytes that it does not have.
base::Result<lists::File> as_utf8(std::FILE* file, const std::string& encoding);

}  // namespace vedette::app
