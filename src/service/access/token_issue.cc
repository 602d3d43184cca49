#include "service/access/token_issue.h"

#include <fmt/format.h>

#include <algorithm>

#include "service/access/token_failures.h"
#include "service/access/token_rows.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using ledger::AuditPayload;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr ProjectSql kStillFits =
    "select user_id from users where project_id = $1 and user_id = $2 and password_hash = $3"
    " and disabled = 0";
constexpr ProjectSql kFindOwnClient =
    "select client_id, generation, disabled from clients where project_id = $1 and user_id = $2";
constexpr ProjectSql kInsertOwnClient =
    "insert into clients (project_id, client_id, user_id, label, created_at)"
    " values ($1, $2, $3, '', $4)";
constexpr ProjectSql kFindAccess =
    "select t.family_id, f.client_id from access_tokens t"
    " join token_families f on f.project_id = t.project_id and f.family_id = t.family_id"
    " where t.project_id = $1 and t.token_sha256 = $2";
constexpr ProjectSql kEndAccess =
    "delete from access_tokens where project_id = $1 and token_sha256 = $2";

ledger::AuditEntry family_entry(std::string_view action, const ProvenClient& client,
                                base::TokenFamilyId family, std::int64_t generation,
                                const Caller& caller) {
  return {std::string(action), fmt::format("client:{}", client.client.value()), caller.request_id,
          AuditPayload()
              .add("familyId", family.value())
              .add("generation", generation)
              .add("address", caller.address)
              .json(),
          0};
}

// The account may have changed while the password was compared.
Result<void> check_unchanged(ProjectWriter& writer, const ProvenUser& user) {
  VEDETTE_ASSIGN(const auto fits,
                 writer.maybe<base::UserId>(kStillFits, user.user, user.password_hash));
  if (!fits) return Error(Cause::kUnauthenticated, "the account changed");
  return {};
}

}  // namespace

Result<IssuedTokens> TokenIssue::start(const Session& session) {
  const ledger::ProjectScope& scope = session.user.scope;
  IssuedTokens issued{
      make_token(scope.project()), make_token(scope.project()), {}, 1, session.scopes.text()};
  return ledger_.write(scope, [&](ProjectWriter& writer) -> Result<IssuedTokens> {
    const base::Time now = clock_.now();
    const base::UserId user = session.user.user;
    VEDETTE_TRY(check_unchanged(writer, session.user));
    if (session.client) {
      issued.client = *session.client;
    } else {
      VEDETTE_ASSIGN(const OwnClient own, own_client(writer, user));
      issued.client = own.id;
      issued.client_generation = own.generation;
    }
    const base::Time refresh_expires = now + lifetimes_.refresh;
    VEDETTE_ASSIGN(const auto family,
                   insert_family(writer, {user, issued.client, issued.scope, now,
                                          now + lifetimes_.family, refresh_expires}));
    VEDETTE_TRY(insert_tokens(writer, {family, 1, issued.access.digest, issued.refresh.digest, now,
                                       now + session.access_lifetime, refresh_expires}));
    VEDETTE_ASSIGN(const std::int64_t closed,
                   close_oldest_families(writer, user, limits_.families_per_user, now));
    writer.audit({std::string(session.action), fmt::format("user:{}", user.value()),
                  session.caller.request_id,
                  AuditPayload()
                      .add("familyId", family.value())
                      .add("clientId", issued.client.value())
                      .add("address", session.caller.address)
                      .add("closedFamilies", closed)
                      .json(),
                  0});
    return issued;
  });
}

Result<IssuedSession> TokenIssue::start_console(const ProvenUser& user, const Caller& caller) {
  return ledger_.write(user.scope, [&](ProjectWriter& writer) -> Result<IssuedSession> {
    const base::Time now = clock_.now();
    VEDETTE_TRY(check_unchanged(writer, user));
    VEDETTE_ASSIGN(const OwnClient own, own_client(writer, user.user));
    IssuedSession issued{make_token(user.scope.project()),
                         now + std::min(lifetimes_.console_idle, lifetimes_.console)};
    VEDETTE_ASSIGN(
        const auto family,
        insert_family(writer, {user.user, own.id, AccessScopes::all().text(), now,
                               now + lifetimes_.console, /*refresh_expires=*/now, true}));
    VEDETTE_TRY(insert_access(writer, {family, issued.access.digest, now, issued.expires}));
    writer.audit(
        {"session.opened", fmt::format("user:{}", user.user.value()), caller.request_id,
         AuditPayload().add("familyId", family.value()).add("address", caller.address).json(), 0});
    return issued;
  });
}

