#include "app/terminal/terminal.h"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace vedette::app {
namespace {

// Turns the echo of the terminal off while it lives.
class Hidden {
 public:
  Hidden() : changed_(tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!changed_) return;
    termios quiet = before_;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    changed_ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet) == 0;
  }
  ~Hidden() {
    if (changed_) tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
  }
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;

 private:
  termios before_{};
  bool changed_;
};

std::string ask_hidden(std::string_view question) {
  std::cerr << question << std::flush;
  std::string line;
  {
    const Hidden hidden;
    std::getline(std::cin, line);
  }
  std::cerr << "\n";
  return line;
}

}  // namespace

std::size_t character_count(std::string_view utf8) {
  return static_cast<std::size_t>(std::ranges::count_if(
      utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool output_has_colours() {
  const char* refused = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (refused == nullptr || *refused == '\0');
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], character_count(row[i]));
  }
  std::string out;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += row[i];
      if (i + 1 < row.size()) out.append(widths[i] - character_count(row[i]) + 2, ' ');
    }
    out += '\n';
  }
  return out;
}

base::Result<std::string> read_new_password() {
  if (isatty(STDIN_FILENO) == 1) {
    std::string first = ask_hidden("Password: ");
    if (ask_hidden("Once more: ") != first)
      return base::Error(base::Cause::kInvalidInput,
                         "the two passwords differ; nothing was changed");
    return first;
  }
  std::string line;
  if (!std::getline(std::cin, line))
    return base::Error(base::Cause::kInvalidInput,
                       "no password on standard input; pipe one line, or use --generate");
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

int print_error(const base::Error& error) {
  std::cerr << "vedette: " << error.message << "\n";
  return 1;
}

}  // namespace vedette::app
