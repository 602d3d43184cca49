#include "service/monitoring/review_job_rows.h"

#include <tuple>
#include <utility>

#include "base/digest.h"

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::RowSeal;
using ledger::RowSeals;
using ledger::SealedContent;
using ledger::sql::Bytes;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;

constexpr std::size_t kIdBytes = 16;
constexpr int kJobSealVersion = 1;
constexpr int kItemSealVersion = 1;

constexpr ProjectSql kInsertJob =
    "insert into review_jobs (project_id, job_id, created_at, finished_at, actor, username,"
    " request_id, client_user_id, comment, rating, undoes, total, seal)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
constexpr ProjectSql kInsertItem =
    "insert into review_job_items (project_id, job_id, item, family, record_id, qr_code,"
    " from_status, to_status, match_version, seal)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
constexpr ProjectSql kFindJob =
    "select created_at, finished_at, actor, username, request_id, client_user_id, comment, rating,"
    " coalesce(undoes, ''), stopped, total, reached, stored, seal from review_jobs"
    " where project_id = $1 and job_id = $2";
constexpr ProjectSql kFindUndo =
    "select job_id from review_jobs where project_id = $1 and undoes = $2";
constexpr ProjectSql kWaitingItems =
    "select item, family, record_id, qr_code, from_status, to_status, match_version, seal"
    " from review_job_items where project_id = $1 and job_id = $2 and item >= $3"
    " order by item limit $4";
constexpr ProjectSql kStoredItems =
    "select item, family, record_id, qr_code, from_status, to_status, match_version, seal"
    " from review_job_items where project_id = $1 and job_id = $2 and result = 1 order by item";
constexpr ProjectSql kSettleItem =
    "update review_job_items set result = $4 where project_id = $1 and job_id = $2 and item = $3";
constexpr ProjectSql kMoveJob =
    "update review_jobs set reached = $3, stored = $4, finished_at = $5"
    " where project_id = $1 and job_id = $2";
constexpr ProjectSql kStopJob =
    "update review_jobs set stopped = 1, finished_at = $3"
    " where project_id = $1 and job_id = $2 and finished_at is null";

SealedContent content_of(base::ProjectId project, const StoredJob& stored) {
  const ReviewJob& job = stored.job;
  SealedContent content("review_jobs", kJobSealVersion, project);
  content.add(job.id).add(job.created.unix_millis).add(stored.actor).add(job.username);
  content.add(stored.request_id).add(stored.client_user_id).add(job.comment).add(stored.rating);
  content.add(job.undoes).add(job.total);
  return content;
}

SealedContent content_of(base::ProjectId project, const std::string& job, std::int64_t number,
                         const ReviewJobItem& item) {
  SealedContent content("review_job_items", kItemSealVersion, project);
  content.add(job).add(number).add(family_number(item.family)).add(item.record_id);
  content.add(item.qr_code).add(static_cast<std::int64_t>(item.from));
  content.add(static_cast<std::int64_t>(item.to)).add(item.match_version);
  return content;
}

template <class Reader>
Result<std::optional<StoredJob>> job_of(Reader& reader, const std::string& id) {
  VEDETTE_ASSIGN(
      auto row,
      (reader.template maybe<Time, std::optional<Time>, std::string, std::string, std::string,
                             std::string, std::string, std::string, std::string, bool, std::int64_t,
                             std::int64_t, std::int64_t, RowSeal>(kFindJob, id)));
  std::optional<StoredJob> out;
  if (!row) return out;
  auto& stored = out.emplace();
  auto& [created, finished, actor, username, request_id, client_user_id, comment, rating, undoes,
         stopped, total, reached, done, seal] = *row;
  stored.job = {
      id,    created, finished, std::move(username), std::move(comment), std::move(undoes), stopped,
      total, reached, done};
  stored.actor = std::move(actor);
  stored.request_id = std::move(request_id);
  stored.client_user_id = std::move(client_user_id);
  stored.rating = std::move(rating);
  stored.sealed = reader.seals().fits(seal, content_of(reader.project(), stored));
  return out;
}

