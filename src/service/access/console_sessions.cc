#include "service/access/console_sessions.h"

#include <fmt/format.h>

#include <algorithm>

#include "service/access/token_rows.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr ProjectSql kFind =
    "select f.expires_at, p.company from token_families f"
    " join projects p on p.project_id = f.project_id"
    " where f.project_id = $1 and f.family_id = $2 and f.console = 1 and f.revoked_at is null";

Error no_session() {
  return {Cause::kUnauthenticated,
          "This is not a session of the console",
          {{"", "INVALID_TOKEN", "This is not a session of the console"}}};
}

template <class ReaderOrWriter>
Result<ConsoleSession> find(ReaderOrWriter& ledger, base::TokenFamilyId family) {
  VEDETTE_ASSIGN(const auto row, ledger.template maybe<base::Time, std::string>(kFind, family));
  if (!row) return no_session();
  return ConsoleSession{std::get<1>(*row), std::get<0>(*row)};
}

ledger::AuditEntry entry(std::string_view action, const Principal& principal,
                         const Caller& caller) {
  return {std::string(action), fmt::format("user:{}", principal.user.value()), caller.request_id,
          ledger::AuditPayload()
              .add("familyId", principal.family.value())
              .add("address", caller.address)
              .json(),
          0};
}

}  // namespace

Result<ConsoleSession> ConsoleSessions::describe(const Principal& principal) {
  return ledger_.read(principal.scope,
                      [&](ProjectReader& reader) { return find(reader, principal.family); });
}

Result<OpenedSession> ConsoleSessions::extend(const Principal& principal, const Caller& caller) {
  const NewToken token = make_token(principal.scope.project());
  return ledger_.write(principal.scope, [&](ProjectWriter& writer) -> Result<OpenedSession> {
    const base::Time now = clock_.now();
    VEDETTE_ASSIGN(const ConsoleSession session, find(writer, principal.family));
    const base::Time expires = std::min(now + idle_, session.ends);
    VEDETTE_TRY(insert_access(writer, {principal.family, token.digest, now, expires}));
    writer.audit(entry("session.extended", principal, caller));
    return OpenedSession{token.text, expires};
  });
}

Result<void> ConsoleSessions::end(const Principal& principal, const Caller& caller) {
  return ledger_.write(principal.scope, [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_TRY(find(writer, principal.family));
    VEDETTE_TRY(revoke_family(writer, principal.family, clock_.now()));
    writer.audit(entry("session.closed", principal, caller));
    return {};
  });
}

}  // namespace vedette::service
