#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace vedette::http {

// What became of a non-blocking step.
enum class IoStatus : std::uint8_t { kDone, kWantRead, kWantWrite, kClosed, kFailed };
struct IoResult {
  IoStatus status;
  std::size_t bytes = 0;
};

class TlsSession;

// Certificate and key, TLS 1.2 and 1.3 only. Safe from any thread.
class TlsContext {
 public:
  TlsContext();
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  // Reads the PEM files; sessions made later use them. On an error the earlier ones stay in use.
  base::Result<void> load(const std::string& certificate_file, const std::string& key_file);
  // A server-side session over a connected non-blocking socket; nothing when OpenSSL cannot.
  std::unique_ptr<TlsSession> accept(int socket) const;

 private:
  struct Loaded;
  mutable std::mutex mutex_;
  std::shared_ptr<Loaded> loaded_;
};

// When the first certificate of a PEM file ends.
base::Result<base::Time> certificate_end(const std::string& certificate_file);

// One connection's TLS. Does not own the socket, never blocks; not safe to share.
class TlsSession {
 public:
  struct Opaque;
  explicit TlsSession(std::unique_ptr<Opaque> opaque);
  ~TlsSession();

  IoStatus handshake();
  IoResult read(std::span<char> into);
  IoResult write(std::string_view bytes);
  // Sends close_notify once; does not wait for the peer's.
  void close();

 private:
  std::unique_ptr<Opaque> opaque_;
};

}  // namespace vedette::http
