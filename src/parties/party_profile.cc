#include "parties/party_profile.h"

#include <algorithm>
#include <tuple>

#include "profile/merging.h"

namespace vedette::parties {
namespace {

using profile::Dataset;
using profile::Profile;
using profile::ProfileKey;

// The key of the party that a key leads to.
ProfileKey party_key(const catalogue::Catalogue& catalogue, const search::PartyMap* parties,
                     const ProfileKey& key) {
  if (parties == nullptr || key.empty()) return key;
  const auto target = catalogue.find_resource(profile::resource_id(key));
  if (!target) return key;
  const std::uint32_t party = parties->party_of(*target);
  if (party == *target) return key;
  const auto named = catalogue.profile(party);
  return named.ok() ? named->key : key;
}

// Each once: several may have led to entries of one party.
template <class T>
void keep_first_of_each(std::vector<T>& items) {
  std::vector<T> kept;
  for (T& each : items)
    if (std::ranges::find(kept, each) == kept.end()) kept.push_back(std::move(each));
  items = std::move(kept);
}

void lead_to_parties(const catalogue::Catalogue& catalogue, const search::PartyMap* parties,
                     const ProfileKey& own, Profile& profile) {
  if (parties == nullptr) return;
  for (profile::Link& link : profile.links)
    link.target = party_key(catalogue, parties, link.target);
  std::erase_if(profile.links,
                [&](const profile::Link& link) { return !own.empty() && link.target == own; });
  for (profile::PepAssociation& each : profile.pep_associations)
    each.pep = party_key(catalogue, parties, each.pep);
  std::erase_if(profile.pep_associations, [&](const profile::PepAssociation& each) {
    return !own.empty() && each.pep == own;
  });
  keep_first_of_each(profile.links);
  keep_first_of_each(profile.pep_associations);
}

// Entries in the order in which they speak for the party: live ones, those that are sanctioned now
// before those that only were, the oldest.
std::vector<const Profile*> in_order(const std::vector<Profile>& entries) {
  std::vector<const Profile*> order;
  for (const Profile& each : entries)
    order.push_back(&each);
  std::ranges::stable_sort(order, {}, [](const Profile* each) {
    const bool only_former =
        each->datasets.has(Dataset::kSanFormer) && !each->datasets.has(Dataset::kSanCurrent);
    return std::tuple(each->is_deleted, only_former, each->qr_code);
  });
  return order;
}

Profile composed(const std::vector<Profile>& entries, const Profile& oldest) {
  const std::vector<const Profile*> order = in_order(entries);
  Profile out = *order.front();
  const bool deleted = out.is_deleted;  // then all are
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Profile& each = *order[i];
    if (deleted || !each.is_deleted) {
      profile::add_profile(out, each);
      continue;
    }
    for (const profile::SanctionEntry& sanction : each.sanctions)
      if (std::ranges::find(out.sanctions, sanction) == out.sanctions.end())
        out.sanctions.push_back(sanction);
    for (const profile::Evidence& evidence : each.evidences)
      if (std::ranges::find(out.evidences, evidence) == out.evidences.end())
        out.evidences.push_back(evidence);
  }
  out.datasets = profile::one_qualifier_each(out.datasets);
  out.key = oldest.key;
  out.qr_code = oldest.qr_code;
  out.version = 0;
  for (const Profile& each : entries) {
    out.version += each.version;
    out.first_seen = std::min(out.first_seen, each.first_seen);
    out.last_changed = std::max(out.last_changed, each.last_changed);
  }
  return out;
}

}  // namespace

const Profile* PartyProfile::entry(std::uint32_t number) const {
  if (several.empty()) return number == party ? &profile : nullptr;
  const auto at = std::ranges::find(numbers, number);
  return at == numbers.end() ? nullptr : &several[static_cast<std::size_t>(at - numbers.begin())];
}

bool PartyProfile::belongs_to(profile::Family family) const {
  return std::ranges::any_of(entries(),
                             [&](const Profile& each) { return each.belongs_to(family); });
}

base::Result<PartyProfile> read_party(const catalogue::Catalogue& catalogue,
                                      const search::PartyMap* parties, std::uint32_t entry) {
  PartyProfile out;
  out.party = search::party_of(parties, entry);
  const auto entries = search::entries_of(parties, entry);
  if (entries.size() == 1) {
    VEDETTE_ASSIGN(out.profile, catalogue.profile(entry));
    lead_to_parties(catalogue, parties, {}, out.profile);
    return out;
  }
  VEDETTE_ASSIGN(const Profile oldest, catalogue.profile(out.party));
  for (const std::uint32_t number : entries) {
    VEDETTE_ASSIGN(Profile each, catalogue.profile(number));
    lead_to_parties(catalogue, parties, oldest.key, each);
    out.several.push_back(std::move(each));
    out.numbers.push_back(number);
  }
  out.profile = composed(out.several, oldest);
  return out;
}

}  // namespace vedette::parties
