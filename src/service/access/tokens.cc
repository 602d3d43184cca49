#include "service/access/tokens.h"

#include <array>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "base/digest.h"
#include "service/access/credentials.h"
#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using ledger::OperatorReader;

// How long a verified token is remembered. With the time a request takes, a revocation made by
// another process is felt within a second.
constexpr base::Millis kRemembered{500};
constexpr std::size_t kShards = 16;
constexpr std::size_t kMostPerShard = 4096;

constexpr ledger::sql::Sql kFindAccess =
    "select t.expires_at, t.family_id, f.user_id, f.scope, f.revoked_at, u.username, u.role,"
    " u.disabled, c.disabled, p.code, p.disabled, f.created_at from access_tokens t"
    " join token_families f on f.project_id = t.project_id and f.family_id = t.family_id"
    " join users u on u.project_id = t.project_id and u.user_id = f.user_id"
    " join clients c on c.project_id = t.project_id and c.client_id = f.client_id"
    " join projects p on p.project_id = t.project_id"
    " where t.project_id = $1 and t.token_sha256 = $2";

Error refused(Cause cause, std::string code, std::string sentence) {
  return {cause, sentence, {{"", std::move(code), sentence}}};
}
Error invalid_token() {
  return refused(Cause::kUnauthenticated, "INVALID_TOKEN", "The access token is not valid");
}
Error expired_token() {
  return refused(Cause::kUnauthenticated, "TOKEN_EXPIRED", "The access token expired");
}

struct DigestHash {
  std::size_t operator()(const base::Sha256& digest) const {
    std::size_t out = 0;
    std::memcpy(&out, digest.data(), sizeof out);
    return out;
  }
};

// Principals of tokens that were verified a moment ago.
class RecentTokens {
 public:
  struct Entry {
    Principal principal;
    base::Time verified;
    std::uint64_t epoch;
  };

  std::optional<Principal> find(const base::Sha256& digest, base::Time now, std::uint64_t epoch) {
    Shard& shard = shard_of(digest);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.entries.find(digest);
    if (found == shard.entries.end()) return std::nullopt;
    const Entry& entry = found->second;
    const base::Millis age = now - entry.verified;
    if (entry.epoch == epoch && age >= base::Millis{0} && age < kRemembered) return entry.principal;
    shard.entries.erase(found);
    return std::nullopt;
  }

  void remember(const base::Sha256& digest, Entry entry) {
    Shard& shard = shard_of(digest);
    const std::lock_guard lock(shard.mutex);
    if (shard.entries.size() >= kMostPerShard) shard.entries.clear();
    shard.entries.insert_or_assign(digest, std::move(entry));
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::unordered_map<base::Sha256, Entry, DigestHash> entries;
  };
  // The map uses the first bytes; the shard is chosen by the last.
  Shard& shard_of(const base::Sha256& digest) { return shards_[digest.back() % kShards]; }

  std::array<Shard, kShards> shards_;
};

}  // namespace

class Tokens::Impl {
 public:
  Impl(ledger::Ledger& ledger, const base::Clock& clock) : ledger_(ledger), clock_(clock) {}

  Result<Principal> authenticate(std::string_view token) {
    const auto project = project_of_token(token);
    if (!project) return invalid_token();
    const base::Sha256 digest = base::sha256(token);
    const base::Time now = clock_.now();
    // Before the read: a revocation that comes in between must outdate what is remembered.
    const std::uint64_t epoch = ledger_.cache_epoch();
    if (auto recent = recent_.find(digest, now, epoch)) {
      if (now >= recent->expires) return expired_token();
      return std::move(*recent);
    }
    VEDETTE_ASSIGN(Principal principal, look_up(*project, digest, now));
    recent_.remember(digest, {principal, now, epoch});
    return principal;
  }

 private:
  Result<Principal> look_up(base::ProjectId project, const base::Sha256& digest, base::Time now) {
    const auto scope = ScopeIssuer::for_authentication();
    return ledger_.read(scope, [&](OperatorReader& reader) -> Result<Principal> {
      VEDETTE_ASSIGN(const auto row,
                     reader.maybe<base::Time, base::TokenFamilyId, base::UserId, std::string,
                                  std::optional<base::Time>, std::string, std::string, bool, bool,
                                  std::string, bool, base::Time>(kFindAccess, project, digest));
      if (!row) return invalid_token();
      const auto& [expires, family, user, scope_text, revoked, username, role_text, user_disabled,
                   client_disabled, code, project_disabled, signed_in] = *row;
      const auto role = parse_role(role_text);
      const auto scopes = AccessScopes::parse(scope_text);
      if (!role || !scopes) return Error(Cause::kCorrupt, "a user or token family is damaged");
      if (revoked || user_disabled || client_disabled) return invalid_token();
      if (now >= expires) return expired_token();
      if (project_disabled)
        return refused(Cause::kForbidden, "PROJECT_DISABLED", "The project is disabled");
      return Principal{
          scope.project(project), user, username, code, *role, *scopes, family, expires, signed_in};
    });
  }

  ledger::Ledger& ledger_;
  const base::Clock& clock_;
  RecentTokens recent_;
};

Tokens::Tokens(ledger::Ledger& ledger, const base::Clock& clock)
    : impl_(std::make_unique<Impl>(ledger, clock)) {}
Tokens::~Tokens() = default;

Result<Principal> Tokens::authenticate(std::string_view access_token) {
  return impl_->authenticate(access_token);
}

}  // namespace vedette::service
