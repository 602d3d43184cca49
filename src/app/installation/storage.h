#pragma once

#include <optional>
#include <string>

namespace vedette::app {

// Why the disk of the data directory cannot be counted on: below this, neither the ledger nor a new
// generation has room. Nothing when it has, or when nobody can tell.
std::optional<std::string> storage_problem(const std::string& data);

}  // namespace vedette::app
