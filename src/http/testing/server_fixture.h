#pragma once

// For tests: a small server on 127.0.0.1 and a client that says exactly the bytes it is told.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/server.h"

namespace vedette::http::testing {

struct Answer {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

  std::optional<std::string> header(std::string_view name) const {
    for (const auto& [key, value] : headers)
      if (same_header_name(key, name)) return value;
    return std::nullopt;
  }
};

// A byte channel; the TLS test puts another one underneath.
class Channel {
 public:
  virtual ~Channel() = default;
  virtual bool put(std::string_view bytes) = 0;
  virtual std::string receive() = 0;  // empty at the end
};

class PlainChannel : public Channel {
 public:
  explicit PlainChannel(std::uint16_t port, int receive_buffer = 0) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_GE(socket_, 0);
    if (receive_buffer > 0)
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    // A guard against a server that never answers: the test then fails instead of hanging.
    const timeval guard{.tv_sec = 30, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &guard, sizeof guard);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &guard, sizeof guard);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    ::inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~PlainChannel() override { close(); }
  PlainChannel(const PlainChannel&) = delete;
  PlainChannel& operator=(const PlainChannel&) = delete;

  bool connected() const { return connected_; }
  int handle() const { return socket_; }
  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }
  void finish_sending() { ::shutdown(socket_, SHUT_WR); }
  bool put(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  std::string receive() override {
    std::string bytes(65536, '\0');
    const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
    reset_ = got < 0;
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }
  bool was_reset() const { return reset_; }

 private:
  int socket_ = -1;
  bool connected_ = false;
  bool reset_ = false;
};

// Reads answers one after the other from a channel.
class Client {
 public:
  explicit Client(Channel& channel) : channel_(channel) {}

  bool send(std::string_view bytes) { return channel_.put(bytes); }
  // Nothing when the connection ended before a whole answer. `bodyless`: the answer to a HEAD.
  std::optional<Answer> read(bool bodyless = false) {
    Answer answer;
    const auto head_end = until("\r\n\r\n");
    if (!head_end) return std::nullopt;
    parse_head(std::string_view(input_).substr(0, *head_end), answer);
    input_.erase(0, *head_end + 4);
    if (bodyless || answer.status == 204 || answer.status / 100 == 1) return answer;
    if (answer.header("Transfer-Encoding") == "chunked") {
      if (!read_chunks(answer.body)) return std::nullopt;
    } else if (const auto length = answer.header("Content-Length")) {
      const std::size_t size = std::stoul(*length);
      if (!at_least(size)) return std::nullopt;
      answer.body = input_.substr(0, size);
      input_.erase(0, size);
    } else {
      while (more()) {
      }
      answer.body = std::exchange(input_, {});
    }
    return answer;
  }
  std::optional<Answer> ask(std::string_view bytes) {
    send(bytes);
    return read();
  }
  // True when the server ended the connection and said nothing more.
  bool ended() { return input_.empty() && !more(); }
  // Raw bytes until `marker` was seen; false at the end of input.
  bool wait_for(std::string_view marker) { return until(marker).has_value(); }
  const std::string& input() const { return input_; }

 private:
  bool more() {
    const std::string bytes = channel_.receive();
    input_ += bytes;
    return !bytes.empty();
  }
  std::optional<std::size_t> until(std::string_view marker) {
    while (true) {
      if (const std::size_t found = input_.find(marker); found != std::string::npos) return found;
      if (!more()) return std::nullopt;
    }
  }
  bool at_least(std::size_t size) {
    while (input_.size() < size)
      if (!more()) return false;
    return true;
  }
  bool read_chunks(std::string& body) {
    while (true) {
      const auto line = until("\r\n");
      if (!line) return false;
      const std::size_t size = std::stoul(input_.substr(0, *line), nullptr, 16);
      input_.erase(0, *line + 2);
      if (!at_least(size + 2)) return false;
      body += input_.substr(0, size);
      EXPECT_EQ(input_.substr(size, 2), "\r\n");
      input_.erase(0, size + 2);
      if (size == 0) return true;
    }
  }
  static void parse_head(std::string_view head, Answer& answer) {
    std::size_t begin = head.find("\r\n");
    const std::string_view line = head.substr(0, begin);
    EXPECT_TRUE(line.starts_with("HTTP/1.1 ")) << line;
    answer.status = std::stoi(std::string(line.substr(9, 3)));
    while (begin != std::string_view::npos) {
      begin += 2;
      const std::size_t end = head.find("\r\n", begin);
      const std::string_view field =
          head.substr(begin, end == std::string_view::npos ? end : end - begin);
      const std::size_t colon = field.find(": ");
      EXPECT_NE(colon, std::string_view::npos) << field;
      answer.headers.emplace_back(field.substr(0, colon), field.substr(colon + 2));
      begin = end;
    }
  }

