#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "profile/profile.h"

namespace vedette::profile {

// Our own JSON lines of profiles: one profile per line, every field, in the words of the `fields`
// functions (docs/lists.md describes them). Fields with their default value are left out.
// Writing and reading a profile gives an equal profile.
void append_line(const Profile& profile, std::string& out);  // without the line feed

// Refuses a line that is not JSON, has an unknown field, a value of the wrong kind, or lacks list,
// record or a name. The message names the field.
base::Result<Profile> parse_line(std::string_view line);

}  // namespace vedette::profile
