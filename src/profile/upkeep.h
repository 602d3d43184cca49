#pragma once

#include <string_view>

#include "profile/profile.h"

namespace vedette::profile {

// What becomes of profiles from one version of their list to the next.

// Whether both say the same in what every reader of a list reads alike: names, birth dates,
// nationalities and sanctions programmes.
bool same_core(const Profile& one, const Profile& other);

// The party has left its list: its sanctions are former ones, removed on that day (YYYY-MM-DD).
void end_sanctions(Profile& profile, std::string_view day);

// Evidence that was captured before keeps its day: `old` is what was known of the same party.
void keep_captures(Profile& profile, const Profile& old);
// Evidence that comes without a day of its own was captured on that day (YYYY-MM-DD).
void set_captures(Profile& profile, std::string_view day);

}  // namespace vedette::profile