  Channel& channel_;
  std::string input_;
};

// A plain connection and its client.
class Caller : private PlainChannel, public Client {
 public:
  explicit Caller(std::uint16_t port, int receive_buffer = 0)
      : PlainChannel(port, receive_buffer), Client(static_cast<Channel&>(*this)) {}
  using Client::send;
  using PlainChannel::close;
  using PlainChannel::connected;
  using PlainChannel::finish_sending;
  using PlainChannel::was_reset;
};

// Opens once; handlers of tests wait at it.
class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
    --waiting_;
  }
  void wait_for_waiting(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  int waiting_ = 0;
};

class TestServer {
 public:
  explicit TestServer(ServerOptions options = {}, std::vector<Route> extra = {},
                      RouterOptions router = {})
      : server_(complete(std::move(options)), Router(routes(std::move(extra)), std::move(router)),
                clock_, [this](const RequestRecord& record) { remember(record); }) {
    const auto started = server_.start();
    EXPECT_TRUE(started.ok()) << (started.ok() ? "" : started.error().message);
  }
  // Handlers must not outlive the gate.
  ~TestServer() { gate.open(); }

  std::uint16_t port() const { return server_.addresses().at(0).port; }
  Server& server() { return server_; }

  struct Logged {
    std::string method, path, route, id, peer;
    int status;
    std::uint64_t bytes;
  };
  std::vector<Logged> logged() {
    const std::lock_guard lock(mutex_);
    return logged_;
  }
  // Waits until the log has that many lines: an answer may arrive before its line.
  std::vector<Logged> logged(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return logged_.size() >= count; });
    return logged_;
  }

  Gate gate;

  static ServerOptions quick() {
    ServerOptions options;
    options.sweep_interval = base::Millis{10};
    return options;
  }

 private:
  static ServerOptions complete(ServerOptions options) {
    if (options.listen.empty()) options.listen.push_back({});
    if (options.io_threads == 0) options.io_threads = 2;
    if (options.workers == 0) options.workers = 4;
    return options;
  }
  std::vector<Route> routes(std::vector<Route> extra) {
    const auto echo = [](const Request& request) {
      return Response::text(200, "text/plain", request.body);
    };
    const auto about = [](const Request& request) {
      return Response::json(200, std::string(request.method_token) + " " +
                                     std::string(request.path()) + " " +
                                     std::string(request.query()) + " " + request.body);
    };
    extra.push_back({.methods = Method::kGet,
                     .pattern = "/health",
                     .handler = [](const Request&) { return Response::json(200, "{\"ok\":true}"); },
                     .head_allowed = true});
    extra.push_back(
        {.methods = {Method::kGet, Method::kPost}, .pattern = "/echo", .handler = echo});
    extra.push_back(
        {.methods = Method::kPost, .pattern = "/small", .handler = echo, .body_limit = 100});
    extra.push_back(
        {.methods = {Method::kGet, Method::kPost}, .pattern = "/about/{name}", .handler = about});
    extra.push_back(
        {.methods = Method::kGet, .pattern = "/wait", .handler = [this](const Request&) {
           gate.pass();
           return Response::json(200, "{\"waited\":true}");
         }});
    extra.push_back(
        {.methods = Method::kGet, .pattern = "/fail", .handler = [](const Request&) -> Response {
           throw std::runtime_error("this handler always fails");
         }});
    extra.push_back(
        {.methods = Method::kGet, .pattern = "/peer", .handler = [](const Request& request) {
           return Response::json(200, request.peer + (request.is_tls ? " tls" : " plain"));
         }});
    extra.push_back({.methods = Method::kGet, .pattern = "/big", .handler = [](const Request&) {
                       return Response::json(200, std::string(8u << 20, 'b'));
                     }});
    return extra;
  }
  void remember(const RequestRecord& record) {
    const std::lock_guard lock(mutex_);
    logged_.push_back({std::string(record.method), std::string(record.path),
                       std::string(record.route), std::string(record.request_id),
                       std::string(record.peer), record.status, record.response_bytes});
    changed_.notify_all();
  }

  base::SystemClock clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Logged> logged_;
  Server server_;
};

}  // namespace vedette::http::testing
