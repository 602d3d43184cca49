#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"

namespace vedette::service {

// The nouns of pushed events.

// What events are called, in the feed and on the wire. The test is sent on request alone.
inline constexpr std::string_view kTestEventType = "webhook.test";
inline constexpr std::array<std::string_view, 13> kEventTypes = {
    "match.created",   "match.updated",       "match.reopened",   "match.discarded",
    "match.reviewed",  "record.created",      "record.updated",   "record.deleted",
    "profile.updated", "screening.completed", "attestation.late", "validation.weak",
    "webhook.disabled"};

// An endpoint of a project.
struct Webhook {
  std::string id = {};  // wh_ and 20 letters and digits, the same on no two projects
  std::string url = {};
  std::vector<std::string> types = {};  // empty: all
  bool active = true;
  std::string description = {};
  base::Time created = {};
  base::Time updated = {};
  std::optional<base::Time> previous_secret_until = {};  // while two secrets are good
  std::optional<base::Time> failing_since = {};
  std::optional<base::Time> delivered = {};  // the last success
  std::optional<base::Time> disabled = {};   // by the service
  std::string disabled_reason = {};
  std::int64_t pending = 0;
  std::int64_t dead = 0;

  bool wants(std::string_view type) const;
};

// kNotFound with the field that names nothing: `id` of the path, or an item of `deliveryIds`.
base::Error unknown_webhook(const std::string& id);
base::Error unknown_delivery(std::int64_t number);

enum class DeliveryStatus : std::int64_t { kPending = 1, kDelivered = 2, kDead = 3 };
std::string_view delivery_status_name(DeliveryStatus status);
std::optional<DeliveryStatus> parse_delivery_status(std::string_view name);

// One event on its way to one endpoint.
struct Delivery {
  std::int64_t id = 0;
  std::string webhook = {};
  std::optional<std::int64_t> event = {};  // the sequence in the feed; none for a test
  std::string type = {};
  DeliveryStatus status = DeliveryStatus::kPending;
  std::int64_t attempts = 0;
  base::Time next = {};
  base::Time created = {};
  std::optional<base::Time> last = {};
  std::int64_t last_status = 0;  // of HTTP; 0 when there was no answer
  std::string last_error = {};
  base::Millis last_duration = {};
};

// Kept so long after the end, like the events themselves.
inline constexpr base::Millis kDeliveriesKept = base::days(30);
// Both secrets sign for so long after a rotation.
inline constexpr base::Millis kSecretOverlap = base::days(1);

}  // namespace vedette::service
