#include "service/webhooks/webhook.h"

#include <fmt/format.h>

#include <algorithm>

namespace vedette::service {

bool Webhook::wants(std::string_view type) const {
  return types.empty() || std::ranges::find(types, type) != types.end();
}

base::Error unknown_webhook(const std::string& id) {
  return {base::Cause::kNotFound,
          fmt::format("There is no webhook {} in this project.", id),
          {{"id", "WEBHOOK_NOT_FOUND", "names no webhook of this project"}}};
}

base::Error unknown_delivery(std::int64_t number) {
  return {base::Cause::kNotFound,
          fmt::format("The webhook has no delivery {} of an event.", number),
          {{"deliveryIds", "DELIVERY_NOT_FOUND",
            fmt::format("{} names no delivery of an event of this webhook", number)}}};
}

std::string_view delivery_status_name(DeliveryStatus status) {
  switch (status) {
    case DeliveryStatus::kPending:
      return "pending";
    case DeliveryStatus::kDelivered:
      return "delivered";
    case DeliveryStatus::kDead:
      return "dead";
  }
  return "pending";
}

std::optional<DeliveryStatus> parse_delivery_status(std::string_view name) {
  using enum DeliveryStatus;
  for (const DeliveryStatus each : {kPending, kDelivered, kDead})
    if (name == delivery_status_name(each)) return each;
  return std::nullopt;
}

}  // namespace vedette::service
