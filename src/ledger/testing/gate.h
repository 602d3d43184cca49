#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "ledger/testing/private_cluster.h"

// For tests only: stands between the ledger and PostgreSQL and breaks connections where asked.
namespace vedette::ledger::testing {

class Gate {
 public:
  enum class Cut {
    kNone,
    kBeforeCommit,  // the commit never reaches the server
    kAfterCommit,   // the server gets the commit, the client never its answer
    kSilence,       // connections stay open and nothing passes
  };

  explicit Gate(const std::filesystem::path& server_folder)
      : server_((server_folder / kName).string()), own_((folder_.path() / kName).string()) {
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = address_of(own_);
    if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener_, 16) != 0)
      std::abort();
    acceptor_ = std::thread([this] { accept_all(); });
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  ~Gate() {
    stopping_ = true;
    acceptor_.join();
    for (std::thread& thread : pumps_)
      thread.join();
    ::close(listener_);
  }

  const std::filesystem::path& folder() const { return folder_.path(); }
  // Holds for the next commit (or, for silence, from now on until set again).
  void cut(Cut where) { cut_ = where; }
  int cuts() const { return cuts_; }

 private:
  static constexpr const char* kName = ".s.PGSQL.5432";

  static sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
  }

  static bool readable(int descriptor) {
    pollfd entry{descriptor, POLLIN, 0};
    return ::poll(&entry, 1, 20) > 0;
  }

  void accept_all() {
    while (!stopping_) {
      if (!readable(listener_)) continue;
      const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (client >= 0) pumps_.emplace_back([this, client] { pump(client); });
    }
  }

  void pump(int client) {
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = address_of(server_);
    if (::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
      while (!stopping_ && forward(client, server)) {
      }
    ::close(client);
    ::close(server);
  }

  // One round of both directions; false when the connection is over.
  bool forward(int client, int server) {
    pollfd ends[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
    if (::poll(ends, 2, 20) < 0) return false;
    if (cut_ == Cut::kSilence) return true;
    if (ends[0].revents != 0 && !pass(client, server, true)) return false;
    return ends[1].revents == 0 || pass(server, client, false);
  }

  bool pass(int from, int to, bool to_server) {
    char buffer[65536];
    const ssize_t size = ::read(from, buffer, sizeof buffer);
    if (size <= 0) return false;
    const std::string_view bytes(buffer, static_cast<std::size_t>(size));
    const bool commit = to_server && bytes.find(std::string_view("commit\0", 7)) != bytes.npos;
    const bool cut_now = commit && cut_ != Cut::kNone;
    const bool let_through = !cut_now || cut_ == Cut::kAfterCommit;
    if (let_through && ::send(to, buffer, bytes.size(), MSG_NOSIGNAL) != size) return false;
    if (!cut_now) return true;
    // The answer proves that the server has committed; the client does not get it.
    if (cut_ == Cut::kAfterCommit && ::read(to, buffer, sizeof buffer) <= 0) return false;
    cut_ = Cut::kNone;
    ++cuts_;
    return false;
  }

  TemporaryFolder folder_;
  const std::string server_;
  const std::string own_;
  int listener_ = -1;
  std::atomic<Cut> cut_{Cut::kNone};
  std::atomic<int> cuts_{0};
  std::atomic<bool> stopping_{false};
  std::vector<std::thread> pumps_;
  std::thread acceptor_;
};

}  // namespace vedette::ledger::testing
