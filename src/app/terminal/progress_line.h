#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vedette::app {

// One line on standard error that is written over, on a terminal only: what is done, a bar, the
// bytes, the rate and the time that is left. Drawn at most ten times a second.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();  // wipes the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::string_view what);
  // `detail` stands behind `what` and may be another each time.
  void show(std::string_view what, std::uint64_t bytes, std::optional<std::uint64_t> total,
            std::string_view detail = {});
  // The same for things that are counted, such as names.
  void show_count(std::string_view what, std::uint64_t done, std::uint64_t total);

 private:
  using AmountText = std::string (*)(std::uint64_t);
  void draw(std::string_view what, std::string_view detail, std::uint64_t done,
            std::optional<std::uint64_t> total, AmountText amount);
  void write(std::string_view text) const;
  bool due(std::string_view what);

  const bool terminal_;
  std::string what_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point drawn_;
  std::uint64_t first_ = 0;
};

// "12.3 MB", "7 kB"
std::string bytes_text(std::uint64_t bytes);

// "1,234,567"
std::string count_text(std::uint64_t count);

// "[#######.....] 12.3 MB of 20.1 MB, 4.2 MB/s, 2 s left"; without a total no bar and no time, and
// no rate before there is one.
std::string progress_text(std::uint64_t bytes, std::optional<std::uint64_t> total,
                          std::uint64_t since_start, double seconds,
                          std::string (*amount)(std::uint64_t) = bytes_text);

}  // namespace vedette::app
