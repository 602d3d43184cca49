#include "profile/upkeep.h"

#include <algorithm>

namespace vedette::profile {

bool same_core(const Profile& one, const Profile& other) {
  const auto same_programme = [](const SanctionEntry& a, const SanctionEntry& b) {
    return a.regime.name == b.regime.name && a.former == b.former;
  };
  const auto same_text = [](const Name& a, const Name& b) { return a.text == b.text; };
  return std::ranges::equal(one.names, other.names, same_text) && one.births == other.births &&
         one.nationalities == other.nationalities &&
         std::ranges::equal(one.sanctions, other.sanctions, same_programme);
}

void end_sanctions(Profile& profile, std::string_view day) {
  PartialDate date;
  from_text(day, date);
  for (SanctionEntry& each : profile.sanctions) {
    if (each.former) continue;
    Event removed;
    removed.type = "Removed";
    removed.date = date;
    if (!each.events.empty()) removed.evidence_ids = each.events.back().evidence_ids;
    each.events.push_back(std::move(removed));
    each.former = true;
  }
  if (!profile.datasets.has(Dataset::kSanCurrent)) return;
  profile.datasets.remove(Dataset::kSanCurrent);
  profile.datasets.add(Dataset::kSanFormer);
}

void keep_captures(Profile& profile, const Profile& old) {
  for (Evidence& each : profile.evidences) {
    const auto before = std::ranges::find(old.evidences, each.id, &Evidence::id);
    if (before != old.evidences.end() && !before->captured.empty())
      each.captured = before->captured;
  }
}

void set_captures(Profile& profile, std::string_view day) {
  for (Evidence& each : profile.evidences)
    if (each.captured.empty()) from_text(day, each.captured);
}

}  // namespace vedette::profile
