#include "service/access/token_rows.h"

#include <algorithm>

#include "base/check.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorWriter;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

// Expired access tokens stay this long, so that their users are told "expired" and not "unknown".
constexpr base::Millis kKeepExpiredAccess = base::days(7);

constexpr ProjectSql kNextNumber =
    "insert into counters (project_id, name, value) values ($1, $2, 1)"
    " on conflict (project_id, name) do update set value = counters.value + 1 returning value";
constexpr ProjectSql kInsertFamily =
    "insert into token_families (project_id, family_id, user_id, client_id, scope, created_at,"
    " expires_at, generation, rotated_at, refresh_expires_at, console)"
    " values ($1, $2, $3, $4, $5, $6, $7, 1, $6, $8, $9)";
constexpr ProjectSql kInsertAccess =
    "insert into access_tokens (project_id, token_sha256, family_id, issued_at, expires_at)"
    " values ($1, $2, $3, $4, $5)";
constexpr ProjectSql kInsertRefresh =
    "insert into refresh_tokens (project_id, token_sha256, family_id, generation, expires_at)"
    " values ($1, $2, $3, $4, $5)";
// The newest family that is one too many; that one and all older ones lose their refresh token.
constexpr ProjectSql kFirstTooMany =
    "select family_id from token_families where project_id = $1 and user_id = $2"
    " and revoked_at is null and refresh_closed_at is null and refresh_expires_at > $3"
    " order by family_id desc limit 1 offset $4";
constexpr ProjectSql kCloseOlder =
    "update token_families set refresh_closed_at = $3 where project_id = $1 and user_id = $2"
    " and family_id <= $4 and revoked_at is null and refresh_closed_at is null";
constexpr ProjectSql kFindRefresh =
    "select r.family_id, f.user_id, f.client_id, f.scope, u.disabled, r.generation, r.expires_at,"
    " f.generation, f.rotated_at, f.expires_at, f.refresh_closed_at, f.revoked_at"
    " from refresh_tokens r"
    " join token_families f on f.project_id = r.project_id and f.family_id = r.family_id"
    " join users u on u.project_id = f.project_id and u.user_id = f.user_id"
    " where r.project_id = $1 and r.token_sha256 = $2";
constexpr ProjectSql kRotate =
    "update token_families set generation = generation + 1, rotated_at = $4,"
    " refresh_expires_at = $5 where project_id = $1 and family_id = $2 and generation = $3"
    " and revoked_at is null and refresh_closed_at is null";
constexpr ProjectSql kRevokeFamily =
    "update token_families set revoked_at = $3 where project_id = $1 and family_id = $2"
    " and revoked_at is null";
constexpr ProjectSql kRevokeUser =
    "update token_families set revoked_at = $3 where project_id = $1 and user_id = $2"
    " and revoked_at is null";
constexpr ProjectSql kRevokeOthers =
    "update token_families set revoked_at = $4 where project_id = $1 and user_id = $2"
    " and family_id <> $3 and revoked_at is null";
constexpr ProjectSql kRevokeClient =
    "update token_families set revoked_at = $3 where project_id = $1 and client_id = $2"
    " and revoked_at is null";

constexpr Sql kDeleteAccess =
    "delete from access_tokens where (project_id, token_sha256) in (select project_id,"
    " token_sha256 from access_tokens where expires_at < $1 order by expires_at limit $2)";
constexpr Sql kDeleteRefresh =
    "delete from refresh_tokens where (project_id, token_sha256) in (select project_id,"
    " token_sha256 from refresh_tokens where expires_at < $1 order by expires_at limit $2)";
// A long-lived access token may outlive the refresh tokens of its family.
constexpr Sql kDeleteFamilies =
    "delete from token_families where (project_id, family_id) in (select f.project_id, f.family_id"
    " from token_families f where f.expires_at < $1"
    " and not exists (select 1 from access_tokens a where a.project_id = f.project_id"
    " and a.family_id = f.family_id)"
    " and not exists (select 1 from refresh_tokens r where r.project_id = f.project_id"
    " and r.family_id = f.family_id) order by f.expires_at limit $2)";
constexpr Sql kDeleteThrottles =
    "delete from login_throttles where key_sha256 in (select key_sha256 from login_throttles"
    " where blocked_until < $1 order by blocked_until limit $2)";
constexpr Sql kDeleteIdempotency =
    "delete from idempotency_keys where (project_id, key_sha256) in (select project_id, key_sha256"
    " from idempotency_keys where expires_at < $1 order by expires_at limit $2)";

}  // namespace

Result<std::int64_t> next_number(ProjectWriter& writer, std::string_view kind) {
  VEDETTE_ASSIGN(const auto row, writer.execute_returning<std::int64_t>(kNextNumber, kind));
  VEDETTE_CHECK(row.has_value());
  return std::get<0>(*row);
}

