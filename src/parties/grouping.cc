#include "parties/grouping.h"

#include <xxhash.h>

#include <algorithm>
#include <numeric>

namespace vedette::parties {

Grouping::Grouping(const catalogue::Catalogue& catalogue, GroupingId id)
    : Grouping(catalogue, id, {}, {}) {}

Grouping::Grouping(const catalogue::Catalogue& catalogue, GroupingId id,
                   std::span<const std::vector<Entry>> groups, std::vector<Suggestion> suggestions)
    : id_(id), party_(catalogue.profile_count()), suggestions_(std::move(suggestions)) {
  std::iota(party_.begin(), party_.end(), Entry{0});
  const auto qr_code = [&](Entry entry) { return catalogue.facts(entry).qr_code; };
  std::vector<std::vector<Entry>> sorted(groups.begin(), groups.end());
  std::erase_if(sorted, [](const std::vector<Entry>& group) { return group.size() < 2; });
  for (std::vector<Entry>& group : sorted)
    std::ranges::sort(group, {}, qr_code);
  std::ranges::sort(sorted, {}, [](const std::vector<Entry>& group) { return group.front(); });
  party_count_ = entry_count();
  for (const std::vector<Entry>& group : sorted) {
    grouped_.push_back(group.front());
    first_.push_back(static_cast<std::uint32_t>(members_.size()));
    for (const Entry entry : group)
      party_[entry] = group.front();
    members_.insert(members_.end(), group.begin(), group.end());
    party_count_ -= static_cast<std::uint32_t>(group.size() - 1);
  }
  first_.push_back(static_cast<std::uint32_t>(members_.size()));
  if (members_.empty()) return;
  std::vector<Entry> text = members_;
  text.insert(text.end(), first_.begin(), first_.end());
  digest_ = XXH3_64bits(text.data(), text.size() * sizeof(Entry));
}

std::span<const Entry> Grouping::entries_of(Entry entry) const {
  const Party party = party_[entry];
  const auto found = std::ranges::lower_bound(grouped_, party);
  // A party of one entry is named by it, so that its list of entries is its own name.
  if (found == grouped_.end() || *found != party) return {&party_[entry], 1};
  const auto at = static_cast<std::size_t>(found - grouped_.begin());
  return std::span(members_).subspan(first_[at], first_[at + 1] - first_[at]);
}

bool Grouping::same_result(const Grouping& other) const {
  return party_ == other.party_ && suggestions_ == other.suggestions_;
}

}  // namespace vedette::parties
