#include "service/screening/searches.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "base/encoding.h"
#include "service/access/token_rows.h"
#include "service/screening/search_digest.h"
#include "service/screening/search_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::AuditPayload;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::BulkTarget;
using ledger::sql::Bytes;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;

constexpr std::size_t kIdBytes = 32;
constexpr std::size_t kHitBytes = kIdBytes + 1;
// Hits with a confidence stand behind this mark: no list of hits without one begins with it,
// because a resource id is a digest.
constexpr std::string_view kAssessedMark("VHITS-2\0", 8);
constexpr std::size_t kAssessedBytes = kHitBytes + 1;
constexpr std::size_t kRefRandomBytes = 6;  // 8 characters

constexpr ProjectSql kInsertSearch =
    "insert into searches (project_id, search_id, ref, at, user_id, request_id, generation,"
    " engine_version, batch_items, completed_at, question, total, hits, parties)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
constexpr ProjectSql kFind =
    "select s.search_id, s.ref, s.at, s.user_id, u.username, s.request_id, s.generation,"
    " s.engine_version, s.batch_items, s.completed_at, s.question, s.total, s.hits, s.parties"
    " from searches s left join users u on u.project_id = s.project_id and u.user_id = s.user_id"
    " where s.project_id = $1 and s.ref = $2";
constexpr ProjectSql kItems =
    "select item, item_key, question, failure, total, hits from search_items"
    " where project_id = $1 and search_id = $2 and item >= $3 order by item limit $4";
constexpr ProjectSql kComplete =
    "update searches set completed_at = $3, total = $4 where project_id = $1 and search_id = $2";
constexpr BulkTarget kItemRows("search_items",
                               "project_id, search_id, item, item_key, question, failure, total, "
                               "hits");

std::string packed(const std::vector<RecordedHit>& hits) {
  std::string bytes;
  const bool assessed = !hits.empty() && std::ranges::all_of(hits, [](const RecordedHit& hit) {
    return hit.confidence.has_value();
  });
  bytes.reserve(kAssessedMark.size() + hits.size() * kAssessedBytes);
  if (assessed) bytes += kAssessedMark;
  for (const RecordedHit& hit : hits) {
    bytes += base::as_text(hit.resource_id);
    bytes += static_cast<char>(hit.score);
    if (assessed) bytes += static_cast<char>(*hit.confidence);
  }
  return bytes;
}

Result<std::vector<RecordedHit>> unpacked(std::string_view bytes) {
  const bool assessed = bytes.starts_with(kAssessedMark);
  if (assessed) bytes.remove_prefix(kAssessedMark.size());
  const std::size_t width = assessed ? kAssessedBytes : kHitBytes;
  if (bytes.size() % width != 0)
    return base::Error(base::Cause::kCorrupt, "a recorded search has a cut list of hits");
  std::vector<RecordedHit> hits(bytes.size() / width);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const std::string_view each = bytes.substr(i * width, width);
    each.copy(reinterpret_cast<char*>(hits[i].resource_id.data()), kIdBytes);
    hits[i].score = static_cast<unsigned char>(each[kIdBytes]);
    if (assessed) hits[i].confidence = static_cast<unsigned char>(each[kHitBytes]);
  }
  return hits;
}

SearchIdentity new_identity(base::Time now) {
  return {0, fmt::format("{}-{}", now.unix_seconds(), base::random_token(kRefRandomBytes)), now};
}

ledger::AuditEntry entry(std::string_view action, const Asker& asker, const AuditPayload& payload) {
  return {std::string(action), fmt::format("user:{}", asker.user.value()), asker.request_id,
          payload.json(), 0};
}

}  // namespace

Result<SearchIdentity> Searches::record(const Asker& asker, const NewSearch& search) {
  const std::string question = to_json(search.question);
  const std::string hits = packed(search.hits);
  const std::string digest = search_digest(question, search.total, hits);
  const SearchIdentity fresh = new_identity(search.asked);
  return ledger_.write(asker.scope, [&](ProjectWriter& writer) -> Result<SearchIdentity> {
    SearchIdentity identity = fresh;
    VEDETTE_ASSIGN(identity.id, next_number(writer, "search"));
    VEDETTE_TRY(writer.execute(kInsertSearch, identity.id, identity.ref, identity.at, asker.user,
                               asker.request_id, search.basis.generation,
                               search.basis.engine_version, 0, identity.at, question, search.total,
                               Bytes{hits}, search.basis.parties));
    writer.audit(entry("search.made", asker,
                       AuditPayload()
                           .add("id", identity.id)
                           .add("ref", identity.ref)
                           .add("generation", static_cast<std::int64_t>(search.basis.generation))
                           .add("engine", search.basis.engine_version)
                           .add("parties", search.basis.parties)
                           .add("total", static_cast<std::int64_t>(search.total))
                           .add("sha256", digest)));
    return identity;
  });
}

