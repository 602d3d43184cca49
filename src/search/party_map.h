#pragma once

#include <cstdint>
#include <span>

namespace vedette::search {

// Which profiles of a catalogue (list entries) are one party. A party is named by one of its
// entries, which need not be live. Every method may be called from any thread.
class PartyMap {
 public:
  virtual ~PartyMap() = default;
  // The entry that names the party of this one; itself where it is alone.
  virtual std::uint32_t party_of(std::uint32_t entry) const = 0;
  // All entries of the party of this one, deleted ones and context included.
  virtual std::span<const std::uint32_t> entries_of(std::uint32_t entry) const = 0;
};

// The same where there is no map: every entry is a party of its own.
inline std::uint32_t party_of(const PartyMap* parties, std::uint32_t entry) {
  return parties == nullptr ? entry : parties->party_of(entry);
}
inline std::span<const std::uint32_t> entries_of(const PartyMap* parties,
                                                 const std::uint32_t& entry) {
  if (parties == nullptr) return {&entry, 1};
  return parties->entries_of(entry);
}

}  // namespace vedette::search
