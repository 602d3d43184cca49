#include "base/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
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
  if (const auto* words = std::get_if<std::string_view>(&field.value)) {
    out += '"';
    append_json_escaped(out, *words);
    out += '"';
  } else if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
    const fmt::format_int text(*number);
    out.append(text.data(), text.size());
  } else if (const auto* real = std::get_if<double>(&field.value)) {
    char text[64];
    const auto [end, error] =
        std::to_chars(text, text + sizeof text, *real, std::chars_format::fixed, 3);
    // JSON has no word for what is not a number, and nothing of 60 digits is a measurement.
    if (error == std::errc() && std::isfinite(*real)) {
      out.append(text, end);
    } else {
      out += "null";
    }
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
  // Bytes that cannot stand as they are, and high bytes, which need a closer look.
  static constexpr std::array<bool, 256> kSpecial = [] {
    std::array<bool, 256> special{};
    for (std::size_t byte = 0; byte < special.size(); ++byte)
      special[byte] = byte < 0x20 || byte >= 0x7F || byte == '"' || byte == '\\';
    return special;
  }();
  const auto is_special = [](char c) { return kSpecial[static_cast<std::uint8_t>(c)]; };
  if (std::none_of(text.begin(), text.end(), is_special)) {
    out.append(text);
    return;
  }
  const bool utf8 = is_utf8(text);
  for (const char c : text) {
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
  std::string line;
  line.reserve(256);
  line += "{\"time\":\"";
  line += iso_millis(SystemClock().now());
  line += "\",";
  append_body(line, level, message, fields);
  logger().log(to_spdlog(level), spdlog::string_view_t(line));
}

}  // namespace vedette::base
