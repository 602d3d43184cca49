#include "service/monitoring/shared_views.h"

#include <fmt/format.h>

#include <algorithm>

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr ProjectSql kRead =
    "select page, name, query, saved_by, saved_at from shared_views where project_id = $1";
constexpr ProjectSql kCountOthers =
    "select count(*) from shared_views where project_id = $1 and (page <> $2 or name <> $3)";
constexpr ProjectSql kSave =
    "insert into shared_views (project_id, page, name, query, saved_by, saved_at)"
    " values ($1, $2, $3, $4, $5, $6)"
    " on conflict (project_id, page, name) do update set query = $4, saved_by = $5, saved_at = $6";
constexpr ProjectSql kDelete =
    "delete from shared_views where project_id = $1 and page = $2 and name = $3";

Error failure(Cause cause, std::string_view code, const std::string& message) {
  return {cause, message, {{"", std::string(code), message}}};
}

}  // namespace

Result<std::vector<SharedView>> read_views(ledger::Ledger& ledger,
                                           const ledger::ProjectScope& scope) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<std::vector<SharedView>> {
    VEDETTE_ASSIGN(
        auto rows,
        (reader.rows<std::string, std::string, std::string, std::string, base::Time>(kRead)));
    std::vector<SharedView> out;
    for (auto& [page, name, query, saved_by, saved] : rows)
      out.push_back(
          {std::move(page), std::move(name), std::move(query), std::move(saved_by), saved});
    // Sorted here: the order of text in a database depends on how it was set up.
    std::ranges::sort(out, {},
                      [](const SharedView& view) { return std::tie(view.page, view.name); });
    return out;
  });
}

Result<void> save_view(ledger::Ledger& ledger, const Actor& actor, const SharedView& view) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_ASSIGN(const auto others,
                   writer.maybe<std::int64_t>(kCountOthers, view.page, view.name));
    if (others && std::get<0>(*others) >= static_cast<std::int64_t>(kMostSharedViews))
      return failure(
          Cause::kConflict, "TOO_MANY_VIEWS",
          fmt::format("The project has {} views already. Delete one first.", kMostSharedViews));
    VEDETTE_TRY(writer.execute(kSave, view.page, view.name, view.query, actor.username,
                               ledger.clock().now()));
    ledger::AuditPayload payload;
    payload.add("page", view.page).add("name", view.name).add("query", view.query);
    writer.audit({"view.saved", actor.name, actor.request_id, payload.json(), 0});
    return {};
  });
}

Result<void> delete_view(ledger::Ledger& ledger, const Actor& actor, const std::string& page,
                         const std::string& name) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_ASSIGN(const std::int64_t deleted, writer.execute(kDelete, page, name));
    if (deleted == 0)
      return failure(Cause::kNotFound, "VIEW_NOT_FOUND", "There is no view of this name.");
    ledger::AuditPayload payload;
    payload.add("page", page).add("name", name);
    writer.audit({"view.deleted", actor.name, actor.request_id, payload.json(), 0});
    return {};
  });
}

}  // namespace vedette::service
