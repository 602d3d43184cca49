#include "lists/formats/ofac_names.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "lists/input/clean_text.h"

namespace vedette::lists {
namespace {

using base::Cause;
using base::Error;

// A name as it waits: its hash, the size of its record, and the record.
using RecordSize = std::uint8_t;
constexpr std::size_t kLongestRecord = 0xFF;
constexpr std::size_t kHead = sizeof(std::uint64_t) + sizeof(RecordSize);

// Sixteen bytes as the processor handles them at once.
using Bytes [[gnu::vector_size(16)]] = signed char;
using Room = std::array<Bytes, 16>;

// Letters in capitals.
Bytes capitals(Bytes bytes) {
  return bytes ^ ((bytes >= 'a') & (bytes <= 'z') & 0x20);
}

bool has_points(Bytes bytes) {
  const auto found = (bytes == '.') | (bytes == ',');
  std::array<std::uint64_t, 2> halves{};
  std::memcpy(halves.data(), &found, sizeof found);
  return (halves[0] | halves[1]) != 0;
}

// The lowest bit of each byte of the word that is `c`.
std::uint64_t places_of(std::uint64_t word, char c) {
  constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101;
  const std::uint64_t other = word ^ (kEachByte * static_cast<unsigned char>(c));
  // No carry from one byte to the next: the high bits are set aside.
  const std::uint64_t low = (other & kEachByte * 0x7F) + kEachByte * 0x7F;
  return ~(low | other) >> 7 & kEachByte;
}

// Moves bytes to `to`, which lies before them or where they are, without stops and commas; gives
// the end. Eight of them are read and written at a time, also behind the last.
char* leave_out_points(const char* from, std::size_t size, char* to) {
  for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, from + i, sizeof word);
    std::size_t count = std::min(sizeof word, size - i);
    std::uint64_t points = places_of(word, '.') | places_of(word, ',');
    if (count < sizeof word) points &= (std::uint64_t{1} << count * 8) - 1;
    // The last first, so that the others keep their places.
    for (; points != 0; --count) {
      const int at = 63 - std::countl_zero(points);  // its lowest bit
      const std::uint64_t before = (std::uint64_t{1} << at) - 1;
      word = (word & before) | (word >> 8 & ~before);
      points &= before;
    }
    std::memcpy(to, &word, sizeof word);
    to += count;
  }
  return to;
}

// Of the clean name in capitals without stops and commas.
std::uint64_t hash_of_clean(std::string_view name) {
  Room room;
  std::vector<Bytes> large;
  Bytes* key = room.data();
  const std::size_t count = name.size() / sizeof(Bytes) + 1;
  if (count > room.size()) {
    large.resize(count);
    key = large.data();
  }
  key[count - 1] = Bytes();  // what is behind the name
  auto* const text = reinterpret_cast<char*>(key);
  std::copy(name.begin(), name.end(), text);
  char* end = text;
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes bytes = key[i] = capitals(key[i]);
    const std::size_t size = std::min(sizeof bytes, name.size() - i * sizeof bytes);
    if (has_points(bytes)) {
      end = leave_out_points(text + i * sizeof bytes, size, end);
    } else {
      std::memcpy(end, &bytes, sizeof bytes);
      end += size;
    }
  }
  const std::uint64_t hash = XXH3_64bits(text, static_cast<std::size_t>(end - text));
  return hash == 0 ? 1 : hash;
}

std::uint64_t name_hash(std::string_view name) {
  std::string buffer;
  return hash_of_clean(cleaned_view(name, buffer));
}

// The names that are there to their end.
std::string_view whole_names(std::string_view bytes) {
  std::size_t end = 0;
  while (end + kHead <= bytes.size()) {
    RecordSize size = 0;
    std::memcpy(&size, bytes.data() + end + sizeof(std::uint64_t), sizeof size);
    if (end + kHead + size > bytes.size()) break;
    end += kHead + size;
  }
  return bytes.substr(0, end);
}

}  // namespace

