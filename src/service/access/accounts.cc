#include "service/access/accounts.h"

#include <fmt/format.h>

#include "base/encoding.h"
#include "service/access/credentials.h"
#include "service/access/token_rows.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using ledger::AuditPayload;
using ledger::OperatorReader;
using ledger::OperatorScope;
using ledger::OperatorWriter;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

constexpr std::size_t kMaxCodeBytes = 64;
constexpr std::size_t kMaxNameBytes = 128;
constexpr std::size_t kMaxCompanyBytes = 256;
constexpr std::string_view kOperator = "operator";
const UserActor kActor{std::string(kOperator), ""};

constexpr Sql kNextProject =
    "insert into counters (project_id, name, value) values (0, 'project', 1)"
    " on conflict (project_id, name) do update set value = counters.value + 1 returning value";
constexpr Sql kInsertProject =
    "insert into projects (project_id, code, company, created_at) values ($1, $2, $3, $4)";
constexpr Sql kListProjects =
    "select project_id, code, company, disabled, created_at from projects"
    " order by code";
constexpr Sql kFindProject =
    "select project_id, code, company, disabled, created_at from projects"
    " where code = $1";
constexpr Sql kDisableProject =
    "update projects set disabled = $2 where code = $1 and disabled <> $2";
constexpr ProjectSql kInsertClient =
    "insert into clients (project_id, client_id, label, created_at) values ($1, $2, $3, $4)";
constexpr ProjectSql kListClients =
    "select c.client_id, u.username, c.label, c.disabled, c.created_at from clients c"
    " left join users u on u.project_id = c.project_id and u.user_id = c.user_id"
    " where c.project_id = $1 order by c.client_id";
constexpr ProjectSql kDisableClient =
    "update clients set disabled = $3 where project_id = $1 and client_id = $2 and disabled <> $3";
constexpr ProjectSql kHasClient =
    "select client_id from clients where project_id = $1 and client_id = $2";
constexpr ProjectSql kRenewClient =
    "update clients set generation = generation + 1 where project_id = $1 and client_id = $2"
    " returning generation";

using ProjectRow = std::tuple<base::ProjectId, std::string, std::string, bool, base::Time>;

Project project_of(const ProjectRow& row) {
  const auto& [id, code, company, disabled, created] = row;
  return {id, code, company, disabled, created};
}

bool printable(std::string_view text, std::size_t most) {
  if (text.empty() || text.size() > most || !base::is_utf8(text)) return false;
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
  return true;
}

Result<void> check_code(std::string_view code) {
  constexpr std::string_view kAllowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  const bool dots_only = code.find_first_not_of('.') == std::string_view::npos;
  if (code.empty() || code.size() > kMaxCodeBytes || dots_only ||
      code.find_first_not_of(kAllowed) != std::string_view::npos)
    return Error(Cause::kInvalidInput,
                 fmt::format("a project code has 1 to {} letters, digits, dots, underscores and "
                             "hyphens",
                             kMaxCodeBytes));
  return {};
}

Error no_client(base::ClientId client) {
  return {Cause::kNotFound, fmt::format("no client {} in this project", client.value())};
}

ledger::AuditEntry entry(std::string_view action, const AuditPayload& payload) {
  return {std::string(action), std::string(kOperator), "", payload.json(), 0};
}

}  // namespace

Accounts::Accounts(ledger::Ledger& ledger, const base::Clock& clock, const ledger::ServerKey& key,
                   Passwords& passwords)
    : ledger_(ledger), clock_(clock), key_(key), users_(ledger, clock, passwords) {}

Result<Project> Accounts::add_project(const OperatorScope& scope, const NewProject& project) {
  VEDETTE_TRY(check_code(project.code));
  if (!printable(project.company, kMaxCompanyBytes))
    return Error(Cause::kInvalidInput,
                 fmt::format("a company name has 1 to {} bytes of text", kMaxCompanyBytes));
  return ledger_.write(scope, [&](OperatorWriter& writer) -> Result<Project> {
    VEDETTE_ASSIGN(const auto existing,
                   writer.maybe<base::ProjectId, std::string, std::string, bool, base::Time>(
                       kFindProject, project.code));
    if (existing)
      return Error(Cause::kConflict, fmt::format("project {} exists already", project.code));
    VEDETTE_ASSIGN(const auto number, writer.execute_returning<base::ProjectId>(kNextProject));
    const Project added{std::get<0>(number.value()), project.code, project.company, false,
                        clock_.now()};
    VEDETTE_TRY(writer.execute(kInsertProject, added.id, added.code, added.company, added.created));
    writer.audit(entry("project.added", AuditPayload()
                                            .add("code", added.code)
                                            .add("company", added.company)
                                            .add("projectId", added.id.value())));
    return added;
  });
}

Result<std::vector<Project>> Accounts::list_projects(const OperatorScope& scope) {
  return ledger_.read(scope, [](OperatorReader& reader) -> Result<std::vector<Project>> {
    VEDETTE_ASSIGN(
        const auto rows,
        reader.rows<base::ProjectId, std::string, std::string, bool, base::Time>(kListProjects));
    std::vector<Project> out;
    for (const auto& row : rows)
      out.push_back(project_of(row));
    return out;
  });
}

Result<Project> Accounts::find_project(const OperatorScope& scope, std::string_view code) {
  return ledger_.read(scope, [&](OperatorReader& reader) -> Result<Project> {
    VEDETTE_ASSIGN(const auto row,
                   reader.maybe<base::ProjectId, std::string, std::string, bool, base::Time>(
                       kFindProject, code));
    if (!row) return Error(Cause::kNotFound, fmt::format("no project {}", code));
    return project_of(*row);
  });
}

