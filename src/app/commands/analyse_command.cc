#include "app/commands/analyse_command.h"

#include <fmt/format.h>

#include <iostream>
#include <vector>

#include "api/request/fields.h"
#include "app/terminal/terminal.h"
#include "base/result.h"
#include "names/reading/name_report.h"

namespace vedette::app {
namespace {

using names::Kind;

base::Error invalid(std::string message) {
  return {base::Cause::kInvalidInput, std::move(message)};
}

base::Result<void> run(const AnalyseCommand& command) {
  const auto kind = names::kind_of_schema(command.type);
  if (!kind)
    return invalid(
        fmt::format("--type {} is not known; try person, organisation or vessel", command.type));
  const auto name = api::parse_name(command.name);
  if (!name.ok()) return invalid("the name " + name.problem().message);
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  std::vector<names::NameReport> reports;
  if (*kind != Kind::kUnknown) {
    reports.push_back(names::report_name(analyser, *name, *kind));
  } else {
    for (const Kind each : {Kind::kPerson, Kind::kOrganisation})
      reports.push_back(names::report_name(analyser, *name, each));
  }
  if (command.json) {
    std::cout << names::to_json(reports) << "\n";
    return {};
  }
  std::string text;
  for (const names::NameReport& report : reports)
    text.append(text.empty() ? "" : "\n").append(names::to_text(report));
  std::cout << text;
  return {};
}

}  // namespace

int analyse(const AnalyseCommand& command) {
  const auto done = run(command);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
