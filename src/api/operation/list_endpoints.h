#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "catalogue/catalogue.h"
#include "catalogue/store.h"
#include "http/router.h"
#include "ledger/ledger.h"
#include "service/access/tokens.h"
#include "service/lists/generations.h"
#include "service/lists/list_ages.h"
#include "service/lists/list_updates.h"

namespace vedette::api {

// What the operations on lists work with; everything outlives the routes.
struct ListEndpointParts {
  service::Tokens& tokens;
  ledger::Ledger& ledger;
  const catalogue::Store& store;
  service::Generations& generations;
  const service::ListAges& ages;
  service::ListUpdates& updates;
};

// GET /lists: the lists that serve, their ages, the sources. GET /lists/generations: what is kept.
// GET /lists/updates: how far the update is, or how the last one went. Every token opens these.
// POST /lists/updates starts one; for operators.
std::vector<http::Route> list_routes(const ListEndpointParts& parts);

}  // namespace vedette::api
