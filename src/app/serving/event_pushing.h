#pragma once

#include "app/settings/settings.h"
#include "service/webhooks/webhook_delivery.h"

namespace vedette::app {

// How events are pushed under these settings.
service::WebhookRules webhook_rules(const Settings& settings);

}  // namespace vedette::app
