#include "lists/building/gatherer.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace vedette::lists {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::size_t kFirstRoom = 1U << 20;

// A piece in a buffer: the two sizes, the key, the bytes.
struct Sizes {
  std::uint32_t key = 0;
  std::uint32_t piece = 0;
};

std::uint64_t hash_of(std::string_view key, unsigned depth = 0) {
  return XXH3_64bits_withSeed(key.data(), key.size(), depth);
}

Sizes sizes_at(std::string_view buffer, std::size_t at) {
  Sizes sizes;
  std::memcpy(&sizes, buffer.data() + at, sizeof sizes);
  return sizes;
}

}  // namespace

Result<void> Gatherer::add(std::string_view key, std::string_view piece) {
  VEDETTE_ASSIGN(char* const room, add_room(key, piece.size()));
  std::copy(piece.begin(), piece.end(), room);
  return {};
}

Result<char*> Gatherer::add_room(std::string_view key, std::size_t size) {
  if (key.size() > 0xFFFF || size > (1U << 30))
    return Error(Cause::kTooLarge, "a record is too large");
  const Sizes sizes{static_cast<std::uint32_t>(key.size()), static_cast<std::uint32_t>(size)};
  const std::size_t length = sizeof sizes + key.size() + size;
  if (size_ + length > memory_bound_ && size_ > 0) VEDETTE_TRY(spill());
  if (size_ + length > room_) make_room(size_ + length);
  char* const at = buffer_.get() + size_;
  std::memcpy(at, &sizes, sizeof sizes);
  std::copy(key.begin(), key.end(), at + sizeof sizes);
  size_ += length;
  return at + sizeof sizes + key.size();
}

// Once there is more than a little, all the room at once: what is not used costs nothing, and
// growing step by step would copy everything each time.
void Gatherer::make_room(std::size_t wanted) {
  room_ = wanted <= kFirstRoom ? kFirstRoom : std::max(wanted, memory_bound_);
  auto larger = std::make_unique_for_overwrite<char[]>(room_);
  if (size_ > 0) std::memcpy(larger.get(), buffer_.get(), size_);
  buffer_ = std::move(larger);
}

Result<void> Gatherer::spill() {
  spilled_ = true;
  const std::string_view buffer(buffer_.get(), size_);
  for (std::size_t at = 0; at < buffer.size();) {
    const Sizes sizes = sizes_at(buffer, at);
    const std::size_t length = sizeof sizes + sizes.key + sizes.piece;
    const std::string_view key = buffer.substr(at + sizeof sizes, sizes.key);
    auto& file = files_[hash_of(key, depth_) % kParts];
    if (!file) file = temporary_file();
    if (!file || std::fwrite(buffer.data() + at, 1, length, file.get()) != length)
      return Error(Cause::kStorageFull, "no room for temporary files");
    at += length;
  }
  size_ = 0;
  return {};
}

Result<void> Gatherer::for_each(const Visit& visit) {
  if (spilled_ && size_ > 0) VEDETTE_TRY(spill());
  const auto buffer = std::move(buffer_);
  const std::size_t size = std::exchange(size_, 0);
  room_ = 0;
  if (!spilled_) return visit_buffer({buffer.get(), size}, visit);
  spilled_ = false;
  for (File& file : files_)
    if (file) VEDETTE_TRY(visit_file(std::move(file), visit));
  return {};
}

Result<void> Gatherer::visit_file(File file, const Visit& visit) {
  if (std::fflush(file.get()) != 0)
    return Error(Cause::kStorageFull, "no room for temporary files");
  const auto left = static_cast<std::size_t>(std::max(std::ftell(file.get()), 0L));
  std::rewind(file.get());
  const auto read = [&](char* out, std::size_t size) -> Result<void> {
    if (std::fread(out, 1, size, file.get()) == size) return {};
    return Error(Cause::kUnavailable, "a temporary file cannot be read");
  };
  if (left <= memory_bound_ || depth_ == kDeepest) {
    const auto buffer = std::make_unique_for_overwrite<char[]>(left);
    VEDETTE_TRY(read(buffer.get(), left));
    file.reset();
    return visit_buffer({buffer.get(), left}, visit);
  }
  Gatherer parts(memory_bound_, depth_ + 1);
  std::string key;
  for (std::size_t at = 0; at < left;) {
    Sizes sizes;
    VEDETTE_TRY(read(reinterpret_cast<char*>(&sizes), sizeof sizes));
    key.resize(sizes.key);
    VEDETTE_TRY(read(key.data(), key.size()));
    VEDETTE_ASSIGN(char* const room, parts.add_room(key, sizes.piece));
    VEDETTE_TRY(read(room, sizes.piece));
    at += sizeof sizes + sizes.key + sizes.piece;
  }
  file.reset();
  return parts.for_each(visit);
}

