#pragma once

#include <string_view>

#include "names/reading/analyser.h"
#include "profile/profile.h"

namespace vedette::service {

// What an answer about such a name carries in `warnings`.
inline constexpr std::string_view kNameCut = "NAME_CUT";

// Whether a name has more words or letters than are compared. What is behind them was not looked
// for, so whoever is told of no match must be told this as well.
bool is_name_cut(const names::Analyser& analyser, profile::Family family, std::string_view name);

}  // namespace vedette::service