// The user's own client, made at the first sign-in.
Result<TokenIssue::OwnClient> TokenIssue::own_client(ProjectWriter& writer, base::UserId user) {
  VEDETTE_ASSIGN(const auto row,
                 writer.maybe<base::ClientId, std::int64_t, bool>(kFindOwnClient, user));
  if (row) {
    if (std::get<2>(*row)) return Error(Cause::kUnauthenticated, "the client is disabled");
    return OwnClient{std::get<0>(*row), std::get<1>(*row)};
  }
  VEDETTE_ASSIGN(const std::int64_t number, next_number(writer, "client"));
  const auto client = client_number(writer.project(), number);
  if (!client) return Error(Cause::kTooLarge, "the project has too many clients");
  VEDETTE_TRY(writer.execute(kInsertOwnClient, *client, user, clock_.now()));
  return OwnClient{*client, 1};
}

TokenAnswer<IssuedTokens> TokenIssue::renew(const ProvenClient& client,
                                            const std::string& refresh_token,
                                            base::Millis access_lifetime, const Caller& caller) {
  const base::Sha256 digest = base::sha256(refresh_token);
  // A read first: guesses must not queue for the writer.
  const auto known = ledger_.read(
      client.scope, [&](ProjectReader& reader) { return find_refresh(reader, digest); });
  if (!known.ok()) return token_failure_of(known.error());
  if (!*known) return invalid_refresh("");
  const base::ProjectId project = client.scope.project();
  IssuedTokens issued{make_token(project), make_token(project), client.client, 0, ""};
  const auto outcome = ledger_.write(client.scope, [&](ProjectWriter& writer) {
    return rotate(writer, client, digest, access_lifetime, caller, issued);
  });
  if (!outcome.ok()) return token_failure_of(outcome.error());
  switch (*outcome) {
    case Renewal::kRenewed:
      return issued;
    case Renewal::kUnknown:
      return invalid_refresh("");
    case Renewal::kExpired:
      return invalid_refresh("Token has expired");
    case Renewal::kRevoked:
      return invalid_refresh("Token has been revoked");
    case Renewal::kUsed:
      break;
  }
  return invalid_refresh("Token has been used already");
}

Result<TokenIssue::Renewal> TokenIssue::rotate(ProjectWriter& writer, const ProvenClient& client,
                                               const base::Sha256& digest,
                                               base::Millis access_lifetime, const Caller& caller,
                                               IssuedTokens& issued) {
  const base::Time now = clock_.now();
  VEDETTE_ASSIGN(const auto row, find_refresh(writer, digest));
  if (!row || row->client != client.client) return Renewal::kUnknown;
  if (row->user_disabled) return Renewal::kRevoked;
  const std::int64_t generation = row->presented.current_generation;
  switch (judge_refresh(row->presented, now, lifetimes_.refresh_reuse_leeway)) {
    case RefreshVerdict::kRotate:
      break;
    case RefreshVerdict::kExpired:
      return Renewal::kExpired;
    case RefreshVerdict::kRevoked:
      return Renewal::kRevoked;
    case RefreshVerdict::kJustUsed:
      return Renewal::kUsed;
    case RefreshVerdict::kReuse:
      VEDETTE_TRY(revoke_family(writer, row->family, now));
      writer.audit(family_entry("token.reuse_detected", client, row->family,
                                row->presented.generation, caller));
      return Renewal::kUsed;
  }
  const base::Time refresh_expires =
      std::min(now + lifetimes_.refresh, row->presented.family_expires);
  VEDETTE_ASSIGN(const bool won,
                 rotate_family(writer, {row->family, generation, now, refresh_expires}));
  if (!won) return Renewal::kUsed;
  VEDETTE_TRY(
      insert_tokens(writer, {row->family, generation + 1, issued.access.digest,
                             issued.refresh.digest, now, now + access_lifetime, refresh_expires}));
  issued.scope = row->scope;
  writer.audit(family_entry("token.refreshed", client, row->family, generation + 1, caller));
  return Renewal::kRenewed;
}

Result<bool> TokenIssue::end(const ProvenClient& client, const std::string& token,
                             const Caller& caller) {
  const base::Sha256 digest = base::sha256(token);
  return ledger_.write(client.scope, [&](ProjectWriter& writer) -> Result<bool> {
    VEDETTE_ASSIGN(const auto refresh, find_refresh(writer, digest));
    if (refresh) {
      if (refresh->client != client.client) return false;
      VEDETTE_ASSIGN(const bool ended, revoke_family(writer, refresh->family, clock_.now()));
      if (ended)
        writer.audit(family_entry("token.revoked", client, refresh->family,
                                  refresh->presented.generation, caller));
      return ended;
    }
    VEDETTE_ASSIGN(const auto access,
                   writer.maybe<base::TokenFamilyId, base::ClientId>(kFindAccess, digest));
    if (!access || std::get<1>(*access) != client.client) return false;
    VEDETTE_TRY(writer.execute(kEndAccess, digest));
    writer.outdate_caches();
    writer.audit(family_entry("access_token.revoked", client, std::get<0>(*access), 0, caller));
    return true;
  });
}

}  // namespace vedette::service
