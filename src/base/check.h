#pragma once

namespace vedette::base {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}  // namespace vedette::base

// For what only a bug can break. Never for bytes from outside: those get an Error.
#define VEDETTE_CHECK(condition)                                     \
  do {                                                               \
    if (!(condition)) [[unlikely]]                                   \
      ::vedette::base::check_failed(#condition, __FILE__, __LINE__); \
  } while (false)
