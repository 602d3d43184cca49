#include "app/installation/storage.h"

#include <fmt/format.h>

#include <filesystem>

namespace vedette::app {
namespace {

constexpr std::uintmax_t kLeastFreeBytes = 32U << 20;

}  // namespace

std::optional<std::string> storage_problem(const std::string& data) {
  std::error_code unknown;
  const auto space = std::filesystem::space(data, unknown);
  if (unknown || space.available >= kLeastFreeBytes) return std::nullopt;
  return fmt::format("the disk of the data directory is full ({} MiB left)", space.available >> 20);
}

}  // namespace vedette::app
