#include "app/commands/tuning_command.h"

#include <fmt/format.h>

#include <iostream>

#include "app/installation/catalogue_folder.h"
#include "app/installation/installation.h"
#include "app/terminal/terminal.h"
#include "service/validation/tuning.h"

namespace vedette::app {
namespace {

using base::Result;
using service::Decisions;

std::string decided(const Decisions& decisions) {
  if (decisions.total() == 0) return "no decision";
  const double precision =
      static_cast<double>(decisions.confirmed) * 100 / static_cast<double>(decisions.total());
  return fmt::format("{} true, {} false positives, precision {:.1f} %", decisions.confirmed,
                     decisions.refuted, precision);
}

void print_bands(const char* title, const std::vector<service::DecisionBand>& bands) {
  std::cout << title << "\n";
  for (const service::DecisionBand& band : bands)
    std::cout << fmt::format("  {:>3} to {:>3}: {}, {} open\n", band.from, band.to,
                             decided(band.decisions), band.open);
}

void print(const service::Tuning& tuning) {
  std::cout << fmt::format(
      "decisions: {}; {} matches are open, {} were decided differently by two "
      "users\n",
      decided(tuning.all), tuning.open, tuning.disagreements);
  print_bands("by score", tuning.by_score);
  print_bands("by confidence", tuning.by_confidence);
  std::cout << "by list\n";
  for (const service::ListDecisions& line : tuning.by_list)
    std::cout << fmt::format("  {}: {}\n", line.list.empty() ? "gone from the lists" : line.list,
                             decided(line.decisions));
  std::cout << "by word that both names have\n";
  for (const service::WordDecisions& line : tuning.words)
    std::cout << fmt::format("  {}: {}\n", line.word, decided(line.decisions));
  std::cout << "suggestions (nothing has been changed)\n";
  for (const service::Suggestion& suggestion : tuning.suggestions)
    std::cout << fmt::format("  {}\n", suggestion.text);
  if (tuning.suggestions.empty())
    std::cout << fmt::format("  none; they need at least {} decisions\n",
                             service::kFewestDecisions);
}

Result<void> run(const Settings& settings, const TuningCommand& command) {
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  const auto operator_scope = ledger::OperatorScope::for_command_line();
  VEDETTE_ASSIGN(const auto project,
                 installation->accounts().find_project(operator_scope, command.project));
  const auto catalogue = open_current_catalogue(settings);
  VEDETTE_ASSIGN(const service::Tuning tuning,
                 service::read_tuning(installation->ledger(), operator_scope.project(project.id),
                                      catalogue.ok() ? catalogue->get() : nullptr));
  if (command.json)
    std::cout << service::to_json(tuning) << "\n";
  else
    print(tuning);
  return {};
}

}  // namespace

int tuning(const Settings& settings, const TuningCommand& command) {
  const auto done = run(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
