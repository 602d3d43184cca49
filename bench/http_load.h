#pragma once

// The load side of http_bench: many keep-alive connections driven by one thread, closed loop (each
// connection asks again when it was answered) or open loop (requests are due at a fixed rate and
// their latency counts from when they were due, so that a slow server cannot hide it).

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vedette::bench {

using Steady = std::chrono::steady_clock;
using Wall = std::chrono::system_clock;  // the kernel's for what arrives

inline double micros_since(Steady::time_point start) {
  return std::chrono::duration<double, std::micro>(Steady::now() - start).count();
}

inline int connect_to(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return -1;
  int connection = ::socket(found->ai_family, SOCK_STREAM, 0);
  if (connection >= 0 && ::connect(connection, found->ai_addr, found->ai_addrlen) != 0) {
    ::close(connection);
    connection = -1;
  }
  ::freeaddrinfo(found);
  const int on = 1;
  if (connection >= 0) ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return connection;
}

// recv, with the moment at which the last of the bytes reached this machine: a client that shares
// the cores with the server is late itself.
inline ssize_t receive_stamped(int socket, std::span<char> room,
                               std::optional<Wall::time_point>& arrived) {
  iovec place{room.data(), room.size()};
  alignas(cmsghdr) char notes[128];
  msghdr message{};
  message.msg_iov = &place;
  message.msg_iovlen = 1;
  message.msg_control = notes;
  message.msg_controllen = sizeof notes;
  const ssize_t got = ::recvmsg(socket, &message, 0);
  if (got <= 0) return got;
  const cmsghdr* note = CMSG_FIRSTHDR(&message);
  if (note && note->cmsg_level == SOL_SOCKET && note->cmsg_type == SCM_TIMESTAMPNS) {
    timespec at{};
    std::memcpy(&at, CMSG_DATA(note), sizeof at);
    arrived = Wall::time_point(std::chrono::duration_cast<Wall::duration>(
        std::chrono::seconds(at.tv_sec) + std::chrono::nanoseconds(at.tv_nsec)));
  }
  return got;
}

struct LoadResult {
  std::uint64_t answered = 0;
  std::uint64_t failed = 0;  // connection lost
  std::map<int, std::uint64_t> statuses;
  double seconds = 0;
  std::vector<float> latencies;            // microseconds, of answers with status below 500
  std::vector<float> refusals;             // microseconds, of the others
  std::vector<float> refusals_since_sent;  // the same without what the request was sent too late
  std::vector<float> refusals_arrived;     // until the kernel had them, whenever we came to read

  static double quantile(std::vector<float>& values, double q) {
    if (values.empty()) return 0;
    const auto at = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return static_cast<double>(values[static_cast<std::size_t>(at)]);
  }
  double per_second() const { return static_cast<double>(answered) / seconds; }
};

class Load {
 public:
  Load(std::string host, std::string port, std::string request)
      : Load(std::move(host), std::move(port), std::vector{std::move(request)}) {}
  // The requests are sent in turn.
  Load(std::string host, std::string port, std::vector<std::string> requests)
      : host_(std::move(host)), port_(std::move(port)), requests_(std::move(requests)) {}

  // rate 0: closed loop. With a number of requests it ends when all of them are answered, so that
  // what is measured at one rate is what is measured at another; `seconds` is then the longest.
  LoadResult run(int connections, double seconds, double rate = 0, std::uint64_t requests = 0) {
    rate_ = rate;
    next_request_ = 0;
    const std::uint64_t most = requests > 0 ? requests : ~std::uint64_t{0};
    poll_ = ::epoll_create1(0);
    clients_.assign(static_cast<std::size_t>(connections), {});
    for (std::size_t i = 0; i < clients_.size(); ++i)
      open(i);
    free_.clear();
    due_.clear();
    const auto start = Steady::now();
    const auto end = start + std::chrono::duration_cast<Steady::duration>(
                                 std::chrono::duration<double>(seconds));
    std::uint64_t scheduled = 0;
    for (std::size_t i = 0; i < clients_.size(); ++i) {
      if (rate_ > 0) {
        free_.push_back(i);
      } else {
        ask(i, Steady::now());
      }
    }
    while (Steady::now() < end && result_.answered + result_.failed < most) {
      // Waiting, not spinning: the server needs the cores.
      auto wait = std::chrono::nanoseconds(std::chrono::milliseconds(10));
      if (rate_ > 0) {
        const auto now = Steady::now();
        while (scheduled < most) {
          const auto at =
              start + std::chrono::duration_cast<Steady::duration>(
                          std::chrono::duration<double>(static_cast<double>(scheduled) / rate_));
          if (at > now) {
            wait = std::min<std::chrono::nanoseconds>(wait, at - now);
            break;
          }
          due_.push_back(at);
          ++scheduled;
        }
        hand_out();
      }
      step(wait);
    }
    result_.seconds = std::chrono::duration<double>(Steady::now() - start).count();
    for (const Client& client : clients_)
      if (client.socket >= 0) ::close(client.socket);
    ::close(poll_);
    return std::exchange(result_, {});
  }

 private:
  struct Client {
    int socket = -1;
    std::string input;
    Steady::time_point since;
    Steady::time_point sent;
    Wall::time_point sent_at;
    bool busy = false;
  };

  void open(std::size_t i) {
    Client& client = clients_[i];
    client = {};
    client.socket = connect_to(host_, port_);
    if (client.socket < 0) {
      std::perror("connect");
      std::exit(1);
    }
    ::fcntl(client.socket, F_SETFL, O_NONBLOCK);
    const int on = 1;
    ::setsockopt(client.socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = i;
    ::epoll_ctl(poll_, EPOLL_CTL_ADD, client.socket, &event);
  }
  void ask(std::size_t i, Steady::time_point since) {
    Client& client = clients_[i];
    client.since = since;
    client.sent = Steady::now();
    client.sent_at = Wall::now();
    client.busy = true;
    const std::string& request = requests_[next_request_++ % requests_.size()];
    if (::send(client.socket, request.data(), request.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(request.size()))
      lose(i);
  }
  void hand_out() {
    while (!free_.empty() && !due_.empty()) {
      const std::size_t i = free_.back();
      free_.pop_back();
      const auto at = due_.front();
      due_.pop_front();
      ask(i, at);
    }
  }
  void lose(std::size_t i) {
    ++result_.failed;
    ::close(clients_[i].socket);
    open(i);
    ready(i);
  }
  void ready(std::size_t i) {
    if (rate_ > 0) {
      free_.push_back(i);
    } else {
      ask(i, Steady::now());
    }
  }
  void step(std::chrono::nanoseconds wait) {
    epoll_event events[256];
    const timespec longest{0, wait.count()};
    const int count = ::epoll_pwait2(poll_, events, 256, &longest, nullptr);
    for (int e = 0; e < count; ++e)
      receive(static_cast<std::size_t>(events[e].data.u64));
  }
  void receive(std::size_t i) {
    char bytes[65536];
    Client& client = clients_[i];
    std::optional<Wall::time_point> arrived;
    const ssize_t got = receive_stamped(client.socket, bytes, arrived);
    if (got <= 0) {
      if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
      return lose(i);
    }
    client.input.append(bytes, static_cast<std::size_t>(got));
    const std::size_t head = client.input.find("\r\n\r\n");
    if (head == std::string::npos) return;
    const std::size_t field = client.input.find("Content-Length: ");
    if (field > head) return lose(i);
    const std::size_t size = std::strtoul(client.input.c_str() + field + 16, nullptr, 10);
    if (client.input.size() < head + 4 + size) return;
    const int status = std::atoi(client.input.c_str() + 9);
    const bool close = client.input.find("Connection: close") < head;
    client.input.erase(0, head + 4 + size);
    if (!client.busy) return;
    client.busy = false;
    ++result_.answered;
    ++result_.statuses[status];
    const auto latency = static_cast<float>(micros_since(client.since));
    (status < 500 ? result_.latencies : result_.refusals).push_back(latency);
    if (status >= 500)
      result_.refusals_since_sent.push_back(static_cast<float>(micros_since(client.sent)));
    if (status >= 500 && arrived)
      result_.refusals_arrived.push_back(
          std::chrono::duration<float, std::micro>(*arrived - client.sent_at).count());
    if (close) {
      ::close(client.socket);
      open(i);
    }
    ready(i);
  }

  std::string host_;
  std::string port_;
  std::vector<std::string> requests_;
  std::size_t next_request_ = 0;
  double rate_ = 0;
  int poll_ = -1;
  std::vector<Client> clients_;
  std::vector<std::size_t> free_;
  std::deque<Steady::time_point> due_;
  LoadResult result_;
};

}  // namespace vedette::bench
