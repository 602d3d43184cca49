#include "http/server.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <latch>
#include <limits>

#include "base/background.h"
#include "base/log.h"
#include "http/connection.h"
#include "http/connection_answer.h"
#include "http/connection_read.h"

namespace vedette::http {
namespace {

constexpr unsigned kMostIoThreads = 8;
constexpr unsigned kLeastWorkers = 8;
constexpr unsigned kWorkersPerCore = 4;
constexpr unsigned kLeastSlowWorkers = 4;
// One for probes that never wait, and one for /ready, which may wait a moment for the database.
constexpr unsigned kProbeWorkers = 2;
// Clients told that there is no room, at one time; more are closed without a word.
constexpr std::uint64_t kMostRefusing = 256;
// Open files left to everything but connections: ledger, lists, updates, deliveries. Where there
// are few in all, they are shared half and half.
constexpr std::uint64_t kOtherFiles = 256;
constexpr std::uint64_t kFewestConnections = 8;
constexpr auto kAcceptBackOff = std::chrono::milliseconds(50);
// After the grace, for connections to notice that they were cut.
constexpr auto kCutWait = std::chrono::seconds(1);

void raise_open_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0)
    base::log(base::LogLevel::kWarning, "cannot raise the limit of open files");
}

std::uint64_t open_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<std::uint32_t>::max();
  return limit.rlim_cur;
}

// How many connections there is room for, so that no accepted one, and nothing else, lacks a file.
base::Result<void> set_room(ServerState& state) {
  const std::uint64_t files = open_file_limit();
  const std::uint64_t room = files - std::min(kOtherFiles, files / 2);
  state.most_refusing = std::min(kMostRefusing, room / 8);
  state.most_connections =
      std::min<std::uint64_t>(state.options.max_connections, room - state.most_refusing);
  const std::string advice =
      fmt::format("LimitNOFILE={} in the unit or ulimit -n",
                  state.options.max_connections + kOtherFiles + kMostRefusing);
  if (state.most_connections == state.options.max_connections) return {};
  if (state.most_connections < kFewestConnections)
    return base::Error(
        base::Cause::kUnavailable,
        fmt::format("the limit of {} open files leaves no room for connections: set {}", files,
                    advice));
  base::log(base::LogLevel::kWarning, "the limit of open files leaves room for fewer connections",
            {{"files", files},
             {"connections", state.most_connections},
             {"max_connections", state.options.max_connections},
             {"set", advice}});
  return {};
}

bool has_ipv6(net::io_context& context) {
  boost::system::error_code error;
  Acceptor probe(context);
  probe.open(net::ip::tcp::v6(), error);
  return !error;
}

base::Error cannot_listen(const ListenAddress& address, const boost::system::error_code& error) {
  return {base::Cause::kUnavailable, "cannot listen on " + address.text() + ": " + error.message()};
}

}  // namespace

// ---- the rest of Connection ----

Connection::Connection(IoThread& io, Socket socket, std::string peer,
                       std::unique_ptr<TlsSession> tls)
    : state_(io.state),
      io_(io),
      socket_(std::move(socket)),
      tls_(std::move(tls)),
      peer_(std::move(peer)),
      scan_({.request_line = io.state.options.max_request_line,
             .headers = io.state.options.max_header_bytes,
             .header_count = io.state.options.max_header_count}) {
  next = io_.first;
  if (next != nullptr) next->previous = this;
  io_.first = this;
}

Connection::~Connection() {
  charge(0);
  unlink();
}

void Connection::unlink() {
  if (previous != nullptr) previous->next = next;
  if (next != nullptr) next->previous = previous;
  if (io_.first == this) io_.first = next;
  next = previous = nullptr;
}

Task<> Connection::serve() {
  // co_await stands alone in a statement everywhere: g++ 12 miscompiles it inside && and loops.
  if (tls_) {
    const bool secured = co_await handshake();
    if (!secured) co_return;
  }
  while (true) {
    const bool more = co_await serve_request();
    if (!more) break;
  }
  const bool sent = co_await flush();
  if (!sent) co_return;
  if (tls_) tls_->close();
  // An answer that closes may meet bytes under way; an idle connection has none.
  if (fault_ || (!keep_alive_ && !state_.stopping)) co_await linger();
}

