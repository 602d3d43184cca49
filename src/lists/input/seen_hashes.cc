#include "lists/input/seen_hashes.h"

namespace vedette::lists {

bool SeenHashes::add(std::uint64_t hash) {
  if (hash == 0) hash = 1;
  Part& part = parts_[hash >> (64 - kPartBits)];
  if (part.count * 5 >= part.places.size() * 4) grow(part);
  std::uint64_t& place = part.places[place_of(part.places, hash)];
  if (place == hash) return false;
  place = hash;
  ++part.count;
  return true;
}

// Where the hash is, or would be: there is always a free place.
std::size_t SeenHashes::place_of(const std::vector<std::uint64_t>& places, std::uint64_t hash) {
  std::size_t at = (hash & 0xFFFF'FFFF) * places.size() >> 32;
  while (places[at] != 0 && places[at] != hash)
    at = at + 1 == places.size() ? 0 : at + 1;
  return at;
}

void SeenHashes::grow(Part& part) {
  const std::size_t size = part.places.size();
  std::vector<std::uint64_t> larger(size < kSmall ? size * 2 + 16 : size * 5 / 4);
  for (const std::uint64_t hash : part.places)
    if (hash != 0) larger[place_of(larger, hash)] = hash;
  part.places = std::move(larger);
}

}  // namespace vedette::lists
