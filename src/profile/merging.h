#pragma once

#include "profile/profile.h"

namespace vedette::profile {

// Adds everything that one profile says of a party to another profile of the same party; what both
// say stays once. Names are the same when their texts are. Kind, gender and description stay where
// they are known. The identity (key, qrCode, version, times) stays that of `to`.
void add_profile(Profile& to, Profile from);

// Of what stands on one list as current and on another as former, current stays.
DatasetSet one_qualifier_each(DatasetSet datasets);

}  // namespace vedette::profile
