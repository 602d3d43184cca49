#pragma once

#include "api/request/inputs.h"
#include "base/clock.h"
#include "service/screening/search_question.h"

namespace vedette::api {

// The question of a screening request. What is wrong with it is noted in `inputs`; the caller asks
// inputs.has_problems() before it uses the question.
service::SearchQuestion read_question(Inputs& inputs, base::Time now);

// The parts of it that a batch has in common: everything but the name and the birth date.
service::SearchQuestion read_common_question(Inputs& inputs, base::Time now);

}  // namespace vedette::api
