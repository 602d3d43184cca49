#include "service/access/password_check.h"

#include "base/encoding.h"
#include "base/log.h"
#include "service/access/token_failures.h"
#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::OperatorWriter;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

constexpr std::size_t kMaxNameBytes = 128;

constexpr Sql kFindByCode =
    "select p.project_id, p.company, p.disabled, u.user_id, u.username, u.password_hash,"
    " u.disabled from projects p join users u on u.project_id = p.project_id"
    " where p.code = $1 and u.username = $2";
constexpr ProjectSql kFindInProject =
    "select user_id, username, password_hash, disabled from users"
    " where project_id = $1 and username = $2";
constexpr Sql kFindBlock =
    "select blocked_until from login_throttles where key_sha256 = $1 and blocked_until > $2";
constexpr Sql kInsertBlock =
    "insert into login_throttles (key_sha256, blocked_until) values ($1, $2)"
    " on conflict (key_sha256) do update set blocked_until = excluded.blocked_until";

// Text that no account can have is looked up as the empty text, which none has either: to the
// database it would be an error, to the caller it must be a wrong password.
std::string_view possible_name(std::string_view text) {
  const bool possible = text.size() <= kMaxNameBytes && base::is_utf8(text) &&
                        text.find('\0') == std::string_view::npos;
  return possible ? text : std::string_view();
}

}  // namespace

PasswordCheck::PasswordCheck(ledger::Ledger& ledger, const base::Clock& clock, Passwords& passwords,
                             const SignInLimits& limits, SignInGate* gate)
    : ledger_(ledger),
      clock_(clock),
      passwords_(passwords),
      tries_(limits.failures_per_minute),
      gate_(gate),
      throttle_(limits.failures_per_minute, limits.throttled_addresses) {}

TokenAnswer<ProvenUser> PasswordCheck::prove(const CreateTokenRequest& request) {
  return check({request.project_code, request.username, request.password, request.caller,
                account_of_project(request.project_code, request.username), invalid_credentials()},
               [&] { return find_by_code(request.project_code, request.username); });
}

TokenAnswer<ProvenUser> PasswordCheck::prove(const ProvenClient& client,
                                             const std::string& username,
                                             const std::string& password, const Caller& caller) {
  return check(
      {client.project_code, username, password, caller,
       account_of_client(std::to_string(client.client.value()), username), invalid_user_grant()},
      [&] { return find_in_project(client, username); });
}

TokenAnswer<ProvenUser> PasswordCheck::check(const Attempt& attempt, const LookUp& look_up) {
  const base::Time now = clock_.now();
  const base::Sha256 key =
      throttle_key(attempt.project_code, attempt.username, attempt.caller.address);
  if (const auto until = throttle_.blocked_until(key, now)) return throttled(*until, now, tries_);
  const auto blocked = stored_block(key, now);
  if (!blocked.ok()) return token_failure_of(blocked.error());
  if (*blocked) return throttled(**blocked, now, tries_);
  auto candidate = look_up();
  if (!candidate.ok()) return token_failure_of(candidate.error());
  std::optional<std::string> hash;
  if (*candidate) hash = (*candidate)->user.password_hash;
  const auto fits = passwords_.verify(hash, attempt.password);
  if (!fits.ok()) return token_failure_of(fits.error());
  const bool success = *fits && !(*candidate)->disabled;
  if (gate_ != nullptr)
    gate_->settle({attempt.caller.address, attempt.account}, clock_.now(), success);
  const LoginThrottle::Outcome outcome = throttle_.settle(key, clock_.now(), success);
  if (outcome.blocked_until) return throttled(*outcome.blocked_until, clock_.now(), tries_);
  if (success) return std::move((*candidate)->user);
  if (const auto noted = note_failure(key, outcome.now_used_up, attempt); !noted.ok())
    return token_failure_of(noted.error());
  return attempt.refusal;
}

Result<std::optional<base::Time>> PasswordCheck::stored_block(const base::Sha256& key,
                                                              base::Time now) {
  return ledger_.read(ScopeIssuer::for_authentication(),
                      [&](OperatorReader& reader) -> Result<std::optional<base::Time>> {
                        VEDETTE_ASSIGN(const auto row,
                                       reader.maybe<base::Time>(kFindBlock, key, now));
                        return row ? std::optional(std::get<0>(*row)) : std::nullopt;
                      });
}

// A pair that has used up its tries is written down once, so that other nodes and a restarted
// server know it too. Single failures go to the log alone: a guesser must not fill the chain.
Result<void> PasswordCheck::note_failure(const base::Sha256& key, std::optional<base::Time> until,
                                         const Attempt& attempt) {
  base::log(base::LogLevel::kWarning, "a sign-in failed",
            {{"requestId", attempt.caller.request_id}});
  if (!until) return {};
  const bool nameable =
      !possible_name(attempt.project_code).empty() && !possible_name(attempt.username).empty();
  return ledger_.write(
      ScopeIssuer::for_authentication(), [&](OperatorWriter& writer) -> Result<void> {
        VEDETTE_TRY(writer.execute(kInsertBlock, key, *until));
        ledger::AuditPayload payload;
        if (nameable)
          payload.add("projectCode", attempt.project_code).add("username", attempt.username);
        payload.add("address", attempt.caller.address);
        writer.audit(
            {"sign_in.throttled", "service", attempt.caller.request_id, payload.json(), 0});
        return {};
      });
}

Result<std::optional<PasswordCheck::Candidate>> PasswordCheck::find_by_code(
    const std::string& code, const std::string& username) {
  const auto scope = ScopeIssuer::for_authentication();
  return ledger_.read(scope, [&](OperatorReader& reader) -> Result<std::optional<Candidate>> {
    VEDETTE_ASSIGN(const auto row, reader.maybe<base::ProjectId, std::string, bool, base::UserId,
                                                std::string, std::string, bool>(
                                       kFindByCode, possible_name(code), possible_name(username)));
    std::optional<Candidate> found;
    if (!row) return found;
    const auto& [project, company, project_disabled, user, name, hash, user_disabled] = *row;
    found.emplace(Candidate{ProvenUser{scope.project(project), user, name, company, hash},
                            project_disabled || user_disabled});
    return found;
  });
}

Result<std::optional<PasswordCheck::Candidate>> PasswordCheck::find_in_project(
    const ProvenClient& client, const std::string& username) {
  return ledger_.read(client.scope, [&](ProjectReader& reader) -> Result<std::optional<Candidate>> {
    VEDETTE_ASSIGN(const auto row, reader.maybe<base::UserId, std::string, std::string, bool>(
                                       kFindInProject, possible_name(username)));
    std::optional<Candidate> found;
    if (!row) return found;
    const auto& [user, name, hash, disabled] = *row;
    // A user's own client serves that user alone.
    const bool foreign = client.user && *client.user != user;
    found.emplace(Candidate{ProvenUser{client.scope, user, name, "", hash}, disabled || foreign});
    return found;
  });
}

}  // namespace vedette::service
