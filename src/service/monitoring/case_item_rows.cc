#include "service/monitoring/case_item_rows.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "base/encoding.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::RowSeal;
using ledger::SealedContent;
using ledger::sql::Bytes;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;

constexpr int kItemSealVersion = 1;

constexpr ProjectSql kItems =
    "select item, kind, at, actor, username, request_id, comment, name, media_type, bytes, sha256,"
    " link_kind, link_family, link_id, removed_at, removed_by, seal from case_items"
    " where project_id = $1 and record_number = $2 order by item";
constexpr ProjectSql kInsert =
    "insert into case_items (project_id, record_number, item, kind, at, actor, username,"
    " request_id, comment, name, media_type, bytes, sha256, link_kind, link_family, link_id, seal)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";
constexpr ProjectSql kUpdate =
    "update case_items set comment = $4, name = $5, link_id = $6, removed_at = $7, removed_by = $8,"
    " seal = $9 where project_id = $1 and record_number = $2 and item = $3";
constexpr ProjectSql kContent =
    "select content from case_files where project_id = $1 and record_number = $2 and item = $3";
constexpr ProjectSql kInsertContent =
    "insert into case_files (project_id, record_number, item, content) values ($1, $2, $3, $4)";
constexpr ProjectSql kDeleteContent =
    "delete from case_files where project_id = $1 and record_number = $2 and item = $3";
constexpr ProjectSql kDeleteContents =
    "delete from case_files where project_id = $1 and record_number between $2 and $3";
constexpr ProjectSql kDeleteItems =
    "delete from case_items where project_id = $1 and record_number between $2 and $3";

std::int64_t number_of(CaseItemKind kind) {
  return static_cast<std::int64_t>(kind);
}
std::int64_t number_of(CaseLinkKind kind) {
  return static_cast<std::int64_t>(kind);
}

SealedContent sealed_content(base::ProjectId project, std::int64_t record, const CaseItem& item) {
  SealedContent content("case_items", kItemSealVersion, project);
  content.add(record).add(item.number).add(number_of(item.kind)).add(item.at.unix_millis);
  content.add(item.actor).add(item.username).add(item.request_id).add(item.comment);
  content.add(item.name).add(item.media_type).add(item.bytes).add(item.sha256);
  content.add(number_of(item.link_kind)).add(family_number(item.link_family)).add(item.link_id);
  content.add(item.removed.unix_millis).add(item.removed_by);
  return content;
}

template <class Reader>
base::Error altered(const Reader& reader, std::int64_t record, std::int64_t item) {
  reader.seals().found_altered(fmt::format("case item {} of record {} of project {}", item, record,
                                           reader.project().value()));
  const std::string sentence = "What was added to the case was altered in the database.";
  return {base::Cause::kCorrupt, sentence, {{"", "RECORD_ALTERED", sentence}}};
}

bool is_known(std::int64_t kind, std::int64_t link_kind) {
  return kind >= 0 && kind <= number_of(CaseItemKind::kLink) && link_kind >= 0 &&
         link_kind <= number_of(CaseLinkKind::kProfile);
}

}  // namespace

template <class Reader>
Result<std::vector<CaseItem>> items_of(Reader& reader, std::int64_t record_number) {
  VEDETTE_ASSIGN(
      auto rows,
      (reader.template rows<std::int64_t, std::int64_t, base::Time, std::string, std::string,
                            std::string, std::string, std::string, std::string, std::int64_t,
                            std::string, std::int64_t, std::int64_t, std::string, base::Time,
                            std::string, RowSeal>(kItems, record_number)));
  std::vector<CaseItem> out;
  out.reserve(rows.size());
  for (auto& [number, kind, at, actor, username, request, comment, name, media, bytes, sha256,
              link_kind, link_family, link_id, removed, removed_by, seal] : rows) {
    const std::int64_t expected = static_cast<std::int64_t>(out.size()) + 1;
    if (!is_known(kind, link_kind)) return altered(reader, record_number, expected);
    CaseItem& item = out.emplace_back();
    item = {.number = number,
            .kind = static_cast<CaseItemKind>(kind),
            .at = at,
            .actor = std::move(actor),
            .username = std::move(username),
            .request_id = std::move(request),
            .comment = std::move(comment),
            .name = std::move(name),
            .media_type = std::move(media),
            .bytes = bytes,
            .sha256 = std::move(sha256),
            .link_kind = static_cast<CaseLinkKind>(link_kind),
            .link_family = family_of_number(link_family),
            .link_id = std::move(link_id),
            .removed = removed,
            .removed_by = std::move(removed_by)};
    if (number != expected ||
        !reader.seals().fits(seal, sealed_content(reader.project(), record_number, item)))
      return altered(reader, record_number, expected);
  }
  return out;
}
template Result<std::vector<CaseItem>> items_of(ProjectReader& reader, std::int64_t record_number);
template Result<std::vector<CaseItem>> items_of(ProjectWriter& reader, std::int64_t record_number);

Result<std::string> content_of(ProjectReader& reader, std::int64_t record_number,
                               const CaseItem& item) {
  VEDETTE_ASSIGN(auto row, reader.maybe<OwnedBytes>(kContent, record_number, item.number));
  if (!row || base::hex(base::as_text(base::sha256(std::get<0>(*row).bytes))) != item.sha256)
    return altered(reader, record_number, item.number);
  return std::move(std::get<0>(*row).bytes);
}

Result<void> insert_item(ProjectWriter& writer, std::int64_t record_number, const CaseItem& item) {
  const RowSeal seal = writer.seals().seal(sealed_content(writer.project(), record_number, item));
  VEDETTE_TRY(writer.execute(kInsert, record_number, item.number, number_of(item.kind), item.at,
                             item.actor, item.username, item.request_id, item.comment, item.name,
                             item.media_type, item.bytes, item.sha256, number_of(item.link_kind),
                             family_number(item.link_family), item.link_id, seal));
  return {};
}

Result<void> insert_content(ProjectWriter& writer, std::int64_t record_number, std::int64_t item,
                            const std::string& content) {
  VEDETTE_TRY(writer.execute(kInsertContent, record_number, item, Bytes{content}));
  return {};
}

Result<void> update_item(ProjectWriter& writer, std::int64_t record_number, const CaseItem& item) {
  const RowSeal seal = writer.seals().seal(sealed_content(writer.project(), record_number, item));
  VEDETTE_TRY(writer.execute(kUpdate, record_number, item.number, item.comment, item.name,
                             item.link_id, item.removed, item.removed_by, seal));
  if (item.is_removed()) VEDETTE_TRY(writer.execute(kDeleteContent, record_number, item.number));
  return {};
}

Result<void> remove_case_items(ProjectWriter& writer, const NumberRange& records) {
  VEDETTE_TRY(writer.execute(kDeleteContents, records.first, records.last));
  VEDETTE_TRY(writer.execute(kDeleteItems, records.first, records.last));
  return {};
}

}  // namespace vedette::service
