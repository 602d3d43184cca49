#include "lists/input/gzip_source.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "lists/input/packed_bytes.h"

namespace vedette::lists {
namespace {

constexpr int kGzipWindow = 15 + 16;

class GzipSource final : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> source, UnpackLimit limit)
      : packed_(std::move(source)), limit_(std::move(limit)) {}
  ~GzipSource() override {
    if (begun_) inflateEnd(&zlib_);
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  base::Result<std::size_t> read(char* out, std::size_t size) override {
    size = std::min<std::size_t>(size, std::numeric_limits<uInt>::max());
    zlib_.next_out = reinterpret_cast<Bytef*>(out);
    zlib_.avail_out = static_cast<uInt>(size);
    while (zlib_.avail_out > 0 && !ended_)
      VEDETTE_TRY(in_member_ ? inflate_block() : begin_member());
    const std::size_t count = size - zlib_.avail_out;
    VEDETTE_TRY(limit_.add(count, position()));
    return count;
  }
  std::uint64_t position() const override { return packed_.position(); }

 private:
  base::Result<void> begin_member() {
    VEDETTE_ASSIGN(const std::string_view block, packed_.next());
    // A member starts with 1F 8B; if only its first byte is right, zlib says what is wrong.
    if (!block.starts_with('\x1f')) return end();
    if (!begun_)
      begun_ = inflateInit2(&zlib_, kGzipWindow) == Z_OK;
    else
      inflateReset(&zlib_);
    if (!begun_) return cannot_unpack(limit_.name(), "no memory");
    in_member_ = true;
    return {};
  }

  base::Result<void> inflate_block() {
    VEDETTE_ASSIGN(const std::string_view block, packed_.next());
    if (block.empty()) return cannot_unpack(limit_.name(), "the file ends too early");
    zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(block.data()));
    zlib_.avail_in = static_cast<uInt>(block.size());
    const int code = inflate(&zlib_, Z_NO_FLUSH);
    packed_.take(block.size() - zlib_.avail_in);
    in_member_ = code != Z_STREAM_END;
    if (code == Z_OK || code == Z_STREAM_END) return {};
    return cannot_unpack(limit_.name(), zlib_.msg ? zlib_.msg : "the file is damaged");
  }

  base::Result<void> end() {
    const std::uint64_t used = packed_.taken();
    VEDETTE_ASSIGN(const bool whole, packed_.only_zeros_after(used));
    if (!whole) return bytes_left_over(limit_.name(), used);
    ended_ = true;
    return {};
  }

  PackedBytes packed_;
  UnpackLimit limit_;
  z_stream zlib_{};
  bool begun_ = false;
  bool in_member_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> source, UnpackLimit limit) {
  return std::make_unique<GzipSource>(std::move(source), std::move(limit));
}

}  // namespace vedette::lists
