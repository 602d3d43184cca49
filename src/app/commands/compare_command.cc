#include "app/commands/compare_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iostream>

#include "app/commands/compare_entities.h"
#include "app/settings/file_access.h"
#include "app/terminal/terminal.h"
#include "base/encoding.h"
#include "names/comparing/compare_csv.h"
#include "names/comparing/explanation.h"
#include "names/tables/costs.h"

namespace vedette::app {
namespace {

constexpr std::string_view kGreen = "32", kYellow = "33", kRed = "31", kBold = "1";

// Colours text when the output is a terminal, and leaves it alone otherwise.
class Painter {
 public:
  explicit Painter(bool colours) : colours_(colours) {}
  std::string paint(std::string_view colour, std::string_view text) const {
    return colours_ ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : std::string(text);
  }

 private:
  bool colours_;
};

std::string_view colour_of(const names::WordExplanation& word) {
  if (word.met.empty()) return kRed;
  return std::ranges::find(word.ways, "exact_match") != word.ways.end() ? kGreen : kYellow;
}

// Pads by characters, so that columns of any script line up as far as a terminal can.
std::string padded(std::string text, std::size_t width) {
  const std::size_t used = character_count(text);
  if (used < width) text.append(width - used, ' ');
  return text;
}

void print_words(const names::Explanation& explanation, const Painter& painter) {
  std::size_t term = 0;
  std::size_t way = 0;
  for (const names::WordExplanation& word : explanation.words) {
    term = std::max(term, character_count(word.query_term));
    way = std::max(way, fmt::format("{}", fmt::join(word.ways, ", ")).size());
  }
  for (const names::WordExplanation& word : explanation.words) {
    const std::string ways = word.met.empty() && word.ways.empty()
                                 ? "left over"
                                 : fmt::format("{}", fmt::join(word.ways, ", "));
    std::cout << "  " << painter.paint(colour_of(word), padded(word.query_term, term)) << "  "
              << padded(ways, std::max<std::size_t>(way, 9)) << "  " << word.met << "\n";
  }
  for (const std::string& left : explanation.left_listed)
    std::cout << "  " << padded("", term) << "  "
              << padded("left over", std::max<std::size_t>(way, 9)) << "  "
              << painter.paint(kRed, left) << "\n";
}

void print_explanation(const CompareCommand& command, const names::Explanation& explanation) {
  const Painter painter(output_has_colours());
  const bool shown = explanation.score >= names::costs::kLine;
  std::cout << painter.paint(shown ? kGreen : kRed, fmt::format("{:3}", explanation.score)) << "  "
            << painter.paint(kBold, command.query) << "  ~  "
            << painter.paint(kBold, command.listed) << "  (" << names::kind_name(explanation.kind)
            << "; " << names::costs::kLine << " and more is a match)\n\n";
  print_words(explanation, painter);
  if (!explanation.costs.empty()) std::cout << "\n";
  for (const names::CostExplanation& cost : explanation.costs)
    std::cout << fmt::format("  {:>4}  {}\n", -cost.points, cost.text);
  std::cout << "\n" << explanation.sentence << "\n";
}

base::Result<void> compare_pair(const CompareCommand& command) {
  const auto kind = names::kind_of_schema(command.type);
  if (!kind)
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format("--type {} is not known; try person, organisation, vessel or legalentity",
                    command.type));
  for (const std::string& name : {command.query, command.listed})
    if (!base::is_utf8(name)) return base::Error(base::Cause::kInvalidInput, "a name is not UTF-8");
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  const names::Explanation explanation =
      names::explain(names::AskedName(analyser, command.query, *kind),
                     names::ComparableName(analyser, command.listed, *kind));
  if (command.json) {
    std::cout << names::to_json(explanation) << "\n";
  } else {
    print_explanation(command, explanation);
  }
  return {};
}

base::Result<void> compare_file(const CompareCommand& command) {
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  std::ifstream file;
  if (command.csv != "-") {
    VEDETTE_ASSIGN(file, open_to_read(command.csv));
  }
  VEDETTE_ASSIGN(const names::CsvComparison done,
                 names::compare_csv(analyser, command.csv == "-" ? std::cin : file, std::cout));
  if (!std::cout.flush())
    return base::Error(base::Cause::kUnavailable, "the output could not be written");
  std::cerr << done.pairs << " pairs compared";
  if (done.truncated > 0)
    std::cerr << "; " << done.truncated
              << " have a name longer than the limits, of which the rest was left out";
  std::cerr << "\n";
  return {};
}

}  // namespace

int compare(const CompareCommand& command) {
  const auto done = !command.entities.empty() ? compare_entities(command.entities)
                    : command.csv.empty()     ? compare_pair(command)
                                              : compare_file(command);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
