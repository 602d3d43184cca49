// How well list entries are grouped into parties, against labelled clusters, and how long it takes.
//
//   party_bench CATALOGUE_FILE [LABELS_FOLDER [PAIRS_FILE]]
//
// LABELS_FOLDER holds clusters.csv (cluster,list,id) and different.csv (list1,id1,list2,id2), lists
// and ids named as `vedette parties export` names them. Entries that no cluster names are unknown
// and count for nothing. PAIRS_FILE gets a line of JSON with all evidence for each pair that was
// compared, for choosing weights.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "catalogue/catalogue.h"
#include "names/tables/lexicon.h"
#include "parties/candidates.h"
#include "parties/resolver.h"
#include "search/searcher.h"
#include "service/parties/party_export.h"

namespace vedette::bench {
namespace {

using parties::Entry;
using Steady = std::chrono::steady_clock;

double seconds_since(Steady::time_point start) {
  return std::chrono::duration<double>(Steady::now() - start).count();
}

std::vector<std::vector<std::string>> rows_of(std::istream& in) {
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');)
      cells.push_back(cell);
    rows.push_back(std::move(cells));
  }
  return rows;
}

// Which cluster each entry belongs to, and which pairs are different.
struct Labels {
  std::map<Entry, int> clusters;
  std::vector<std::pair<Entry, Entry>> different;
  std::size_t missing = 0;  // labels whose entries are not in the catalogue
};

Labels read_labels(const catalogue::Catalogue& catalogue, const parties::Grouping& grouping,
                   const std::filesystem::path& folder) {
  std::string exported;
  (void)service::export_parties(catalogue, grouping,
                                [&](std::string_view text) { exported += text; });
  std::istringstream lines(exported);
  std::map<std::pair<std::string, std::string>, Entry> by_number;
  for (const auto& row : rows_of(lines))
    if (row.size() >= 7)
      if (const auto entry = catalogue.find_resource(row[6])) by_number[{row[1], row[2]}] = *entry;
  Labels labels;
  std::ifstream clusters(folder / "clusters.csv");
  for (const auto& row : rows_of(clusters)) {
    const auto found = by_number.find({row.at(1), row.at(2)});
    if (found == by_number.end())
      ++labels.missing;
    else
      labels.clusters[found->second] = std::stoi(row.at(0));
  }
  std::ifstream different(folder / "different.csv");
  for (const auto& row : rows_of(different)) {
    const auto one = by_number.find({row.at(0), row.at(1)});
    const auto other = by_number.find({row.at(2), row.at(3)});
    if (one != by_number.end() && other != by_number.end())
      labels.different.emplace_back(one->second, other->second);
  }
  return labels;
}

// A person all of whose names consist of words that many people have.
bool is_common(const catalogue::Catalogue& catalogue, const names::Analyser& analyser,
               Entry entry) {
  constexpr int kFewTenthsOfABit = 150;
  const auto profile = catalogue.profile(entry);
  if (!profile.ok() || profile->kind != profile::Kind::kPerson) return false;
  const std::vector<std::string> name = {profile->name()};
  const evidence::PartyNames names(analyser, name, profile->kind);
  return evidence::best_name(names, names, evidence::Weights::shipped()).information <
         kFewTenthsOfABit;
}

class Figures {
 public:
  Figures(const parties::Grouping& grouping, const Labels& labels) : grouping_(grouping) {
    for (const parties::Suggestion& each : grouping.suggestions()) {
      const auto a = grouping.party_of(each.a), b = grouping.party_of(each.b);
      suggested_.insert({std::min(a, b), std::max(a, b)});
    }
    for (const auto& pair : labels.different)
      different_.insert(std::minmax(pair.first, pair.second));
  }

  template <class Wanted>
  void print(const char* what, const Labels& labels, const Wanted& wanted) const {
    std::uint64_t same = 0, found = 0, suggested = 0, wrong = 0;
    for (auto a = labels.clusters.begin(); a != labels.clusters.end(); ++a)
      for (auto b = std::next(a); b != labels.clusters.end(); ++b) {
        if (!wanted(a->first) && !wanted(b->first)) continue;
        const bool together = grouping_.party_of(a->first) == grouping_.party_of(b->first);
        if (a->second != b->second) {
          wrong += together;
          continue;
        }
        ++same;
        found += together;
        suggested += !together && is_suggested(a->first, b->first);
      }
    fmt::print(
        "{:<24} {:>5} pairs  precision {:.4f}  recall {:.4f}  with suggestions {:.4f}  wrong {}\n",
        what, same, ratio(found, found + wrong), ratio(found, same), ratio(found + suggested, same),
        wrong);
  }

