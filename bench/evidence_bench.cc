// What the confidence costs beside a search, and how well it orders a queue.
//
//   evidence_bench CATALOGUE_FILE [CLUSTERS_FILE]
//
// CLUSTERS_FILE has cluster,list,id: list entries that are one party. Lists and ids are those of
// the publishers. The queue is that of 500 customers with birth dates: the people of the clusters,
// each as one of its entries names it (that entry is not counted), and as many made of the first
// and last names of listed people. A hit is true when it is another entry of the customer's
// cluster.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "catalogue/catalogue.h"
#include "names/tables/lexicon.h"
#include "search/searcher.h"
#include "service/screening/hit_assessor.h"

namespace vedette::bench {
namespace {

using Steady = std::chrono::steady_clock;
constexpr unsigned kSeed = 20'261'119;
constexpr std::size_t kCustomers = 500;
constexpr std::size_t kTimedQueries = 400;
constexpr int kRounds = 5;

struct Bench {
  std::shared_ptr<const catalogue::Catalogue> catalogue;
  names::Lexicon lexicon = {};
  names::Analyser analyser{lexicon};
  search::Workspace workspace = {};

  search::Results find(const std::string& name) {
    search::Query query;
    query.name = name;
    query.scope = search::Scope::kIndividual;
    auto results = search::Searcher(catalogue, analyser).search(query, workspace);
    return results.ok() ? *std::move(results) : search::Results();
  }
};

struct Customer {
  std::string name = {};
  evidence::PartyFacts facts = {};
  int cluster = 0;  // 0: not listed
  std::uint32_t source = 0;
};

// The numbers under which publishers know an entry.
std::vector<std::string> numbers_of(const profile::Profile& profile) {
  std::vector<std::string> numbers = {profile.key.record};
  for (const profile::Identifier& one : profile.identifiers)
    if (one.category == "UN DATAID" || one.category == "EU reference number" ||
        one.category == "OFSI group id")
      numbers.push_back(one.value);
  return numbers;
}

std::map<std::pair<std::string, std::string>, int> read_clusters(const char* path) {
  std::map<std::pair<std::string, std::string>, int> clusters;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    if (line.ends_with('\r')) line.pop_back();
    std::istringstream cells(line);
    std::string cluster, list, id;
    std::getline(cells, cluster, ',');
    std::getline(cells, list, ',');
    std::getline(cells, id, ',');
    clusters[{list, id}] = std::stoi(cluster);
  }
  return clusters;
}

// The list of a profile as the clusters name it: both lists of the UK are one.
std::string list_of(const profile::Profile& profile) {
  return profile.key.list.starts_with("uk-") ? "uk-sl" : profile.key.list;
}

struct People {
  std::vector<std::uint32_t> all = {};         // with a name and a birth date
  std::map<std::uint32_t, int> clusters = {};  // of entries
};

People read_people(const catalogue::Catalogue& catalogue, const char* clusters_path) {
  const auto clusters = clusters_path == nullptr
                            ? std::map<std::pair<std::string, std::string>, int>()
                            : read_clusters(clusters_path);
  People people;
  for (std::uint32_t i = 0; i < catalogue.profile_count(); ++i) {
    if (catalogue.is_deleted(i)) continue;
    const auto profile = catalogue.profile(i);
    if (!profile.ok() || profile->kind != profile::Kind::kPerson) continue;
    for (const std::string& number : numbers_of(*profile))
      if (const auto found = clusters.find({list_of(*profile), number}); found != clusters.end())
        people.clusters[i] = found->second;
    if (!profile->names.empty() && !profile->births.empty()) people.all.push_back(i);
  }
  return people;
}

evidence::PartyFacts facts_of(const profile::Profile& profile, bool all_fields) {
  evidence::PartyFacts facts;
  facts.kind = profile::Kind::kPerson;
  facts.births = {profile.births.front()};
  if (!all_fields) return facts;
  facts = evidence::facts_of(profile);
  facts.entries.clear();
  return facts;
}

std::vector<Customer> customers_of(const catalogue::Catalogue& catalogue, const People& people,
                                   bool all_fields) {
  std::vector<Customer> customers;
  std::set<int> taken;
  for (const std::uint32_t entry : people.all) {
    const auto cluster = people.clusters.find(entry);
    if (cluster == people.clusters.end() || customers.size() == kCustomers / 2) continue;
    if (!taken.insert(cluster->second).second) continue;
    const auto profile = catalogue.profile(entry);
    customers.push_back(
        {profile->names.front().text, facts_of(*profile, all_fields), cluster->second, entry});
  }
  std::mt19937 random(kSeed);
  const auto any = [&] { return *catalogue.profile(people.all[random() % people.all.size()]); };
  while (customers.size() < kCustomers) {
    const profile::Profile one = any(), other = any(), born = any();
    const std::string first = one.names.front().text, last = other.names.front().text;
    std::string name = first.substr(0, first.find(' '));
    name += last.substr(last.rfind(' ') == std::string::npos ? 0 : last.rfind(' '));
    customers.push_back({name, facts_of(born, all_fields), 0, UINT32_MAX});
  }
  return customers;
}

struct Scored {
  double value;
  bool is_true;
};

// The probability that a true one stands before a false one; equals count half.
double area_under_curve(std::vector<Scored> all) {
  std::ranges::sort(all, {}, &Scored::value);
  double ranks = 0, trues = 0;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end].value == all[i].value)
      ++end;
    const double rank = (static_cast<double>(i + end) + 1) / 2;
    for (; i < end; ++i)
      if (all[i].is_true) ranks += rank, ++trues;
  }
  const double falses = static_cast<double>(all.size()) - trues;
  return trues == 0 || falses == 0 ? 0 : (ranks - trues * (trues + 1) / 2) / (trues * falses);
}

