#include "base/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <iterator>

#include "base/clock.h"
#include "base/encoding.h"

namespace vedette::base {
namespace {

spdlog::logger& logger() {
  static spdlog::logger instance = [] {
    spdlog::logger made("vedette", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made.set_pattern("%v");
    made.flush_on(spdlog::level::warn);
    return made;
  }();
  return instance;
}

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

std::string_view level_name(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      return "error";
  }
  return "error";
}

void append_field(std::string& out, const LogField& field) {
  out += ",\"";
  append_json_escaped(out, field.name);
  out += "\":";
  if (const auto* text = std::get_if<std::string_view>(&field.value)) {
    out += '"';
    append_json_escaped(out, *text);
    out += '"';
  } else if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
    fmt::format_to(std::back_inserter(out), "{}", *number);
  } else if (const auto* real = std::get_if<double>(&field.value)) {
    fmt::format_to(std::back_inserter(out), "{:.3f}", *real);
  } else {
    out += std::get<bool>(field.value) ? "true" : "false";
  }
}

void append_body(std::string& out, LogLevel level, std::string_view message,
                 std::initializer_list<LogField> fields) {
  out += "\"level\":\"";
  out += level_name(level);
  out += "\",\"message\":\"";
  append_json_escaped(out, message);
  out += '"';
  for (const LogField& field : fields)
    append_field(out, field);
  out += '}';
}

}  // namespace

void append_json_escaped(std::string& out, std::string_view text) {
  const bool utf8 = is_utf8(text);
  for (char c : text) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F || (!utf8 && byte >= 0x80)) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
    } else {
      out += c;
    }
  }
}

void set_log_level(LogLevel level) {
  logger().set_level(to_spdlog(level));
}

std::string log_line(LogLevel level, std::string_view message,
                     std::initializer_list<LogField> fields) {
  std::string line = "{";
  append_body(line, level, message, fields);
  return line;
}

void log(LogLevel level, std::string_view message, std::initializer_list<LogField> fields) {
  if (!logger().should_log(to_spdlog(level))) return;
  std::string line = "{\"time\":\"" + iso_millis(SystemClock().now()) + "\",";
  append_body(line, level, message, fields);
  logger().log(to_spdlog(level), spdlog::string_view_t(line));
}

}  // namespace vedette::base
