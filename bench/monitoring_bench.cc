// What monitoring costs: records per second when they are added (each screened before it is
// stored), seconds to bring all of them up to date after the lists changed in 100, 1,000 and 10,000
// profiles, next to the full re-screening of the same records after as many changes in the same
// run, and the memory of the process.
//
// Beside it: what somebody who saves one record waits, when the machine is at rest and while
// records are screened again.
//
//   monitoring_bench [RECORDS] [PROFILES]      100,000 and 50,000 without arguments
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include "base/background.h"
#include "catalogue/builder.h"
#include "catalogue/store.h"
#include "ledger/ledger.h"
#include "ledger/testing/private_cluster.h"
#include "names/lexicon.h"
#include "service/accounts.h"
#include "service/engine_version.h"
#include "service/match_queue.h"
#include "service/monitoring_overview.h"
#include "service/records.h"
#include "service/rescreening.h"
#include "service/watch.h"

namespace {

using namespace vedette;
using Steady = std::chrono::steady_clock;
using profile::Family;

constexpr std::size_t kFirstNames = 3'000;
constexpr std::size_t kLastNames = 40'000;
constexpr std::size_t kFirmWords = 12'000;

[[noreturn]] void stop(const base::Error& error) {
  fmt::print(stderr, "monitoring_bench: {}\n", error.message);
  std::exit(1);
}
template <class T>
T good(base::Result<T> result) {
  if (!result.ok()) stop(result.error());
  return std::move(result).value();
}
void good(const base::Result<void>& result) {
  if (!result.ok()) stop(result.error());
}

double seconds_since(Steady::time_point start) {
  return std::chrono::duration<double>(Steady::now() - start).count();
}

// Of all threads: what it costs whatever else the machine does.
double processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Of the process, without mapped files.
double resident_mib() {
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

constexpr std::size_t kNamesakes = 118 * 4 / 3;  // of which three in four are people
constexpr const char* kCommonName = "Abdul Rahman";

class Bench {
 public:
  Bench(std::size_t records, std::size_t profiles)
      : record_count_(records),
        store_(good(catalogue::Store::open(folder_.path() / "catalogue"))),
        analyser_(lexicon_),
        ledger_(good(ledger::Ledger::open(settings(), clock_, key_))),
        generations_(store_, [this] { return serving_; }),
        records_({*ledger_, generations_, analyser_, workspaces_, clock_}),
        rescreening_({*ledger_, generations_, analyser_, clock_, folder_.path(), "bench", threads_,
                      base::seconds(120)}),
        in_full_({*ledger_, generations_, analyser_, clock_, folder_.path(), "bench", threads_,
                  base::seconds(120), service::Rescreening::Parts::Against::kWhole}) {
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

  void run() {
    fmt::print("{} listed profiles, {} records, {} threads\n", profiles_.size(), record_count_,
               threads_);
    add_single();
    add_common();
    look_at_the_queue();
    add_batches();
    list_all();
    for (const std::size_t changed : {100, 1'000, 10'000})
      if (changed < profiles_.size()) after_delta(changed);
    in_full();
    requests_meanwhile();
  }

 private:
  ledger::LedgerSettings settings() const {
    ledger::LedgerSettings out;
    out.data_directory = folder_.path();
    return out;
  }

  static Family family_of(std::size_t i) {
    return i % 4 == 0 ? Family::kBusiness : Family::kIndividual;
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

  void save(Family family, std::size_t count) {
    service::SaveRequest request{family, {}, false};
    for (std::size_t i = 0; i < count; ++i) {
      service::RecordChange change;
      change.id = fmt::format("C-{}", next_id_++);
      change.name = names_.of(family);
      request.changes.push_back(std::move(change));
    }
    good(records_.save(*actor_, request,
                       {{}, [](const service::SaveReport&) { return std::string(); }}));
  }

  void add_single() {
    constexpr std::size_t kSingle = 1000;
    const auto start = Steady::now();
    for (std::size_t i = 0; i < kSingle; ++i)
      save(family_of(i), 1);
    fmt::print("added one by one:            {:>9.0f} records/s\n", kSingle / seconds_since(start));
  }

  // What an analyst waits for: the first page of the open matches, one further on, the overview.
  void look_at_the_queue() {
    constexpr int kTimes = 10;
    const auto milliseconds = [&](const auto& read) {
      const auto start = Steady::now();
      for (int i = 0; i < kTimes; ++i)
        read();
      return seconds_since(start) * 1000 / kTimes;
    };
    service::QueueQuestion question;
    service::QueuePage page;
    const double first =
        milliseconds([&] { page = good(service::read_queue(*ledger_, actor_->scope, question)); });
    question.cursor = page.next_cursor;
    const double further = milliseconds([&] {
      page = good(service::read_queue(*ledger_, actor_->scope, question));
      if (!page.next_cursor.empty()) question.cursor = page.next_cursor;
    });
    const double overview =
        milliseconds([&] { good(service::read_overview(*ledger_, actor_->scope, clock_.now())); });
    fmt::print(
        "queue of {} open matches:  {:.2f} ms the first page, {:.2f} ms the next ones; overview "
        "{:.2f} ms\n",
        page.total, first, further, overview);
    for (const char* words : {"rahman", "nobody"}) {
      service::QueueQuestion search;
      search.search = words;
      const double taken =
          milliseconds([&] { page = good(service::read_queue(*ledger_, actor_->scope, search)); });
      fmt::print("  searched for \"{}\": {:.0f} ms, {} found\n", words, taken, page.total);
    }
  }

  // A batch of customers with one common name, each with many matches, while others save a record
  // at a time.
  void add_common() {
    constexpr std::size_t kCustomers = 1'500;
    service::SaveRequest request{Family::kIndividual, {}, false};
    for (std::size_t i = 0; i < kCustomers; ++i) {
      service::RecordChange change;
      change.id = fmt::format("N-{}", i);
      change.name = kCommonName;
      request.changes.push_back(std::move(change));
    }
    std::atomic<bool> done = false;
    double longest = 0;
    std::size_t others = 0;
    std::jthread other([&] {
      while (!done) {
        const auto start = Steady::now();
        save(Family::kBusiness, 1);
        longest = std::max(longest, seconds_since(start));
        ++others;
      }
    });
    const double processor = processor_seconds();
    const auto start = Steady::now();
    const auto saved = records_.save(
        *actor_, request, {{}, [](const service::SaveReport&) { return std::string(); }});
    const double taken = seconds_since(start);
    done = true;
    other.join();
    fmt::print(
        "{} with one common name:    {} in {:.1f} s, {:.1f} s of processor; "
        "{} single saves meanwhile, the longest {:.2f} s\n",
        kCustomers, saved.ok() ? "stored" : saved.error().message, taken,
        processor_seconds() - processor, others, longest);
  }

  void add_batches() {
    constexpr std::size_t kBatch = 10'000;
    const auto start = Steady::now();
    const double processor = processor_seconds();
    std::size_t added = 0;
    while (next_id_ < record_count_) {
      const std::size_t count = std::min(kBatch, record_count_ - next_id_);
      save(family_of(added / kBatch), count);
      added += count;
    }
    const double taken = seconds_since(start);
    fmt::print(
        "added in batches of 10,000:  {:>9.0f} records/s ({} in {:.1f} s, {:.1f} s of processor)\n",
        static_cast<double>(added) / taken, added, taken, processor_seconds() - processor);
  }

  // What getAll reads, from one snapshot.
  void list_all() {
    const double before = resident_mib();
    const auto start = Steady::now();
    const auto snapshot = good(ledger_->snapshot(actor_->scope));
    std::size_t seen = 0;
    for (const Family family : {Family::kBusiness, Family::kIndividual}) {
      service::RecordPage page;
      page.family = family;
      page.after = {base::Time{-1}, ""};
      page.created_to = base::Time{std::numeric_limits<std::int64_t>::max()};
      page.limit = 500;
      while (true) {
        const auto records = good(snapshot->read(
            [&](ledger::ProjectReader& reader) { return service::list_records(reader, page); }));
        seen += records.size();
        if (records.size() < 500) break;
        page.after = {records.back().created, records.back().id};
      }
    }
    fmt::print("listed from one snapshot:    {:>9.0f} records/s ({} records, memory {:+.0f} MiB)\n",
               static_cast<double>(seen) / seconds_since(start), seen, resident_mib() - before);
  }

  // As service/watch.cc does it.
  double catch_up(service::Rescreening& rescreening) {
    const auto start = Steady::now();
    std::jthread([&] {
      base::enter_background();
      for (auto chunks = good(rescreening.behind(64)); !chunks.empty();
           chunks = good(rescreening.behind(64))) {
        std::atomic<std::size_t> next = 0;
        std::vector<std::jthread> workers;
        for (unsigned t = 0; t < 2 * threads_; ++t)
          workers.emplace_back([&] {
            search::Workspace workspace;
            for (std::size_t i = next++; i < chunks.size(); i = next++)
              good(rescreening.bring_up_to_date(chunks[i], workspace));
          });
      }
    }).join();
    return seconds_since(start);
  }

  std::int64_t matches_changed() {
    return good(service::screening_progress(*ledger_, actor_->scope, {})).matches_changed;
  }

  void report(const std::string& what, service::Rescreening& rescreening) {
    const double before = resident_mib();
    const double processor = processor_seconds();
    const double taken = catch_up(rescreening);
    fmt::print("{:<41}{:>7.1f} s, {:.1f} s of processor, {} matches changed, memory {:+.0f} MiB\n",
               what, taken, processor_seconds() - processor, matches_changed(),
               resident_mib() - before);
  }

  void change_profiles(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = names_.below(profiles_.size());
      profiles_[at] = new_profile(at);
    }
    serve();
  }

  // Both write as many matches, so that the difference is that of the searches.
  void after_delta(std::size_t changed) {
    change_profiles(changed);
    report(fmt::format("after {:>6} changed profiles:", changed), rescreening_);
    change_profiles(changed);
    report(fmt::format("after {:>6} others, searched in full:", changed), in_full_);
  }

  void in_full() {
    service::SettingsChange change;
    change.threshold = 81;
    good(service::change_settings(*ledger_, *actor_, change));
    report("in full, hardly a match changes:", rescreening_);
  }

  // The times of single saves, one every 20 ms counted from when it was due, for as long as asked.
  template <class GoOn>
  std::vector<double> request_times(GoOn go_on) {
    std::vector<double> times;
    auto due = Steady::now();
    while (go_on(times.size())) {
      std::this_thread::sleep_until(due);
      save(family_of(times.size()), 1);
      times.push_back(seconds_since(due) * 1e3);
      due += std::chrono::milliseconds(20);
    }
    std::ranges::sort(times);
    return times;
  }

  static double quantile(const std::vector<double>& sorted, double share) {
    return sorted.empty()
               ? 0
               : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
  }

  // As the server does it: at the lowest priority, beside the requests.
  void requests_meanwhile() {
    constexpr std::size_t kRequests = 500;
    const auto alone = request_times([](std::size_t done) { return done < kRequests; });
    change_profiles(std::min<std::size_t>(1'000, profiles_.size()));
    std::vector<double> meanwhile;
    {
      base::Bell bell;
      const service::Watch watch({*ledger_, rescreening_, clock_, bell, threads_});
      std::atomic<bool> going_on = true;
      std::jthread look([&] {
        while (!good(rescreening_.behind(1)).empty())
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        going_on = false;
      });
      meanwhile = request_times([&](std::size_t) { return going_on.load(); });
    }
    fmt::print(
        "single saves, 50 a second:   p50 {:.1f} ms, p99 {:.1f} ms; while records are screened "
        "again ({} saves): p50 {:.1f} ms, p99 {:.1f} ms, {:.2f} times\n",
        quantile(alone, 0.5), quantile(alone, 0.99), meanwhile.size(), quantile(meanwhile, 0.5),
        quantile(meanwhile, 0.99), quantile(meanwhile, 0.99) / quantile(alone, 0.99));
  }

  const std::size_t record_count_;
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
  service::Rescreening rescreening_;  // by the delta where that is cheaper
  service::Rescreening in_full_;
  std::optional<service::Actor> actor_;
  Names names_{20260131};
  std::vector<profile::Profile> profiles_;
  std::size_t next_id_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const auto number = [&](int at, std::size_t otherwise) {
    return argc > at ? static_cast<std::size_t>(std::strtoull(argv[at], nullptr, 10)) : otherwise;
  };
  Bench(number(1, 100'000), number(2, 50'000)).run();
  return 0;
}
