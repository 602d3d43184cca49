#include "app/commands/doctor_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/commands/doctor.h"
#include "app/terminal/terminal.h"
#include "base/json_writer.h"

namespace vedette::app {
namespace {

using State = Finding::State;

std::int64_t count(const std::vector<Finding>& found, State state) {
  return std::ranges::count(found, state, &Finding::state);
}

std::string as_json(const std::vector<Finding>& found) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().key("findings").begin_array();
  for (const Finding& finding : found)
    json.begin_object()
        .member("state", state_name(finding.state))
        .member("check", finding.check)
        .member("what", finding.what)
        .member("next", finding.next)
        .end_object();
  json.end_array();
  json.member("warnings", count(found, State::kWarning)).member("bad", count(found, State::kBad));
  json.end_object();
  return out;
}

std::string coloured(State state) {
  const std::string name(state_name(state));
  if (!output_has_colours()) return fmt::format("{:4}", name);
  const int colour = state == State::kOk ? 32 : state == State::kWarning ? 33 : 31;
  return fmt::format("\x1b[{}m{:4}\x1b[0m", colour, name);
}

int print(const std::vector<Finding>& found, bool json) {
  const std::int64_t bad = count(found, State::kBad);
  if (json) {
    std::cout << as_json(found) << "\n";
    return bad == 0 ? 0 : 1;
  }
  std::size_t width = 0;
  for (const Finding& finding : found)
    width = std::max(width, character_count(finding.check));
  for (const Finding& finding : found) {
    std::cout << fmt::format("{}  {:{}}  {}\n", coloured(finding.state), finding.check, width,
                             finding.what);
    if (!finding.next.empty())
      std::cout << fmt::format("{:4}  {:{}}  next: {}\n", "", "", width, finding.next);
  }
  std::cout << fmt::format("\n{} warnings, {} bad\n", count(found, State::kWarning), bad);
  return bad == 0 ? 0 : 1;
}

// `vedette settings` stops at the same fault, so that it cannot help.
std::string way_to_mend(std::string_view setting) {
  const auto rows = setting_rows();
  const auto row = std::ranges::find(rows, setting, &SettingRow::name);
  if (row == rows.end()) return "mend its name, or take it away";
  return fmt::format("give it as {}, {} or in the settings file; it means: {}", flag_of(setting),
                     environment_of(setting), row->help);
}

}  // namespace

int doctor(const LoadedSettings& loaded, bool json) {
  const base::SystemClock clock;
  return print(examine(loaded, clock), json);
}

int doctor(const base::Error& settings_problem, bool json) {
  std::vector<Finding> found;
  for (const base::ErrorDetail& detail : settings_problem.details)
    found.push_back(
        {State::kBad, "settings", detail.path + ": " + detail.message, way_to_mend(detail.path)});
  if (found.empty())
    found.push_back({State::kBad, "settings", settings_problem.message, "mend the settings file"});
  return print(found, json);
}

}  // namespace vedette::app
