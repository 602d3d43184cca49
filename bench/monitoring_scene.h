#pragma once

// What the benchmarks of monitoring share: listed profiles and customers with invented names,
// served from a catalogue and kept in a ledger of their own.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include "catalogue/builder.h"
#include "catalogue/store.h"
#include "ledger/ledger.h"
#include "ledger/testing/private_cluster.h"
#include "names/tables/lexicon.h"
#include "service/access/accounts.h"
#include "service/common/engine_version.h"
#include "service/monitoring/records.h"
#include "service/monitoring/rescreening.h"

namespace vedette::bench {

using Steady = std::chrono::steady_clock;
using profile::Family;

inline constexpr std::size_t kFirstNames = 3'000;
inline constexpr std::size_t kLastNames = 40'000;
inline constexpr std::size_t kFirmWords = 12'000;

[[noreturn]] inline void stop(const base::Error& error) {
  fmt::print(stderr, "the benchmark stops: {}\n", error.message);
  std::exit(1);
}
template <class T>
T good(base::Result<T> result) {
  if (!result.ok()) stop(result.error());
  return std::move(result).value();
}
inline void good(const base::Result<void>& result) {
  if (!result.ok()) stop(result.error());
}

inline double seconds_since(Steady::time_point start) {
  return std::chrono::duration<double>(Steady::now() - start).count();
}

// Of all threads: what it costs whatever else the machine does.
inline double processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Of the process, without mapped files.
inline double resident_mib() {
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;)
    if (word == "RssAnon:") {
      double kib = 0;
      in >> kib;
      return kib / 1024;
    }
  return 0;
}

// Invented names: syllables make words, and some words are far more frequent than others, as in
// life.
class Names {
 public:
  explicit Names(std::uint64_t seed) : random_(seed) {
    for (auto* words : {&first_, &last_, &firm_}) {
      const std::size_t count = words == &first_  ? kFirstNames
                                : words == &last_ ? kLastNames
                                                  : kFirmWords;
      for (std::size_t i = 0; i < count; ++i)
        words->push_back(word(words == &first_ ? 2 : 3));
    }
  }
  std::string person() { return frequent(first_) + " " + frequent(last_); }
  std::string firm() { return frequent(firm_) + " " + frequent(firm_) + " Limited"; }
  std::string of(Family family) { return family == Family::kBusiness ? firm() : person(); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

 private:
  std::string word(std::size_t syllables) {
    static constexpr std::string_view kStarts = "bcdfghjklmnprstvz";
    static constexpr std::string_view kVowels = "aeiou";
    static constexpr std::string_view kEnds = "lmnrst";
    std::string out;
    for (std::size_t i = 0; i < syllables; ++i) {
      out += kStarts[below(kStarts.size())];
      out += kVowels[below(kVowels.size())];
      if (below(3) == 0) out += kEnds[below(kEnds.size())];
    }
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out;
  }
  // The share of the n-th word falls with n.
  const std::string& frequent(const std::vector<std::string>& words) {
    const double u = static_cast<double>(below(1U << 30) + 1) / static_cast<double>(1U << 30);
    const auto at = static_cast<std::size_t>(std::pow(static_cast<double>(words.size()), u) - 1);
    return words[std::min(at * 3 % words.size() + below(3), words.size() - 1)];
  }

  std::mt19937_64 random_;
  std::vector<std::string> first_;
  std::vector<std::string> last_;
  std::vector<std::string> firm_;
};

inline constexpr std::size_t kNamesakes = 118 * 4 / 3;  // of which three in four are people
inline constexpr const char* kCommonName = "Abdul Rahman";

// A project with records, and lists that change.
class Scene {
 public:
  explicit Scene(std::size_t profiles)
      : store_(good(catalogue::Store::open(folder_.path() / "catalogue"))),
        analyser_(lexicon_),
        ledger_(good(ledger::Ledger::open(settings(), clock_, key_))),
        generations_(store_, [this] { return serving_; }),
        records_({*ledger_, generations_, analyser_, workspaces_, clock_}) {
    service::Passwords passwords({8192, 1}, {4, 100, base::seconds(10)});
    service::Accounts accounts(*ledger_, clock_, key_, passwords);
    const auto scope = ledger::OperatorScope::for_command_line();
    good(accounts.add_project(scope, {"BENCH", "Bench Ltd"}));
    const auto project = good(accounts.find_project(scope, "BENCH"));
    actor_.emplace(service::Actor{scope.project(project.id), "user:1", "bench", "r"});
    for (std::size_t i = 0; i < profiles; ++i)
      profiles_.push_back(new_profile(i));
    for (std::size_t i = 0; i < kNamesakes && i < profiles_.size(); ++i)
      profiles_[i].names.front().text = kCommonName;
    serve();
  }

