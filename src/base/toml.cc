#include "base/toml.h"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <sstream>
#include <stdexcept>

#include "base/encoding.h"

// The library asserts on some malformed headers ("[!"). Its texts come from outside, so that is a
// fault of the text and no reason to stop: the assertion throws, and parse_toml catches it. This is
// the only file that includes the library, so that the macro means the same everywhere.
namespace vedette::base {
[[noreturn]] static void refuse_toml() {
  throw std::invalid_argument("a key is malformed");
}
}  // namespace vedette::base
#define TOML_ASSERT(condition) \
  (static_cast<bool>(condition) ? void() : vedette::base::refuse_toml())
#include <toml++/toml.h>

namespace vedette::base {
namespace {

namespace json = boost::json;

// The library's tables of blanks beyond ASCII reach undefined behaviour for ordinary letters ("é"
// behind a value or a blank), in strings as well. It has no tables for the last plane of Unicode,
// which is for private use: every letter is lifted there before the text is parsed, and what comes
// out of the parser is brought back.
constexpr char kLastPlane = '\xF4';

std::string lifted(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  std::string out;
  out.reserve(text.size() + text.size() / 4);
  for (std::size_t i = 0; i < text.size();) {
    const auto bits = [&](std::size_t k) { return static_cast<std::uint8_t>(text[i + k]) & 0x3FU; };
    const auto first = static_cast<std::uint8_t>(text[i]);
    if (first < 0xC0 || first >= 0xF0) {  // ASCII, or beyond the library's tables already
      out += text[i++];
      continue;
    }
    const bool two = first < 0xE0;
    const unsigned high = two ? 0 : first & 0x0FU;
    const unsigned middle = two ? first & 0x1FU : bits(1);
    out += {kLastPlane, static_cast<char>(0x80 | high), static_cast<char>(0x80 | middle),
            static_cast<char>(0x80 | bits(two ? 1 : 2))};
    i += two ? 2 : 3;
  }
  return out;
}

std::string brought_back(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != kLastPlane || i + 3 >= text.size()) {
      out += text[i++];
      continue;
    }
    const auto bits = [&](std::size_t k) { return static_cast<std::uint8_t>(text[i + k]) & 0x3FU; };
    const unsigned letter = bits(1) << 12 | bits(2) << 6 | bits(3);
    if (letter < 0x80 || (letter >= 0xD800 && letter < 0xE000)) {
      out += text.substr(i, 4);  // was written as an escape of the private plane
    } else if (letter < 0x800) {
      out += {static_cast<char>(0xC0 | letter >> 6), static_cast<char>(0x80 | (letter & 0x3F))};
    } else {
      out +=
          {static_cast<char>(0xE0 | letter >> 12), static_cast<char>(0x80 | (letter >> 6 & 0x3F)),
           static_cast<char>(0x80 | (letter & 0x3F))};
    }
    i += 4;
  }
  return out;
}

json::value to_json(const toml::node& node);

json::object to_json(const toml::table& table) {
  json::object object;
  for (const auto& [key, node] : table)
    object.emplace(brought_back(key.str()), to_json(node));
  return object;
}

json::value to_json(const toml::node& node) {
  if (const auto* table = node.as_table()) return to_json(*table);
  if (const auto* text = node.as_string()) return json::value(brought_back(text->get()));
  if (const auto* number = node.as_integer()) return json::value(number->get());
  if (const auto* real = node.as_floating_point()) return json::value(real->get());
  if (const auto* flag = node.as_boolean()) return json::value(flag->get());
  if (const auto* array = node.as_array()) {
    json::array items;
    for (const toml::node& item : *array)
      items.push_back(to_json(item));
    return items;
  }
  std::ostringstream date;
  node.visit([&date](const auto& value) {
    if constexpr (toml::is_date<decltype(value)> || toml::is_time<decltype(value)> ||
                  toml::is_date_time<decltype(value)>)
      date << value.get();
  });
  return json::value(date.str());
}

std::size_t line_of_bad_bytes(std::string_view text) {
  std::size_t line = 1;
  for (std::size_t end; (end = text.find('\n')) != text.npos && is_utf8(text.substr(0, end));
       ++line)
    text.remove_prefix(end + 1);
  return line;
}

Error invalid(std::string_view origin, std::size_t line, std::string_view problem) {
  return {Cause::kInvalidInput, fmt::format("{}:{}: {}", origin, line, problem)};
}

}  // namespace

Result<json::object> parse_toml(std::string_view text, std::string_view origin) {
  if (!is_utf8(text)) return invalid(origin, line_of_bad_bytes(text), "this is not UTF-8");
  try {
    return to_json(toml::parse(lifted(text), origin));
  } catch (const toml::parse_error& problem) {
    return invalid(origin, problem.source().begin.line, brought_back(problem.description()));
  } catch (const std::invalid_argument& problem) {
    return Error(Cause::kInvalidInput, fmt::format("{}: {}", origin, problem.what()));
  }
}

}  // namespace vedette::base
