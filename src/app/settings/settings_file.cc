#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fstream>
#include <sstream>

#include "app/settings/file_access.h"
#include "app/settings/settings.h"
#include "base/toml.h"

namespace vedette::app {
namespace {

namespace json = boost::json;

std::optional<std::string> as_text(const json::value& value) {
  if (const auto* text = value.if_string()) return std::string(*text);
  if (const auto* number = value.if_int64()) return std::to_string(*number);
  if (const auto* flag = value.if_bool()) return *flag ? "true" : "false";
  const json::array* array = value.if_array();
  if (array == nullptr) return std::nullopt;
  std::string joined;
  for (const json::value& item : *array) {
    const auto text = item.is_array() ? std::nullopt : as_text(item);
    if (!text) return std::nullopt;
    joined += (joined.empty() ? "" : ",") + *text;
  }
  return joined;
}

}  // namespace

base::Result<GivenValues> settings_in_toml(std::string_view toml, std::string_view origin) {
  VEDETTE_ASSIGN(const json::object table, base::parse_toml(toml, origin));
  GivenValues given;
  for (const auto& member : table) {
    auto text = as_text(member.value());
    if (!text)
      return base::Error(base::Cause::kInvalidInput,
                         fmt::format("{}: {} must be a text, a number or a list of them", origin,
                                     std::string_view(member.key())));
    given.emplace(std::string(member.key()), std::move(*text));
  }
  return given;
}

base::Result<GivenValues> settings_in_file(const std::string& path) {
  auto file = open_to_read(path);
  if (!file.ok())
    return base::Error(file.error().cause, "the settings file: " + file.error().message);
  std::ostringstream text;
  text << file->rdbuf();
  return settings_in_toml(text.str(), path);
}

}  // namespace vedette::app
