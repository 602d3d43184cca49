#include "service/monitoring/case_items.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "base/encoding.h"
#include "service/monitoring/case_item_rows.h"
#include "service/monitoring/record_rows.h"
#include "service/monitoring/records.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;

Error refusal(Cause cause, std::string_view code, const std::string& message) {
  return {cause, message, {{"", std::string(code), message}}};
}

Error item_not_found() {
  return refusal(Cause::kNotFound, "ITEM_NOT_FOUND", "The case has no such item.");
}

// The number of the record of a case.
template <class Reader>
Result<std::int64_t> record_of(Reader& reader, const CaseKey& key) {
  VEDETTE_ASSIGN(const auto record, find_record(reader, key.family, key.record_id));
  if (!record) return record_not_found();
  return record->number;
}

ledger::AuditPayload payload_of(const CaseKey& key, const CaseItem& item) {
  ledger::AuditPayload payload;
  payload.add("family", profile::to_text(key.family)).add("id", key.record_id);
  payload.add("item", item.number).add("kind", to_text(item.kind));
  if (!item.comment.empty()) payload.add("comment", item.comment);
  if (!item.name.empty()) payload.add("name", item.name);
  if (item.kind == CaseItemKind::kFile) payload.add("bytes", item.bytes).add("sha256", item.sha256);
  if (item.kind == CaseItemKind::kLink)
    payload.add("linkKind", to_text(item.link_kind))
        .add("linkFamily", profile::to_text(item.link_family))
        .add("linkId", item.link_id);
  return payload;
}

std::string action_of(CaseItemKind kind) {
  switch (kind) {
    case CaseItemKind::kFile:
      return "case.file_added";
    case CaseItemKind::kLink:
      return "case.link_added";
    case CaseItemKind::kComment:
      break;
  }
  return "case.commented";
}

Result<void> check_room(const std::vector<CaseItem>& items, CaseItemKind kind) {
  if (std::ssize(items) >= kMostItemsOfCase)
    return refusal(
        Cause::kConflict, "CASE_FULL",
        fmt::format("The case has {} comments, files and links already.", kMostItemsOfCase));
  const auto files = std::ranges::count_if(items, [](const CaseItem& each) {
    return each.kind == CaseItemKind::kFile && !each.is_removed();
  });
  if (kind == CaseItemKind::kFile && files >= kMostFilesOfCase)
    return refusal(
        Cause::kConflict, "CASE_FULL",
        fmt::format("The case has {} files already. Remove one first.", kMostFilesOfCase));
  return {};
}

// A link to a record takes the name that the record has now.
Result<void> complete_link(ProjectWriter& writer, CaseItem& item) {
  if (item.link_kind != CaseLinkKind::kRecord) return {};
  VEDETTE_ASSIGN(const auto linked, find_record(writer, item.link_family, item.link_id));
  if (!linked) return refusal(Cause::kNotFound, "LINK_NOT_FOUND", "There is no such record.");
  item.name = linked->criteria.name;
  return {};
}

Result<const CaseItem*> file_of(const std::vector<CaseItem>& items, std::int64_t number) {
  if (number < 1 || number > std::ssize(items)) return item_not_found();
  const CaseItem& item = items[static_cast<std::size_t>(number - 1)];
  if (item.kind != CaseItemKind::kFile || item.is_removed()) return item_not_found();
  return &item;
}

}  // namespace

std::string_view to_text(CaseItemKind kind) {
  switch (kind) {
    case CaseItemKind::kFile:
      return "file";
    case CaseItemKind::kLink:
      return "link";
    case CaseItemKind::kComment:
      break;
  }
  return "comment";
}

std::string_view to_text(CaseLinkKind kind) {
  if (kind == CaseLinkKind::kNone) return "";
  return kind == CaseLinkKind::kRecord ? "record" : "profile";
}

Result<CaseItem> add_case_item(ledger::Ledger& ledger, const Actor& actor, const CaseKey& key,
                               CaseItem item, const std::string& content) {
  if (item.kind == CaseItemKind::kFile) {
    item.bytes = std::ssize(content);
    item.sha256 = base::hex(base::as_text(base::sha256(content)));
  }
  item.actor = actor.name;
  item.username = actor.username;
  item.request_id = actor.request_id;
  item.at = ledger.clock().now();
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<CaseItem> {
    VEDETTE_ASSIGN(const std::int64_t record, record_of(writer, key));
    VEDETTE_ASSIGN(const std::vector<CaseItem> items, items_of(writer, record));
    VEDETTE_TRY(check_room(items, item.kind));
    VEDETTE_TRY(complete_link(writer, item));
    item.number = std::ssize(items) + 1;
    VEDETTE_TRY(insert_item(writer, record, item));
    if (item.kind == CaseItemKind::kFile)
      VEDETTE_TRY(insert_content(writer, record, item.number, content));
    writer.audit(
        {action_of(item.kind), actor.name, actor.request_id, payload_of(key, item).json(), 0});
    return item;
  });
}

Result<CaseItem> remove_case_item(ledger::Ledger& ledger, const Actor& actor, const CaseKey& key,
                                  std::int64_t number, bool anybody) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<CaseItem> {
    VEDETTE_ASSIGN(const std::int64_t record, record_of(writer, key));
    VEDETTE_ASSIGN(std::vector<CaseItem> items, items_of(writer, record));
    if (number < 1 || number > std::ssize(items)) return item_not_found();
    CaseItem item = std::move(items[static_cast<std::size_t>(number - 1)]);
    if (item.is_removed()) return item_not_found();
    if (item.kind == CaseItemKind::kComment)
      return refusal(Cause::kConflict, "COMMENT_STAYS", "Comments are not removed.");
    if (!anybody && item.actor != actor.name)
      return refusal(Cause::kConflict, "NOT_YOUR_ITEM", "Only its author or an admin removes it.");
    item.removed = ledger.clock().now();
    item.removed_by = actor.username;
    VEDETTE_TRY(update_item(writer, record, item));
    writer.audit(
        {"case.item_removed", actor.name, actor.request_id, payload_of(key, item).json(), 0});
    return item;
  });
}

Result<AttachedFile> read_case_file(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                    const CaseKey& key, std::int64_t number) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<AttachedFile> {
    VEDETTE_ASSIGN(const std::int64_t record, record_of(reader, key));
    VEDETTE_ASSIGN(const std::vector<CaseItem> items, items_of(reader, record));
    VEDETTE_ASSIGN(const CaseItem* item, file_of(items, number));
    VEDETTE_ASSIGN(std::string content, content_of(reader, record, *item));
    return AttachedFile{*item, std::move(content)};
  });
}

Result<std::vector<AttachedFile>> read_case_files(ledger::Ledger& ledger,
                                                  const ledger::ProjectScope& scope,
                                                  const CaseKey& key) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<std::vector<AttachedFile>> {
    VEDETTE_ASSIGN(const std::int64_t record, record_of(reader, key));
    VEDETTE_ASSIGN(const std::vector<CaseItem> items, items_of(reader, record));
    std::vector<AttachedFile> out;
    for (const CaseItem& item : items) {
      if (item.kind != CaseItemKind::kFile || item.is_removed()) continue;
      VEDETTE_ASSIGN(std::string content, content_of(reader, record, item));
      out.push_back({item, std::move(content)});
    }
    return out;
  });
}

}  // namespace vedette::service
