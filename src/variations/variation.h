#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "names/words/kind.h"
#include "text/script.h"

namespace vedette::variations {

class NameText;
class Random;

// The parties whose names a class applies to, as bits.
inline constexpr std::uint8_t kPeople = 1;
inline constexpr std::uint8_t kOrganisations = 2;
inline constexpr std::uint8_t kVessels = 4;  // and aircraft
inline constexpr std::uint8_t kAllParties = kPeople | kOrganisations | kVessels;

// What a sound engine does with the variation of a listed name.
enum class Expectation : std::uint8_t {
  kFound,      // the listed party is found at the threshold
  kSameScore,  // the writing says nothing: the party has the score of the name as listed
};

// What a maker reads beside the name.
struct Subject {
  const NameText& name;
  names::Kind kind;
};
using Maker = std::optional<std::u32string> (*)(const Subject&, Random&);

// One way in which a name is written differently from the list.
struct VariationClass {
  std::string_view id;     // "typing.insert": stable, used in result files
  std::string_view title;  // for a reader who knows neither the engine nor this code
  std::uint8_t parties;
  text::Script script;  // of the listed name; Other: any
  Expectation expectation;
  Maker make;

  // The id up to its first dot.
  std::string_view group() const { return id.substr(0, id.find('.')); }
};

// All classes, in the order of reports. Ids are unique.
std::span<const VariationClass> classes();
const VariationClass* find_class(std::string_view id);

// "people", "organisations", "vessels", separated by commas.
std::string parties_text(std::uint8_t parties);
// kUnknown is varied as a person and as an organisation: a class of either applies.
std::uint8_t parties_of(names::Kind kind);

// The name, varied; nothing when the class does not apply to it. Pure: the same arguments give the
// same bytes on every machine, whatever was varied before. The result is UTF-8, is not empty, and
// differs from the name. Any thread may call it.
std::optional<std::string> vary(const VariationClass& variation_class, std::string_view name,
                                names::Kind kind, std::uint64_t seed);

}  // namespace vedette::variations
