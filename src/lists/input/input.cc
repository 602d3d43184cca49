#include "lists/input/input.h"

#include <archive_entry.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "lists/input/archive_handle.h"
#include "lists/input/temporary_file.h"
#include "lists/input/unpacked_copy.h"
#include "lists/input/unpacking.h"

namespace vedette::lists {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using Inputs = std::vector<std::unique_ptr<Input>>;

constexpr std::size_t kBlock = 256U << 10;
constexpr std::size_t kMostMembers = 1000;

// Where the packed bytes are: a file or memory.
struct Packed {
  std::string path;  // empty: memory
  std::string_view bytes;
};

Error cannot_open(const std::string& name) {
  return Error(Cause::kNotFound, fmt::format("cannot open {}: {}", name, std::strerror(errno)));
}

class PlainFile final : public ByteSource {
 public:
  PlainFile(File file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}
  Result<std::size_t> read(char* out, std::size_t size) override {
    const std::size_t count = std::fread(out, 1, size, file_.get());
    if (count == 0 && std::ferror(file_.get()))
      return Error(Cause::kUnavailable, fmt::format("cannot read {}", name_));
    position_ += count;
    return count;
  }
  std::uint64_t position() const override { return position_; }

 private:
  File file_;
  std::string name_;
  std::uint64_t position_ = 0;
};

class PlainBytes final : public ByteSource {
 public:
  explicit PlainBytes(std::string_view bytes) : bytes_(bytes) {}
  Result<std::size_t> read(char* out, std::size_t size) override {
    const std::size_t count = std::min(size, bytes_.size());
    if (count > 0) std::memcpy(out, bytes_.data(), count);
    bytes_.remove_prefix(count);
    position_ += count;
    return count;
  }
  std::uint64_t position() const override { return position_; }

 private:
  std::string_view bytes_;
  std::uint64_t position_ = 0;
};

Result<ArchiveHandle> open_zip(const Packed& packed, const std::string& name) {
  ArchiveHandle handle(archive_read_new());
  archive* a = handle.get();
  archive_read_support_format_zip(a);
  const int code = packed.path.empty()
                       ? archive_read_open_memory(a, packed.bytes.data(), packed.bytes.size())
                       : archive_read_open_filename(a, packed.path.c_str(), kBlock);
  if (code != ARCHIVE_OK) return cannot_unpack(name, reason_of(a));
  return handle;
}

class ZipMember final : public ByteSource {
 public:
  ZipMember(ArchiveHandle handle, UnpackLimit limit)
      : handle_(std::move(handle)), limit_(std::move(limit)) {}

  Result<std::size_t> read(char* out, std::size_t size) override {
    const auto count = archive_read_data(handle_.get(), out, size);
    if (count < 0) return cannot_unpack(limit_.name(), reason_of(handle_.get()));
    VEDETTE_TRY(limit_.add(static_cast<std::size_t>(count), position()));
    return static_cast<std::size_t>(count);
  }
  std::uint64_t position() const override {
    return static_cast<std::uint64_t>(
        std::max<la_int64_t>(archive_filter_bytes(handle_.get(), -1), 0));
  }

 private:
  ArchiveHandle handle_;
  UnpackLimit limit_;
};

class PackedInput final : public Input {
 public:
  PackedInput(std::string name, Packed packed, Packing packing, std::size_t member,
              InputLimits limits)
      : name_(std::move(name)),
        packed_(std::move(packed)),
        packing_(packing),
        member_(member),
        limits_(limits) {
    if (packing == Packing::kBzip2 || packing == Packing::kXz)
      copy_ = std::make_unique<UnpackedCopy>([this] { return stream(); }, size());
  }
  PackedInput(const PackedInput&) = delete;  // copy_ points into it
  PackedInput& operator=(const PackedInput&) = delete;

  const std::string& name() const override { return name_; }
  std::uint64_t size() const override {
    if (packed_.path.empty()) return packed_.bytes.size();
    std::error_code absent;
    const auto size = std::filesystem::file_size(packed_.path, absent);
    return absent ? 0 : size;
  }

  Result<std::unique_ptr<ByteSource>> open() const override {
    return copy_ ? copy_->open() : stream();
  }

 private:
  Result<std::unique_ptr<ByteSource>> stream() const {
    if (packing_ == Packing::kZip) return open_member();
    VEDETTE_ASSIGN(auto plain, open_plain());
    if (packing_ == Packing::kNone) return plain;
    return unpacked(std::move(plain), name_, limits_);
  }

  Result<std::unique_ptr<ByteSource>> open_plain() const {
    if (packed_.path.empty())
      return std::unique_ptr<ByteSource>(std::make_unique<PlainBytes>(packed_.bytes));
    File file(std::fopen(packed_.path.c_str(), "rb"));
    if (!file) return cannot_open(name_);
    return std::unique_ptr<ByteSource>(std::make_unique<PlainFile>(std::move(file), name_));
  }

