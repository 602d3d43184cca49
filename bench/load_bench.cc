// Screening through HTTP, recorded, against the engine alone, on one catalogue and in one run.
//
//   load_bench CATALOGUE [--seconds N] [--queries N] [--workers N] [--p99 MS]
//              [--parts engine,batch,recording,http] [--rate N [--passes N]]
//
// CATALOGUE is a generation of an installation, or what `search_bench ... keep=FILE` left. Prints
// searches/s of the engine on all cores, screening requests/s through HTTP in a closed loop and the
// highest rate of an open loop whose p99 stays below the bound (20 ms), recordings/s alone, and
// names/s of a batch; each with its ratio to the engine. Every open loop sends all queries once,
// so that one rate is measured by the same work as another. The load generator runs on the same
// cores; what other programs took of the machine meanwhile is told, since the slowest answers are
// theirs.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "api/screening/batch_endpoint.h"
#include "api/screening/screening_answer.h"
#include "api/screening/screening_endpoints.h"
#include "base/encoding.h"
#include "base/log.h"
#include "http/query.h"
#include "http/server.h"
#include "http_load.h"
#include "machine_time.h"
#include "search/searcher.h"
#include "search/self_check.h"
#include "service/access/accounts.h"
#include "service/access/sign_in.h"
#include "service/access/tokens.h"
#include "service/lists/list_ages.h"
#include "service/lists/source_folder.h"
#include "service/screening/batch.h"
#include "service/screening/screening.h"

namespace vedette::bench {
namespace {

constexpr int kOpenLoops = 6;
constexpr const char* kPassword = "only for the benchmark";

struct Options {
  std::string catalogue;
  double seconds = 4;
  std::size_t queries = 4000;
  unsigned workers = 0;
  double p99_millis = 20;
  double rate = 0;  // of the only open loop, if it is to be the only one
  int passes = 1;   // at that rate
  bool engine = true;
  bool batch = true;
  bool recording = true;
  bool http = true;

  // Only the named parts.
  void choose(const std::string& parts) {
    engine = parts.find("engine") != std::string::npos;
    batch = parts.find("batch") != std::string::npos;
    recording = parts.find("recording") != std::string::npos;
    http = parts.find("http") != std::string::npos;
  }
};

template <class T>
T good(base::Result<T> result) {
  if (result.ok()) return std::move(result).value();
  fmt::print(stderr, "load_bench: {}\n", result.error().message);
  std::exit(1);
}

// What a search costs: calls per second, and processor time each.
struct Cost {
  double per_second = 0;
  double cpu = 0;  // microseconds
};

// Everything a server has for screening, over a ledger of its own.
class Installation {
 public:
  Installation(std::shared_ptr<const catalogue::Catalogue> catalogue, unsigned workers)
      : catalogue_(std::move(catalogue)),
        folder_(std::filesystem::temp_directory_path() / ("vedette-load-" + base::random_token(6))),
        workspaces_(std::max(1U, std::thread::hardware_concurrency()), 4) {
    std::filesystem::create_directories(folder_);
    ledger::LedgerSettings settings;
    settings.data_directory = folder_;
    ledger_ = good(ledger::Ledger::open(settings, clock_, key_));
    make_account();
    generations_ = std::make_unique<service::Generations>(
        good(catalogue::Store::open(folder_ / "catalogue")), [this] { return catalogue_; });
    searches_ = std::make_unique<service::Searches>(*ledger_);
    sources_ = std::make_unique<service::SourceFolder>(folder_ / "sources");
    ages_ = std::make_unique<service::ListAges>(*sources_, std::vector<service::ListSource>(),
                                                base::days(7), clock_);
    screening_ =
        std::make_unique<service::Screening>(service::Screening::Parts{.generations = *generations_,
                                                                       .analyser = analyser_,
                                                                       .workspaces = workspaces_,
                                                                       .searches = *searches_,
                                                                       .clock = clock_,
                                                                       .ages = *ages_});
    serve(workers);
  }
  ~Installation() {
    server_->stop(base::seconds(1));
    server_.reset();
    tokens_.reset();
    ledger_.reset();
    std::filesystem::remove_all(folder_);
  }

  service::Screening& screening() { return *screening_; }
  const names::Analyser& analyser() const { return analyser_; }
  const std::string& token() const { return token_; }
  const std::filesystem::path& folder() const { return folder_; }
  std::string port() const { return std::to_string(server_->addresses().front().port); }
  service::Asker asker() const {
    return {ledger::OperatorScope::for_command_line().project(base::ProjectId(1)), base::UserId(1),
            "bench"};
  }

