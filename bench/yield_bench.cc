// What somebody waits who saves a record or asks for a screening while records are screened again,
// next to what they wait when nothing else goes on: the same requests at the same rate in both
// halves of each round, one half after the other, so that the hours of the machine cancel out.
//
// The load is open: requests come at random moments at a fixed mean rate, which must be well below
// what the machine can do, and their time counts from when they were due. At the rate of saturation
// any other work would make them wait, and nothing could be told.
//
//   yield_bench [RECORDS] [PROFILES] [ROUNDS] [SAVES_PER_SECOND] [SCREENINGS_PER_SECOND]
//               70,000    50,000     5        50                 50
#include <atomic>
#include <mutex>

#include "base/background.h"
#include "monitoring_scene.h"
#include "service/monitoring/watch.h"
#include "service/screening/screening.h"

namespace vedette::bench {
namespace {

constexpr std::size_t kChangedProfiles = 1'000;
constexpr std::chrono::seconds kAlone{10};
constexpr unsigned kClients = 8;

struct Rates {
  double saves;
  double screenings;
};

// Milliseconds.
struct Times {
  std::vector<double> saves;
  std::vector<double> screenings;

  void sort() {
    std::ranges::sort(saves);
    std::ranges::sort(screenings);
  }
};

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return quantile(values, 0.5);
}

class Bench {
 public:
  Bench(std::size_t records, std::size_t profiles, Rates rates)
      : scene_(profiles), rates_(rates), random_(20260214) {
    scene_.add_in_batches(records);
    const double taken = processor_seconds();
    const Times warm =
        load([until = Steady::now() + std::chrono::seconds(3)] { return Steady::now() < until; });
    const double share = (processor_seconds() - taken) / 3 / scene_.threads();
    fmt::print(
        "{} records, {} listed profiles, {} threads; {:.0f} saves and {:.0f} screenings a second "
        "take {:.0f} % of the processors ({} requests)\n",
        records, profiles, scene_.threads(), rates_.saves, rates_.screenings, share * 100,
        warm.saves.size() + warm.screenings.size());
  }

  void run(int rounds) {
    for (int i = 0; i < rounds; ++i)
      round(i);
    fmt::print("median of {} rounds:\n", rounds);
    print("saves", saves_);
    print("screenings", screenings_);
  }

 private:
  // Of one kind of request, for each round.
  struct Figures {
    std::vector<double> alone50, alone99, meanwhile50, meanwhile99, ratio;

    void add(const std::vector<double>& alone, const std::vector<double>& meanwhile) {
      alone50.push_back(quantile(alone, 0.5));
      alone99.push_back(quantile(alone, 0.99));
      meanwhile50.push_back(quantile(meanwhile, 0.5));
      meanwhile99.push_back(quantile(meanwhile, 0.99));
      ratio.push_back(meanwhile99.back() / alone99.back());
    }
  };

  static void print(const char* what, const Figures& of) {
    fmt::print(
        "  {:<11} alone p50 {:.2f} ms, p99 {:.2f} ms; meanwhile p50 {:.2f} ms, p99 {:.2f} ms; p99 "
        "{:.2f} times\n",
        what, median(of.alone50), median(of.alone99), median(of.meanwhile50),
        median(of.meanwhile99), median(of.ratio));
  }

  struct Request {
    Steady::time_point due;
    bool is_save;
    Family family;
    std::vector<service::RecordChange> customers;  // to save, one
    service::SearchQuestion question;              // to screen
  };

  // What comes next, in the order of time. Under the lock.
  Request next(Steady::time_point& due) {
    Request out;
    due += std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(
        std::exponential_distribution<double>(rates_.saves + rates_.screenings)(random_)));
    out.due = due;
    out.is_save = std::uniform_real_distribution<double>(
                      0, rates_.saves + rates_.screenings)(random_) < rates_.saves;
    out.family = Scene::family_of(random_());
    if (out.is_save)
      out.customers = scene_.customers(out.family, 1);
    else
      out.question = {.family = out.family, .name = scene_.names().of(out.family)};
    return out;
  }

  void send(Request& request) {
    if (request.is_save) return scene_.save(request.family, std::move(request.customers));
    good(screening_.screen({scene_.actor().scope, base::UserId(1), "bench"}, request.question));
  }

  template <class GoOn>
  Times load(GoOn go_on) {
    Times times;
    std::mutex mutex;
    auto due = Steady::now();
    {
      std::vector<std::jthread> clients;
      for (unsigned i = 0; i < kClients; ++i)
        clients.emplace_back([&] {
          while (go_on()) {
            std::unique_lock lock(mutex);
            Request request = next(due);
            lock.unlock();
            std::this_thread::sleep_until(request.due);
            send(request);
            const double taken = seconds_since(request.due) * 1e3;
            lock.lock();
            (request.is_save ? times.saves : times.screenings).push_back(taken);
          }
        });
    }
    times.sort();
    return times;
  }

  void round(int number) {
    const Times alone = load([until = Steady::now() + kAlone] { return Steady::now() < until; });
    scene_.change_profiles(std::min(kChangedProfiles, scene_.profiles()));
    service::Rescreening rescreening(scene_.rescreening());
    const auto start = Steady::now();
    double taken = 0;
    Times meanwhile;
    {
      base::Bell bell;
      service::RetentionClock retention({scene_.ledger(), scene_.clock()});
      const service::Watch watch({scene_.ledger(), rescreening, retention, bell, scene_.threads()});
      std::atomic<bool> going_on = true;
      const std::jthread look([&] {
        const auto target = good(rescreening.target());
        while (good(service::screening_progress(scene_.ledger(), scene_.actor().scope, target))
                   .running())
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        taken = seconds_since(start);
        going_on = false;
      });
      meanwhile = load([&] { return going_on.load(); });
    }
    saves_.add(alone.saves, meanwhile.saves);
    screenings_.add(alone.screenings, meanwhile.screenings);
    fmt::print(
        "round {}: saves p99 {:.2f} -> {:.2f} ms ({} and {}), screenings {:.2f} -> {:.2f} ms ({} "
        "and {}); screened again in {:.1f} s\n",
        number + 1, saves_.alone99.back(), saves_.meanwhile99.back(), alone.saves.size(),
        meanwhile.saves.size(), screenings_.alone99.back(), screenings_.meanwhile99.back(),
        alone.screenings.size(), meanwhile.screenings.size(), taken);
  }

  Scene scene_;
  const Rates rates_;
  std::mt19937_64 random_;
  service::SourceFolder sources_{scene_.folder() / "sources"};
  service::ListAges ages_{sources_, {}, base::days(7), scene_.clock()};
  service::Searches searches_{scene_.ledger()};
  service::Screening screening_{{.generations = scene_.generations(),
                                 .analyser = scene_.analyser(),
                                 .workspaces = scene_.workspaces(),
                                 .searches = searches_,
                                 .clock = scene_.clock(),
                                 .ages = ages_}};
  Figures saves_;
  Figures screenings_;
};

}  // namespace
}  // namespace vedette::bench

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const auto number = [&](int at, std::size_t otherwise) {
    return argc > at ? static_cast<std::size_t>(std::strtoull(argv[at], nullptr, 10)) : otherwise;
  };
  vedette::bench::Bench bench(
      number(1, 70'000), number(2, 50'000),
      {static_cast<double>(number(4, 50)), static_cast<double>(number(5, 50))});
  bench.run(static_cast<int>(number(3, 5)));
  return 0;
}
