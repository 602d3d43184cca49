#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/digest.h"
#include "base/ids.h"
#include "base/result.h"
#include "ledger/access.h"
#include "service/access/refresh_rules.h"

namespace vedette::service {

// The rows of sign-ins in the ledger. All within the caller's transaction and project.

// The next number of a kind ("user", "client", "family") in the project.
base::Result<std::int64_t> next_number(ledger::ProjectWriter& writer, std::string_view kind);

struct NewFamily {
  base::UserId user;
  base::ClientId client;
  std::string scope;
  base::Time now;
  base::Time expires;
  base::Time refresh_expires;
  bool console = false;  // a browser session, which has no refresh token
};
base::Result<base::TokenFamilyId> insert_family(ledger::ProjectWriter& writer,
                                                const NewFamily& family);

struct NewTokenPair {
  base::TokenFamilyId family;
  std::int64_t generation = 1;
  const base::Sha256& access;
  const base::Sha256& refresh;
  base::Time now;
  base::Time access_expires;
  base::Time refresh_expires;
};
struct NewAccess {
  base::TokenFamilyId family;
  const base::Sha256& digest;
  base::Time now;
  base::Time expires;
};
base::Result<void> insert_access(ledger::ProjectWriter& writer, const NewAccess& access);
base::Result<void> insert_tokens(ledger::ProjectWriter& writer, const NewTokenPair& pair);

// Closes the refresh token of the oldest families of a user past the newest `keep`.
base::Result<std::int64_t> close_oldest_families(ledger::ProjectWriter& writer, base::UserId user,
                                                 std::int64_t keep, base::Time now);

struct RefreshRow {
  base::TokenFamilyId family;
  base::UserId user;
  base::ClientId client;
  std::string scope;
  bool user_disabled = false;
  PresentedRefresh presented;
};
template <class ReaderOrWriter>
base::Result<std::optional<RefreshRow>> find_refresh(ReaderOrWriter& ledger,
                                                     const base::Sha256& digest);

struct Rotation {
  base::TokenFamilyId family;
  std::int64_t from_generation = 0;
  base::Time now;
  base::Time refresh_expires;
};
// Compare and swap: false when the family has moved on or was ended.
base::Result<bool> rotate_family(ledger::ProjectWriter& writer, const Rotation& rotation);

// Ends all tokens of a family; false when it had ended before.
base::Result<bool> revoke_family(ledger::ProjectWriter& writer, base::TokenFamilyId family,
                                 base::Time now);
// Ends all families of a user; gives how many.
base::Result<std::int64_t> revoke_user(ledger::ProjectWriter& writer, base::UserId user,
                                       base::Time now);

// The same but for one family, the session that goes on.
base::Result<std::int64_t> revoke_other_families(ledger::ProjectWriter& writer, base::UserId user,
                                                 base::TokenFamilyId kept, base::Time now);

// The same of a client.
base::Result<std::int64_t> revoke_client(ledger::ProjectWriter& writer, base::ClientId client,
                                         base::Time now);

// How many rows of each kind were removed.
struct Expired {
  std::int64_t access = 0;
  std::int64_t refresh = 0;
  std::int64_t families = 0;
  std::int64_t throttles = 0;
  std::int64_t answers = 0;  // to idempotency keys

  std::int64_t most() const { return std::max({access, refresh, families, throttles, answers}); }
};
// Removes up to `chunk` rows of each kind whose time is over.
base::Result<Expired> delete_expired(ledger::OperatorWriter& writer, base::Time now,
                                     std::int64_t chunk);

}  // namespace vedette::service
