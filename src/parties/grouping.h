#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/clock.h"
#include "parties/comparison.h"
#include "search/party_map.h"

namespace vedette::parties {

// A party is named by the entry that gives it its resourceId and qrCode: of all its entries, live
// or deleted, the one with the lowest qrCode.
using Party = Entry;

// Two list entries that may be one party, for a person to decide.
struct Suggestion {
  Entry a = 0;
  Entry b = 0;
  evidence::LogOdds log_odds = 0;
  std::uint32_t conflict = 0;  // 1: there is strong evidence against it, too

  int confidence() const { return evidence::confidence_of(log_odds); }
  bool operator==(const Suggestion&) const = default;
};
static_assert(sizeof(Suggestion) == 16);

// From which confidence on two entries are one party, or are suggested to a person.
struct Lines {
  std::uint8_t automatic = 95;
  std::uint8_t suggestion = 50;
  bool off = false;  // nothing is grouped or suggested but what people judged

  bool operator==(const Lines&) const = default;
};

// What a grouping was made of.
struct GroupingId {
  std::uint64_t generation = 0;
  // Counts the groupings of one generation from 1: a judgement makes another. 0: none was made, and
  // every entry is a party of its own.
  std::uint64_t revision = 0;
  std::uint64_t judgements = 0;  // the number of the last judgement that it knows
  Lines lines = {};

  bool operator==(const GroupingId&) const = default;
};

// Which list entries of one generation are one party. Immutable; every method may be called from
// any thread. Entries are numbers of profiles in the catalogue of that generation, deleted ones and
// context included, each in exactly one party.
class Grouping final : public search::PartyMap {
 public:
  // Every entry for itself.
  Grouping(const catalogue::Catalogue& catalogue, GroupingId id);
  // `groups`: parties of two and more entries, no entry in two of them, in any order.
  Grouping(const catalogue::Catalogue& catalogue, GroupingId id,
           std::span<const std::vector<Entry>> groups, std::vector<Suggestion> suggestions);

  const GroupingId& id() const { return id_; }
  // Tells which entries are together. Groupings of the same generation with the same digest answer
  // alike, whatever their revisions are and whichever server made them. 0: every entry is alone.
  std::uint64_t digest() const { return digest_; }

  Party party_of(Entry entry) const override { return party_[entry]; }
  // Of the party of any entry of it: all its entries, the oldest (lowest qrCode) first.
  std::span<const Entry> entries_of(Entry entry) const override;
  bool is_alone(Entry entry) const { return entries_of(entry).size() == 1; }

  std::uint32_t entry_count() const { return static_cast<std::uint32_t>(party_.size()); }
  std::uint32_t party_count() const { return party_count_; }
  // Parties of two and more entries, by their number.
  std::span<const Party> grouped() const { return grouped_; }

  // The surest first.
  std::span<const Suggestion> suggestions() const { return suggestions_; }

  // Whether the same entries are together and the same suggested.
  bool same_result(const Grouping& other) const;

 private:
  GroupingId id_;
  std::uint64_t digest_ = 0;
  std::uint32_t party_count_ = 0;
  std::vector<Party> party_;          // of each entry
  std::vector<Party> grouped_;        // ascending
  std::vector<std::uint32_t> first_;  // of each of grouped_, in members_; one more at the end
  std::vector<Entry> members_;
  std::vector<Suggestion> suggestions_;
};

}  // namespace vedette::parties