  void print_different(const catalogue::Catalogue& catalogue, const Labels& labels) const {
    std::size_t merged = 0;
    for (const auto& [a, b] : labels.different)
      if (grouping_.party_of(a) == grouping_.party_of(b)) {
        ++merged;
        fmt::print("  merged although different: {} and {}\n", name(catalogue, a),
                   name(catalogue, b));
      }
    fmt::print("different pairs merged      {} of {}\n", merged, labels.different.size());
  }

  void print_wrong(const catalogue::Catalogue& catalogue, const Labels& labels) const {
    for (auto a = labels.clusters.begin(); a != labels.clusters.end(); ++a)
      for (auto b = std::next(a); b != labels.clusters.end(); ++b) {
        const bool together = grouping_.party_of(a->first) == grouping_.party_of(b->first);
        if (together != (a->second == b->second) && (together || !is_suggested(a->first, b->first)))
          fmt::print("  {}: {} and {}\n", together ? "wrongly merged" : "missed",
                     name(catalogue, a->first), name(catalogue, b->first));
      }
  }

 private:
  static double ratio(std::uint64_t part, std::uint64_t all) {
    return all == 0 ? 1 : static_cast<double>(part) / static_cast<double>(all);
  }
  static std::string name(const catalogue::Catalogue& catalogue, Entry entry) {
    const auto profile = catalogue.profile(entry);
    return fmt::format("{}:{} {}", profile->key.list, profile->key.record, profile->name());
  }
  bool is_suggested(Entry a, Entry b) const {
    return suggested_.contains(std::minmax(grouping_.party_of(a), grouping_.party_of(b)));
  }

