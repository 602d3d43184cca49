#pragma once

#include <cstddef>
#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"
#include "service/webhooks/webhook_delivery.h"
#include "service/webhooks/webhooks.h"

namespace vedette::api {

// What the endpoints of webhooks work with; everything outlives the router.
struct WebhookParts {
  service::Tokens& tokens;
  service::Webhooks& webhooks;
  service::WebhookDelivery& delivery;
  std::size_t body_limit;
};

// /monitoring/webhooks and below, for admins: the endpoints that events are pushed to, their
// secrets, and what became of each delivery.
std::vector<http::Route> webhook_routes(const WebhookParts& parts);

}  // namespace vedette::api
