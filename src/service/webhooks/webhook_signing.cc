#include "service/webhooks/webhook_signing.h"

#include <fmt/format.h>

#include "base/encoding.h"

namespace vedette::service {
namespace {

constexpr std::size_t kMessageIdBytes = 15;

}  // namespace

base::Key256 WebhookSigning::secret(base::ProjectId project, std::string_view webhook,
                                    std::string_view salt) const {
  return secrets_.mac(fmt::format("{}\n{}\n{}", project.value(), webhook, base::hex(salt)));
}

std::string WebhookSigning::message_id(base::ProjectId project, std::int64_t event) const {
  const base::Sha256 mac = messages_.mac(fmt::format("{}\n{}", project.value(), event));
  return "evt_" + base::base64url(base::as_text(mac).substr(0, kMessageIdBytes));
}

std::string secret_text(const base::Key256& secret) {
  return "whsec_" + base::base64(base::as_text(secret));
}

std::string webhook_signature(const base::Key256& secret, std::string_view message_id,
                              base::Time at, std::string_view body) {
  const std::string signed_text = fmt::format("{}.{}.{}", message_id, at.unix_seconds(), body);
  const base::Sha256 mac = base::hmac_sha256(secret, signed_text);
  return "v1," + base::base64(base::as_text(mac));
}

}  // namespace vedette::service
