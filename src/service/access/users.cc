#include "service/access/users.h"

#include <fmt/format.h>

#include "base/encoding.h"
#include "service/access/token_rows.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using ledger::AuditPayload;
using ledger::ProjectReader;
using ledger::ProjectScope;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr std::size_t kMaxNameBytes = 128;

constexpr ProjectSql kInsert =
    "insert into users (project_id, user_id, username, password_hash, role, created_at)"
    " values ($1, $2, $3, $4, $5, $6)";
constexpr ProjectSql kList =
    "select user_id, username, role, disabled, created_at from users where project_id = $1"
    " order by username";
constexpr ProjectSql kFind =
    "select user_id, username, role, disabled, created_at from users where project_id = $1"
    " and username = $2";
constexpr ProjectSql kSetDisabled =
    "update users set disabled = $3 where project_id = $1 and user_id = $2";
constexpr ProjectSql kSetRole = "update users set role = $3 where project_id = $1 and user_id = $2";
constexpr ProjectSql kProjectCode = "select code from projects where project_id = $1";
constexpr ProjectSql kSetPassword =
    "update users set password_hash = $3 where project_id = $1 and user_id = $2";

using Row = std::tuple<base::UserId, std::string, std::string, bool, base::Time>;

Result<User> user_of(const Row& row) {
  const auto& [id, username, role_text, disabled, created] = row;
  const auto role = parse_role(role_text);
  if (!role) return Error(Cause::kCorrupt, "a user has an unknown role");
  return User{id, username, *role, disabled, created};
}

Result<void> check_username(std::string_view username) {
  bool good = !username.empty() && username.size() <= kMaxNameBytes && base::is_utf8(username);
  for (const char c : username)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == ':') good = false;
  if (good) return {};
  return Error(Cause::kInvalidInput,
               fmt::format("a user name has 1 to {} bytes of text without colons and control "
                           "characters",
                           kMaxNameBytes));
}

Result<std::optional<User>> find(ProjectWriter& writer, std::string_view username) {
  VEDETTE_ASSIGN(
      const auto row,
      writer.maybe<base::UserId, std::string, std::string, bool, base::Time>(kFind, username));
  if (!row) return std::optional<User>();
  VEDETTE_ASSIGN(User user, user_of(*row));
  return std::optional<User>(std::move(user));
}

void audit(ProjectWriter& writer, const UserActor& actor, std::string_view action,
           const AuditPayload& payload) {
  writer.audit({std::string(action), actor.name, actor.request_id, payload.json(), 0});
}

Result<void> check_may_change(const UserActor& actor, const User& user, const UserChange& change) {
  if (!actor.user || user.role != Role::kOperator) return {};
  const bool only_password = !change.role && !change.disabled;
  if (*actor.user == user.id && only_password) return {};
  const std::string message = fmt::format(
      "{} is an operator of the installation. An operator is changed at the command line alone, "
      "save their password by themselves.",
      user.username);
  return Error(Cause::kForbidden, message, {{"", "OPERATOR_ACCOUNT", message}});
}

AuditPayload payload_of(const User& user) {
  AuditPayload payload;
  payload.add("username", user.username).add("userId", user.id.value());
  return payload;
}

}  // namespace

Result<User> Users::add(const ProjectScope& scope, const UserActor& actor,
                        std::string_view username, std::string_view password, Role role) {
  VEDETTE_TRY(check_username(username));
  VEDETTE_ASSIGN(const std::string hash, this->hash(scope, username, password));
  return ledger_.write(scope, [&](ProjectWriter& writer) -> Result<User> {
    VEDETTE_ASSIGN(const auto existing, find(writer, username));
    if (existing)
      return Error(Cause::kConflict,
                   fmt::format("user {} exists already in this project", username));
    VEDETTE_ASSIGN(const std::int64_t number, next_number(writer, "user"));
    const User added{base::UserId(number), std::string(username), role, false, clock_.now()};
    VEDETTE_TRY(
        writer.execute(kInsert, added.id, added.username, hash, role_name(role), added.created));
    audit(writer, actor, "user.added", payload_of(added).add("role", role_name(role)));
    return added;
  });
}