namespace {

// The pieces of a buffer by their key: each key is a chain of pieces, in the order of the buffer.
class Chains {
 public:
  // Small, since there are many: no buffer is larger than kMostBytes.
  static constexpr std::size_t kMostBytes = 0xFFFF'FFFF;
  using Number = std::uint32_t;
  struct Group {
    Number hash;   // the lower half
    Number first;  // pieces
    Number last;
  };
  struct Piece {
    Number at;        // in the buffer
    Number next = 0;  // of the same key, counted from 1; 0 at the end
  };

  explicit Chains(std::string_view buffer) : buffer_(buffer) {
    for (std::size_t at = 0; at < buffer.size();) {
      const Sizes sizes = sizes_at(buffer, at);
      add(static_cast<Number>(at));
      at += sizeof sizes + sizes.key + sizes.piece;
    }
  }

  const std::vector<Group>& groups() const { return groups_; }  // by their first piece
  const Piece& piece(Number number) const { return pieces_[number]; }
  std::string_view key_at(std::size_t at) const {
    return buffer_.substr(at + sizeof(Sizes), sizes_at(buffer_, at).key);
  }

 private:
  void add(Number at) {
    const std::string_view key = key_at(at);
    const auto number = static_cast<Number>(pieces_.size());
    // The pieces of a key often come one after the other.
    if (!pieces_.empty() && key_at(pieces_.back().at) == key) return add_to(groups_[last_], at);
    const auto hash = static_cast<Number>(hash_of(key));
    if (groups_.size() * 2 >= places_.size()) grow();
    std::size_t place = hash & (places_.size() - 1);
    // Two keys of one hash are told apart by the key itself.
    for (; places_[place] != 0; place = (place + 1) & (places_.size() - 1)) {
      last_ = places_[place] - 1;
      Group& group = groups_[last_];
      if (group.hash == hash && key_at(pieces_[group.first].at) == key) return add_to(group, at);
    }
    last_ = static_cast<Number>(groups_.size());
    groups_.push_back({hash, number, number});
    places_[place] = last_ + 1;
    pieces_.push_back({at});
  }
  void add_to(Group& group, Number at) {
    const auto number = static_cast<Number>(pieces_.size());
    pieces_[group.last].next = number + 1;
    group.last = number;
    pieces_.push_back({at});
  }
  void grow() {
    places_.assign(std::max<std::size_t>(places_.size() * 2, 1024), 0);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      std::size_t place = groups_[i].hash & (places_.size() - 1);
      while (places_[place] != 0)
        place = (place + 1) & (places_.size() - 1);
      places_[place] = static_cast<Number>(i + 1);
    }
  }

  std::string_view buffer_;
  std::vector<Piece> pieces_;
  std::vector<Group> groups_;
  std::vector<Number> places_;  // open addressing: number of the group, counted from 1
  Number last_ = 0;             // the group of the last piece
};

}  // namespace

Result<void> Gatherer::visit_buffer(std::string_view buffer, const Visit& visit) {
  if (buffer.size() > Chains::kMostBytes)
    return Error(Cause::kTooLarge, "a party has more parts than can be brought together");
  const Chains chains(buffer);
  std::vector<std::string_view> pieces;
  for (const Chains::Group& group : chains.groups()) {
    pieces.clear();
    for (Chains::Number number = group.first + 1; number != 0;) {
      const Chains::Piece& piece = chains.piece(number - 1);
      const Sizes sizes = sizes_at(buffer, piece.at);
      pieces.push_back(buffer.substr(piece.at + sizeof sizes + sizes.key, sizes.piece));
      number = piece.next;
    }
    VEDETTE_TRY(visit(chains.key_at(chains.piece(group.first).at), pieces));
  }
  return {};
}

}  // namespace vedette::lists
