#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "http/router.h"
#include "ledger/ledger.h"
#include "names/reading/analyser.h"
#include "service/access/tokens.h"
#include "service/lists/generations.h"
#include "service/parties/groupings.h"
#include "service/parties/party_judgements.h"

namespace vedette::api {

// What the operations on parties work with; everything outlives the routes.
struct PartyEndpointParts {
  service::Tokens& tokens;
  const service::Generations& generations;
  service::Groupings& groupings;
  const service::PartyJudgements judgements;
  const names::Analyser& analyser;
  // Called when somebody judged, so that parties are decided again at once.
  std::function<void()> judged = [] {};
  std::size_t body_limit = 1U << 20;
};

// GET /parties: how many entries and parties each list has. GET /parties/suggestions: the pairs
// that a person should decide. GET /parties/judgements: what people judged, oldest first.
// GET /parties/{id}: a party, its entries and its judgements. For admins.
// POST /parties/judgements: adds judgements; for operators.
std::vector<http::Route> party_routes(const PartyEndpointParts& parts);

}  // namespace vedette::api
