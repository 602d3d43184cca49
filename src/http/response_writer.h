#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/clock.h"
#include "http/message.h"

namespace vedette::http {

// How the bytes of the body are told from what follows.
enum class Framing : std::uint8_t { kNone, kLength, kChunked, kUntilClose };

// Turns a Response into the bytes of an HTTP/1.1 head and decides what becomes of its body.
// Keeps the Date text of the current second: one per thread, not safe to share.
class ResponseWriter {
 public:
  ResponseWriter(const base::Clock& clock, std::size_t gzip_above_bytes)
      : clock_(clock), gzip_above_bytes_(gzip_above_bytes) {}

  // Appends the head to `out`. Afterwards response.bytes() are exactly what must follow it:
  // compressed where asked for, empty for HEAD and where the status allows none; response.stream is
  // dropped in the same cases. `keep_alive` becomes false when the framing needs the connection's
  // end.
  Framing write_head(const Request& request, Response& response, bool& keep_alive,
                     std::string& out);

 private:
  void refresh_date();

  const base::Clock& clock_;
  std::size_t gzip_above_bytes_;
  std::int64_t second_ = -1;
  std::string date_;
};

// Wraps one piece of a chunked body; an empty piece gives nothing (it would end the body).
void append_chunk(std::string& out, std::string_view piece);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace vedette::http