Result<base::TokenFamilyId> insert_family(ProjectWriter& writer, const NewFamily& family) {
  VEDETTE_ASSIGN(const std::int64_t number, next_number(writer, "family"));
  VEDETTE_TRY(writer.execute(kInsertFamily, number, family.user, family.client, family.scope,
                             family.now, family.expires, family.refresh_expires, family.console));
  return base::TokenFamilyId(number);
}

Result<void> insert_access(ProjectWriter& writer, const NewAccess& access) {
  VEDETTE_TRY(
      writer.execute(kInsertAccess, access.digest, access.family, access.now, access.expires));
  return {};
}

Result<void> insert_tokens(ProjectWriter& writer, const NewTokenPair& pair) {
  VEDETTE_TRY(insert_access(writer, {pair.family, pair.access, pair.now, pair.access_expires}));
  VEDETTE_TRY(writer.execute(kInsertRefresh, pair.refresh, pair.family, pair.generation,
                             pair.refresh_expires));
  return {};
}

Result<std::int64_t> close_oldest_families(ProjectWriter& writer, base::UserId user,
                                           std::int64_t keep, base::Time now) {
  VEDETTE_ASSIGN(const auto row, writer.maybe<std::int64_t>(kFirstTooMany, user, now, keep));
  if (!row) return 0;
  return writer.execute(kCloseOlder, user, now, std::get<0>(*row));
}

template <class ReaderOrWriter>
Result<std::optional<RefreshRow>> find_refresh(ReaderOrWriter& ledger, const base::Sha256& digest) {
  VEDETTE_ASSIGN(
      const auto row,
      ledger.template maybe<base::TokenFamilyId, base::UserId, base::ClientId, std::string, bool,
                            std::int64_t, base::Time, std::int64_t, base::Time, base::Time,
                            std::optional<base::Time>, std::optional<base::Time>>(kFindRefresh,
                                                                                  digest));
  if (!row) return std::optional<RefreshRow>();
  const auto& [family, user, client, scope, user_disabled, generation, expires, current, rotated,
               family_expires, closed, revoked] = *row;
  return std::optional<RefreshRow>(
      RefreshRow{family, user, client, scope, user_disabled,
                 PresentedRefresh{generation, expires, current, rotated, family_expires,
                                  closed.has_value(), revoked.has_value()}});
}
template Result<std::optional<RefreshRow>> find_refresh(ProjectReader&, const base::Sha256&);
template Result<std::optional<RefreshRow>> find_refresh(ProjectWriter&, const base::Sha256&);

Result<bool> rotate_family(ProjectWriter& writer, const Rotation& rotation) {
  VEDETTE_ASSIGN(const std::int64_t changed,
                 writer.execute(kRotate, rotation.family, rotation.from_generation, rotation.now,
                                rotation.refresh_expires));
  return changed == 1;
}

Result<bool> revoke_family(ProjectWriter& writer, base::TokenFamilyId family, base::Time now) {
  VEDETTE_ASSIGN(const std::int64_t changed, writer.execute(kRevokeFamily, family, now));
  writer.outdate_caches();
  return changed > 0;
}

Result<std::int64_t> revoke_user(ProjectWriter& writer, base::UserId user, base::Time now) {
  writer.outdate_caches();
  return writer.execute(kRevokeUser, user, now);
}

Result<std::int64_t> revoke_other_families(ProjectWriter& writer, base::UserId user,
                                           base::TokenFamilyId kept, base::Time now) {
  writer.outdate_caches();
  return writer.execute(kRevokeOthers, user, kept, now);
}

Result<std::int64_t> revoke_client(ProjectWriter& writer, base::ClientId client, base::Time now) {
  writer.outdate_caches();
  return writer.execute(kRevokeClient, client, now);
}

Result<Expired> delete_expired(OperatorWriter& writer, base::Time now, std::int64_t chunk) {
  Expired gone;
  VEDETTE_ASSIGN(gone.access, writer.execute(kDeleteAccess, now - kKeepExpiredAccess, chunk));
  VEDETTE_ASSIGN(gone.refresh, writer.execute(kDeleteRefresh, now, chunk));
  VEDETTE_ASSIGN(gone.families, writer.execute(kDeleteFamilies, now, chunk));
  VEDETTE_ASSIGN(gone.throttles, writer.execute(kDeleteThrottles, now, chunk));
  VEDETTE_ASSIGN(gone.answers, writer.execute(kDeleteIdempotency, now, chunk));
  if (gone.most() > 0)
    writer.audit({"tokens.cleaned", "service", "",
                  ledger::AuditPayload()
                      .add("accessTokens", gone.access)
                      .add("refreshTokens", gone.refresh)
                      .add("families", gone.families)
                      .add("throttles", gone.throttles)
                      .add("idempotencyKeys", gone.answers)
                      .add("asOf", base::iso_seconds(now))
                      .json(),
                  0});
  return gone;
}

}  // namespace vedette::service
