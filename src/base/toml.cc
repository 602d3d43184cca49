#include "base/toml.h"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <sstream>
#include <stdexcept>

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

// Walks over a text, skipping comments and strings, to find letters beyond ASCII where TOML allows
// none and the library's own tables reach undefined behaviour.
class OutsideStrings {
 public:
  explicit OutsideStrings(std::string_view text) : text_(text) {}

  // The line of the first such letter, nothing when there is none.
  std::optional<std::size_t> find() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        skip_to_line_end();
      } else if (c == '"' || c == '\'') {
        skip_string(c);
      } else if (static_cast<unsigned char>(c) >= 0x80) {
        return line_;
      } else {
        step();
      }
    }
    return std::nullopt;
  }

 private:
  void step() { line_ += text_[at_++] == '\n'; }
  void skip_to_line_end() {
    while (at_ < text_.size() && text_[at_] != '\n')
      ++at_;
  }
  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool several_lines = text_.substr(at_).starts_with(three);
    const std::string_view end =
        several_lines ? std::string_view(three) : std::string_view(three).substr(0, 1);
    at_ += end.size();
    while (at_ < text_.size() && !text_.substr(at_).starts_with(end)) {
      if (!several_lines && text_[at_] == '\n') return;  // not closed: the parser will say so
      if (quote == '"' && text_[at_] == '\\') step();
      if (at_ < text_.size()) step();
    }
    at_ = std::min(at_ + end.size(), text_.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

json::value to_json(const toml::node& node);

json::object to_json(const toml::table& table) {
  json::object object;
  for (const auto& [key, node] : table)
    object.emplace(key.str(), to_json(node));
  return object;
}

json::value to_json(const toml::node& node) {
  if (const auto* table = node.as_table()) return to_json(*table);
  if (const auto* text = node.as_string()) return json::value(text->get());
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

Error invalid(std::string_view origin, std::size_t line, std::string_view problem) {
  return {Cause::kInvalidInput, fmt::format("{}:{}: {}", origin, line, problem)};
}

}  // namespace

Result<json::object> parse_toml(std::string_view text, std::string_view origin) {
  if (const auto line = OutsideStrings(text).find())
    return invalid(origin, *line, "letters beyond ASCII stand in quotes");
  try {
    return to_json(toml::parse(text, origin));
  } catch (const toml::parse_error& problem) {
    return invalid(origin, problem.source().begin.line, problem.description());
  } catch (const std::invalid_argument& problem) {
    return Error(Cause::kInvalidInput, fmt::format("{}: {}", origin, problem.what()));
  }
}

}  // namespace vedette::base