Task<> Connection::refuse() {
  answer(kTooManyConnections);
  const bool sent = co_await flush();
  if (sent) co_await linger();
}

// One request and its answer; false when the connection has to end.
Task<bool> Connection::serve_request() {
  begin_request();
  // Usually the whole head came with the bytes that ended the wait for it.
  const HeadScan::Found found = look_for_head();
  if (found != HeadScan::Found::kHead) {
    const bool has_head = co_await read_head(found);
    if (!has_head) co_return false;
  }
  if (!take_head()) co_return false;
  if (strikes_.holds_back(steady_millis())) {
    const bool goes_on = co_await hold_back();
    if (!goes_on) co_return false;
  }
  const Resolution resolution = state_.router.resolve(request_);
  route_ = resolution.route;
  if (!prepare_body(resolution)) co_return false;
  if (!parser_->is_whole()) {
    const bool has_body = co_await read_body();
    if (!has_body) co_return false;
  }
  if (resolution.kind == Resolution::Kind::kRoute) {
    const bool more = co_await run_handler(*resolution.route);
    co_return more;
  }
  answer_unrouted(resolution);
  if (out_.size() > kCollectBytes) {
    const bool sent = co_await flush();
    if (!sent) co_return false;
  }
  co_return keep_alive_;
}

// The client had been told to come back later; its next answer is made then.
Task<bool> Connection::hold_back() {
  const bool sent = co_await flush();
  if (!sent) co_return false;
  state_.held_back.fetch_add(1, std::memory_order_relaxed);
  enter(Phase::kHandling, 0);
  all_sent_ = false;  // not idle
  Timer timer(io_.context);
  co_await pause(timer, base::seconds(state_.options.retry_after_seconds));
  started_ = steady_micros();
  co_return !state_.cutting;
}

void Connection::enter(Phase phase, std::int64_t deadline) {
  phase_ = phase;
  deadline_ = deadline;
  timed_out_ = false;
}

void Connection::sweep(std::int64_t now) {
  if (phase_ == Phase::kHandling) {
    // A worker that sent the whole answer sends no notice: from here on the connection is idle.
    if (job_.load(std::memory_order_acquire) != Job::kDone || !all_sent_) return;
    charge(0);
    idle_since_ = now;
    enter(Phase::kIdle, now + state_.options.idle_timeout.count);
  }
  if (phase_ == Phase::kStreaming) look_for_departure();
  if (phase_ == Phase::kIdle && !in_.released() && in_.empty() &&
      now - idle_since_ >= kIdleSweeps * state_.options.sweep_interval.count)
    socket_.cancel();
  if (deadline_ != 0 && now >= deadline_) {
    timed_out_ = true;
    socket_.cancel();
  }
}

// A stream that waits does not write, so it would not notice that its reader has left. Half a
// close is enough to end an event stream; other streams may have a reader that only stopped
// writing.
void Connection::look_for_departure() {
  pollfd look{.fd = socket_.native_handle(), .events = POLLRDHUP, .revents = 0};
  if (::poll(&look, 1, 0) <= 0) return;
  const int left = endless_ ? POLLRDHUP | POLLHUP | POLLERR : POLLHUP | POLLERR;
  if ((look.revents & left) == 0) return;
  gone_.store(true, std::memory_order_relaxed);
  if (stream_timer_ != nullptr) stream_timer_->cancel();
}

void Connection::close_if_idle() {
  closing_ = true;
  sweep(steady_millis());
  if (phase_ == Phase::kIdle) socket_.cancel();
  if (endless_ && stream_timer_ != nullptr) stream_timer_->cancel();
}

void Connection::cut() {
  ::shutdown(socket_.native_handle(), SHUT_RDWR);
  socket_.cancel();
  if (stream_timer_ != nullptr) stream_timer_->cancel();
}