 private:
  void make_account() {
    const auto scope = ledger::OperatorScope::for_command_line();
    service::Accounts accounts(*ledger_, clock_, key_, passwords_);
    good(accounts.add_project(scope, {"BENCH", "Bench"}));
    good(accounts.add_user(scope, {"BENCH", "ana", kPassword, service::Role::kAdmin}));
    service::SignIn sign_in({*ledger_, clock_, key_, passwords_, {}, {}});
    const auto created = sign_in.create_token({"BENCH", "ana", kPassword, {}});
    token_ = created.value().access_token;
  }
  void serve(unsigned workers) {
    tokens_ = std::make_unique<service::Tokens>(*ledger_, clock_);
    std::vector<http::Route> routes = api::screening_routes(*tokens_, *screening_);
    http::ServerOptions options;
    options.listen.push_back(good(http::ListenAddress::parse("127.0.0.1:0")));
    options.workers = workers;
    server_ =
        std::make_unique<http::Server>(std::move(options), http::Router(std::move(routes)), clock_);
    if (!server_->start().ok()) std::exit(1);
  }

  const std::shared_ptr<const catalogue::Catalogue> catalogue_;
  const std::filesystem::path folder_;
  const base::SystemClock clock_;
  const ledger::ServerKey key_{base::random_key()};
  service::Passwords passwords_{service::PasswordCost{8192, 1}, service::PasswordLimits{}};
  std::unique_ptr<ledger::Ledger> ledger_;
  std::string token_;
  const names::Lexicon lexicon_;
  const names::Analyser analyser_{lexicon_};
  search::WorkspacePool workspaces_;
  std::unique_ptr<service::Generations> generations_;
  std::unique_ptr<service::Searches> searches_;
  std::unique_ptr<service::SourceFolder> sources_;
  std::unique_ptr<service::ListAges> ages_;
  std::unique_ptr<service::Screening> screening_;
  std::unique_ptr<service::Tokens> tokens_;
  std::unique_ptr<http::Server> server_;
};

// Names of listed people and companies (as they are, mistyped, shortened, ...) and, every other
// time, the words of two of them mixed: customers who are on no list.
std::vector<service::SearchQuestion> make_queries(const catalogue::Catalogue& catalogue,
                                                  std::size_t count) {
  search::QueryMaker maker(catalogue, 5);
  std::vector<service::SearchQuestion> queries;
  while (queries.size() < count) {
    service::SearchQuestion query;
    query.family =
        queries.size() % 4 < 2 ? profile::Family::kIndividual : profile::Family::kBusiness;
    query.name = maker.next_name();
    if (queries.size() % 2 == 1) {
      const std::string other = maker.next_name();
      query.name =
          query.name.substr(0, query.name.find(' ')) +
          (other.rfind(' ') == std::string::npos ? " " + other : other.substr(other.rfind(' ')));
    }
    if (base::is_utf8(query.name) && query.name.size() < 400) queries.push_back(std::move(query));
  }
  return queries;
}

Cost engine_cost(const Options& options, const names::Analyser& analyser,
                 const std::shared_ptr<const catalogue::Catalogue>& catalogue,
                 const std::vector<service::SearchQuestion>& queries) {
  const search::Searcher searcher(catalogue, analyser);
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next = 0;
  std::vector<std::vector<float>> times(threads);
  const double cpu = cpu_micros();
  const auto start = Steady::now();
  const auto end = start + std::chrono::duration<double>(options.seconds);
  {
    std::vector<std::jthread> workers;
    for (unsigned t = 0; t < threads; ++t)
      workers.emplace_back([&, t] {
        search::Workspace workspace;
        while (Steady::now() < end) {
          const auto begin = Steady::now();
          const auto& query = queries[next++ % queries.size()];
          (void)searcher.search(service::query_of(query), workspace);
          times[t].push_back(static_cast<float>(micros_since(begin)));
        }
      });
  }
  const double seconds = micros_since(start) / 1e6;
  std::vector<float> all;
  for (const auto& each : times)
    all.insert(all.end(), each.begin(), each.end());
  const auto count = static_cast<double>(all.size());
  const Cost cost{count / seconds, (cpu_micros() - cpu) / count};
  fmt::print(
      "engine     {:8.0f} searches/s on {} threads, {:.0f} us of CPU each; p50 {:.2f} ms, p99 "
      "{:.2f} "
      "ms\n",
      cost.per_second, threads, cost.cpu, LoadResult::quantile(all, 0.5) / 1e3,
      LoadResult::quantile(all, 0.99) / 1e3);
  return cost;
}

std::vector<std::string> requests_of(const std::vector<service::SearchQuestion>& queries,
                                     const std::string& token) {
  std::vector<std::string> requests;
  for (const service::SearchQuestion& query : queries) {
    const bool business = query.family == profile::Family::kBusiness;
    requests.push_back(
        fmt::format("GET /screening?search_type={}&{}={}&limit=10 HTTP/1.1\r\nHost: bench\r\n"
                    "Authorization: Bearer {}\r\n\r\n",
                    profile::to_text(query.family), business ? "company_name" : "name",
                    http::encode_component(query.name), token));
  }
  return requests;
}

void print_load(std::string_view what, LoadResult& result, const Taken& taken, const Cost& engine) {
  const double others = taken.share_of_others();
  std::uint64_t good_answers = 0;
  for (const auto& [status, count] : result.statuses)
    good_answers += status < 500 ? count : 0;
  const double rate = static_cast<double>(good_answers) / result.seconds;
  const double each =
      taken.own() / static_cast<double>(std::max<std::uint64_t>(1, result.answered));
  fmt::print(
      "{:10} {:8.0f} requests/s, {:.2f} of the engine; {:.0f} us of CPU each with the load "
      "generator, {:.2f} of the engine by CPU; p50 {:.2f} ms, p90 {:.2f} ms, p99 {:.2f} ms",
      what, rate, rate / engine.per_second, each, engine.cpu / each,
      LoadResult::quantile(result.latencies, 0.5) / 1e3,
      LoadResult::quantile(result.latencies, 0.9) / 1e3,
      LoadResult::quantile(result.latencies, 0.99) / 1e3);
  for (const auto& [status, count] : result.statuses)
    if (status != 200) fmt::print("; {} x {}", count, status);
  fmt::print("; others took {:.0f} % of the machine\n", others * 100);
}

// Every query once at this rate; whether the bound held.
bool holds_at(const Options& options, Installation& installation,
              const std::vector<std::string>& requests, const Cost& engine, double rate) {
  Load open("127.0.0.1", installation.port(), requests);
  const Taken taken;
  LoadResult result = open.run(256, 60, rate, requests.size());
  print_load("http open", result, taken, engine);
  return LoadResult::quantile(result.latencies, 0.99) / 1e3 <= options.p99_millis &&
         result.answered == requests.size() && result.per_second() > rate * 0.97;
}

// How long the disk of the ledger takes to make a page durable: what a recorded search waits for at
// least, and what decides the slowest of them.
void measure_disk(const Installation& installation) {
  const std::string file = installation.folder() / "disk";
  const int disk = ::open(file.c_str(), O_CREAT | O_WRONLY, 0600);
  const std::string page(4096, 'x');
  std::vector<float> times;
  for (int i = 0; i < 400 && disk >= 0; ++i) {
    const auto begin = Steady::now();
    if (::pwrite(disk, page.data(), page.size(), i * 4096L) < 0 || ::fdatasync(disk) != 0) break;
    times.push_back(static_cast<float>(micros_since(begin)));
  }
  ::close(disk);
  fmt::print("disk       a page is durable in {:.2f} ms at p50, {:.2f} at p99\n",
             LoadResult::quantile(times, 0.5) / 1e3, LoadResult::quantile(times, 0.99) / 1e3);
}

void measure_http(const Options& options, Installation& installation,
                  const std::vector<std::string>& requests, const Cost& engine) {
  if (options.rate > 0) {
    for (int i = 0; i < options.passes; ++i)
      (void)holds_at(options, installation, requests, engine, options.rate);
    return;
  }
  Load closed("127.0.0.1", installation.port(), requests);
  const Taken taken;
  LoadResult most = closed.run(64, options.seconds);
  print_load("http 64", most, taken, engine);
  // The highest rate at which the bound holds lies between these.
  double low = 0;
  double high = most.per_second();
  for (int i = 0; i < kOpenLoops; ++i) {
    const double rate = low == 0 ? high * (i == 0 ? 0.65 : 0.7) : (low + high) / 2;
    (holds_at(options, installation, requests, engine, rate) ? low : high) = rate;
  }
  fmt::print("screening  {:8.0f} requests/s at p99 <= {:.0f} ms: {:.2f} of the engine\n", low,
             options.p99_millis, low / engine.per_second);
}

void measure_recording(const Options& options, Installation& installation,
                       const std::vector<service::SearchQuestion>& queries) {
  std::atomic<std::uint64_t> recorded = 0;
  const auto start = Steady::now();
  const auto end = start + std::chrono::duration<double>(options.seconds);
  {
    std::vector<std::jthread> workers;
    for (int t = 0; t < 64; ++t)
      workers.emplace_back([&] {
        while (Steady::now() < end) {
          const auto& query = queries[recorded++ % queries.size()];
          good(installation.screening().searches().record(
              installation.asker(), {.question = query, .basis = {1, "bench"}, .total = 0}));
        }
      });
  }
  fmt::print("recording  {:8.0f} searches/s with 64 threads\n",
             static_cast<double>(recorded) / (micros_since(start) / 1e6));
}

void measure_batch(Installation& installation, const std::vector<service::SearchQuestion>& queries,
                   const Cost& engine) {
  service::Batch::Begin begin{.asker = installation.asker(), .question = "{}"};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    begin.items.push_back({std::to_string(i), queries[i]});
    begin.items.back().question.limit = 10;
  }
  begin.write =
      [&](const service::BatchItem& item, const parties::PartyCatalogue& lists,
          const base::Result<service::ScreeningResults>& results) -> base::Result<std::string> {
    std::string out;
    base::JsonWriter json(out);
    if (!results.ok()) return out;
    VEDETTE_TRY(api::write_hits(json, lists, *results, item.question, installation.analyser()));
    return out;
  };
  const double cpu = cpu_micros();
  const auto start = Steady::now();
  auto batch = good(service::Batch::begin(installation.screening(), std::move(begin)));
  while (!good(batch->next()).empty()) {
  }
  const auto count = static_cast<double>(queries.size());
  const double rate = count / (micros_since(start) / 1e6);
  const double each = (cpu_micros() - cpu) / count;
  fmt::print(
      "batch      {:8.0f} names/s, written and recorded: {:.2f} of the engine; {:.0f} us of CPU "
      "each, "
      "{:.2f} of the engine by CPU\n",
      rate, rate / engine.per_second, each, engine.cpu / each);
}

int run(const Options& options) {
  const auto catalogue =
      good(catalogue::Catalogue::open(options.catalogue, catalogue::Check::kQuick));
  fmt::print("catalogue  {} profiles, {} names\n", catalogue->profile_count(),
             catalogue->name_count());
  Installation installation(catalogue, options.workers);
  const auto queries = make_queries(*catalogue, options.queries);
  // The first touch of a page is not the search.
  for (const service::SearchQuestion& query : queries)
    (void)installation.screening().search(catalogue, query);
  Cost engine;
  if (options.engine) engine = engine_cost(options, installation.analyser(), catalogue, queries);
  if (options.batch) measure_batch(installation, queries, engine);
  if (options.recording || options.http) measure_disk(installation);
  if (options.recording) measure_recording(options, installation, queries);
  if (options.http)
    measure_http(options, installation, requests_of(queries, installation.token()), engine);
  return 0;
}

}  // namespace
}  // namespace vedette::bench

int main(int argc, char** argv) {
  vedette::bench::Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&] { return i + 1 < argc ? std::atof(argv[++i]) : 0.0; };
    if (word == "--seconds")
      options.seconds = number();
    else if (word == "--queries")
      options.queries = static_cast<std::size_t>(number());
    else if (word == "--workers")
      options.workers = static_cast<unsigned>(number());
    else if (word == "--p99")
      options.p99_millis = number();
    else if (word == "--rate")
      options.rate = number();
    else if (word == "--passes")
      options.passes = static_cast<int>(number());
    else if (word == "--parts" && i + 1 < argc)
      options.choose(argv[++i]);
    else
      options.catalogue = word;
  }
  if (options.catalogue.empty()) {
    std::fprintf(stderr, "usage: load_bench CATALOGUE [--seconds N] [--queries N] [--workers N]\n");
    return 2;
  }
  vedette::base::set_log_level(vedette::base::LogLevel::kError);
  return vedette::bench::run(options);
}
