#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vedette::http {

// Finds the end of a request head in bytes that arrive piece by piece, and refuses early what must
// never reach a parser: lines ended by a bare LF, folded header lines, heads over the limits.
class HeadScan {
 public:
  struct Limits {
    std::size_t request_line = 16u * 1024;
    std::size_t headers = 64u * 1024;
    std::size_t header_count = 256;
  };
  enum class Found : std::uint8_t {
    kNeedMore,
    kHead,           // size() bytes are a whole head
    kMalformed,      // a bare LF, or a folded line
    kLineTooLong,    // 414
    kHeadersTooBig,  // 431
  };

  explicit HeadScan(Limits limits) : limits_(limits) {}
  // `bytes` begins with what the earlier calls were given.
  Found look(std::string_view bytes);
  std::size_t size() const { return line_; }
  void reset() { line_ = seen_ = lines_ = request_line_ = 0; }

 private:
  Limits limits_;
  std::size_t line_ = 0;  // where the current line begins
  std::size_t seen_ = 0;  // no LF before here, from line_ on
  std::size_t lines_ = 0;
  std::size_t request_line_ = 0;
};

}  // namespace vedette::http