// ---- Server ----

class Server::Impl {
 public:
  Impl(ServerOptions options, Router router, const base::Clock& clock, RequestLog log)
      : state_(std::move(options), std::move(router), clock, std::move(log)) {}
  ~Impl() {
    if (!threads_.empty()) stop(base::Millis{0});
    end_threads();
  }

  base::Result<void> start();
  std::vector<ListenAddress> addresses() const { return bound_; }
  base::Result<void> reload_tls() {
    return state_.tls.load(state_.options.tls.certificate_file, state_.options.tls.key_file);
  }
  bool stop(base::Millis grace);
  ServerCounts counts() const;

 private:
  base::Result<void> listen(const ListenAddress& wanted);
  void start_workers();
  void end_threads();
  Task<> accept(IoThread& io, Acceptor& acceptor, bool tls);
  void take(IoThread& io, Socket socket, bool tls);
  std::optional<IpAddress> limited_peer(const std::string& text) const;
  void take_waiting(IoThread& io, Acceptor& acceptor, bool tls);
  Task<> sweep(IoThread& io);
  template <class Action>
  void on_each_thread(Action action);

  ServerState state_;
  std::vector<std::unique_ptr<IoThread>> threads_;
  std::vector<ListenAddress> bound_;
  bool ended_ = false;
};

base::Result<void> Server::Impl::start() {
  ::signal(SIGPIPE, SIG_IGN);
  raise_open_file_limit();
  VEDETTE_TRY(set_room(state_));
  const auto& listeners = state_.options.listen;
  if (std::any_of(listeners.begin(), listeners.end(), [](const auto& l) { return l.tls; }))
    VEDETTE_TRY(reload_tls());
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const unsigned count =
      state_.options.io_threads > 0 ? state_.options.io_threads : std::min(cores, kMostIoThreads);
  for (unsigned i = 0; i < count; ++i)
    threads_.push_back(std::make_unique<IoThread>(state_));
  for (const ListenAddress& wanted : listeners) {
    if (auto listening = listen(wanted); !listening.ok()) {
      threads_.clear();
      bound_.clear();
      return std::move(listening).error();
    }
  }
  start_workers();
  for (auto& io : threads_) {
    for (std::size_t i = 0; i < io->acceptors.size(); ++i)
      net::co_spawn(io->context, accept(*io, io->acceptors[i], bound_[i].tls), net::detached);
    net::co_spawn(io->context, sweep(*io), net::detached);
    io->thread = std::thread([&io] {
      // A refusal must not wait behind the work that made it necessary.
      base::enter_foreground();
      io->context.run();
    });
  }
  return {};
}

void Server::Impl::start_workers() {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const unsigned workers = state_.options.workers > 0
                               ? state_.options.workers
                               : std::max(kLeastWorkers, cores * kWorkersPerCore);
  const unsigned slow_workers = state_.options.slow_workers > 0
                                    ? state_.options.slow_workers
                                    : std::max(kLeastSlowWorkers, cores);
  for (unsigned i = 0; i < workers + slow_workers + kProbeWorkers; ++i)
    state_.writers.emplace_back(state_.clock, state_.options.gzip_above_bytes);
  const auto make_pool = [this](unsigned threads, unsigned first_writer) {
    return std::make_unique<WorkerPool<Connection>>(
        threads, state_.options.max_queued,
        [this, first_writer](Connection& connection, unsigned number) {
          connection.run(state_.writers[first_writer + number]);
        });
  };
  state_.pool = make_pool(workers, 0);
  state_.slow_pool = make_pool(slow_workers, workers);
  state_.probe_pool = make_pool(kProbeWorkers, workers + slow_workers);
}

