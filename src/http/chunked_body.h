#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vedette::http {

// Reads a chunked body (RFC 9112, section 7.1) byte by byte, so that how the bytes were cut into
// packets cannot matter. Strict: sizes are plain hex digits, lines end with CRLF, nothing is
// tolerated that another reader might take differently. Extensions and trailers are checked and
// dropped.
class ChunkedBody {
 public:
  enum class Progress : std::uint8_t { kNeedMore, kDone, kMalformed, kTooLarge };

  void set_limit(std::uint64_t bytes) { limit_ = bytes; }
  // Takes bytes off the front and appends the body's to `out`. After kDone the rest of `bytes`
  // belongs to the next request.
  Progress take(std::string_view& bytes, std::string& out);

  // Of all extensions and trailers together.
  static constexpr std::size_t kMaxExtraBytes = 16u * 1024;

 private:
  enum class State : std::uint8_t {
    kSize,
    kExtension,
    kSizeLineFeed,
    kData,
    kDataReturn,
    kDataLineFeed,
    kTrailerName,
    kTrailerValue,
    kTrailerLineFeed,
    kLastLineFeed,
    kDone
  };
  // False when the byte may not stand here.
  bool step(char byte);
  bool step_size(char byte);
  bool step_trailer_name(char byte);
  bool begin_chunk();
  bool drop(char byte);

  State state_ = State::kSize;
  std::uint64_t size_ = 0;   // of the current chunk; what is left of it in kData
  std::uint64_t total_ = 0;  // of all chunks announced so far
  std::uint64_t limit_ = 0;
  std::size_t digits_ = 0;
  std::size_t name_size_ = 0;
  std::size_t extra_ = 0;
  bool too_large_ = false;
};

}  // namespace vedette::http
