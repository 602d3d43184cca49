#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalogue/file_writer.h"
#include "catalogue/format.h"
#include "evidence/identifier.h"
#include "profile/profile.h"

namespace vedette::catalogue {

// Longer texts under a list's word for a number are not indexed.
inline constexpr std::size_t kLongestIdentifier = 1024;

std::uint64_t identifier_value_hash(std::string_view value);

// How a half of a value is looked up. A value of another length has other halves.
struct HalfKey {
  std::uint32_t hash = 0;
  std::uint32_t rest = 0;
  static HalfKey of(std::string_view value, bool second);
  // One character, or two neighbours, can change so many signs.
  static constexpr int kMostChanged = 4;
  bool may_be_one_off(const IdentifierHalf& other) const {
    return std::popcount(rest ^ other.rest) <= kMostChanged;
  }
};
// Which identifiers have halves in the index: those that evidence::compare() finds one off.
bool has_halves(evidence::IdentifierType type, std::string_view value);

// The identifiers of live profiles, found by their normalised value. Exact: the value itself is
// compared. A view of a catalogue file.
class IdentifierIndex {
 public:
  IdentifierIndex() = default;
  IdentifierIndex(std::span<const TypedIdentifier> entries, std::span<const char> values,
                  std::span<const IdentifierHalf> halves)
      : entries_(entries), values_(values), halves_(halves) {}

  std::span<const TypedIdentifier> entries() const { return entries_; }
  std::string_view value(const TypedIdentifier& entry) const {
    return {values_.data() + entry.value, entry.value_bytes};
  }
  evidence::Identifier identifier(const TypedIdentifier& entry) const;

  // Calls visit(entry) for each entry with this value, whatever its type.
  template <class Visit>
  void for_value(std::string_view value, Visit&& visit) const {
    const std::uint64_t hash = identifier_value_hash(value);
    for (const TypedIdentifier& entry :
         std::ranges::equal_range(entries_, hash, {}, &TypedIdentifier::hash))
      if (this->value(entry) == value) visit(entry);
  }
  // Calls visit(entry) for each entry whose value is evidence::is_one_off() from this one, and for
  // some others; for some more than once.
  template <class Visit>
  void for_similar(std::string_view value, Visit&& visit) const {
    if (value.size() < evidence::kLongNumber) return;
    for (const bool second : {false, true}) {
      const HalfKey key = HalfKey::of(value, second);
      for (const IdentifierHalf& half :
           std::ranges::equal_range(halves_, key.hash, {}, &IdentifierHalf::hash))
        if (key.may_be_one_off(half)) visit(entries_[half.identifier]);
    }
    // Neighbours that are swapped across the middle leave neither half.
    std::string swapped(value);
    std::swap(swapped[value.size() / 2 - 1], swapped[value.size() / 2]);
    for_value(swapped, visit);
  }

 private:
  friend class Verifier;
  std::span<const TypedIdentifier> entries_;
  std::span<const char> values_;
  std::span<const IdentifierHalf> halves_;
};

// The identifiers of a catalogue on their way into the file.
class IdentifierStage {
 public:
  // Takes those of a live profile.
  void add(std::uint32_t profile, const profile::Profile& source);
  base::Result<void> write(FileWriter& file);

 private:
  void add(std::uint32_t profile, const evidence::Identifier& identifier);
  std::string_view value(const TypedIdentifier& entry) const {
    return std::string_view(values_).substr(entry.value, entry.value_bytes);
  }

  evidence::ListedIdentifiers listed_;
  std::vector<TypedIdentifier> entries_;
  std::string values_;
};

}  // namespace vedette::catalogue
