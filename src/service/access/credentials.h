#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/ids.h"
#include "ledger/server_key.h"

namespace vedette::service {

// A token: 4 bytes that name the project, so that a lookup needs one partition only, and 256 random
// bits; as 48 characters of base64url. Only the digest is ever stored.
struct NewToken {
  std::string text;
  base::Sha256 digest{};
};
NewToken make_token(base::ProjectId project);
// Nothing when the text cannot be a token of ours.
std::optional<base::ProjectId> project_of_token(std::string_view token);

// The number of the n-th client of a project, and back.
constexpr std::int64_t kMostClientsPerProject = 999'999;
std::optional<base::ClientId> client_number(base::ProjectId project, std::int64_t within_project);
base::ProjectId project_of_client(base::ClientId client);
// Digits only; nothing else is a client number.
std::optional<base::ClientId> parse_client_id(std::string_view text);

// base64url(HMAC-SHA256(server key, client number || generation)), both as 8 bytes.
std::string client_secret(const ledger::ServerKey& key, base::ClientId client,
                          std::int64_t generation);

}  // namespace vedette::service
