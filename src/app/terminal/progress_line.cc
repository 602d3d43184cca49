#include "app/terminal/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>

namespace vedette::app {
namespace {

constexpr std::chrono::milliseconds kDrawInterval{100};
constexpr std::uint64_t kBarWidth = 24;

std::string time_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 120) return fmt::format("{} s", whole);
  return fmt::format("{} min", (whole + 30) / 60);
}

// A line that is longer than the terminal is wide could not be written over.
std::size_t terminal_columns() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

}  // namespace

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits = {"bytes", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return unit < 2 ? fmt::format("{:.0f} {}", value, kUnits[unit])
                  : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3)
    text.insert(at - 3, ",");
  return text;
}

std::string progress_text(std::uint64_t bytes, std::optional<std::uint64_t> total,
                          std::uint64_t since_start, double seconds,
                          std::string (*amount)(std::uint64_t)) {
  const double rate = seconds > 0 ? static_cast<double>(since_start) / seconds : 0;
  const std::string speed =
      rate > 0 ? fmt::format(", {}/s", amount(static_cast<std::uint64_t>(rate))) : std::string();
  if (!total || *total == 0) return amount(bytes) + speed;
  const std::uint64_t done = std::min(bytes, *total);
  const std::size_t filled = done * kBarWidth / *total;
  std::string out =
      fmt::format("[{}{}] {} of {}{}", std::string(filled, '#'),
                  std::string(kBarWidth - filled, '.'), amount(done), amount(*total), speed);
  if (rate > 0)
    out += fmt::format(", {} left", time_text(static_cast<double>(*total - done) / rate));
  return out;
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (terminal_) std::cerr << "\r\x1b[K" << std::flush;
}

// A new activity is shown at once, and its rate counted from there.
bool ProgressLine::due(std::string_view what) {
  if (!terminal_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (what_ == what && now - drawn_ < kDrawInterval) return false;
  drawn_ = now;
  return true;
}

void ProgressLine::show(std::string_view what) {
  if (!due(what)) return;
  what_ = what;
  write(what);
}

void ProgressLine::show(std::string_view what, std::uint64_t bytes,
                        std::optional<std::uint64_t> total, std::string_view detail) {
  draw(what, detail, bytes, total, bytes_text);
}

void ProgressLine::show_count(std::string_view what, std::uint64_t done, std::uint64_t total) {
  draw(what, {}, done, total, count_text);
}

void ProgressLine::draw(std::string_view what, std::string_view detail, std::uint64_t done,
                        std::optional<std::uint64_t> total, AmountText amount) {
  if (!due(what)) return;
  if (what_ != what) {
    what_ = what;
    started_ = std::chrono::steady_clock::now();
    first_ = done;
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - started_;
  write(fmt::format(
      "{}{} {}", what, detail,
      progress_text(done, total, done - std::min(done, first_), spent.count(), amount)));
}

void ProgressLine::write(std::string_view text) const {
  std::cerr << "\r\x1b[K" << text.substr(0, terminal_columns() - 1) << std::flush;
}

}  // namespace vedette::app
