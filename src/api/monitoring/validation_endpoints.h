#pragma once

#include <functional>
#include <vector>

#include "http/router.h"
#include "ledger/ledger.h"
#include "service/access/tokens.h"
#include "service/lists/generations.h"

namespace vedette::api {

struct ValidationParts {
  service::Tokens& tokens;
  ledger::Ledger& ledger;
  const service::Generations& generations;
  std::function<void()> started;  // a run was entered
};

// /validation/runs, /validation/accepted and /validation/tuning.
std::vector<http::Route> validation_routes(const ValidationParts& parts);

}  // namespace vedette::api
