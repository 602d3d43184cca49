#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "http/peer_counts.h"
#include "http/response_writer.h"
#include "http/server.h"
#include "http/tls.h"
#include "http/worker_pool.h"

namespace vedette::http {

class Connection;

// What the threads of one server share. Everything but the atomics is fixed before they start.
struct ServerState {
  ServerState(ServerOptions server_options, Router server_router, const base::Clock& server_clock,
              RequestLog request_log)
      : options(std::move(server_options)),
        router(std::move(server_router)),
        clock(server_clock),
        log(std::move(request_log)) {}

  const ServerOptions options;
  const Router router;
  const base::Clock& clock;
  const RequestLog log;
  TlsContext tls;
  std::vector<ResponseWriter> writers;  // one per worker: main, slow, probe
  std::unique_ptr<WorkerPool<Connection>> pool;
  std::unique_ptr<WorkerPool<Connection>> slow_pool;
  std::unique_ptr<WorkerPool<Connection>> probe_pool;
  PeerCounts peers;                    // of live connections, where they are limited
  std::uint64_t most_connections = 0;  // what the settings allow and open files have room for
  std::uint64_t most_refusing = 0;     // clients told that there is no room, at one time

  std::atomic<bool> stopping{false};  // no new work; what runs may finish
  std::atomic<bool> cutting{false};   // the grace is over
  std::atomic<std::uint64_t> live{0};
  std::atomic<std::uint64_t> refusing{0};
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> refused{0};
  std::atomic<std::uint64_t> requests{0};
  std::atomic<std::uint64_t> overloaded{0};
  std::atomic<std::uint64_t> held_back{0};
  std::atomic<std::uint64_t> buffered{0};

  void add_connection() { live.fetch_add(1); }
  void remove_connection() {
    if (live.fetch_sub(1) != 1) return;
    const std::lock_guard lock(gone_mutex);
    gone.notify_all();
  }
  // True when no connection is left before `until`.
  bool wait_until_gone(std::chrono::steady_clock::time_point until) {
    std::unique_lock lock(gone_mutex);
    return gone.wait_until(lock, until, [this] { return live.load() == 0; });
  }

  std::mutex gone_mutex;
  std::condition_variable gone;
};

}  // namespace vedette::http
