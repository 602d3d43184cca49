#pragma once

#include <functional>

#include "validation/engine.h"
#include "validation/plan.h"
#include "validation/tally.h"

namespace vedette::validation {

// Runs one piece of a plan. Any thread, with a workspace of its own.
base::Result<Tally> run_piece(const Plan& plan, std::size_t piece, const Engine& engine,
                              search::Workspace& workspace);

// Runs all of it on so many threads. `progress` is told how many pieces are done, by any of them.
base::Result<Tally> run_plan(const Plan& plan, const Engine& engine, unsigned threads,
                             const std::function<void(std::size_t done)>& progress);

}  // namespace vedette::validation
