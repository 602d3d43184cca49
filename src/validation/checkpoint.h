#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "validation/plan.h"
#include "validation/tally.h"

namespace vedette::validation {

// The tally of the pieces that are done, as text, so that a run goes on after a stop of the
// program.
std::string to_checkpoint(const Tally& tally);
// kInvalidInput when the text is no checkpoint.
base::Result<Tally> read_checkpoint(std::string_view text);

// SHA-256, in hexadecimal digits, of everything that decides the results of a plan: a checkpoint is
// good for a plan with the same digest alone.
std::string digest_of(const Plan& plan);

}  // namespace vedette::validation
