#include <fmt/format.h>
#include <toml++/toml.h>

#include <fstream>
#include <sstream>

#include "app/settings.h"

namespace vedette::app {
namespace {

std::optional<std::string> as_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  const toml::array* array = node.as_array();
  if (array == nullptr) return std::nullopt;
  std::string joined;
  for (const toml::node& item : *array) {
    const auto text = item.is_array() ? std::nullopt : as_text(item);
    if (!text) return std::nullopt;
    joined += (joined.empty() ? "" : ",") + *text;
  }
  return joined;
}

}  // namespace

base::Result<GivenValues> settings_in_toml(std::string_view toml_text, std::string_view origin) {
  try {
    GivenValues given;
    for (const auto& [key, node] : toml::parse(toml_text, origin)) {
      auto text = as_text(node);
      if (!text)
        return base::Error(
            base::Cause::kInvalidInput,
            fmt::format("{}: {} must be a text, a number or a list of them", origin, key.str()));
      given.emplace(std::string(key.str()), std::move(*text));
    }
    return given;
  } catch (const toml::parse_error& problem) {
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format("{}:{}: {}", origin, problem.source().begin.line, problem.description()));
  }
}

base::Result<GivenValues> settings_in_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return base::Error(base::Cause::kNotFound,
                       fmt::format("cannot read the settings file {}", path));
  std::ostringstream text;
  text << file.rdbuf();
  return settings_in_toml(text.str(), path);
}

}  // namespace vedette::app
