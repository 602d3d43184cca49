#include "profile/merging.h"

#include <algorithm>
#include <numeric>

namespace vedette::profile {
namespace {

template <class T>
void add_new(std::vector<T>& to, std::vector<T>&& from) {
  for (T& each : from)
    if (std::ranges::find(to, each) == to.end()) to.push_back(std::move(each));
}

// The places of `from` among the sources of `to`, where they are added.
std::vector<std::uint16_t> add_sources(std::vector<Source>& to, const std::vector<Source>& from) {
  std::vector<std::uint16_t> places;
  for (const Source& each : from) {
    auto at = std::ranges::find(to, each);
    if (at == to.end()) at = to.insert(to.end(), each);
    places.push_back(static_cast<std::uint16_t>(at - to.begin()));
  }
  return places;
}

// No sources of a name means all of its profile; of two profiles each names its own.
void name_all_sources(Profile& profile) {
  for (Name& name : profile.names) {
    if (!name.sources.empty()) continue;
    name.sources.resize(profile.sources.size());
    std::iota(name.sources.begin(), name.sources.end(), std::uint16_t{0});
  }
}

void add_names(Profile& to, Profile& from, const std::vector<std::uint16_t>& places) {
  for (Name& name : from.names) {
    for (std::uint16_t& source : name.sources)
      if (source < places.size()) source = places[source];
    const auto known = std::ranges::find(to.names, name.text, &Name::text);
    if (known == to.names.end()) {
      to.names.push_back(std::move(name));
      continue;
    }
    add_new(known->sources, std::move(name.sources));
    known->weak = known->weak && name.weak;
  }
}

PepTier higher(PepTier a, PepTier b) {
  if (a == PepTier::kNone || b == PepTier::kNone) return std::max(a, b);
  return std::min(a, b);
}

}  // namespace

DatasetSet one_qualifier_each(DatasetSet datasets) {
  using enum Dataset;
  if (datasets.has(kSanCurrent)) datasets.remove(kSanFormer);
  if (datasets.has(kPepCurrent)) datasets.remove(kPepFormer);
  if (datasets.intersects({kPepCurrent, kPepFormer})) datasets.remove(kPepLinked);
  return datasets;
}

void add_profile(Profile& to, Profile from) {
  if (to.kind == Kind::kUnknown) to.kind = from.kind;
  if (to.gender == Gender::kUnknown) to.gender = from.gender;
  if (to.description.empty()) to.description = std::move(from.description);
  if (!to.soe) to.soe = std::move(from.soe);
  to.is_deceased = to.is_deceased || from.is_deceased;
  to.pep_tier = higher(to.pep_tier, from.pep_tier);
  name_all_sources(to);
  name_all_sources(from);
  add_names(to, from, add_sources(to.sources, from.sources));
  add_new(to.titles, std::move(from.titles));
  add_new(to.notes, std::move(from.notes));
  add_new(to.activities, std::move(from.activities));
  add_new(to.business_types, std::move(from.business_types));
  add_new(to.births, std::move(from.births));
  add_new(to.deaths, std::move(from.deaths));
  add_new(to.nationalities, std::move(from.nationalities));
  add_new(to.countries, std::move(from.countries));
  add_new(to.addresses, std::move(from.addresses));
  add_new(to.contacts, std::move(from.contacts));
  add_new(to.identifiers, std::move(from.identifiers));
  add_new(to.links, std::move(from.links));
  add_new(to.evidences, std::move(from.evidences));
  add_new(to.sanctions, std::move(from.sanctions));
  add_new(to.peps, std::move(from.peps));
  add_new(to.pep_associations, std::move(from.pep_associations));
  add_new(to.rres, std::move(from.rres));
  add_new(to.rels, std::move(from.rels));
  add_new(to.pois, std::move(from.pois));
  add_new(to.inss, std::move(from.inss));
  add_new(to.gris, std::move(from.gris));
  add_new(to.dds, std::move(from.dds));
  add_new(to.images, std::move(from.images));
  to.datasets.add(from.datasets);
}

}  // namespace vedette::profile
