#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "names/words/kind.h"
#include "profile/profile.h"
#include "variations/variation.h"

namespace vedette::variations {

// A name as a list publishes it, and whose it is.
struct ListedName {
  std::string text;
  names::Kind kind = names::Kind::kPerson;
  std::string list;         // ofac-sdn
  std::string record;       // the publisher's id of the party
  std::uint32_t party = 0;  // the caller's number of the party
};

// How the names of a listed party are compared.
names::Kind name_kind(profile::Kind kind);

struct Variation {
  std::size_t name = 0;  // index of the listed name
  std::string text;
};

// At most `most` variations of one class, of names drawn by the seed; fewer when the class applies
// to fewer names. In the order of the names. A text that several parties bear is drawn for each of
// them. The draw of one class does not depend on the others.
std::vector<Variation> draw(const VariationClass& variation_class,
                            std::span<const ListedName> names, std::uint64_t seed,
                            std::size_t most);

}  // namespace vedette::variations