// Every network thread listens on the same address; the kernel spreads the connections.
base::Result<void> Server::Impl::listen(const ListenAddress& wanted) {
  boost::system::error_code error;
  const bool any = wanted.host == "*";
  auto ip = net::ip::make_address(any ? "::" : wanted.host, error);
  if (error) return cannot_listen(wanted, error);
  if (any && !has_ipv6(threads_.front()->context)) ip = net::ip::address_v4::any();
  net::ip::tcp::endpoint endpoint(ip, wanted.port);
  const auto open = [&](Acceptor& acceptor, bool shared) {
    const int on = 1;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
    if (!error && endpoint.protocol() == net::ip::tcp::v6())
      acceptor.set_option(net::ip::v6_only(!any), error);
    if (!error && shared)
      ::setsockopt(acceptor.native_handle(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    if (!error) acceptor.bind(endpoint, error);
  };
  {
    // Shared ports hide that another server already has this one; a probe that does not share
    // would see it.
    Acceptor probe(threads_.front()->context);
    open(probe, false);
    if (!error) probe.listen(1, error);
    if (error) return cannot_listen(wanted, error);
  }
  for (auto& io : threads_) {
    Acceptor acceptor(io->context);
    open(acceptor, true);
    if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
    if (error) return cannot_listen(wanted, error);
    endpoint.port(acceptor.local_endpoint(error).port());
    io->acceptors.push_back(std::move(acceptor));
  }
  bound_.push_back({.host = wanted.host, .port = endpoint.port(), .tls = wanted.tls});
  return {};
}

Task<> Server::Impl::accept(IoThread& io, Acceptor& acceptor, bool tls) {
  Timer timer(io.context);
  while (!state_.stopping) {
    auto [error, socket] = co_await acceptor.async_accept(kAwait);
    if (!error) {
      take(io, std::move(socket), tls);
      continue;
    }
    if (error == net::error::operation_aborted || error == net::error::bad_descriptor) break;
    if (error == net::error::connection_aborted) continue;
    // Out of files or memory: trying again at once would only burn a core.
    base::log(base::LogLevel::kWarning, "cannot accept a connection", {{"error", error.message()}});
    timer.expires_after(kAcceptBackOff);
    co_await timer.async_wait(kAwait);
  }
}

void Server::Impl::take(IoThread& io, Socket socket, bool tls) {
  state_.accepted.fetch_add(1, std::memory_order_relaxed);
  boost::system::error_code error;
  const auto remote = socket.remote_endpoint(error);
  if (error) return;
  socket.set_option(net::ip::tcp::no_delay(true), error);
  socket.native_non_blocking(true, error);
  auto address = remote.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    address = net::ip::make_address_v4(net::ip::v4_mapped, address.to_v6());
  bool full = state_.live.load() >= state_.most_connections;
  auto session = tls && !full ? state_.tls.accept(socket.native_handle()) : nullptr;
  if (tls && !full && !session) return;
  const auto peer = full ? std::nullopt : limited_peer(address.to_string());
  if (peer) full = !state_.peers.add(*peer, state_.options.max_connections_per_address);
  if (full) state_.refused.fetch_add(1, std::memory_order_relaxed);
  // A refused TLS client would need a handshake to hear why.
  if (full && (tls || state_.refusing.load() >= state_.most_refusing)) return;
  auto connection =
      std::make_shared<Connection>(io, std::move(socket), address.to_string(), std::move(session));
  auto& count = full ? state_.refusing : state_.live;
  if (full) {
    count.fetch_add(1);
  } else {
    state_.add_connection();
  }
  net::co_spawn(io.context, full ? connection->refuse() : connection->serve(),
                [this, connection, full, peer](std::exception_ptr failure) mutable {
                  if (failure)
                    base::log(base::LogLevel::kError, "a connection failed unexpectedly");
                  connection.reset();
                  if (full) {
                    state_.refusing.fetch_sub(1);
                  } else {
                    if (peer) state_.peers.remove(*peer);
                    state_.remove_connection();
                  }
                });
}

// The peer, when its connections are counted.
std::optional<IpAddress> Server::Impl::limited_peer(const std::string& text) const {
  if (state_.options.max_connections_per_address == 0) return std::nullopt;
  auto peer = IpAddress::parse(text.substr(0, text.find('%')));  // without a link's name
  if (peer && state_.options.trusted_proxies.trusts(*peer)) return std::nullopt;
  return peer;
}

// The connections that the kernel has made and nobody has taken yet: closing the listener would
// reset them, requests included.
void Server::Impl::take_waiting(IoThread& io, Acceptor& acceptor, bool tls) {
  boost::system::error_code error;
  acceptor.non_blocking(true, error);
  while (!error) {
    Socket socket(io.context);
    acceptor.accept(socket, error);
    if (!error) take(io, std::move(socket), tls);
  }
}

Task<> Server::Impl::sweep(IoThread& io) {
  while (true) {
    io.sweep_timer.expires_after(std::chrono::milliseconds(state_.options.sweep_interval.count));
    const auto [error] = co_await io.sweep_timer.async_wait(kAwait);
    if (error) co_return;
    const std::int64_t now = steady_millis();
    for (Connection* connection = io.first; connection != nullptr; connection = connection->next)
      connection->sweep(now);
  }
}

template <class Action>
void Server::Impl::on_each_thread(Action action) {
  for (auto& io : threads_)
    net::post(io->context, [&io = *io, action] { action(io); });
}

bool Server::Impl::stop(base::Millis grace) {
  if (threads_.empty() || ended_) return true;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(grace.count);
  state_.stopping = true;
  std::latch told(static_cast<std::ptrdiff_t>(threads_.size()));
  on_each_thread([this, &told](IoThread& io) {
    boost::system::error_code ignored;
    for (std::size_t i = 0; i < io.acceptors.size(); ++i) {
      take_waiting(io, io.acceptors[i], bound_[i].tls);
      io.acceptors[i].close(ignored);
    }
    for (Connection* connection = io.first; connection != nullptr; connection = connection->next)
      connection->close_if_idle();
    told.count_down();
  });
  // Not before every thread has taken what waited for it are all connections counted.
  told.wait();
  bool finished = state_.wait_until_gone(end);
  if (!finished) {
    finished =
        state_.pool->running() + state_.slow_pool->running() + state_.probe_pool->running() == 0;
    state_.cutting = true;
    on_each_thread([](IoThread& io) {
      for (Connection* connection = io.first; connection != nullptr; connection = connection->next)
        connection->cut();
    });
    if (!state_.wait_until_gone(std::chrono::steady_clock::now() + kCutWait)) return false;
  }
  end_threads();
  return finished;
}

void Server::Impl::end_threads() {
  if (std::exchange(ended_, true)) return;
  for (auto* pool : {&state_.pool, &state_.slow_pool, &state_.probe_pool})
    if (*pool) (*pool)->stop();
  // Handlers have returned; the last connections end on their own.
  if (!threads_.empty() && state_.pool)
    state_.wait_until_gone(std::chrono::steady_clock::now() + kCutWait);
  for (auto& io : threads_)
    io->context.stop();
  for (auto& io : threads_)
    if (io->thread.joinable()) io->thread.join();
  // Coroutines that are still suspended are destroyed with their context, here.
  for (auto& io : threads_)
    io->acceptors.clear();
  threads_.clear();
}

ServerCounts Server::Impl::counts() const {
  return {.connections = state_.live,
          .accepted = state_.accepted,
          .refused = state_.refused,
          .requests = state_.requests,
          .overloaded = state_.overloaded,
          .held_back = state_.held_back,
          .queued = state_.pool ? state_.pool->queued() + state_.slow_pool->queued() : 0,
          .buffered_bytes = state_.buffered};
}

Server::Server(ServerOptions options, Router router, const base::Clock& clock, RequestLog log)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(router), clock, std::move(log))) {}
Server::~Server() = default;

base::Result<void> Server::start() {
  return impl_->start();
}
std::vector<ListenAddress> Server::addresses() const {
  return impl_->addresses();
}
base::Result<void> Server::reload_tls() {
  return impl_->reload_tls();
}
bool Server::stop(base::Millis grace) {
  return impl_->stop(grace);
}
ServerCounts Server::counts() const {
  return impl_->counts();
}

}  // namespace vedette::http
