// accuracy_bench [FILE.csv ...]: how often the scorer is right on labelled pairs. Reads columns
// schema,name1,name2,is_match and prints confusion, F1, AUC and each wrong pair. Without arguments
// it reads the shared data set.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "base/csv.h"
#include "names/comparing/explanation.h"

namespace {

using namespace vedette;

struct Labelled {
  std::map<std::string, std::string> fields;
  bool is_match = false;
  int score = 0;
};

std::vector<Labelled> read_pairs(const std::string& path) {
  std::ifstream in(path);
  base::CsvReader reader(in);
  std::vector<Labelled> pairs;
  std::vector<std::string> header;
  while (true) {
    auto record = reader.next();
    if (!record.ok() || !record->has_value()) break;
    if (header.empty()) {
      header = **record;
      continue;
    }
    Labelled pair;
    for (std::size_t i = 0; i < header.size() && i < (**record).size(); ++i)
      pair.fields[header[i]] = (**record)[i];
    pair.is_match = pair.fields["is_match"] == "true";
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

struct Confusion {
  int tp = 0, fp = 0, fn = 0, tn = 0;
  void add(bool is_match, bool shown) { ++(is_match ? (shown ? tp : fn) : (shown ? fp : tn)); }
  double f1() const { return tp == 0 ? 0 : 2.0 * tp / (2.0 * tp + fp + fn); }
  std::string text() const {
    const int all = tp + fp + fn + tn;
    return fmt::format("F1 {:.3f}  right {}/{} ({:.1f} %)  tp {} fp {} fn {} tn {}", f1(), tp + tn,
                       all, all == 0 ? 0.0 : 100.0 * (tp + tn) / all, tp, fp, fn, tn);
  }
};

// The chance that a match scores above a non-match; ties count half.
double auc(const std::vector<Labelled>& pairs) {
  double better = 0;
  double count = 0;
  for (const Labelled& a : pairs)
    for (const Labelled& b : pairs) {
      if (!a.is_match || b.is_match) continue;
      ++count;
      better += a.score > b.score ? 1 : a.score == b.score ? 0.5 : 0;
    }
  return count == 0 ? 0 : better / count;
}

// F1 when the line is drawn elsewhere: how much hangs on it.
double f1_at(const std::vector<Labelled>& pairs, int line, const std::string& only = "",
             const std::string& without = "") {
  Confusion confusion;
  for (const Labelled& pair : pairs) {
    const std::string& group = pair.fields.at("case_group");
    if ((!only.empty() && group != only) || group == without) continue;
    confusion.add(pair.is_match, pair.score >= line);
  }
  return confusion.f1();
}

// Leaves each group out, draws the line where the others are decided best, and decides the group.
void cross_validate(const std::vector<Labelled>& pairs,
                    const std::map<std::string, Confusion>& groups) {
  fmt::print("  line:");
  for (int line = 74; line <= 86; line += 2)
    fmt::print("  {} {:.3f}", line, f1_at(pairs, line));
  fmt::print("\n");
  Confusion left_out;
  for (const auto& [group, confusion] : groups) {
    int best = 80;
    for (int line = 60; line <= 95; ++line)
      if (f1_at(pairs, line, "", group) > f1_at(pairs, best, "", group)) best = line;
    for (const Labelled& pair : pairs)
      if (pair.fields.at("case_group") == group) left_out.add(pair.is_match, pair.score >= best);
    fmt::print("  {} left out: the others draw the line at {}\n", group, best);
  }
  fmt::print("  each group decided by the line of the others: {}\n", left_out.text());
}

void report(const std::string& path, const names::Analyser& analyser) {
  std::vector<Labelled> pairs = read_pairs(path);
  Confusion all;
  std::map<std::string, Confusion> groups;
  int strong_misses = 0;
  fmt::print("== {}\n", path);
  for (Labelled& pair : pairs) {
    const names::Kind kind =
        names::kind_of_schema(pair.fields["schema"]).value_or(names::Kind::kUnknown);
    const names::ComparableName query(analyser, pair.fields["name1"], kind);
    const names::ComparableName listed(analyser, pair.fields["name2"], kind);
    pair.score = names::compare(query, listed).score.value;
    const bool shown = pair.score >= 80;
    all.add(pair.is_match, shown);
    groups[pair.fields["case_group"]].add(pair.is_match, shown);
    const bool strong = pair.fields["quality"] == "STRONG";
    if (strong && pair.is_match && !shown) ++strong_misses;
    if (shown != pair.is_match)
      fmt::print("{} {:3} {:12} {} | {}   [{} {}]\n", pair.is_match ? "MISS " : "ALERT", pair.score,
                 pair.fields["schema"], pair.fields["name1"], pair.fields["name2"],
                 pair.fields["quality"], pair.fields["notes"]);
    if (shown != pair.is_match)
      fmt::print("          {}\n", names::explain(query, listed).sentence);
  }
  for (const auto& [group, confusion] : groups)
    if (!group.empty()) fmt::print("  {:16} {}\n", group, confusion.text());
  fmt::print("  {:16} {}  AUC {:.3f}  strong misses {}\n", "all", all.text(), auc(pairs),
             strong_misses);
  if (groups.size() > 1) cross_validate(pairs, groups);
}

}  // namespace

int main(int argc, char** argv) {
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  std::vector<std::string> paths(argv + 1, argv + argc);
  if (paths.empty()) {
    const char* data = std::getenv("VEDETTE_TEST_DATA");
    const std::string root = data != nullptr ? data : "../shared/data";
    paths = {root + "/labelled/name_pairs.csv", root + "/labelled/entity_checks.csv"};
  }
  for (const std::string& path : paths)
    report(path, analyser);
}
