#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "catalogue/builder.h"
#include "lists/formats/format.h"
#include "search/full_scan.h"
#include "search/searcher.h"
#include "search/self_check.h"

// How a catalogue is built and searched at a given size.
//   search_bench ENTITIES [THRESHOLD [QUERIES]] [LIST FILE...] [keep=CATALOGUE] [searches-only]
// The catalogue is kept at that place and used again when it is there already. `searches-only`
// leaves out the check of the file and the scans.
// Entities are made from those of the list files (real name statistics): words keep their places
// and frequencies, aliases of an entity share its words, and one word in eight is new, so that the
// vocabulary grows with the catalogue as it does in life. The same arguments give the same
// catalogue and the same questions. Half of the questions come from the catalogue (as they are,
// mistyped, swapped, shortened, ...), half are made like entities and are on no list.

namespace vedette {
namespace {

// CPU time: the same when others use the machine. Of this thread for searches, of all threads for
// building, where the time on the wall is told as well.
double cpu_seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

class Stopwatch {
 public:
  explicit Stopwatch(clockid_t clock = CLOCK_THREAD_CPUTIME_ID)
      : clock_(clock), start_(cpu_seconds(clock)) {}
  double seconds() const { return cpu_seconds(clock_) - start_; }

 private:
  clockid_t clock_;
  double start_;
};

// One line of /proc/self/status, in MiB.
double memory_mib(const std::string& what) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(what + ":"))
      return std::strtod(line.c_str() + what.size() + 1, nullptr) / 1024;
  return 0;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

struct Model {
  profile::Kind kind;
  std::vector<std::vector<std::string>> names;
};

class Entities {
 public:
  Entities(const std::vector<std::string>& files, std::uint64_t seed) : random_(seed) {
    for (const std::string& file : files)
      read(file);
    if (models_.empty())
      for (const auto* name : {"Ivan Petrov", "Maria Garcia Lopez", "Mohammed bin Ali", "Li Wei"})
        models_.push_back({profile::Kind::kPerson, {split(name)}});
    for (std::size_t i = 0; i < models_.size(); ++i)
      by_kind_[models_[i].kind].push_back(i);
  }
  std::size_t models() const { return models_.size(); }

  profile::Profile next() {
    const Model& model = models_[below(models_.size())];
    profile::Profile out;
    out.kind = model.kind;
    out.key = {"bench", std::to_string(count_++)};
    std::map<std::string, std::string> changed;
    for (const auto& words : model.names) {
      std::string text;
      for (std::size_t i = 0; i < words.size(); ++i) {
        auto [at, fresh] = changed.try_emplace(words[i]);
        if (fresh) at->second = replacement(words[i], model.kind, i);
        if (!text.empty()) text += ' ';
        text += at->second;
      }
      if (out.names.size() == kMostNames) break;
      profile::Name name;
      name.text = std::move(text);
      out.names.push_back(std::move(name));
    }
    out.datasets = {profile::Dataset::kSanCurrent};
    if (below(2) == 0)
      out.births.push_back({{static_cast<std::int16_t>(1930 + below(75)), 0, 0}, {}, false});
    return out;
  }

 private:
  static constexpr std::size_t kMostNames = 6;
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  void read(const std::string& file) {
    auto inputs = lists::open_file(file);
    if (!inputs.ok()) return;
    std::vector<const lists::Input*> all;
    for (const auto& input : *inputs)
      all.push_back(input.get());
    const auto plans = lists::plan(all);
    if (!plans.ok()) return;
    for (const auto& plan : *plans) {
      const auto account = lists::read_list(plan, [&](profile::Profile&& profile) {
        Model model{profile.kind, {}};
        for (const profile::Name& name : profile.names)
          model.names.push_back(split(name.text));
        models_.push_back(std::move(model));
        return base::Result<void>();
      });
      if (!account.ok())
        std::fprintf(stderr, "%s: %s\n", file.c_str(), account.error().message.c_str());
    }
  }

  const std::string& other_word(profile::Kind kind, std::size_t place) {
    const auto& same = by_kind_[kind];
    const Model& model = models_[same[below(same.size())]];
    const auto& words = model.names[below(model.names.size())];
    return words.empty() ? empty_ : words[std::min(place, words.size() - 1)];
  }

