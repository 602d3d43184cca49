#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::service {

constexpr std::size_t kMinPasswordBytes = 8;
constexpr std::size_t kMaxPasswordBytes = 1024;

// What a new password must be: UTF-8 text of kMinPasswordBytes to kMaxPasswordBytes that guessers
// do not try first. kInvalidInput with a detail for the field `password` otherwise: OUT_OF_RANGE,
// INVALID_TEXT or COMMON_PASSWORD. `names` are what a guesser knows of the user: the user name and
// the project. A password that is kept is never judged again.
base::Result<void> check_new_password(std::string_view password,
                                      const std::vector<std::string_view>& names);

// Whether a guesser comes to it within some million tries: a word of
// data/access/common_passwords.tsv or of `names` with digits and signs around it, with signs for
// letters, doubled or joined with another; a walk over the keyboard, counting, one thing repeated,
// digits alone. Letters count without their case.
bool is_common_password(std::string_view password, const std::vector<std::string_view>& names);

}  // namespace vedette::service
