#include "service/access/sign_in.h"

#include "base/log.h"
#include "service/access/client_check.h"
#include "service/access/password_check.h"
#include "service/access/token_failures.h"
#include "service/access/token_issue.h"
#include "service/access/token_rows.h"
#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

using base::Cause;

std::int64_t whole_seconds(base::Millis span) {
  return span.count / 1000;
}

// An account that changed while its password was compared is refused like a wrong password.
TokenFailure start_failure(const base::Error& error, TokenFailure refusal) {
  return error.cause == Cause::kUnauthenticated ? refusal : token_failure_of(error);
}

}  // namespace

class SignIn::Impl {
 public:
  explicit Impl(const Parts& parts)
      : ledger_(parts.ledger),
        key_(parts.key),
        lifetimes_(parts.lifetimes),
        clients_(parts.ledger, parts.key),
        users_(parts.ledger, parts.clock, parts.passwords, parts.limits, parts.gate),
        tokens_(parts.ledger, parts.clock, parts.lifetimes, parts.limits) {}

  TokenAnswer<CreatedToken> create_token(const CreateTokenRequest& request) {
    const auto user = users_.prove(request);
    if (!user.ok()) return user.failure();
    const auto issued = tokens_.start({*user, std::nullopt, AccessScopes::all(), lifetimes_.access,
                                       "token.created", request.caller});
    if (!issued.ok()) return start_failure(issued.error(), invalid_credentials());
    return CreatedToken{issued->access.text,
                        issued->refresh.text,
                        issued->client.value(),
                        client_secret(key_, issued->client, issued->client_generation),
                        whole_seconds(lifetimes_.access),
                        issued->scope,
                        user->company,
                        user->username};
  }

  TokenAnswer<OpenedSession> open_session(const CreateTokenRequest& request) {
    const auto user = users_.prove(request);
    if (!user.ok()) return user.failure();
    const auto issued = tokens_.start_console(*user, request.caller);
    if (!issued.ok()) return start_failure(issued.error(), invalid_credentials());
    return OpenedSession{issued->access.text, issued->expires};
  }

  TokenAnswer<bool> confirm(const CreateTokenRequest& request) {
    const auto user = users_.prove(request);
    if (!user.ok()) return user.failure();
    return true;
  }

  TokenAnswer<RefreshedToken> refresh(const RefreshRequest& request) {
    const auto missing = MissingFields()
                             .check("refresh_token", request.refresh_token)
                             .check("client_id", request.client_id)
                             .check("client_secret", request.client_secret);
    if (missing.any()) return missing.failure();
    const auto client = clients_.prove(*request.client_id, *request.client_secret);
    if (!client.ok()) return client.failure();
    const auto issued =
        tokens_.renew(*client, *request.refresh_token, lifetimes_.access, request.caller);
    if (!issued.ok()) return issued.failure();
    return RefreshedToken{issued->access.text, issued->refresh.text,
                          whole_seconds(lifetimes_.access)};
  }

  TokenAnswer<GrantedToken> grant(const GrantRequest& request) {
    const bool by_password = request.grant_type == "password";
    if (!by_password && request.grant_type != "refresh_token") return unsupported_grant_type();
    MissingFields missing;
    missing.check("client_id", request.client_id);
    if (by_password) missing.check("username", request.username);
    if (by_password) missing.check("password", request.password);
    if (!by_password) missing.check("refresh_token", request.refresh_token);
    if (missing.any()) return missing.failure();
    const auto client = clients_.prove(*request.client_id, request.client_secret.value_or(""));
    if (!client.ok()) return client.failure();
    const auto scopes = AccessScopes::parse(request.scope.value_or(""));
    if (!scopes) return invalid_scope();
    return by_password ? grant_by_password(request, *client, *scopes)
                       : grant_by_refresh(request, *client);
  }

  TokenAnswer<bool> revoke(const RevokeRequest& request) {
    const auto missing = MissingFields()
                             .check("token", request.token)
                             .check("client_id", request.client_id)
                             .check("client_secret", request.client_secret);
    if (missing.any()) return missing.failure();
    const auto client = clients_.prove(*request.client_id, *request.client_secret);
    if (!client.ok()) return client.failure();
    const auto ended = tokens_.end(*client, *request.token, request.caller);
    if (!ended.ok()) return token_failure_of(ended.error());
    return true;
  }

  base::Result<std::int64_t> remove_expired(base::Time now, std::int64_t chunk) {
    VEDETTE_ASSIGN(const Expired gone, ledger_.write(ScopeIssuer::for_authentication(),
                                                     [&](ledger::OperatorWriter& writer) {
                                                       return delete_expired(writer, now, chunk);
                                                     }));
    if (gone.most() > 0)
      base::log(base::LogLevel::kInfo, "removed expired tokens",
                {{"accessTokens", gone.access},
                 {"refreshTokens", gone.refresh},
                 {"families", gone.families},
                 {"throttles", gone.throttles},
                 {"idempotencyKeys", gone.answers},
                 {"asOf", base::iso_seconds(now)}});
    return gone.most();
  }

 private:
  TokenAnswer<GrantedToken> grant_by_password(const GrantRequest& request,
                                              const ProvenClient& client, AccessScopes scopes) {
    const auto user = users_.prove(client, *request.username, *request.password, request.caller);
    if (!user.ok()) return user.failure();
    const base::Millis lifetime = lifetimes_.password_grant;
    const auto issued =
        tokens_.start({*user, client.client, scopes, lifetime, "token.granted", request.caller});
    if (!issued.ok()) return start_failure(issued.error(), invalid_user_grant());
    return GrantedToken{issued->access.text, issued->refresh.text, whole_seconds(lifetime),
                        issued->scope};
  }

  TokenAnswer<GrantedToken> grant_by_refresh(const GrantRequest& request,
                                             const ProvenClient& client) {
    const base::Millis lifetime = lifetimes_.password_grant;
    const auto issued = tokens_.renew(client, *request.refresh_token, lifetime, request.caller);
    if (!issued.ok()) return issued.failure();
    return GrantedToken{issued->access.text, issued->refresh.text, whole_seconds(lifetime),
                        issued->scope};
  }

  ledger::Ledger& ledger_;
  const ledger::ServerKey& key_;
  const TokenLifetimes lifetimes_;
  ClientCheck clients_;
  PasswordCheck users_;
  TokenIssue tokens_;
};

SignIn::SignIn(Parts parts) : impl_(std::make_unique<Impl>(parts)) {}
SignIn::~SignIn() = default;

TokenAnswer<CreatedToken> SignIn::create_token(const CreateTokenRequest& request) {
  return impl_->create_token(request);
}
TokenAnswer<OpenedSession> SignIn::open_session(const CreateTokenRequest& request) {
  return impl_->open_session(request);
}
TokenAnswer<bool> SignIn::confirm(const CreateTokenRequest& request) {
  return impl_->confirm(request);
}
TokenAnswer<RefreshedToken> SignIn::refresh(const RefreshRequest& request) {
  return impl_->refresh(request);
}
TokenAnswer<GrantedToken> SignIn::grant(const GrantRequest& request) {
  return impl_->grant(request);
}
TokenAnswer<bool> SignIn::revoke(const RevokeRequest& request) {
  return impl_->revoke(request);
}
base::Result<std::int64_t> SignIn::remove_expired(base::Time now, std::int64_t chunk) {
  return impl_->remove_expired(now, chunk);
}

}  // namespace vedette::service
