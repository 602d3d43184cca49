#include "variations/sample.h"

#include <algorithm>
#include <numeric>

#include "variations/random.h"

namespace vedette::variations {

names::Kind name_kind(profile::Kind kind) {
  switch (kind) {
    case profile::Kind::kUnknown:
      return names::Kind::kUnknown;
    case profile::Kind::kPerson:
      return names::Kind::kPerson;
    case profile::Kind::kOrganisation:
      return names::Kind::kOrganisation;
    case profile::Kind::kVessel:
    case profile::Kind::kAircraft:
      return names::Kind::kThing;
  }
  return names::Kind::kUnknown;
}

std::vector<Variation> draw(const VariationClass& variation_class,
                            std::span<const ListedName> names, std::uint64_t seed,
                            std::size_t most) {
  std::vector<std::pair<std::uint64_t, std::size_t>> order(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const SeedHash hash = SeedHash(seed)
                              .add(variation_class.id)
                              .add(names[i].list)
                              .add(names[i].record)
                              .add(names[i].text);
    order[i] = {Random(hash.value()).next(), i};
  }
  std::ranges::sort(order);
  std::vector<Variation> drawn;
  for (const auto& [ignored, index] : order) {
    if (drawn.size() == most) break;
    auto text = vary(variation_class, names[index].text, names[index].kind, seed);
    if (text) drawn.push_back({index, std::move(*text)});
  }
  std::ranges::sort(drawn, {}, &Variation::name);
  return drawn;
}

}  // namespace vedette::variations