  static bool is_ascii(const std::string& word) {
    return std::ranges::all_of(word, [](char c) { return static_cast<unsigned char>(c) < 128; });
  }

  std::string replacement(const std::string& word, profile::Kind kind, std::size_t place) {
    const std::size_t choice = below(100);
    if (choice < 25) return word;
    const std::string& other = other_word(kind, place);
    if (other.empty() || is_ascii(other) != is_ascii(word)) return word;
    if (choice < 88 || !is_ascii(word) || word.size() < 4) return other;
    // A new word: the beginning of one and the end of another.
    const std::string& tail = other_word(kind, place);
    return other.substr(0, std::min<std::size_t>(other.size(), 2 + below(3))) +
           (is_ascii(tail) && tail.size() > 3 ? tail.substr(tail.size() - 2 - below(2)) : "ov");
  }

  std::mt19937_64 random_;
  std::vector<Model> models_;
  std::map<profile::Kind, std::vector<std::size_t>> by_kind_;
  std::uint64_t count_ = 0;
  const std::string empty_;
};

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[std::min(values.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

// Some of the questions again by a full scan, which takes long: how much longer, at the same places
// of both orders and question by question, and whether the answers are the same. All are searched
// for again behind every few scans, since the machine is slower or faster from minute to minute.
bool hold_against_scans(const catalogue::Catalogue& catalogue, const names::Analyser& analyser,
                        const search::Searcher& searcher, std::span<const search::Query> queries,
                        std::span<const double> times) {
  const std::size_t wanted =
      std::clamp<std::size_t>(200'000'000 / catalogue.profile_count(), 20, 200);
  // Questions of different sorts take turns; an odd step meets all of them.
  const std::size_t step = (queries.size() / wanted) | 1;
  constexpr std::size_t kScansInTurn = 20;
  std::vector<double> scans;
  std::vector<double> searches(times.begin(), times.end());
  std::vector<double> of_question(times.begin(), times.end());
  double passes = 1;
  std::size_t differences = 0;
  search::Workspace workspace;
  const auto search_all = [&] {
    for (const search::Query& query : queries)
      (void)searcher.search(query, workspace);  // the scans have left nothing of it in the caches
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Stopwatch begin;
      (void)searcher.search(queries[i], workspace);
      searches.push_back(begin.seconds());
      of_question[i] += searches.back();
    }
    ++passes;
  };
  for (std::size_t i = 0; i < queries.size(); i += step) {
    const Stopwatch begin;
    const auto scan = search::full_scan(catalogue, analyser, queries[i]);
    scans.push_back(begin.seconds());
    const auto index = searcher.search(queries[i], workspace);
    differences += !index.ok() || index->total != scan.total || index->hits != scan.hits;
    if (scans.size() % kScansInTurn == 0 || i + step >= queries.size()) search_all();
  }
  std::vector<double> ratios;
  for (std::size_t i = 0; i < queries.size(); i += step)
    ratios.push_back(scans[i / step] * passes / of_question[i]);
  const auto at = [&](double place) {
    return percentile(scans, place) / percentile(searches, place);
  };
  std::printf("full scan  p50 %.1f ms, p99 %.1f ms (%zu questions); %.0f ns per name at p50\n",
              percentile(scans, 0.5) * 1e3, percentile(scans, 0.99) * 1e3, scans.size(),
              percentile(scans, 0.5) * 1e9 / catalogue.name_count());
  std::printf(
      "           %.0f times the search at p50, %.0f times at p99; question by question %.0f times "
      "at the median, %.0f in the worst hundredth; %zu differences\n",
      at(0.5), at(0.99), percentile(ratios, 0.5), percentile(ratios, 0.01), differences);
  std::printf("resident   %.0f MiB\n", memory_mib("VmRSS"));
  return differences == 0;
}

struct Arguments {
  std::size_t entities = 100'000;
  int threshold = 80;
  std::size_t queries = 2000;
  std::vector<std::string> files;
  std::string keep;
  bool searches_only = false;
};

bool build(const Arguments& arguments, const std::filesystem::path& path,
           const names::Analyser& analyser, Entities& entities) {
  const Stopwatch wall(CLOCK_MONOTONIC);
  const Stopwatch cpu(CLOCK_PROCESS_CPUTIME_ID);
  double making = 0;
  auto builder = catalogue::Builder::create(path, analyser, {});
  for (std::size_t i = 0; i < arguments.entities; ++i) {
    const Stopwatch made;
    profile::Profile profile = entities.next();
    making += made.seconds();
    if (!(*builder)->add(std::move(profile)).ok()) return false;
  }
  const auto summary = (*builder)->finish({});
  if (!summary.ok()) return false;
  const double building = cpu.seconds() - making;
  std::printf(
      "build      %8.2f s of CPU on all cores, %.2f s on the wall with making the entities"
      "; %.0f names per CPU second, peak memory %.0f MiB\n",
      building, wall.seconds(), static_cast<double>(summary->names) / building,
      memory_mib("VmHWM"));
  return true;
}

int run(const Arguments& arguments) {
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  const std::filesystem::path path =
      arguments.keep.empty() ? std::filesystem::temp_directory_path() /
                                   ("vedette-search-bench-" + std::to_string(::getpid()))
                             : std::filesystem::path(arguments.keep);
  Entities entities(arguments.files, 1);
  std::printf("entities %zu, made from %zu real ones; threshold %d\n", arguments.entities,
              entities.models(), arguments.threshold);

  if (!std::filesystem::exists(path) && !build(arguments, path, analyser, entities)) return 1;

  const Stopwatch open_watch;
  auto opened = catalogue::Catalogue::open(path, catalogue::Check::kQuick);
  const double opening = open_watch.seconds();
  const Stopwatch verify_wall(CLOCK_MONOTONIC);
  const Stopwatch verify_cpu(CLOCK_PROCESS_CPUTIME_ID);
  const bool good = arguments.searches_only || (*opened)->verify().ok();
  const double verifying = verify_wall.seconds();
  const double verifying_cpu = verify_cpu.seconds();
  const auto catalogue = *opened;
  if (arguments.keep.empty()) std::filesystem::remove(path);
  const auto profile_bytes = catalogue->section_bytes(catalogue::SectionId::kProfileBytes);
  std::printf(
      "open       %8.4f s, full check %.2f s on the wall, %.2f s of CPU on all cores (%s)\n",
      opening, verifying, verifying_cpu, good ? "good" : "BAD");
  std::printf("file       %8.1f MiB, %u names, %u words; %.0f bytes per name beyond the profiles\n",
              static_cast<double>(catalogue->file_bytes()) / 1048576.0, catalogue->name_count(),
              catalogue->word_count(),
              static_cast<double>(catalogue->file_bytes() - profile_bytes) /
                  std::max(1u, catalogue->name_count()));
  using catalogue::SectionId;
  std::printf(
      "           per name: names %.0f, words %.0f, postings %.0f, word keys %.0f, name keys "
      "%.0f\n",
      static_cast<double>(catalogue->section_bytes(SectionId::kNames)) / catalogue->name_count(),
      static_cast<double>(catalogue->section_bytes(SectionId::kWords)) / catalogue->name_count(),
      static_cast<double>(catalogue->section_bytes(SectionId::kPostings)) / catalogue->name_count(),
      static_cast<double>(catalogue->section_bytes(SectionId::kWordKeys) +
                          catalogue->section_bytes(SectionId::kWordKeyBuckets)) /
          catalogue->name_count(),
      static_cast<double>(catalogue->section_bytes(SectionId::kNameKeys) +
                          catalogue->section_bytes(SectionId::kNameKeyBuckets)) /
          catalogue->name_count());

  std::vector<search::Query> queries;
  search::QueryMaker maker(*catalogue, 5);
  Entities strangers(arguments.files, 99);
  while (queries.size() < arguments.queries) {
    search::Query query;
    query.threshold = arguments.threshold;
    if (queries.size() % 2 == 0) {
      query.name = maker.next_name();
      query.scope = queries.size() % 4 == 0 ? search::Scope::kIndividual : search::Scope::kBusiness;
    } else {
      const auto profile = strangers.next();
      query.name = profile.name();
      query.scope = profile.default_family() == profile::Family::kIndividual
                        ? search::Scope::kIndividual
                        : search::Scope::kBusiness;
    }
    queries.push_back(std::move(query));
  }

  const search::Searcher searcher(catalogue, analyser);
  search::Workspace workspace;
  std::vector<double> times;
  std::array<std::vector<double>, 5> counted;
  std::vector<double> people;
  std::vector<double> businesses;
  std::uint64_t hits = 0;
  std::uint64_t scored = 0;
  std::uint64_t looked_at = 0;
  std::size_t scanned = 0;
  for (const search::Query& query : queries)
    (void)searcher.search(query, workspace);  // the first touch of each page is not the search
  const Stopwatch all;
  std::vector<std::pair<double, std::string>> slowest;
  for (const search::Query& query : queries) {
    const Stopwatch begin;
    const auto results = searcher.search(query, workspace);
    const double took = begin.seconds();
    times.push_back(took);
    (query.scope == search::Scope::kIndividual ? people : businesses).push_back(took);
    if (!results.ok()) continue;
    hits += results->total;
    scored += results->scored;
    looked_at += results->looked_at;
    scanned += results->scanned;
    counted[0].push_back(static_cast<double>(results->words));
    counted[1].push_back(static_cast<double>(results->looked_at));
    counted[2].push_back(static_cast<double>(results->scored));
    counted[3].push_back(static_cast<double>(results->closely));
    counted[4].push_back(static_cast<double>(results->postings));
    slowest.push_back(
        {took, fmt::format("{} (looked at {}, scored {}{})", query.name, results->looked_at,
                           results->scored, results->scanned ? ", scanned" : "")});
  }
  const double total = all.seconds();
  const double p50 = percentile(times, 0.5);
  const double p99 = percentile(times, 0.99);
  std::printf(
      "search     p50 %.3f ms, p90 %.3f, p99 %.3f ms, worst %.3f ms; %.0f searches/s on one core\n",
      p50 * 1e3, percentile(times, 0.9) * 1e3, p99 * 1e3, percentile(times, 1.0) * 1e3,
      static_cast<double>(queries.size()) / total);
  std::printf("           people p50 %.3f p99 %.3f ms; businesses p50 %.3f p99 %.3f ms\n",
              percentile(people, 0.5) * 1e3, percentile(people, 0.99) * 1e3,
              percentile(businesses, 0.5) * 1e3, percentile(businesses, 0.99) * 1e3);
  std::printf(
      "           per search: %.1f hits, %.0f names looked at, %.0f scored; %zu of %zu by a scan\n",
      static_cast<double>(hits) / static_cast<double>(queries.size()),
      static_cast<double>(looked_at) / static_cast<double>(queries.size()),
      static_cast<double>(scored) / static_cast<double>(queries.size()), scanned, queries.size());
  constexpr const char* kCounted[] = {"words compared", "names looked at", "names scored",
                                      "names closely", "postings"};
  for (std::size_t i = 0; i < counted.size(); ++i)
    std::printf("           %-16s p50 %.0f, p90 %.0f, p99 %.0f, most %.0f\n", kCounted[i],
                percentile(counted[i], 0.5), percentile(counted[i], 0.9),
                percentile(counted[i], 0.99), percentile(counted[i], 1.0));
  std::ranges::sort(slowest, std::greater<>());
  for (std::size_t i = 0; i < std::min<std::size_t>(slowest.size(), 12); ++i)
    std::printf("           %.3f ms: %s\n", slowest[i].first * 1e3, slowest[i].second.c_str());

  if (arguments.searches_only) return 0;
  return hold_against_scans(*catalogue, analyser, searcher, queries, times) ? 0 : 1;
}

}  // namespace
}  // namespace vedette

int main(int count, char** values) {
  vedette::Arguments arguments;
  std::vector<std::size_t> numbers;
  for (int i = 1; i < count; ++i) {
    const std::string value = values[i];
    if (value.find_first_not_of("0123456789") == std::string::npos)
      numbers.push_back(std::strtoull(value.c_str(), nullptr, 10));
    else if (value.starts_with("keep="))
      arguments.keep = value.substr(5);
    else if (value == "searches-only")
      arguments.searches_only = true;
    else
      arguments.files.push_back(value);
  }
  if (!numbers.empty()) arguments.entities = numbers[0];
  if (numbers.size() > 1) arguments.threshold = static_cast<int>(numbers[1]);
  if (numbers.size() > 2) arguments.queries = numbers[2];
  return vedette::run(arguments);
}
