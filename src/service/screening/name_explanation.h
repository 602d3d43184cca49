#pragma once

#include <optional>
#include <string_view>

#include "names/comparing/explanation.h"
#include "names/reading/analyser.h"
#include "profile/profile.h"

namespace vedette::service {

// Why a customer's name and a listed name of the family are this alike: the explanation of the
// wanted score, when a kind of party gives it; else of the best one.
names::Explanation explain_names(const names::Analyser& analyser, profile::Family family,
                                 std::string_view name, std::string_view listed,
                                 std::optional<std::int64_t> wanted);

}  // namespace vedette::service
