#include "lists/gatherer.h"

#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace vedette::lists {
namespace {

using base::Cause;
using base::Error;
using base::Result;

// A piece in a buffer: the two sizes, the key, the bytes.
struct Sizes {
  std::uint32_t key = 0;
  std::uint32_t piece = 0;
};

std::uint64_t hash_of(std::string_view key) {
  return XXH3_64bits(key.data(), key.size());
}

Sizes sizes_at(std::string_view buffer, std::size_t at) {
  Sizes sizes;
  std::memcpy(&sizes, buffer.data() + at, sizeof sizes);
  return sizes;
}

void append(std::string& buffer, std::string_view key, std::string_view piece) {
  const Sizes sizes{static_cast<std::uint32_t>(key.size()),
                    static_cast<std::uint32_t>(piece.size())};
  char bytes[sizeof sizes];
  std::memcpy(bytes, &sizes, sizeof sizes);
  buffer.append(bytes, sizeof sizes);
  buffer += key;
  buffer += piece;
}

// Opened and unlinked at once, so that nothing is left behind whatever happens.
std::FILE* temporary_file() {
  std::error_code error;
  std::string path = std::filesystem::temp_directory_path(error).string();
  if (error) return nullptr;
  path += "/vedette-gather-XXXXXX";
  const int descriptor = mkstemp(path.data());
  if (descriptor < 0) return nullptr;
  unlink(path.c_str());
  std::FILE* file = fdopen(descriptor, "w+b");
  if (!file) close(descriptor);
  return file;
}

}  // namespace

Result<void> Gatherer::add(std::string_view key, std::string_view piece) {
  if (key.size() > 0xFFFF || piece.size() > (1U << 30))
    return Error(Cause::kTooLarge, "a record is too large");
  append(buffer_, key, piece);
  if (buffer_.size() > memory_bound_) return spill();
  return {};
}

Result<void> Gatherer::spill() {
  std::array<std::string, kParts> parts;
  for (std::size_t at = 0; at < buffer_.size();) {
    const Sizes sizes = sizes_at(buffer_, at);
    const std::size_t length = sizeof sizes + sizes.key + sizes.piece;
    const std::string_view key = std::string_view(buffer_).substr(at + sizeof sizes, sizes.key);
    parts[hash_of(key) % kParts].append(buffer_, at, length);
    at += length;
  }
  buffer_.clear();
  spilled_ = true;
  for (std::size_t i = 0; i < kParts; ++i) {
    if (parts[i].empty()) continue;
    if (!files_[i]) files_[i].reset(temporary_file());
    if (!files_[i] ||
        std::fwrite(parts[i].data(), 1, parts[i].size(), files_[i].get()) != parts[i].size())
      return Error(Cause::kStorageFull, "no room for temporary files");
  }
  return {};
}

Result<void> Gatherer::for_each(const Visit& visit) {
  if (!spilled_) {
    const std::string buffer = std::move(buffer_);
    buffer_.clear();
    return visit_buffer(buffer, visit);
  }
  VEDETTE_TRY(spill());
  for (auto& file : files_) {
    if (!file) continue;
    const long size = std::ftell(file.get());
    std::rewind(file.get());
    std::string buffer(static_cast<std::size_t>(std::max(size, 0L)), '\0');
    if (std::fread(buffer.data(), 1, buffer.size(), file.get()) != buffer.size())
      return Error(Cause::kUnavailable, "a temporary file cannot be read");
    file.reset();
    VEDETTE_TRY(visit_buffer(buffer, visit));
  }
  spilled_ = false;
  return {};
}

Result<void> Gatherer::visit_buffer(const std::string& buffer, const Visit& visit) {
  struct Entry {
    std::uint64_t hash;
    std::size_t at;
  };
  const auto key_of = [&](std::size_t at) {
    return std::string_view(buffer).substr(at + sizeof(Sizes), sizes_at(buffer, at).key);
  };
  std::vector<Entry> entries;
  for (std::size_t at = 0; at < buffer.size();) {
    const Sizes sizes = sizes_at(buffer, at);
    entries.push_back({hash_of(key_of(at)), at});
    at += sizeof sizes + sizes.key + sizes.piece;
  }
  // Same key next to each other; two keys of one hash are told apart by the key itself.
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    if (const int order = key_of(a.at).compare(key_of(b.at)); order != 0) return order < 0;
    return a.at < b.at;
  });
  std::vector<std::pair<std::size_t, std::size_t>> groups;  // first entry, count
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!groups.empty() && entries[groups.back().first].hash == entries[i].hash &&
        key_of(entries[groups.back().first].at) == key_of(entries[i].at))
      ++groups.back().second;
    else
      groups.emplace_back(i, 1);
  }
  std::sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) {
    return entries[a.first].at < entries[b.first].at;
  });
  std::vector<std::string_view> pieces;
  for (const auto& [first, count] : groups) {
    pieces.clear();
    for (std::size_t i = first; i < first + count; ++i) {
      const std::size_t at = entries[i].at;
      const Sizes sizes = sizes_at(buffer, at);
      pieces.push_back(std::string_view(buffer).substr(at + sizeof sizes + sizes.key, sizes.piece));
    }
    VEDETTE_TRY(visit(key_of(entries[first].at), pieces));
  }
  return {};
}

}  // namespace vedette::lists
