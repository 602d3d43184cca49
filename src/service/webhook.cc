#include "service/webhook.h"

#include <algorithm>

namespace vedette::service {

bool Webhook::wants(std::string_view type) const {
  return types.empty() || std::ranges::find(types, type) != types.end();
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