Result<void> Accounts::set_project_disabled(const OperatorScope& scope, std::string_view code,
                                            bool disabled) {
  VEDETTE_TRY(find_project(scope, code));
  return ledger_.write(scope, [&](OperatorWriter& writer) -> Result<void> {
    VEDETTE_ASSIGN(const auto changed, writer.execute(kDisableProject, code, disabled));
    if (changed == 0) return {};
    writer.outdate_caches();
    writer.audit(
        entry(disabled ? "project.disabled" : "project.enabled", AuditPayload().add("code", code)));
    return {};
  });
}

Result<User> Accounts::add_user(const OperatorScope& scope, const NewUser& user) {
  VEDETTE_ASSIGN(const Project project, find_project(scope, user.project_code));
  return users_.add(scope.project(project.id), kActor, user.username, user.password, user.role);
}

Result<std::vector<User>> Accounts::list_users(const OperatorScope& scope,
                                               std::string_view project_code) {
  VEDETTE_ASSIGN(const Project project, find_project(scope, project_code));
  return users_.list(scope.project(project.id));
}

Result<void> Accounts::set_user_disabled(const OperatorScope& scope, std::string_view project_code,
                                         std::string_view username, bool disabled) {
  VEDETTE_ASSIGN(const Project project, find_project(scope, project_code));
  VEDETTE_TRY(users_.change(scope.project(project.id), kActor, username,
                            {.role = {}, .disabled = disabled, .password = {}}));
  return {};
}

Result<void> Accounts::set_user_role(const OperatorScope& scope, std::string_view project_code,
                                     std::string_view username, Role role) {
  VEDETTE_ASSIGN(const Project project, find_project(scope, project_code));
  VEDETTE_TRY(users_.change(scope.project(project.id), kActor, username,
                            {.role = role, .disabled = {}, .password = {}}));
  return {};
}

Result<void> Accounts::set_password(const OperatorScope& scope, std::string_view project_code,
                                    std::string_view username, std::string_view password) {
  VEDETTE_ASSIGN(const Project project, find_project(scope, project_code));
  VEDETTE_TRY(users_.change(scope.project(project.id), kActor, username,
                            {.role = {}, .disabled = {}, .password = std::string(password)}));
  return {};
}

Result<ClientCredentials> Accounts::add_client(const OperatorScope& scope,
                                               std::string_view project_code,
                                               std::string_view label) {
  if (!label.empty() && !printable(label, kMaxNameBytes))
    return Error(Cause::kInvalidInput,
                 fmt::format("a label has up to {} bytes of text", kMaxNameBytes));
  VEDETTE_ASSIGN(const Project project, find_project(scope, project_code));
  return ledger_.write(
      scope.project(project.id), [&](ProjectWriter& writer) -> Result<ClientCredentials> {
        VEDETTE_ASSIGN(const std::int64_t number, next_number(writer, "client"));
        const auto client = client_number(project.id, number);
        if (!client) return Error(Cause::kTooLarge, "the project has too many clients");
        VEDETTE_TRY(writer.execute(kInsertClient, *client, label, clock_.now()));
        writer.audit(entry("client.added",
                           AuditPayload().add("clientId", client->value()).add("label", label)));
        return ClientCredentials{*client, client_secret(key_, *client, 1)};
      });
}

Result<std::vector<Client>> Accounts::list_clients(const OperatorScope& scope,
                                                   std::string_view project_code) {
  VEDETTE_ASSIGN(const Project project, find_project(scope, project_code));
  return ledger_.read(
      scope.project(project.id), [](ProjectReader& reader) -> Result<std::vector<Client>> {
        VEDETTE_ASSIGN(
            const auto rows,
            reader.rows<base::ClientId, std::optional<std::string>, std::string, bool, base::Time>(
                kListClients));
        std::vector<Client> out;
        for (const auto& [id, username, label, disabled, created] : rows)
          out.push_back({id, username.value_or(""), label, disabled, created});
        return out;
      });
}

Result<void> Accounts::set_client_disabled(const OperatorScope& scope,
                                           std::string_view project_code, base::ClientId client,
                                           bool disabled) {
  VEDETTE_ASSIGN(const Project project, find_project(scope, project_code));
  return ledger_.write(scope.project(project.id), [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_ASSIGN(const auto found, writer.maybe<base::ClientId>(kHasClient, client));
    if (!found) return no_client(client);
    VEDETTE_ASSIGN(const auto changed, writer.execute(kDisableClient, client, disabled));
    if (changed == 0) return {};
    writer.outdate_caches();
    AuditPayload payload;
    payload.add("clientId", client.value());
    if (disabled) {
      VEDETTE_ASSIGN(const std::int64_t ended, revoke_client(writer, client, clock_.now()));
      payload.add("endedFamilies", ended);
    }
    writer.audit(entry(disabled ? "client.disabled" : "client.enabled", std::move(payload)));
    return {};
  });
}

Result<ClientCredentials> Accounts::renew_client_secret(const OperatorScope& scope,
                                                        std::string_view project_code,
                                                        base::ClientId client) {
  VEDETTE_ASSIGN(const Project project, find_project(scope, project_code));
  return ledger_.write(
      scope.project(project.id), [&](ProjectWriter& writer) -> Result<ClientCredentials> {
        VEDETTE_ASSIGN(const auto row,
                       writer.execute_returning<std::int64_t>(kRenewClient, client));
        if (!row) return no_client(client);
        writer.audit(
            entry("client.secret_renewed", AuditPayload().add("clientId", client.value())));
        return ClientCredentials{client, client_secret(key_, client, std::get<0>(*row))};
      });
}

}  // namespace vedette::service
