#include "app/serving/event_pushing.h"

#include <algorithm>

#include "api/request/version.h"

namespace vedette::app {

service::WebhookRules webhook_rules(const Settings& settings) {
  service::WebhookRules rules;
  rules.targets = {.allow_http = settings.webhook_plain_http == "allow",
                   .allow_private = settings.webhook_private_networks == "allow",
                   .most_redirects = 0};
  rules.proxy = settings.fetch_proxy;
  rules.ca_file = settings.fetch_ca_file;
  rules.user_agent = "vedette/" + std::string(api::kVersion);
  rules.timeout = base::seconds(settings.webhook_timeout_seconds);
  for (const std::int64_t wait : webhook_waits(settings).value_or(std::vector<std::int64_t>()))
    rules.retries.push_back(base::seconds(wait));
  rules.failing = base::days(settings.webhook_disable_days);
  // Longer than a try: two of them on one delivery are only made after a server was held up.
  rules.lease = base::Millis{std::max(base::seconds(settings.lease_seconds).count / 2,
                                      2 * rules.timeout.count + base::seconds(1).count)};
  return rules;
}

}  // namespace vedette::app