template <class... Arguments>
Result<std::vector<NumberedItem>> read_items(ProjectWriter& writer, const std::string& job,
                                             const ProjectSql& sql, const Arguments&... arguments) {
  VEDETTE_ASSIGN(auto rows,
                 (writer.rows<std::int64_t, std::int64_t, OwnedBytes, std::int64_t, std::int64_t,
                              std::int64_t, std::int64_t, RowSeal>(sql, job, arguments...)));
  std::vector<NumberedItem> out;
  out.reserve(rows.size());
  for (auto& [number, family, record_id, qr_code, from, to, version, seal] : rows) {
    NumberedItem& each = out.emplace_back();
    each.number = number;
    each.item = {family_of_number(family),       std::string(record_id.bytes), qr_code,
                 static_cast<MatchStatus>(from), static_cast<MatchStatus>(to), version};
    each.sealed = writer.seals().fits(seal, content_of(writer.project(), job, number, each.item));
  }
  return out;
}

Result<void> insert_row(ProjectWriter& writer, const StoredJob& stored) {
  const ReviewJob& job = stored.job;
  const RowSeal seal = writer.seals().seal(content_of(writer.project(), stored));
  const std::optional<std::string> undone =
      job.undoes.empty() ? std::nullopt : std::optional<std::string>(job.undoes);
  VEDETTE_TRY(writer.execute(kInsertJob, job.id, job.created, job.finished, stored.actor,
                             job.username, stored.request_id, stored.client_user_id, job.comment,
                             stored.rating, undone, job.total, seal));
  return {};
}

Result<void> insert_item(ProjectWriter& writer, const std::string& job, std::int64_t number,
                         const ReviewJobItem& item) {
  const RowSeal seal = writer.seals().seal(content_of(writer.project(), job, number, item));
  VEDETTE_TRY(writer.execute(kInsertItem, job, number, family_number(item.family),
                             Bytes{item.record_id}, item.qr_code,
                             static_cast<std::int64_t>(item.from),
                             static_cast<std::int64_t>(item.to), item.match_version, seal));
  return {};
}

}  // namespace

Result<std::optional<StoredJob>> find_job(ProjectReader& reader, const std::string& id) {
  return job_of(reader, id);
}

Result<std::optional<StoredJob>> find_job(ProjectWriter& writer, const std::string& id) {
  return job_of(writer, id);
}

Result<std::optional<std::string>> find_undo(ProjectWriter& writer, const std::string& id) {
  VEDETTE_ASSIGN(auto row, writer.maybe<std::string>(kFindUndo, id));
  std::optional<std::string> out;
  if (row) out = std::move(std::get<0>(*row));
  return out;
}

Result<std::vector<NumberedItem>> waiting_items(ProjectWriter& writer, const std::string& id,
                                                std::int64_t from, std::int64_t most) {
  return read_items(writer, id, kWaitingItems, from, most);
}

Result<std::vector<NumberedItem>> stored_items(ProjectWriter& writer, const std::string& id) {
  return read_items(writer, id, kStoredItems);
}

Result<ReviewJob> insert_job(ProjectWriter& writer, const Actor& actor,
                             const ReviewJobRequest& request, const std::string& undoes, Time now) {
  StoredJob stored;
  ReviewJob& job = stored.job;
  job.id = base::random_token(kIdBytes);
  job.created = now;
  job.username = actor.username;
  job.comment = request.comment;
  job.undoes = undoes;
  job.total = static_cast<std::int64_t>(request.items.size());
  if (job.total == 0) job.finished = now;
  stored.actor = actor.name;
  stored.request_id = actor.request_id;
  stored.client_user_id = request.client_user_id;
  stored.rating = request.rating;
  VEDETTE_TRY(insert_row(writer, stored));
  std::int64_t number = 0;
  for (const ReviewJobItem& item : request.items)
    VEDETTE_TRY(insert_item(writer, job.id, number++, item));
  ledger::AuditPayload payload;
  payload.add("id", job.id).add("matches", job.total).add("clientComment", job.comment);
  if (!undoes.empty()) payload.add("undoes", undoes);
  writer.audit({"review_job.started", actor.name, actor.request_id, payload.json(), 0});
  return job;
}

Result<void> settle_item(ProjectWriter& writer, const std::string& id, std::int64_t number,
                         ItemResult result) {
  VEDETTE_TRY(writer.bookkeep(kSettleItem, id, number, static_cast<std::int64_t>(result)));
  return {};
}

Result<void> move_job(ProjectWriter& writer, const ReviewJob& job) {
  VEDETTE_TRY(writer.bookkeep(kMoveJob, job.id, job.settled, job.stored, job.finished));
  return {};
}

Result<void> stop_job(ProjectWriter& writer, const std::string& id, Time now) {
  VEDETTE_TRY(writer.bookkeep(kStopJob, id, now));
  return {};
}

}  // namespace vedette::service