  Result<std::unique_ptr<ByteSource>> open_member() const {
    VEDETTE_ASSIGN(ArchiveHandle handle, open_zip(packed_, name_));
    archive_entry* entry = nullptr;
    for (std::size_t i = 0; i <= member_; ++i)
      if (const int code = archive_read_next_header(handle.get(), &entry);
          code != ARCHIVE_OK && code != ARCHIVE_WARN)
        return cannot_unpack(name_, reason_of(handle.get()));
    return std::unique_ptr<ByteSource>(
        std::make_unique<ZipMember>(std::move(handle), UnpackLimit(name_, limits_)));
  }

  std::string name_;
  Packed packed_;
  Packing packing_;
  std::size_t member_;
  InputLimits limits_;
  std::unique_ptr<UnpackedCopy> copy_;  // of what is slow to unpack
};

// Whether a member of a zip is one to read. What claims to be a folder but holds bytes, or is a
// link or a device, is a file of which the description is damaged: leaving it out would shorten the
// list.
Result<bool> is_wanted(archive_entry* entry, std::string_view path, const std::string& zip) {
  if (path.empty() || path.starts_with("__MACOSX")) return false;
  const auto type = archive_entry_filetype(entry);
  const bool folder = type == AE_IFDIR || path.ends_with('/');
  if (folder && archive_entry_size(entry) == 0) return false;
  if (folder || type != AE_IFREG)
    return cannot_unpack(zip, fmt::format("its member {} is no ordinary file", path));
  return true;
}

Result<Inputs> members_of(const std::string& name, const Packed& packed,
                          const InputLimits& limits) {
  Inputs inputs;
  VEDETTE_ASSIGN(const ArchiveHandle handle, open_zip(packed, name));
  archive_entry* entry = nullptr;
  for (std::size_t member = 0;; ++member) {
    const int code = archive_read_next_header(handle.get(), &entry);
    if (code == ARCHIVE_EOF) break;
    if (code != ARCHIVE_OK && code != ARCHIVE_WARN)
      return cannot_unpack(name, reason_of(handle.get()));
    if (member == kMostMembers)
      return cannot_unpack(name, fmt::format("it holds more than {} files", kMostMembers));
    const char* path = archive_entry_pathname(entry);
    const std::string_view inner = path ? path : "";
    VEDETTE_ASSIGN(const bool wanted, is_wanted(entry, inner, name));
    if (wanted)
      inputs.push_back(std::make_unique<PackedInput>(fmt::format("{}:{}", name, inner), packed,
                                                     Packing::kZip, member, limits));
  }
  if (inputs.empty()) return Error(Cause::kInvalidInput, fmt::format("{} holds no file", name));
  return inputs;
}

Result<Inputs> inputs_of(std::string name, Packed packed, Packing packing,
                         const InputLimits& limits) {
  if (packing == Packing::kZip) return members_of(name, packed, limits);
  Inputs inputs;
  inputs.push_back(
      std::make_unique<PackedInput>(std::move(name), std::move(packed), packing, 0, limits));
  return inputs;
}

}  // namespace

Result<std::vector<std::unique_ptr<Input>>> open_file(const std::string& path,
                                                      const InputLimits& limits) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) return cannot_open(path);
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return Error(Cause::kInvalidInput,
                 fmt::format("{0} is a directory; give the files in it, those that belong together "
                             "in one command: vedette lists import {0}/*",
                             path.ends_with('/') ? path.substr(0, path.size() - 1) : path));
  if (!std::filesystem::is_regular_file(path, error))
    return Error(Cause::kInvalidInput, fmt::format("{} is not a file", path));
  std::array<char, 8> head{};
  const std::size_t count = std::fread(head.data(), 1, head.size(), file.get());
  return inputs_of(path, {path, {}}, packing_of({head.data(), count}), limits);
}

Result<std::vector<std::unique_ptr<Input>>> open_bytes(std::string name, std::string_view bytes,
                                                       const InputLimits& limits) {
  return inputs_of(std::move(name), {{}, bytes}, packing_of(bytes), limits);
}

Result<std::string> head_of(const Input& input, std::size_t size) {
  VEDETTE_ASSIGN(const auto source, input.open());
  std::string head(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    VEDETTE_ASSIGN(const std::size_t count, source->read(head.data() + filled, size - filled));
    if (count == 0) break;
    filled += count;
  }
  head.resize(filled);
  return head;
}

Result<bool> LineReader::next(std::string_view& line) {
  std::size_t searched = at_;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      line = std::string_view(buffer_).substr(at_, end - at_);
      at_ = end + 1;
      break;
    }
    if (at_end_) {
      if (at_ >= buffer_.size()) return false;
      line = std::string_view(buffer_).substr(at_);
      at_ = buffer_.size();
      ended_without_newline_ = true;
      break;
    }
    buffer_.erase(0, at_);
    at_ = 0;
    searched = buffer_.size();
    if (searched > kLongestLine)
      return Error(Cause::kTooLarge, fmt::format("line {} is too long", line_number_ + 1));
    buffer_.resize(searched + kBlock);
    VEDETTE_ASSIGN(const std::size_t count, source_.read(buffer_.data() + searched, kBlock));
    buffer_.resize(searched + count);
    at_end_ = count == 0;
  }
  ++line_number_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

}  // namespace vedette::lists