void print_queue(Bench& bench, const People& people, bool all_fields) {
  std::vector<Scored> by_confidence, by_score;
  std::size_t with_true = 0, true_first = 0;
  for (const Customer& customer : customers_of(*bench.catalogue, people, all_fields)) {
    service::HitAssessor assessor(bench.catalogue, bench.analyser,
                                  {customer.name, {}, customer.facts});
    std::pair<int, int> best{-1, -1};
    bool best_is_true = false, any_true = false;
    for (const search::Hit& hit : bench.find(customer.name).hits) {
      if (hit.profile == customer.source) continue;
      const auto assessment = assessor.assess(hit);
      if (!assessment.ok()) continue;
      const auto cluster = people.clusters.find(hit.profile);
      const bool is_true = customer.cluster != 0 && cluster != people.clusters.end() &&
                           cluster->second == customer.cluster;
      by_confidence.push_back({assessment->confidence + hit.score / 1000.0, is_true});
      by_score.push_back({static_cast<double>(hit.score), is_true});
      any_true = any_true || is_true;
      const std::pair<int, int> place{assessment->confidence, hit.score};
      if (place > best || (place == best && is_true)) best = place, best_is_true = is_true;
    }
    with_true += any_true ? 1 : 0;
    true_first += any_true && best_is_true ? 1 : 0;
  }
  const auto trues = std::ranges::count_if(by_score, &Scored::is_true);
  fmt::print(
      "queue, {}: {} matches of {} customers, {} true; AUC {:.4f} by confidence, {:.4f} by score; "
      "true party first for {} of {} customers ({:.1f} %)\n",
      all_fields ? "all fields" : "birth dates alone", by_score.size(), kCustomers, trues,
      area_under_curve(by_confidence), area_under_curve(by_score), true_first, with_true,
      with_true == 0 ? 0
                     : 100.0 * static_cast<double>(true_first) / static_cast<double>(with_true));
}

// Searches alone, with the confidence of a name, and with every field; in turns, the best of all
// rounds.
void print_cost(Bench& bench, const People& people) {
  std::mt19937 random(kSeed);
  struct Timed {
    std::string name;
    evidence::PartyFacts facts;
  };
  std::vector<Timed> queries;
  while (queries.size() < kTimedQueries) {
    const auto profile = bench.catalogue->profile(people.all[random() % people.all.size()]);
    queries.push_back({profile->names.front().text, facts_of(*profile, true)});
  }
  std::array<double, 3> best = {1e300, 1e300, 1e300};
  std::size_t hits = 0;
  for (int round = 0; round < kRounds; ++round)
    for (std::size_t way = 0; way < best.size(); ++way) {
      hits = 0;
      const auto start = Steady::now();
      for (const Timed& query : queries) {
        const search::Results found = bench.find(query.name);
        hits += found.hits.size();
        if (way == 0) continue;
        evidence::PartyFacts facts;
        if (way == 2) facts = query.facts;
        service::HitAssessor assessor(bench.catalogue, bench.analyser, {query.name, {}, facts});
        for (const search::Hit& hit : found.hits)
          if (!assessor.assess(hit).ok()) std::cerr << "a profile cannot be read\n";
      }
      const std::chrono::duration<double, std::micro> taken = Steady::now() - start;
      best[way] = std::min(best[way], taken.count() / static_cast<double>(queries.size()));
    }
  fmt::print(
      "cost of a search with {:.1f} hits: {:.0f} us alone, {:.0f} us with the confidence of a "
      "name ({:+.1f} %), {:.0f} us with all fields ({:+.1f} %)\n",
      static_cast<double>(hits) / static_cast<double>(queries.size()), best[0], best[1],
      100 * (best[1] / best[0] - 1), best[2], 100 * (best[2] / best[0] - 1));
}

int run(const char* catalogue_path, const char* clusters_path) {
  auto opened = catalogue::Catalogue::open(catalogue_path, catalogue::Check::kQuick);
  if (!opened.ok()) {
    std::cerr << opened.error().message << "\n";
    return 1;
  }
  Bench bench{.catalogue = *opened};
  const People people = read_people(*bench.catalogue, clusters_path);
  fmt::print("{} profiles, {} people with a birth date, {} entries in clusters, seed {}\n",
             bench.catalogue->profile_count(), people.all.size(), people.clusters.size(), kSeed);
  print_cost(bench, people);
  if (clusters_path != nullptr)
    for (const bool all_fields : {false, true})
      print_queue(bench, people, all_fields);
  return 0;
}

}  // namespace
}  // namespace vedette::bench

int main(int count, char** arguments) {
  if (count < 2) {
    std::cerr << "evidence_bench CATALOGUE_FILE [CLUSTERS_FILE]\n";
    return 2;
  }
  return vedette::bench::run(arguments[1], count > 2 ? arguments[2] : nullptr);
}
