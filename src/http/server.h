#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "http/client_address.h"
#include "http/router.h"

namespace vedette::http {

struct ListenAddress {
  std::string host = "127.0.0.1";  // an IPv4 or IPv6 address, not a name
  std::uint16_t port = 0;          // 0: the system chooses, Server::addresses() tells
  bool tls = false;

  // "127.0.0.1:8080", "[::1]:8080", "*:8080" (all IPv4 and IPv6).
  static base::Result<ListenAddress> parse(std::string_view text);
  std::string text() const;
};

// PEM files; the certificate file may hold the chain.
struct TlsFiles {
  std::string certificate_file;
  std::string key_file;
};

// One line of the request log: nothing here can carry a header, a body or a token.
struct RequestRecord {
  std::string_view method;
  std::string_view path;   // with the query only where the route allows it
  std::string_view route;  // the pattern; empty when no route matched
  int status = 0;
  std::uint64_t response_bytes = 0;  // of the body
  double milliseconds = 0;           // from the complete head to the answer handed to the kernel
  std::string_view request_id;
  std::string_view peer;
};
// Called from any thread of the server, once per request.
using RequestLog = std::function<void(const RequestRecord&)>;
void log_request(const RequestRecord& record);  // one base::log line

struct ServerOptions {
  std::vector<ListenAddress> listen;
  TlsFiles tls;               // needed when any listener has tls
  unsigned io_threads = 0;    // 0: one per core, at most 8
  unsigned workers = 0;       // 0: four per core, at least 8
  unsigned slow_workers = 0;  // for slow routes; 0: one per core, at least 4

  std::size_t max_connections = 20'000;
  std::size_t max_connections_per_address = 0;          // 0: no limit; trusted proxies have none
  std::size_t max_queued = 1'024;                       // requests waiting for each kind of worker
  std::size_t max_buffered_bytes = 512u * 1024 * 1024;  // bodies and answers over all connections

  std::size_t max_request_line = 16u * 1024;
  std::size_t max_header_bytes = 64u * 1024;
  std::size_t max_header_count = 256;
  std::size_t max_body_bytes = 16u * 1024 * 1024;  // where the route names none

  base::Millis head_timeout = base::seconds(10);   // from the first byte to the end of the head
  base::Millis body_timeout = base::seconds(30);   // plus what min_bytes_per_second grants
  base::Millis write_timeout = base::seconds(30);  // the same, for answers
  base::Millis idle_timeout = base::seconds(75);   // between requests
  base::Millis queue_timeout = base::seconds(5);   // longer in the queue: 503 instead of running
  std::size_t min_bytes_per_second = 4u * 1024;
  base::Millis sweep_interval{250};  // how precisely the timeouts are kept

  std::size_t gzip_above_bytes = 1024;
  int retry_after_seconds = 1;  // on every 503 of the server's own
  TrustedProxies trusted_proxies;
};

struct ServerCounts {
  std::uint64_t connections = 0;  // open now
  std::uint64_t accepted = 0;     // since start
  std::uint64_t refused = 0;      // past max_connections or those of one address
  std::uint64_t requests = 0;     // answered
  std::uint64_t overloaded = 0;   // answered 503 because queue or buffers were full
  std::uint64_t held_back = 0;    // made to wait: their clients retried at once again and again
  std::uint64_t queued = 0;       // waiting for a worker now
  std::uint64_t buffered_bytes = 0;
};

// The HTTP/1.1 server: strict framing, bounded in every direction, handlers on a pool of workers.
// Network threads never run a handler; workers never wait for a client.
class Server {
 public:
  // `clock` must outlive the server; it gives Date and the time of receipt. Timeouts use the
  // machine's monotonic clock.
  Server(ServerOptions options, Router router, const base::Clock& clock,
         RequestLog log = log_request);
  ~Server();  // stops without grace; waits for running handlers
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Binds every address and serves. An address in use, an unreadable certificate and the like are
  // errors, and nothing is left running. Ignores SIGPIPE and raises the soft limit of open files to
  // the hard one for the whole process.
  base::Result<void> start();
  // The bound addresses in the order of ServerOptions::listen, ports filled in.
  std::vector<ListenAddress> addresses() const;
  // Reads the certificate files again; new connections use them. On an error the old ones stay.
  base::Result<void> reload_tls();
  // Stops accepting, closes idle connections, lets requests in flight finish within `grace`, then
  // cuts the rest. False when a handler still ran at the end of the grace.
  bool stop(base::Millis grace);
  ServerCounts counts() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace vedette::http
