// screening_bench alerts LISTED.tsv QUERIES.txt  every query against every listed person
// screening_bench pairs PAIRS.tsv [show]         pairs that are one person or organisation
//
// LISTED.tsv: id, kind (P, O, T), name. PAIRS.tsv: kind, query, listed name. Prints how many people
// raise an alert, or how many pairs are found, at 70, 80 and 90; `show` prints what was missed.

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <fstream>
#include <map>

#include "names/comparing/explanation.h"

namespace {

using namespace vedette;

constexpr std::array<int, 3> kThresholds = {70, 80, 90};

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == '\t')
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

names::Kind kind_of(const std::string& letter) {
  return letter == "P"   ? names::Kind::kPerson
         : letter == "T" ? names::Kind::kThing
                         : names::Kind::kOrganisation;
}

// Processor time of this thread: what others do on the machine does not count.
double cpu_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

int count_alerts(const names::Analyser& analyser, const char* listed_path, const char* query_path) {
  struct Listed {
    std::string id;
    std::string name;
    names::AnalysedName analysed;
  };
  std::vector<Listed> listed;
  std::ifstream list(listed_path);
  for (std::string line; std::getline(list, line);) {
    const auto fields = split(line);
    if (fields.size() < 3 || fields[1] != "P") continue;
    listed.push_back({fields[0], fields[2], analyser.analyse(fields[2], names::Kind::kPerson)});
  }
  std::array<int, 3> people{};
  std::array<int, 3> alerts{};
  std::size_t queries = 0;
  std::ifstream in(query_path);
  double spent = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    ++queries;
    const names::AnalysedName query = analyser.analyse(line, names::Kind::kPerson);
    std::map<std::string, std::pair<int, const Listed*>> best;
    const double start = cpu_nanoseconds();
    for (const Listed& entry : listed) {
      const int score = names::score(query, entry.analysed).value;
      if (score < kThresholds[0]) continue;
      auto& slot = best[entry.id];
      if (score > slot.first) slot = {score, &entry};
    }
    spent += cpu_nanoseconds() - start;
    for (std::size_t t = 0; t < kThresholds.size(); ++t) {
      int hits = 0;
      for (const auto& [id, hit] : best)
        hits += hit.first >= kThresholds[t];
      alerts[t] += hits;
      people[t] += hits > 0;
    }
    for (const auto& [id, hit] : best)
      if (hit.first >= 80) fmt::print("{:3} {} | {} [{}]\n", hit.first, line, hit.second->name, id);
  }
  fmt::print("{} people against {} listed names\n", queries, listed.size());
  for (std::size_t t = 0; t < kThresholds.size(); ++t)
    fmt::print("  at {}: {:.1f} people with an alert per 1000, {:.1f} alerts per 1000\n",
               kThresholds[t], 1000.0 * people[t] / static_cast<double>(queries),
               1000.0 * alerts[t] / static_cast<double>(queries));
  fmt::print("  {:.1f} ns of processor time per pair\n",
             spent / static_cast<double>(queries * listed.size()));
  return 0;
}

int count_found(const names::Analyser& analyser, const char* path, bool show) {
  std::array<int, 3> found{};
  int pairs = 0;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const auto fields = split(line);
    if (fields.size() < 3) continue;
    const names::ComparableName query(analyser, fields[1], kind_of(fields[0]));
    const names::ComparableName listed(analyser, fields[2], kind_of(fields[0]));
    const names::Explanation explanation = names::explain(query, listed);
    ++pairs;
    for (std::size_t t = 0; t < kThresholds.size(); ++t)
      found[t] += explanation.score >= kThresholds[t];
    if (show && explanation.score < 80)
      fmt::print("{:3} {} | {}\n      {}\n", explanation.score, fields[1], fields[2],
                 explanation.sentence);
  }
  fmt::print("{} pairs in {}:", pairs, path);
  for (std::size_t t = 0; t < kThresholds.size(); ++t)
    fmt::print("  {:.2f} % at {}", 100.0 * found[t] / std::max(pairs, 1), kThresholds[t]);
  fmt::print("\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "alerts" && argc == 4) return count_alerts(analyser, argv[2], argv[3]);
  if (mode == "pairs" && argc >= 3) return count_found(analyser, argv[2], argc > 3);
  fmt::print("usage: screening_bench alerts LISTED.tsv QUERIES.txt | pairs PAIRS.tsv [show]\n");
  return 2;
}