Result<std::vector<User>> Users::list(const ProjectScope& scope) {
  return ledger_.read(scope, [](ProjectReader& reader) -> Result<std::vector<User>> {
    VEDETTE_ASSIGN(const auto rows,
                   reader.rows<base::UserId, std::string, std::string, bool, base::Time>(kList));
    std::vector<User> out;
    for (const auto& row : rows) {
      VEDETTE_ASSIGN(User user, user_of(row));
      out.push_back(std::move(user));
    }
    return out;
  });
}

Result<User> Users::change(const ProjectScope& scope, const UserActor& actor,
                           std::string_view username, const UserChange& change) {
  std::optional<std::string> hash;
  if (change.password) {
    VEDETTE_ASSIGN(hash, this->hash(scope, username, *change.password));
  }
  return ledger_.write(scope, [&](ProjectWriter& writer) -> Result<User> {
    VEDETTE_ASSIGN(auto user, find(writer, username));
    if (!user) return Error(Cause::kNotFound, fmt::format("no user {} in this project", username));
    VEDETTE_TRY(check_may_change(actor, *user, change));
    if (change.disabled && *change.disabled != user->disabled) {
      user->disabled = *change.disabled;
      VEDETTE_TRY(writer.execute(kSetDisabled, user->id, user->disabled));
      writer.outdate_caches();
      auto payload = payload_of(*user);
      // Who is disabled because a laptop was stolen does not get the session back when enabled.
      if (user->disabled) {
        VEDETTE_ASSIGN(const std::int64_t ended, revoke_user(writer, user->id, clock_.now()));
        payload.add("endedFamilies", ended);
      }
      audit(writer, actor, user->disabled ? "user.disabled" : "user.enabled", std::move(payload));
    }
    if (change.role && *change.role != user->role) {
      user->role = *change.role;
      VEDETTE_TRY(writer.execute(kSetRole, user->id, role_name(user->role)));
      writer.outdate_caches();
      audit(writer, actor, "user.role_set", payload_of(*user).add("role", role_name(user->role)));
    }
    if (hash) {
      VEDETTE_TRY(writer.execute(kSetPassword, user->id, *hash));
      VEDETTE_ASSIGN(const std::int64_t ended, revoke_user(writer, user->id, clock_.now()));
      audit(writer, actor, "user.password_set", payload_of(*user).add("endedFamilies", ended));
    }
    return *user;
  });
}

Result<std::int64_t> Users::change_own_password(const Principal& principal,
                                                const std::string& request_id,
                                                std::string_view password) {
  VEDETTE_ASSIGN(const std::string hashed, hash(principal.scope, principal.username, password));
  const UserActor actor{fmt::format("user:{}", principal.user.value()), request_id, principal.user};
  return ledger_.write(principal.scope, [&](ProjectWriter& writer) -> Result<std::int64_t> {
    VEDETTE_ASSIGN(const auto user, find(writer, principal.username));
    if (!user || user->id != principal.user)
      return Error(Cause::kNotFound, fmt::format("no user {} in this project", principal.username));
    VEDETTE_TRY(writer.execute(kSetPassword, user->id, hashed));
    VEDETTE_ASSIGN(const std::int64_t ended,
                   revoke_other_families(writer, user->id, principal.family, clock_.now()));
    audit(writer, actor, "user.password_set", payload_of(*user).add("endedFamilies", ended));
    return ended;
  });
}

Result<std::string> Users::hash(const ProjectScope& scope, std::string_view username,
                                std::string_view password) {
  VEDETTE_ASSIGN(const std::string code,
                 ledger_.read(scope, [](ProjectReader& reader) -> Result<std::string> {
                   VEDETTE_ASSIGN(const auto row, reader.maybe<std::string>(kProjectCode));
                   return row ? std::get<0>(*row) : std::string();
                 }));
  return passwords_.hash(password, {username, code});
}

}  // namespace vedette::service
