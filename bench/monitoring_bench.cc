// What monitoring costs: records per second when they are added (each screened before it is
// stored), seconds to bring all of them up to date after the lists changed in 100, 1,000 and 10,000
// profiles, next to the full re-screening of the same records after as many changes in the same
// run, and the memory of the process.
// What somebody waits who asks something meanwhile: yield_bench.
//
//   monitoring_bench [RECORDS] [PROFILES]      100,000 and 50,000 without arguments
#include <atomic>

#include "base/background.h"
#include "monitoring_scene.h"
#include "service/monitoring/match_queue.h"
#include "service/monitoring/monitoring_overview.h"

namespace vedette::bench {
namespace {

class Bench {
 public:
  Bench(std::size_t records, std::size_t profiles) : record_count_(records), scene_(profiles) {}

  void run() {
    fmt::print("{} listed profiles, {} records, {} threads\n", scene_.profiles(), record_count_,
               scene_.threads());
    add_single();
    add_common();
    look_at_the_queue();
    add_batches();
    list_all();
    for (const std::size_t changed : {100, 1'000, 10'000})
      if (changed < scene_.profiles()) after_delta(changed);
    in_full();
  }

 private:
  void add_single() {
    constexpr std::size_t kSingle = 1000;
    const auto start = Steady::now();
    for (std::size_t i = 0; i < kSingle; ++i)
      scene_.save(Scene::family_of(i), 1);
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
    const double first = milliseconds(
        [&] { page = good(service::read_queue(scene_.ledger(), scene_.actor().scope, question)); });
    question.cursor = page.next_cursor;
    const double further = milliseconds([&] {
      page = good(service::read_queue(scene_.ledger(), scene_.actor().scope, question));
      if (!page.next_cursor.empty()) question.cursor = page.next_cursor;
    });
    const double overview = milliseconds([&] {
      good(service::read_overview(scene_.ledger(), scene_.actor().scope, scene_.clock().now()));
    });
    fmt::print(
        "queue of {} open matches:  {:.2f} ms the first page, {:.2f} ms the next ones; overview "
        "{:.2f} ms\n",
        page.total, first, further, overview);
    for (const char* words : {"rahman", "nobody"}) {
      service::QueueQuestion search;
      search.search = words;
      const double taken = milliseconds(
          [&] { page = good(service::read_queue(scene_.ledger(), scene_.actor().scope, search)); });
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
        scene_.save(Family::kBusiness, 1);
        longest = std::max(longest, seconds_since(start));
        ++others;
      }
    });
    const double processor = processor_seconds();
    const auto start = Steady::now();
    const auto saved = scene_.records().save(
        scene_.actor(), request, {{}, [](const service::SaveReport&) { return std::string(); }});
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
    while (scene_.saved() < record_count_) {
      const std::size_t count = std::min(kBatch, record_count_ - scene_.saved());
      scene_.save(Scene::family_of(added / kBatch), count);
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
    const auto snapshot = good(scene_.ledger().snapshot(scene_.actor().scope));
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

  // As service/monitoring/watch.cc does it.
  double catch_up(service::Rescreening& rescreening) {
    const auto start = Steady::now();
    std::jthread([&] {
      base::enter_background();
      for (auto chunks = good(rescreening.behind(64)); !chunks.empty();
           chunks = good(rescreening.behind(64))) {
        std::atomic<std::size_t> next = 0;
        std::vector<std::jthread> workers;
        for (unsigned t = 0; t < 2 * scene_.threads(); ++t)
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
    return good(service::screening_progress(scene_.ledger(), scene_.actor().scope, {}))
        .matches_changed;
  }

  void report(const std::string& what, service::Rescreening& rescreening) {
    const double before = resident_mib();
    const double processor = processor_seconds();
    const double taken = catch_up(rescreening);
    fmt::print("{:<41}{:>7.1f} s, {:.1f} s of processor, {} matches changed, memory {:+.0f} MiB\n",
               what, taken, processor_seconds() - processor, matches_changed(),
               resident_mib() - before);
  }

  // Both write as many matches, so that the difference is that of the searches.
  void after_delta(std::size_t changed) {
    scene_.change_profiles(changed);
    report(fmt::format("after {:>6} changed profiles:", changed), rescreening_);
    scene_.change_profiles(changed);
    report(fmt::format("after {:>6} others, searched in full:", changed), in_full_);
  }

  void in_full() {
    service::SettingsChange change;
    change.threshold = 81;
    good(service::change_settings(scene_.ledger(), scene_.actor(), change));
    report("in full, hardly a match changes:", rescreening_);
  }

  const std::size_t record_count_;
  Scene scene_;
  service::Rescreening rescreening_{scene_.rescreening()};  // by the delta where that is cheaper
  service::Rescreening in_full_{scene_.rescreening(service::Rescreening::Parts::Against::kWhole)};
};

}  // namespace
}  // namespace vedette::bench

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const auto number = [&](int at, std::size_t otherwise) {
    return argc > at ? static_cast<std::size_t>(std::strtoull(argv[at], nullptr, 10)) : otherwise;
  };
  vedette::bench::Bench(number(1, 100'000), number(2, 50'000)).run();
  return 0;
}