base::Result<void> OfacNames::add(std::string_view name, std::string_view record) {
  std::string buffer;
  return add_clean(cleaned_view(name, buffer), record);
}

base::Result<void> OfacNames::add_clean(std::string_view name, std::string_view record) {
  // A longer one is none of the numbers that these lists have.
  if (name.empty() || record.empty() || record.size() > kLongestRecord) return {};
  const std::uint64_t hash = hash_of_clean(name);
  const auto size = static_cast<RecordSize>(record.size());
  const std::size_t at = names_.size();
  names_.resize(at + kHead + record.size());
  char* const to = names_.data() + at;
  std::memcpy(to, &hash, sizeof hash);
  std::memcpy(to + sizeof hash, &size, sizeof size);
  std::memcpy(to + kHead, record.data(), record.size());
  if (names_.size() < memory_bound_) return {};
  if (!spilled_) spilled_ = temporary_file();
  if (!spilled_ || std::fwrite(names_.data(), 1, names_.size(), spilled_.get()) != names_.size())
    return Error(Cause::kStorageFull, "no room for temporary files");
  names_.clear();
  return {};
}

void OfacNames::look_for(std::string_view name) {
  if (wanted_count_ * 2 >= table_.size()) {
    const std::vector<Wanted> old =
        std::exchange(table_, std::vector<Wanted>(std::max<std::size_t>(table_.size() * 2, 256)));
    for (const Wanted& each : old)
      if (each.hash != 0) table_[place_of(each.hash)] = each;
  }
  const std::uint64_t hash = name_hash(name);
  Wanted& place = table_[place_of(hash)];
  wanted_count_ += place.hash == 0;
  place.hash = hash;
}

// Where the hash is, or would be: there is always a free place.
std::size_t OfacNames::place_of(std::uint64_t hash) const {
  std::size_t at = hash & (table_.size() - 1);
  while (table_[at].hash != 0 && table_[at].hash != hash)
    at = (at + 1) & (table_.size() - 1);
  return at;
}

void OfacNames::take_names(std::string_view names) {
  while (!names.empty()) {
    std::uint64_t hash = 0;
    RecordSize size = 0;
    std::memcpy(&hash, names.data(), sizeof hash);
    std::memcpy(&size, names.data() + sizeof hash, sizeof size);
    const std::string_view record = names.substr(kHead, size);
    names.remove_prefix(kHead + size);
    Wanted& wanted = table_[place_of(hash)];
    if (wanted.hash == 0) continue;
    if (wanted.at == 0) {
      wanted.at = static_cast<std::uint32_t>(records_.size() + 1);
      wanted.size = size;
      records_ += record;
    } else if (record_of(wanted) != record) {
      wanted.size = 0;
    }
  }
}

base::Result<void> OfacNames::bring_together() {
  const std::string last = std::exchange(names_, {});
  if (table_.empty()) return {};
  if (const File spilled = std::move(spilled_)) {
    if (std::fflush(spilled.get()) != 0)
      return Error(Cause::kStorageFull, "no room for temporary files");
    std::rewind(spilled.get());
    std::string block(std::max(memory_bound_, kHead + kLongestRecord), '\0');
    std::size_t kept = 0;  // the beginning of a name that the next block goes on with
    for (;;) {
      const std::size_t count =
          std::fread(block.data() + kept, 1, block.size() - kept, spilled.get());
      if (std::ferror(spilled.get()))
        return Error(Cause::kUnavailable, "a temporary file cannot be read");
      if (count == 0) break;
      const std::string_view whole = whole_names({block.data(), kept + count});
      take_names(whole);
      kept += count - whole.size();
      std::memmove(block.data(), block.data() + whole.size(), kept);
    }
  }
  take_names(last);
  return {};
}

std::string_view OfacNames::find(std::string_view name) const {
  return table_.empty() ? std::string_view() : record_of(table_[place_of(name_hash(name))]);
}

}  // namespace vedette::lists
