#include "service/access/client_check.h"

#include "base/digest.h"
#include "service/access/credentials.h"
#include "service/access/token_failures.h"
#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

constexpr ledger::sql::Sql kFindClient =
    "select p.code, p.disabled, c.user_id, c.generation, c.disabled"
    " from clients c join projects p on p.project_id = c.project_id"
    " where c.project_id = $1 and c.client_id = $2";

}  // namespace

TokenAnswer<ProvenClient> ClientCheck::prove(std::string_view client_id, std::string_view secret) {
  const auto id = parse_client_id(client_id);
  if (!id) return invalid_client();
  const auto scope = ScopeIssuer::for_authentication();
  const base::ProjectId project = project_of_client(*id);
  const auto row = ledger_.read(scope, [&](ledger::OperatorReader& reader) {
    return reader.maybe<std::string, bool, std::optional<base::UserId>, std::int64_t, bool>(
        kFindClient, project, *id);
  });
  if (!row.ok()) return token_failure_of(row.error());
  // An unknown client costs the same computation as a known one.
  const std::int64_t generation = *row ? std::get<3>(**row) : 1;
  const bool fits = base::equal_in_constant_time(client_secret(key_, *id, generation), secret);
  if (!*row || !fits) return invalid_client();
  const auto& [code, project_disabled, user, ignored, disabled] = **row;
  if (project_disabled || disabled) return invalid_client();
  return ProvenClient{scope.project(project), *id, code, user};
}

}  // namespace vedette::service
