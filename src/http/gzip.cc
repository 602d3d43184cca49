#include "http/gzip.h"

#include <zlib.h>

#include <limits>

#include "base/ascii.h"
#include "http/message.h"

namespace vedette::http {
namespace {

// Level 4 is where zlib's gain per microsecond drops on JSON.
constexpr int kLevel = 4;
constexpr int kGzipWindow = 15 + 16;
constexpr int kMemory = 8;

// "q=0", "q=0.0", ...: the coding is refused.
bool is_zero_quality(std::string_view parameters) {
  const std::size_t q = parameters.find_first_of("qQ");
  if (q == std::string_view::npos || q + 1 >= parameters.size() || parameters[q + 1] != '=')
    return false;
  return base::trim(parameters.substr(q + 2), " \t").find_first_not_of("0.") ==
         std::string_view::npos;
}

class GzipStream final : public Stream {
 public:
  GzipStream() = default;
  ~GzipStream() override {
    if (begun_) deflateEnd(&zlib_);
  }

  bool begin(std::unique_ptr<Stream>& inner) {
    begun_ =
        deflateInit2(&zlib_, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) == Z_OK;
    if (begun_) inner_ = std::move(inner);
    return begun_;
  }

  Step next(std::string& out, const StopSignal& stop) override {
    std::string piece;
    const Step step = inner_->next(piece, stop);
    if (step.next == Next::kFail) return step;
    const bool last = step.next == Next::kEnd;
    if (piece.empty() && !last) return step;
    if (!deflate_piece(piece, last ? Z_FINISH : Z_SYNC_FLUSH, out)) return {Next::kFail, {}};
    return step;
  }

 private:
  bool deflate_piece(std::string& piece, int flush, std::string& out) {
    constexpr std::size_t kRoom = 16 * 1024;
    zlib_.next_in = reinterpret_cast<Bytef*>(piece.data());
    zlib_.avail_in = static_cast<uInt>(piece.size());
    // zlib is done when it leaves room.
    do {
      const std::size_t before = out.size();
      out.resize(before + kRoom);
      zlib_.next_out = reinterpret_cast<Bytef*>(out.data() + before);
      zlib_.avail_out = kRoom;
      const int result = deflate(&zlib_, flush);
      out.resize(before + kRoom - zlib_.avail_out);
      if (result == Z_STREAM_ERROR) return false;
    } while (zlib_.avail_out == 0);
    return true;
  }

  std::unique_ptr<Stream> inner_;
  z_stream zlib_{};
  bool begun_ = false;
};

}  // namespace

bool compress(std::unique_ptr<Stream>& stream) {
  auto compressed = std::make_unique<GzipStream>();
  if (!compressed->begin(stream)) return false;
  stream = std::move(compressed);
  return true;
}

bool accepts_gzip(std::string_view accept_encoding) {
  bool any = false;
  while (!accept_encoding.empty()) {
    const std::size_t comma = accept_encoding.find(',');
    const std::string_view item = accept_encoding.substr(0, comma);
    accept_encoding =
        comma == std::string_view::npos ? std::string_view() : accept_encoding.substr(comma + 1);
    const std::size_t semicolon = item.find(';');
    const std::string_view coding = base::trim(item.substr(0, semicolon), " \t");
    const bool refused =
        semicolon != std::string_view::npos && is_zero_quality(item.substr(semicolon + 1));
    if (same_header_name(coding, "gzip")) return !refused;
    if (coding == "*") any = !refused;
  }
  return any;
}

std::optional<std::string> gzip(std::string_view bytes) {
  if (bytes.size() > std::numeric_limits<uInt>::max()) return std::nullopt;
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    return std::nullopt;
  std::string out(bytes.size(), '\0');
  // zlib reads through a non-const pointer and does not write to it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  const std::size_t size = stream.total_out;
  deflateEnd(&stream);
  if (result != Z_STREAM_END) return std::nullopt;
  out.resize(size);
  return out;
}

}  // namespace vedette::http
