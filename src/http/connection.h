#pragma once

// One client connection. Includes Asio and Beast: for server.cc only.

#include <atomic>
#include <boost/asio.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "http/head_scan.h"
#include "http/input_buffer.h"
#include "http/message.h"
#include "http/request_id.h"
#include "http/request_parser.h"
#include "http/response_writer.h"
#include "http/retry_strikes.h"
#include "http/server_state.h"
#include "http/tls.h"

namespace vedette::http {

// The concrete executor everywhere: no type erasure, no strands, on the path of a request.
namespace net = boost::asio;
using Executor = net::io_context::executor_type;
using Socket = net::basic_stream_socket<net::ip::tcp, Executor>;
using Acceptor = net::basic_socket_acceptor<net::ip::tcp, Executor>;
using Timer = net::basic_waitable_timer<std::chrono::steady_clock,
                                        net::wait_traits<std::chrono::steady_clock>, Executor>;
template <class T = void>
using Task = net::awaitable<T, Executor>;
inline constexpr net::as_tuple_t<net::use_awaitable_t<Executor>> kAwait{};

// The monotonic clock.
inline std::int64_t steady_micros() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}
inline std::int64_t steady_millis() {
  return steady_micros() / 1000;
}

class Connection;

// One network thread with an event loop of its own; its connections never leave it.
struct IoThread {
  explicit IoThread(ServerState& server_state)
      : state(server_state),
        writer(server_state.clock, server_state.options.gzip_above_bytes),
        sweep_timer(context) {}

  ServerState& state;
  net::io_context context{1};
  ResponseWriter writer;
  RequestIds ids;
  Timer sweep_timer;
  std::vector<Acceptor> acceptors;
  Connection* first = nullptr;  // the list the sweeper walks
  bool wake_due = false;

  // Queues a job for the workers; false when the queue is full. They are woken after the events
  // that are ready now: one wake-up for all their jobs.
  bool submit(Connection& job, const Route* route = nullptr, bool urgent = false) {
    if (route != nullptr && (route->slow || route->probe)) {
      auto& pool = route->probe ? *state.probe_pool : *state.slow_pool;
      if (!pool.try_submit(job, urgent)) return false;
      pool.wake();
      return true;
    }
    if (!state.pool->try_submit(job, urgent)) return false;
    if (std::exchange(wake_due, true)) return true;
    net::post(context, [this] {
      wake_due = false;
      state.pool->wake();
    });
    return true;
  }

  std::thread thread;
};

// Reads requests one after the other, has a worker run the handler and sees to it that the answer
// leaves. Everything happens on the IoThread but run(), which a worker calls.
//
// In the common case (no TLS, nothing pipelined) the worker writes the answer to the socket itself
// while the network thread already waits for the next request: the answer needs no second wake-up.
// job_ is the hand-over: whoever finds the other side already there continues.
class Connection final : public std::enable_shared_from_this<Connection>, public StopSignal {
 public:
  Connection(IoThread& io, Socket socket, std::string peer, std::unique_ptr<TlsSession> tls);
  ~Connection() override;

  Task<> serve();
  // Tells the client that there is no room, and closes.
  Task<> refuse();

  // On a worker: the handler, or the next piece of a stream.
  void run(ResponseWriter& writer);

  // On the network thread, every sweep_interval.
  void sweep(std::int64_t now);
  void close_if_idle();
  void cut();

  bool stopped() const override;

  Connection* next = nullptr;  // IoThread::first
  Connection* previous = nullptr;

 private:
  enum class Phase : std::uint8_t {
    kIdle,
    kHandshake,
    kHead,
    kBody,
    kHandling,
    kWriting,
    kStreaming,
    kLinger
  };
  enum class Input : std::uint8_t { kBytes, kEnd, kInterrupted };
  // kRunning: the network thread need not know. kAwaited: it sleeps until told. kDone: finished.
  enum class Job : std::uint8_t { kRunning, kAwaited, kDone };
  enum class Work : std::uint8_t { kHandler, kStreamPiece };

  struct Waiter {
    virtual ~Waiter() = default;
    virtual void resume() = 0;
  };

  Task<bool> handshake();
  Task<bool> serve_request();
  Task<bool> read_head(HeadScan::Found found);
  Task<bool> read_body();
  Task<bool> run_handler(const Route& route);
  Task<bool> read_ahead();
  Task<bool> stream_body();
  Task<bool> stream_piece(Timer& timer);
  Task<bool> pause(Timer& timer, base::Millis wait);
  Task<bool> hold_back();
  Task<bool> flush();
  Task<> linger();
  Task<Input> receive(std::size_t size);
  Task<Input> receive_tls(std::size_t size);
  Task<> job_finished();
  Task<> worker_call();

  void enter(Phase phase, std::int64_t deadline);
  void begin_request();
  HeadScan::Found look_for_head();
  void enter_wait_for_head();
  void identify_request();
  bool take_head();
  bool prepare_body(const Resolution& resolution);
  void answer_unrouted(const Resolution& resolution);
  void answer(const Fault& fault, std::string_view allow = {});
  void answer_refusal(Response response);
  Response render(const Fault& fault, std::string_view allow);
  bool has_input() const;
  bool goes_on_after_interruption();
  bool charge(std::size_t bytes);
  std::size_t held_bytes() const;
  void keep_tail(std::string bytes);
  void drop_unsent();
  IoStatus send_some();
  IoStatus send_plain();
  std::int64_t taken();
  std::int64_t write_deadline(std::int64_t began, std::int64_t taken_before);
  void run_route(ResponseWriter& writer);
  void take_body(Response response);
  void refuse_to_hold(ResponseWriter& writer, std::size_t before);
  void run_stream_piece();
  Response call_handler();
  void finish_job(bool needs_network_thread);
  void write_log(std::uint64_t bytes);
  std::string_view logged_path() const;
  void look_for_departure();
  void release_memory();
  void unlink();

  ServerState& state_;
  IoThread& io_;
  Socket socket_;
  std::unique_ptr<TlsSession> tls_;
  const std::string peer_;

  Phase phase_ = Phase::kHandling;
  std::int64_t deadline_ = 0;    // steady milliseconds; 0 = none
  std::int64_t idle_since_ = 0;  // for giving memory back
  bool timed_out_ = false;
  bool closing_ = false;
  bool reading_ahead_ = false;
  bool broken_ = false;  // nothing more can be written
  bool fault_ = false;   // closed with input unread

  HeadScan scan_;
  InputBuffer in_;
  Request request_;
  std::optional<RequestParser> parser_;
  std::string out_;        // bytes to send, then
  std::string_view rest_;  // these: of tail_, or constant
  std::string tail_;
  std::size_t sent_ = 0;
  std::size_t charged_ = 0;

  // While job_ is not kDone these belong to the worker.
  std::atomic<Job> job_{Job::kDone};
  Work work_ = Work::kHandler;
  const Route* route_ = nullptr;
  std::shared_ptr<void> turn_;  // of the request that waits or runs
  bool direct_ = false;
  bool keep_alive_ = true;
  bool all_sent_ = false;
  std::int64_t started_ = 0;  // steady microseconds of the complete head
  RetryStrikes strikes_;
  std::int64_t queued_ = 0;
  int status_ = 0;
  Framing framing_ = Framing::kNone;
  std::unique_ptr<Stream> stream_;
  bool endless_ = false;
  Stream::Step step_;
  std::uint64_t streamed_ = 0;
  std::uint64_t stream_length_ = 0;

  std::unique_ptr<Waiter> waiter_;
  Timer* stream_timer_ = nullptr;
  std::atomic<bool> gone_{false};
};

}  // namespace vedette::http
