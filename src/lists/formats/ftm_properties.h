#pragma once

#include <cstdint>
#include <string_view>

namespace vedette::lists {

// What the values of a property of FollowTheMoney are.
enum class FtmMeaning : std::uint8_t {
  kName,  // read before all others
  kBirth,
  kDeath,
  kBirthPlace,
  kGender,
  kNationality,
  kCountry,
  kAddress,
  kPhone,
  kEmail,
  kWebsite,
  kTitle,
  kTopic,
  kPosition,
  kText,
  kSector,
  kIdentifier,
  kSilent,
};
struct FtmProperty {
  FtmMeaning meaning;
  std::string_view category = {};  // of an identifier
};

// Nothing for a property that is none of those: its values become notes.
const FtmProperty* ftm_property(std::string_view name);

}  // namespace vedette::lists
