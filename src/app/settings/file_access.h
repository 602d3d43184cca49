#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "base/result.h"

namespace vedette::app {

// Files that somebody named on the command line, and why they cannot be used.

// kNotFound with the system's reason; a folder is none to read.
base::Result<std::ifstream> open_to_read(const std::string& path);

// After a stream failed, with the system's reason if errno still has it: clear errno before.
base::Error cannot_write(const std::string& path);

// Whether something is there. kUnavailable when that cannot be told: what may not be looked at must
// not pass for missing.
base::Result<bool> is_there(const std::filesystem::path& path);

}  // namespace vedette::app
