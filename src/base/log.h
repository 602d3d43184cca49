#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace vedette::base {

// One line of JSON per event on standard error. The message is a constant; what varies goes into
// fields, so that lines can be searched and nothing personal slips into a sentence.
// Safe from any thread.
enum class LogLevel { kDebug, kInfo, kWarning, kError };

struct LogField {
  std::string_view name;
  std::variant<std::string_view, std::int64_t, double, bool> value;

  LogField(std::string_view n, std::string_view v) : name(n), value(v) {}
  LogField(std::string_view n, const std::string& v) : name(n), value(std::string_view(v)) {}
  LogField(std::string_view n, const char* v) : name(n), value(std::string_view(v)) {}
  LogField(std::string_view n, bool v) : name(n), value(v) {}
  LogField(std::string_view n, double v) : name(n), value(v) {}
  template <class Integer>
    requires std::is_integral_v<Integer>
  LogField(std::string_view n, Integer v) : name(n), value(static_cast<std::int64_t>(v)) {}
};

void set_log_level(LogLevel level);
void log(LogLevel level, std::string_view message, std::initializer_list<LogField> fields = {});

// The line that log() would write, without its time; for tests.
std::string log_line(LogLevel level, std::string_view message,
                     std::initializer_list<LogField> fields);

// Appends `text` as the inside of a JSON string: control characters, quotes and invalid UTF-8
// cannot break the line or forge another.
void append_json_escaped(std::string& out, std::string_view text);

}  // namespace vedette::base