  const parties::Grouping& grouping_;
  std::set<std::pair<Entry, Entry>> suggested_;
  std::set<std::pair<Entry, Entry>> different_;
};

void write_pair(const catalogue::Catalogue& catalogue, const parties::Candidate& pair,
                const parties::EntryComparison& compared, std::ostream& out) {
  std::string line;
  base::JsonWriter json(line);
  json.begin_object();
  for (const auto& [entry, side] : {std::pair(pair.a, "a"), {pair.b, "b"}}) {
    const auto profile = catalogue.profile(entry);
    json.key(side).begin_object();
    json.member("list", profile->key.list).member("record", profile->key.record);
    json.member("resourceId", catalogue.resource_id_text(entry)).member("name", profile->name());
    json.member("kind", profile::to_text(profile->kind)).key("numbers").begin_array();
    for (const profile::Identifier& one : profile->identifiers)
      json.value(one.category + "=" + one.value);
    json.end_array().end_object();
  }
  const evidence::NamesAgreement& names = compared.names;
  json.member("met", static_cast<int>(pair.met)).member("primary", names.primary_score);
  json.member("namesMet", names.met).member("namesOf", names.of);
  json.member("information", names.information);
  json.member("logOdds", compared.assessment.log_odds).member("conflict", compared.conflict);
  json.key("terms");
  evidence::write_terms(json, compared.assessment);
  json.end_object();
  out << line << "\n";
}

void write_pairs(const std::shared_ptr<const catalogue::Catalogue>& catalogue,
                 const names::Analyser& analyser, const char* path) {
  std::vector<Entry> entries;
  for (Entry entry = 0; entry < catalogue->profile_count(); ++entry)
    if (!(catalogue->facts(entry).flags & catalogue::kContext)) entries.push_back(entry);
  const auto candidates = parties::find_candidates(catalogue, analyser, entries, {});
  parties::EntryComparer comparer(*catalogue, analyser);
  std::ofstream out(path);
  for (const parties::Candidate& pair : *candidates)
    if (const auto compared = comparer.compare(pair.a, pair.b); compared.ok())
      write_pair(*catalogue, pair, *compared, out);
}

search::Query query_of(const catalogue::Catalogue& catalogue, Entry entry) {
  search::Query query;
  query.name = catalogue.profile(entry)->name();
  query.limit = catalogue.profile_count();
  return query;
}

// How many hits the entries of a labelled cluster are in a search for one of them by its
// primary name.
void print_hits(const search::Searcher& searcher, const parties::Grouping* grouping,
                const Labels& labels, const char* what) {
  const catalogue::Catalogue& catalogue = searcher.catalogue();
  search::Workspace workspace;
  std::size_t queries = 0, hits = 0, single = 0;
  for (const auto& [entry, cluster] : labels.clusters) {
    if (!catalogue.is_matchable(entry)) continue;
    const auto results = searcher.search(query_of(catalogue, entry), workspace);
    if (!results.ok()) continue;
    std::size_t own = 0;
    for (const search::Hit& hit : results->hits)
      own += std::ranges::any_of(search::entries_of(grouping, hit.profile), [&](Entry each) {
        const auto label = labels.clusters.find(each);
        return label != labels.clusters.end() && label->second == cluster;
      });
    ++queries, hits += own, single += own == 1;
  }
  fmt::print(
      "{:<10} {} queries by primary name: {:.3f} hits of the own cluster, one for {:.1f} %\n", what,
      queries, static_cast<double>(hits) / static_cast<double>(queries),
      100.0 * static_cast<double>(single) / static_cast<double>(queries));
}

// Microseconds of a search, the best of some rounds in turns.
void print_cost(const search::Searcher& by_entry, const search::Searcher& by_party) {
  constexpr std::size_t kQueries = 2000;
  constexpr int kRounds = 7;
  const catalogue::Catalogue& catalogue = by_entry.catalogue();
  std::vector<search::Query> queries;
  for (Entry entry = 0; queries.size() < kQueries && entry < catalogue.profile_count(); ++entry)
    if (entry % 7 == 0 && catalogue.is_matchable(entry)) {
      queries.push_back(query_of(catalogue, entry));
      queries.back().limit = 100;
    }
  std::array<double, 2> best = {1e300, 1e300};
  search::Workspace workspace;
  for (int round = 0; round < kRounds; ++round)
    for (std::size_t way = 0; way < best.size(); ++way) {
      const auto start = Steady::now();
      for (const search::Query& query : queries)
        (void)(way == 0 ? by_entry : by_party).search(query, workspace);
      best[way] = std::min(best[way], seconds_since(start) * 1e6);
    }
  const auto count = static_cast<double>(queries.size());
  fmt::print("a search takes {:.1f} us by entry, {:.1f} us by party ({:+.1f} %)\n", best[0] / count,
             best[1] / count, 100 * (best[1] / best[0] - 1));
}

int run(int argc, char** argv) {
  auto opened = catalogue::Catalogue::open(argv[1], catalogue::Check::kQuick);
  if (!opened.ok()) {
    fmt::print(stderr, "{}\n", opened.error().message);
    return 1;
  }
  const auto catalogue = *opened;
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  if (argc > 3) write_pairs(catalogue, analyser, argv[3]);
  const auto folder = std::filesystem::temp_directory_path() / "vedette-party-bench";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto start = Steady::now();
  const auto made = parties::resolve(catalogue, analyser, parties::GroupingFolder(folder), {});
  if (!made.ok()) {
    fmt::print(stderr, "{}\n", made.error().message);
    return 1;
  }
  const parties::Grouping& grouping = *made->grouping;
  fmt::print("{} entries, {} candidates, {} parties, {} of two or more, {} suggestions, {:.1f} s\n",
             grouping.entry_count(), made->candidates, grouping.party_count(),
             grouping.grouped().size(), grouping.suggestions().size(), seconds_since(start));
  const auto again = Steady::now();
  (void)parties::resolve(catalogue, analyser, parties::GroupingFolder(folder),
                         {.last_judgement = 1});
  fmt::print("regrouped after a judgement in {:.2f} s\n", seconds_since(again));
  std::filesystem::remove_all(folder);
  const search::Searcher by_entry(catalogue, analyser);
  const search::Searcher by_party(catalogue, analyser, search::kDefaultWorkLimit,
                                  search::Capped::kRefused, made->grouping);
  print_cost(by_entry, by_party);
  if (argc < 3) return 0;
  const Labels labels = read_labels(*catalogue, grouping, argv[2]);
  fmt::print("{} labelled entries, {} labels without an entry\n", labels.clusters.size(),
             labels.missing);
  print_hits(by_entry, nullptr, labels, "by entry:");
  print_hits(by_party, &grouping, labels, "by party:");
  const Figures figures(grouping, labels);
  figures.print("all", labels, [](Entry) { return true; });
  figures.print("people of common names", labels,
                [&](Entry entry) { return is_common(*catalogue, analyser, entry); });
  figures.print_different(*catalogue, labels);
  figures.print_wrong(*catalogue, labels);
  return 0;
}

}  // namespace
}  // namespace vedette::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "party_bench CATALOGUE_FILE [LABELS_FOLDER [PAIRS_FILE]]\n");
    return 2;
  }
  return vedette::bench::run(argc, argv);
}