  ledger::Ledger& ledger() { return *ledger_; }
  service::Generations& generations() { return generations_; }
  const names::Analyser& analyser() const { return analyser_; }
  search::WorkspacePool& workspaces() { return workspaces_; }
  service::Records& records() { return records_; }
  const service::Actor& actor() const { return *actor_; }
  const base::Clock& clock() const { return clock_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  unsigned threads() const { return threads_; }
  std::size_t profiles() const { return profiles_.size(); }
  std::size_t saved() const { return next_id_; }
  Names& names() { return names_; }

  service::Rescreening::Parts rescreening(service::Rescreening::Parts::Against against =
                                              service::Rescreening::Parts::Against::kCheaper) {
    return {*ledger_, generations_, analyser_,          clock_, folder_.path(),
            "bench",  threads_,     base::seconds(120), against};
  }

  static Family family_of(std::size_t i) {
    return i % 4 == 0 ? Family::kBusiness : Family::kIndividual;
  }

  // New customers, by names of their own.
  std::vector<service::RecordChange> customers(Family family, std::size_t count) {
    std::vector<service::RecordChange> out(count);
    for (service::RecordChange& change : out) {
      change.id = fmt::format("C-{}", next_id_++);
      change.name = names_.of(family);
    }
    return out;
  }
  void save(Family family, std::vector<service::RecordChange> changes) {
    good(records_.save(*actor_, {family, std::move(changes), false},
                       {{}, [](const service::SaveReport&) { return std::string(); }}));
  }
  void save(Family family, std::size_t count) { save(family, customers(family, count)); }
  void add_in_batches(std::size_t until) {
    constexpr std::size_t kBatch = 10'000;
    for (std::size_t added = 0; next_id_ < until; added += kBatch)
      save(family_of(added / kBatch), std::min(kBatch, until - next_id_));
  }

  // The lists change: so many profiles are others from then on.
  void change_profiles(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = names_.below(profiles_.size());
      profiles_[at] = new_profile(at);
    }
    serve();
  }

 private:
  ledger::LedgerSettings settings() const {
    ledger::LedgerSettings out;
    out.data_directory = folder_.path();
    return out;
  }

  profile::Profile new_profile(std::size_t i) {
    profile::Profile out;
    const Family family = family_of(i);
    out.kind = family == Family::kBusiness ? profile::Kind::kOrganisation : profile::Kind::kPerson;
    out.key = {"bench", std::to_string(i)};
    out.sources.push_back({"bench", "Bench list", "", {profile::Dataset::kSanCurrent}, {}});
    out.datasets = {profile::Dataset::kSanCurrent};
    for (std::size_t n = 1 + names_.below(3); n > 0; --n) {
      profile::Name name;
      name.text = names_.of(family);
      name.type =
          out.names.empty() ? profile::NameType::kPrimary : profile::NameType::kSpellingVariation;
      out.names.push_back(std::move(name));
    }
    return out;
  }

  void serve() {
    const auto lock = good(store_.lock_for_building());
    catalogue::BuildOptions options;
    options.generation = store_.next_generation();
    options.created = clock_.now();
    options.engine_version = std::string(service::kEngineVersion);
    options.previous = serving_;
    const auto builder = good(
        catalogue::Builder::create(store_.building_path(options.generation), analyser_, options));
    for (const profile::Profile& each : profiles_)
      good(builder->add(each));
    good(builder->finish({}));
    good(store_.activate(options.generation, lock, options.created));
    serving_ = good(store_.open_current()).catalogue;
  }

  const unsigned threads_ = std::max(1U, std::thread::hardware_concurrency());
  ledger::testing::TemporaryFolder folder_;
  base::SystemClock clock_;
  const ledger::ServerKey key_{base::random_key()};
  catalogue::Store store_;
  names::Lexicon lexicon_;
  names::Analyser analyser_;
  search::WorkspacePool workspaces_{threads_};
  std::shared_ptr<const catalogue::Catalogue> serving_;
  std::unique_ptr<ledger::Ledger> ledger_;
  service::Generations generations_;
  service::Records records_;
  std::optional<service::Actor> actor_;
  Names names_{20260131};
  std::vector<profile::Profile> profiles_;
  std::size_t next_id_ = 0;
};

}  // namespace vedette::bench
