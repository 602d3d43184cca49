#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace vedette::service {

// What the server on a folder of generations serves, left in the file SERVING for the commands that
// run beside it. Nothing depends on it but what they show.
struct ServingNote {
  std::uint64_t generation = 0;  // 0: none yet
  std::int64_t process = 0;
  std::string problem = {};  // why it does not serve the current generation; empty: it does
};

void write_serving_note(const std::filesystem::path& folder, std::uint64_t generation,
                        const std::string& problem = {});
void remove_serving_note(const std::filesystem::path& folder);
// Nothing when no server runs there: no note, or one of a process that is gone.
std::optional<ServingNote> read_serving_note(const std::filesystem::path& folder);

}  // namespace vedette::service
