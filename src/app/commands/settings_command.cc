#include "app/commands/settings_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

#include "app/terminal/terminal.h"
#include "base/json_writer.h"

namespace vedette::app {
namespace {

std::string allowed(const SettingRow& row) {
  if (!row.choices.empty()) return fmt::format("{}", fmt::join(row.choices, " | "));
  if (std::holds_alternative<std::int64_t Settings::*>(row.member))
    return fmt::format("{} to {}", row.least, row.most);
  return std::holds_alternative<std::string Settings::*>(row.member) ? "text" : "list";
}

std::string shown(const Settings& settings, const SettingRow& row) {
  std::string text = setting_text(settings, row);
  return row.secret && !text.empty() ? "(hidden)" : text;
}

}  // namespace

int print_settings(const LoadedSettings& loaded, bool json) {
  const auto rows = setting_rows();
  if (!json) {
    std::vector<std::vector<std::string>> table = {
        {"SETTING", "VALUE", "FROM", "ALLOWED", "MEANING"}};
    for (std::size_t i = 0; i < rows.size(); ++i)
      table.push_back({std::string(rows[i].name), shown(loaded.settings, rows[i]),
                       std::string(source_name(loaded.sources[i])), allowed(rows[i]),
                       std::string(rows[i].help)});
    std::cout << aligned(table)
              << "\nSet one with --name (dashes), VEDETTE_NAME, or name = value in a TOML file "
                 "(--config).\n";
    return 0;
  }
  std::string text;
  base::JsonWriter writer(text);
  writer.begin_object().key("settings").begin_array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    writer.begin_object()
        .member("name", rows[i].name)
        .member("value", shown(loaded.settings, rows[i]));
    writer.member("from", source_name(loaded.sources[i])).member("default", rows[i].default_value);
    writer.member("allowed", allowed(rows[i])).member("flag", flag_of(rows[i].name));
    writer.member("environment", environment_of(rows[i].name))
        .member("meaning", rows[i].help)
        .end_object();
  }
  writer.end_array().end_object();
  std::cout << text << "\n";
  return 0;
}

}  // namespace vedette::app
