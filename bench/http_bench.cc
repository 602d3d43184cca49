// What the HTTP server costs next to a bare parser server, in the same run, and what idle and slow
// clients do to others.
//
//   http_bench [--seconds N] [--connections N] [--threads N] [--workers N] [--rounds N] [--idle N]
//   http_bench --url http://host:port/path [--header 'Name: value']... [--pid N] [--rate N]

#include <sys/wait.h>

#include <csignal>
#include <ctime>
#include <string>
#include <vector>

#include "bare_server.h"
#include "http/server.h"
#include "http_load.h"

namespace vedette::bench {
namespace {

struct Options {
  double seconds = 3;
  int connections = 64;
  unsigned threads = 2;
  unsigned workers = 0;
  int rounds = 3;
  int idle = 10'000;
  std::string url;
  std::vector<std::string> headers;
  int pid = 0;
  double rate = 0;
};

// About the size of a small profile.
std::string sample_body() {
  std::string body = R"({"success":true,"data":{"text":")";
  body.resize(1028, 'x');
  return body + "\"}}";
}

struct Process {
  int pid = 0;
  int port = 0;
};

// Runs `serve(tell)` in a process of its own, so that its CPU time is told apart.
template <class Serve>
Process start_process(Serve serve) {
  int pipe_ends[2];
  if (::pipe(pipe_ends) != 0) std::exit(1);
  const int pid = ::fork();
  if (pid == 0) {
    ::close(pipe_ends[0]);
    serve([&](int port) {
      if (::write(pipe_ends[1], &port, sizeof port) != sizeof port) std::_Exit(1);
    });
    std::_Exit(0);
  }
  ::close(pipe_ends[1]);
  Process process{.pid = pid};
  if (::read(pipe_ends[0], &process.port, sizeof process.port) != sizeof process.port) {
    std::fprintf(stderr, "a server did not start\n");
    std::exit(1);
  }
  ::close(pipe_ends[0]);
  return process;
}

void end_process(const Process& process) {
  ::kill(process.pid, SIGKILL);
  ::waitpid(process.pid, nullptr, 0);
}

double cpu_micros(int pid) {
  clockid_t clock = 0;
  timespec time{};
  if (pid == 0 || ::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
    return 0;
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

long resident_kib(int pid) {
  long pages = 0;
  long resident = 0;
  const std::string path = "/proc/" + std::to_string(pid) + "/statm";
  if (std::FILE* file = std::fopen(path.c_str(), "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return resident * (::sysconf(_SC_PAGESIZE) / 1024);
}

Process start_bare(const Options& options) {
  return start_process([&](auto tell) { run_bare_server(options.threads, sample_body(), tell); });
}

Process start_ours(const Options& options, bool log) {
  return start_process([&](auto tell) {
    // The log line is made and written, to nowhere: the disk is not what is measured.
    if (std::freopen("/dev/null", "w", stderr) == nullptr) std::_Exit(1);
    const std::string body = sample_body();
    std::vector<http::Route> routes;
    routes.push_back(
        {.methods = http::Method::kGet,
         .pattern = "/health",
         .handler = [&](const http::Request&) { return http::Response::json(200, body); },
         .head_allowed = true});
    http::ServerOptions server_options;
    server_options.listen.push_back({});
    server_options.io_threads = options.threads;
    server_options.workers = options.workers;
    base::SystemClock clock;
    http::Server server(server_options, http::Router(std::move(routes)), clock,
                        log ? http::RequestLog(http::log_request) : http::RequestLog());
    if (!server.start().ok()) std::_Exit(1);
    tell(server.addresses()[0].port);
    while (true)
      ::pause();
  });
}

std::string health_request() {
  return "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: http_bench\r\nAccept: */*\r\n\r\n";
}

struct Figures {
  double per_second = 0;
  double p50 = 0;
  double p99 = 0;
  double cpu = 0;
};

Figures measure(const Process& process, const Options& options) {
  Load load("127.0.0.1", std::to_string(process.port), health_request());
  load.run(options.connections, 0.3);
  const double before = cpu_micros(process.pid);
  LoadResult result = load.run(options.connections, options.seconds);
  const double used = cpu_micros(process.pid) - before;
  return {.per_second = result.per_second(),
          .p50 = LoadResult::quantile(result.latencies, 0.5),
          .p99 = LoadResult::quantile(result.latencies, 0.99),
          .cpu = used / static_cast<double>(result.answered)};
}

Figures median(std::vector<Figures> rounds) {
  const auto middle = [&](auto member) {
    std::vector<double> values;
    for (const Figures& figures : rounds)
      values.push_back(figures.*member);
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  };
  return {.per_second = middle(&Figures::per_second),
          .p50 = middle(&Figures::p50),
          .p99 = middle(&Figures::p99),
          .cpu = middle(&Figures::cpu)};
}

void print(const char* name, const Figures& figures) {
  std::printf("%-44s %9.0f req/s   p50 %7.0f us   p99 %7.0f us   CPU %5.2f us/request\n", name,
              figures.per_second, figures.p50, figures.p99, figures.cpu);
}

// Rounds are interleaved, so that whatever else the machine does falls on all alike.
void compare(const Options& options) {
  const Process bare = start_bare(options);
  const Process quiet = start_ours(options, false);
  const Process ours = start_ours(options, true);
  std::vector<Figures> of_bare;
  std::vector<Figures> of_quiet;
  std::vector<Figures> of_ours;
  for (int i = 0; i < options.rounds; ++i) {
    of_bare.push_back(measure(bare, options));
    of_quiet.push_back(measure(quiet, options));
    of_ours.push_back(measure(ours, options));
  }
  std::printf("%d connections, keep-alive, %zu-byte body, median of %d rounds of %.1f s\n",
              options.connections, sample_body().size(), options.rounds, options.seconds);
  print("bare Asio + Beast parser", median(of_bare));
  print("ours through the worker pool, no log", median(of_quiet));
  print("ours through the worker pool, log lines", median(of_ours));
  std::printf("CPU ratio to the bare server: %.2f without log, %.2f with (goal: at most 2)\n\n",
              median(of_quiet).cpu / median(of_bare).cpu,
              median(of_ours).cpu / median(of_bare).cpu);
  end_process(bare);
  end_process(quiet);
  end_process(ours);
}

// p99 of others, alone and beside idle connections, half-sent requests and readers that do not
// read.
void crowd(const Options& options) {
  const Process ours = start_ours(options, true);
  const std::string port = std::to_string(ours.port);
  std::vector<Figures> alone;
  for (int i = 0; i < options.rounds; ++i)
    alone.push_back(measure(ours, options));
  print("alone", median(alone));
  const long before = resident_kib(ours.pid);
  std::vector<int> held;
  for (int i = 0; i < options.idle; ++i)
    held.push_back(connect_to("127.0.0.1", port));
  for (int i = 0; i < 200; ++i) {
    held.push_back(connect_to("127.0.0.1", port));
    const std::string_view half = "GET /health HTTP/1.1\r\nHost: slow\r\nX-Part: ";
    (void)::send(held.back(), half.data(), half.size(), MSG_NOSIGNAL);
  }
  std::string flood;
  for (int i = 0; i < 40; ++i)
    flood += health_request();
  for (int i = 0; i < 200; ++i) {
    held.push_back(connect_to("127.0.0.1", port));
    (void)::send(held.back(), flood.data(), flood.size(), MSG_NOSIGNAL);
  }
  std::printf(
      "%zu connections held, %.1f KiB of server memory each\n", held.size(),
      static_cast<double>(resident_kib(ours.pid) - before) / static_cast<double>(held.size()));
  std::vector<Figures> beside;
  for (int i = 0; i < options.rounds; ++i)
    beside.push_back(measure(ours, options));
  print("beside idle, half-sent and unread", median(beside));
  std::printf("p99 ratio: %.2f (goal: at most 1.5)\n", median(beside).p99 / median(alone).p99);
  for (const int socket : held)
    ::close(socket);
  end_process(ours);
}

int external(const Options& options) {
  std::string rest = options.url.substr(options.url.find("://") + 3);
  const std::size_t slash = rest.find('/');
  const std::string path = slash == std::string::npos ? "/" : rest.substr(slash);
  const std::string authority = rest.substr(0, slash);
  const std::size_t colon = authority.rfind(':');
  const std::string host = authority.substr(0, colon);
  const std::string port = colon == std::string::npos ? "80" : authority.substr(colon + 1);
  std::string request = "GET " + path + " HTTP/1.1\r\nHost: " + authority + "\r\n";
  for (const std::string& header : options.headers)
    request += header + "\r\n";
  request += "\r\n";
  Load load(host, port, request);
  // A few connections are enough to warm up: all of them at once would be an overload of its own,
  // whose end the figures would show.
  load.run(std::min(options.connections, 16), 0.3);
  const double before = cpu_micros(options.pid);
  LoadResult result = load.run(options.connections, options.seconds, options.rate);
  const double used = cpu_micros(options.pid) - before;
  std::printf("%s: %.0f answers/s, p50 %.0f us, p99 %.0f us", options.url.c_str(),
              result.per_second(), LoadResult::quantile(result.latencies, 0.5),
              LoadResult::quantile(result.latencies, 0.99));
  if (!result.refusals.empty())
    std::printf(", refusals p99 %.0f us, since sent p99 %.0f us, arrived p99 %.0f us",
                LoadResult::quantile(result.refusals, 0.99),
                LoadResult::quantile(result.refusals_since_sent, 0.99),
                LoadResult::quantile(result.refusals_arrived, 0.99));
  if (options.pid > 0)
    std::printf(", CPU %.2f us/request", used / static_cast<double>(result.answered));
  for (const auto& [status, count] : result.statuses)
    std::printf(", %d: %llu", status, static_cast<unsigned long long>(count));
  std::printf(", lost connections: %llu\n", static_cast<unsigned long long>(result.failed));
  return 0;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const char* value = argv[i + 1];
    if (name == "--seconds") {
      options.seconds = std::atof(value);
    } else if (name == "--connections") {
      options.connections = std::atoi(value);
    } else if (name == "--threads") {
      options.threads = static_cast<unsigned>(std::atoi(value));
    } else if (name == "--workers") {
      options.workers = static_cast<unsigned>(std::atoi(value));
    } else if (name == "--rounds") {
      options.rounds = std::atoi(value);
    } else if (name == "--idle") {
      options.idle = std::atoi(value);
    } else if (name == "--url") {
      options.url = value;
    } else if (name == "--header") {
      options.headers.emplace_back(value);
    } else if (name == "--pid") {
      options.pid = std::atoi(value);
    } else if (name == "--rate") {
      options.rate = std::atof(value);
    } else {
      std::fprintf(stderr, "unknown option %s\n", argv[i]);
      std::exit(2);
    }
  }
  return options;
}

}  // namespace
}  // namespace vedette::bench

int main(int argc, char** argv) {
  using namespace vedette::bench;
  const Options options = parse(argc, argv);
  if (!options.url.empty()) return external(options);
  compare(options);
  if (options.idle > 0) crowd(options);
  return 0;
}
