#include "service/lists/list_audit.h"

#include "base/log.h"
#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::AuditPayload;
using ledger::OperatorWriter;

ledger::AuditEntry entry(std::string action, const ListActor& by, const AuditPayload& payload) {
  ledger::AuditEntry made;
  made.action = std::move(action);
  made.actor = by.name;
  made.request_id = by.request_id;
  made.payload = payload.json();
  return made;
}

AuditPayload imported_list(const ImportRequest& request, const ImportReport& report,
                           const ImportedList& list) {
  const lists::Account& account = list.account;
  AuditPayload payload;
  payload.add("list", account.list.id)
      .add("generation", static_cast<std::int64_t>(report.generation))
      .add("format", account.format)
      .add("published", profile::to_text(account.list.date))
      .add("sha256", list.checksum)
      .add("records", static_cast<std::int64_t>(account.records))
      .add("accepted", static_cast<std::int64_t>(account.accepted))
      .add("rejected", static_cast<std::int64_t>(account.rejected));
  if (request.allow_shrink) payload.add("allowShrink", "yes");
  if (request.allow_older) payload.add("allowOlder", "yes");
  return payload;
}

}  // namespace

Result<void> ListAudit::publish(const catalogue::GenerationFile& file, const Change& change) const {
  if (shared_ != nullptr) VEDETTE_TRY(shared_->offer(file));
  auto written = ledger_.write(ScopeIssuer::for_installation_work(),
                               [&](OperatorWriter& writer) -> Result<void> {
                                 VEDETTE_TRY(change(writer));
                                 if (shared_ != nullptr)
                                   VEDETTE_TRY(shared_->announce(writer, file));
                                 return {};
                               });
  // Not when the outcome is unknown: others may have been told of it.
  if (shared_ != nullptr && !written.ok() && written.error().cause == base::Cause::kConflict)
    shared_->withdraw(file);
  return written;
}

Result<void> ListAudit::imported(const ListActor& by, const ImportRequest& request,
                                 const ImportReport& report, const HeldLease& lease) const {
  return publish(report.file, [&](OperatorWriter& writer) -> Result<void> {
    if (lease.lease != nullptr) VEDETTE_TRY(lease.lease->check(writer, lease.fence));
    if (report.lists.empty())
      writer.audit(
          entry("lists.rebuilt", by,
                AuditPayload().add("generation", static_cast<std::int64_t>(report.generation))));
    for (const ImportedList& list : report.lists)
      writer.audit(entry("lists.imported", by, imported_list(request, report, list)));
    return {};
  });
}

Result<void> ListAudit::removed(const ListActor& by, const RemovalReport& report) const {
  return publish(report.file, [&](OperatorWriter& writer) -> Result<void> {
    AuditPayload payload;
    payload.add("list", report.list.key)
        .add("generation", static_cast<std::int64_t>(report.generation))
        .add("published", report.list.published)
        .add("sha256", report.list.checksum)
        .add("profiles", static_cast<std::int64_t>(report.profiles.removed));
    writer.audit(entry("lists.removed", by, payload));
    return {};
  });
}

Result<void> ListAudit::checked(const std::vector<ListCheck>& checks) const {
  return ledger_.write(ScopeIssuer::for_installation_work(),
                       [&](OperatorWriter& writer) -> Result<void> {
                         for (const ListCheck& check : checks)
                           VEDETTE_TRY(note_list_check(writer, check));
                         return {};
                       });
}

Result<void> ListAudit::pruned(const std::vector<std::uint64_t>& generations) const {
  std::string numbers;
  for (const std::uint64_t each : generations)
    numbers += (numbers.empty() ? "" : " ") + std::to_string(each);
  const auto count = static_cast<std::int64_t>(generations.size());
  base::log(base::LogLevel::kInfo, "removed generations past their time",
            {{"count", count}, {"numbers", numbers}});
  return ledger_.write(
      ScopeIssuer::for_installation_work(), [&](OperatorWriter& writer) -> Result<void> {
        writer.audit(
            entry("lists.pruned", {}, AuditPayload().add("count", count).add("numbers", numbers)));
        return {};
      });
}

}  // namespace vedette::service
