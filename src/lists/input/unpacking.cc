#include "lists/input/unpacking.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "lists/input/archive_handle.h"
#include "lists/input/gzip_source.h"
#include "lists/input/packed_bytes.h"

namespace vedette::lists {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::size_t kHead = 8;
constexpr int kMostLayers = 4;

int filter_of(Packing packing) {
  switch (packing) {
    case Packing::kBzip2:
      return ARCHIVE_FILTER_BZIP2;
    case Packing::kXz:
      return ARCHIVE_FILTER_XZ;
    default:
      return ARCHIVE_FILTER_ZSTD;
  }
}

// What libarchive unpacks: bzip2, xz and zstd.
class ArchiveStream final : public ByteSource {
 public:
  ArchiveStream(std::unique_ptr<ByteSource> source, UnpackLimit limit)
      : packed_(std::move(source)), limit_(std::move(limit)), handle_(archive_read_new()) {}

  Result<void> begin(Packing packing) {
    archive* a = handle_.get();
    archive_read_support_format_raw(a);
    archive_entry* entry = nullptr;
    // One filter and no more, whatever comes out: the layers are ours to count.
    if (archive_read_append_filter(a, filter_of(packing)) != ARCHIVE_OK ||
        archive_read_open(a, this, nullptr, give_block, nullptr) != ARCHIVE_OK ||
        archive_read_next_header(a, &entry) != ARCHIVE_OK)
      return failure();
    return {};
  }

  Result<std::size_t> read(char* out, std::size_t size) override {
    const auto count = archive_read_data(handle_.get(), out, size);
    if (count < 0) return failure();
    VEDETTE_TRY(limit_.add(static_cast<std::size_t>(count), position()));
    if (count == 0) VEDETTE_TRY(end());
    return static_cast<std::size_t>(count);
  }
  std::uint64_t position() const override { return packed_.position(); }

 private:
  static la_ssize_t give_block(archive* /*a*/, void* self, const void** block) {
    auto& stream = *static_cast<ArchiveStream*>(self);
    const auto next = stream.packed_.next();
    if (!next.ok()) {
      stream.unreadable_ = next.error();
      return ARCHIVE_FATAL;
    }
    stream.packed_.take(next->size());  // they stay where they are until the next call
    *block = next->data();
    return static_cast<la_ssize_t>(next->size());
  }

  Error failure() const {
    return unreadable_ ? *unreadable_ : cannot_unpack(limit_.name(), reason_of(handle_.get()));
  }

  // libarchive takes whatever is no further bzip2 stream for the end.
  Result<void> end() {
    const auto used = static_cast<std::uint64_t>(archive_filter_bytes(handle_.get(), -1));
    VEDETTE_ASSIGN(const bool whole, packed_.only_zeros_after(used));
    if (!whole) return bytes_left_over(limit_.name(), used);
    return {};
  }

  PackedBytes packed_;
  UnpackLimit limit_;
  ArchiveHandle handle_;
  std::optional<Error> unreadable_;
};

// A source of which the first bytes have been looked at.
class Headed final : public ByteSource {
 public:
  explicit Headed(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  Result<Packing> packing() {
    head_.resize(kHead);
    std::size_t filled = 0;
    for (std::size_t count = 1; count > 0 && filled < kHead; filled += count) {
      VEDETTE_ASSIGN(count, source_->read(head_.data() + filled, kHead - filled));
    }
    head_.resize(filled);
    return packing_of(head_);
  }

  Result<std::size_t> read(char* out, std::size_t size) override {
    const std::size_t known = std::min(size, head_.size());
    if (known > 0) std::memcpy(out, head_.data(), known);
    head_.erase(0, known);
    if (known == size) return known;
    VEDETTE_ASSIGN(const std::size_t count, source_->read(out + known, size - known));
    return known + count;
  }
  std::uint64_t position() const override { return source_->position(); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string head_;
};

Result<std::unique_ptr<ByteSource>> without_one_layer(std::unique_ptr<ByteSource> source,
                                                      Packing packing, UnpackLimit limit) {
  if (packing == Packing::kGzip) return gzip_source(std::move(source), std::move(limit));
  auto stream = std::make_unique<ArchiveStream>(std::move(source), std::move(limit));
  VEDETTE_TRY(stream->begin(packing));
  return std::unique_ptr<ByteSource>(std::move(stream));
}

}  // namespace

Packing packing_of(std::string_view head) {
  using namespace std::string_view_literals;
  if (head.starts_with("PK\3\4"sv)) return Packing::kZip;
  if (head.starts_with("\x1f\x8b"sv)) return Packing::kGzip;
  if (head.starts_with("BZh"sv)) return Packing::kBzip2;
  if (head.starts_with("\xfd"
                       "7zXZ\0"sv))
    return Packing::kXz;
  if (head.starts_with("\x28\xb5\x2f\xfd"sv)) return Packing::kZstd;
  return Packing::kNone;
}

Error cannot_unpack(const std::string& name, std::string_view reason) {
  return Error(Cause::kInvalidInput, fmt::format("{} cannot be unpacked: {}", name, reason));
}

Error bytes_left_over(const std::string& name, std::uint64_t used) {
  return cannot_unpack(
      name,
      fmt::format("what follows its first {} bytes is damaged or does not belong to it", used));
}

Result<void> UnpackLimit::add(std::size_t count, std::uint64_t packed) {
  total_ += count;
  packed = std::max<std::uint64_t>(packed, 1);
  if (total_ > limits_.most_bytes ||
      (total_ > limits_.ratio_from && total_ / packed > limits_.most_ratio))
    return Error(Cause::kTooLarge,
                 fmt::format("{} unpacks to far more than a list would ({} bytes from {})", name_,
                             total_, packed));
  return {};
}

Result<std::unique_ptr<ByteSource>> unpacked(std::unique_ptr<ByteSource> source,
                                             const std::string& name, const InputLimits& limits) {
  for (int layer = 0;; ++layer) {
    auto headed = std::make_unique<Headed>(std::move(source));
    VEDETTE_ASSIGN(const Packing packing, headed->packing());
    source = std::move(headed);
    if (packing == Packing::kNone || packing == Packing::kZip) return source;
    if (layer == kMostLayers)
      return cannot_unpack(name, fmt::format("it was packed more than {} times", kMostLayers));
    VEDETTE_ASSIGN(source, without_one_layer(std::move(source), packing, {name, limits}));
  }
}

}  // namespace vedette::lists