Result<SearchIdentity> Searches::begin_batch(const Asker& asker, const std::string& question,
                                             const SearchBasis& basis, std::int64_t items) {
  const SearchIdentity fresh = new_identity(ledger_.clock().now());
  const std::string digest = search_digest(question, 0, "");
  return ledger_.write(asker.scope, [&](ProjectWriter& writer) -> Result<SearchIdentity> {
    SearchIdentity identity = fresh;
    VEDETTE_ASSIGN(identity.id, next_number(writer, "search"));
    VEDETTE_TRY(writer.execute(kInsertSearch, identity.id, identity.ref, identity.at, asker.user,
                               asker.request_id, basis.generation, basis.engine_version, items,
                               std::nullopt, question, 0, Bytes{""}, basis.parties));
    writer.audit(entry("search.batch_begun", asker,
                       AuditPayload()
                           .add("id", identity.id)
                           .add("ref", identity.ref)
                           .add("generation", static_cast<std::int64_t>(basis.generation))
                           .add("engine", basis.engine_version)
                           .add("parties", basis.parties)
                           .add("items", items)
                           .add("sha256", digest)));
    return identity;
  });
}

Result<void> Searches::record_items(const Asker& asker, const SearchIdentity& batch,
                                    std::int64_t first_item, std::span<const NewBatchItem> items) {
  std::vector<std::string> hits;
  hits.reserve(items.size());
  ItemsDigest digest(kItemsForm);
  for (const NewBatchItem& item : items) {
    hits.push_back(packed(item.hits));
    digest.add(item.key, item.question, item.failure, item.total, hits.back());
  }
  const std::string sha256 = digest.finish();
  return ledger_.write(asker.scope, [&](ProjectWriter& writer) -> Result<void> {
    std::vector<ledger::sql::Value> cells;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const NewBatchItem& item = items[i];
      cells.emplace_back(batch.id);
      cells.emplace_back(first_item + static_cast<std::int64_t>(i));
      cells.emplace_back(std::string_view(item.key));
      cells.emplace_back(std::string_view(item.question));
      cells.emplace_back(std::string_view(item.failure));
      cells.emplace_back(static_cast<std::int64_t>(item.total));
      cells.emplace_back(Bytes{hits[i]});
    }
    VEDETTE_TRY(writer.bulk(kItemRows, cells));
    writer.audit(entry("search.batch_items", asker,
                       AuditPayload()
                           .add("id", batch.id)
                           .add("first", first_item)
                           .add("items", static_cast<std::int64_t>(items.size()))
                           .add("form", kItemsForm)
                           .add("sha256", sha256)));
    return {};
  });
}

Result<void> Searches::complete_batch(const Asker& asker, const SearchIdentity& batch,
                                      std::uint64_t total) {
  return ledger_.write(asker.scope, [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_TRY(writer.execute(kComplete, batch.id, ledger_.clock().now(), total));
    writer.audit(
        entry("search.batch_completed", asker,
              AuditPayload().add("id", batch.id).add("total", static_cast<std::int64_t>(total))));
    return {};
  });
}

Result<RecordedSearch> Searches::find(const ledger::ProjectScope& scope, const std::string& ref) {
  return ledger_.read(scope, [&](ProjectReader& reader) -> Result<RecordedSearch> {
    VEDETTE_ASSIGN(
        auto row,
        reader
            .maybe<std::int64_t, std::string, base::Time, base::UserId, std::optional<std::string>,
                   std::string, std::int64_t, std::string, std::int64_t, std::optional<base::Time>,
                   std::string, std::int64_t, OwnedBytes, std::string>(kFind, ref));
    if (!row) {
      const std::string message = fmt::format("this project has no search {}", ref);
      return base::Error(base::Cause::kNotFound, message, {{"", "SEARCH_NOT_FOUND", message}});
    }
    auto& [id, found_ref, at, user, username, request_id, generation, engine, items, completed,
           question, total, hits, parties] = *row;
    // Only an erasure leaves no question, and its entry in the chain says so.
    if (question.empty()) {
      const std::string message = fmt::format("the search {} was erased", ref);
      return base::Error(base::Cause::kNotFound, message,
                         {{"", std::string(kSearchErased), message}});
    }
    VEDETTE_TRY(check_search_row(reader, {id, found_ref, at, user.value(), request_id, generation,
                                          engine, items, question, total, hits.bytes, parties}));
    RecordedSearch search;
    search.identity = {id, std::move(found_ref), at};
    search.user = user;
    search.username = username.value_or("");
    search.request_id = std::move(request_id);
    search.basis = {static_cast<std::uint64_t>(generation), std::move(engine), std::move(parties)};
    search.batch_items = items;
    search.completed = completed;
    search.question = std::move(question);
    search.total = static_cast<std::uint64_t>(total);
    VEDETTE_ASSIGN(search.hits, unpacked(hits.bytes));
    return search;
  });
}

Result<std::vector<RecordedItem>> Searches::items(const ledger::ProjectScope& scope,
                                                  std::int64_t search_id, std::int64_t offset,
                                                  std::int64_t limit) {
  return ledger_.read(scope, [&](ProjectReader& reader) -> Result<std::vector<RecordedItem>> {
    VEDETTE_ASSIGN(
        auto rows,
        reader.rows<std::int64_t, std::string, std::string, std::string, std::int64_t, OwnedBytes>(
            kItems, search_id, offset, limit));
    std::vector<RecordedItem> items;
    items.reserve(rows.size());
    for (auto& [item, key, question, failure, total, hits] : rows) {
      RecordedItem& each = items.emplace_back();
      each.item = item;
      each.key = std::move(key);
      each.question = std::move(question);
      each.failure = std::move(failure);
      each.total = static_cast<std::uint64_t>(total);
      VEDETTE_ASSIGN(each.hits, unpacked(hits.bytes));
    }
    return items;
  });
}

}  // namespace vedette::service
