#include "service/monitoring/record_rows.h"

#include "base/check.h"
#include "service/monitoring/row_columns.h"
#include "service/monitoring/row_seals.h"
#include "service/screening/search_patterns.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::BulkTarget;
using ledger::sql::Bytes;
using ledger::sql::ProjectSql;
using ledger::sql::Value;

#define VEDETTE_RECORDS "select " VEDETTE_RECORD_COLUMNS " from records r" VEDETTE_CHUNK_OF_RECORD

constexpr ProjectSql kFind = VEDETTE_RECORDS
    " where r.project_id = $1 and r.family = $2 and r.record_id = $3 and r.deleted_at is null";
constexpr ProjectSql kByNumber =
    VEDETTE_RECORDS " where r.project_id = $1 and r.record_number = $2 and r.deleted_at is null";
constexpr ProjectSql kList = VEDETTE_RECORDS
    " where r.project_id = $1 and r.family = $2 and r.deleted_at is null"
    " and (r.created_at, r.record_id) > ($3, $4) and r.created_at >= $5 and r.created_at <= $6"
    " order by r.created_at, r.record_id limit $7 offset $8";
constexpr ProjectSql kListOpen = VEDETTE_RECORDS
    " where r.project_id = $1 and r.family = $2 and r.deleted_at is null"
    " and (r.created_at, r.record_id) > ($3, $4) and r.created_at >= $5 and r.created_at <= $6"
    " and r.open_count > 0 order by r.created_at, r.record_id limit $7 offset $8";
constexpr ProjectSql kListFound = VEDETTE_RECORDS
    " where r.project_id = $1 and r.family = $2 and r.deleted_at is null"
    " and (r.created_at, r.record_id) > ($3, $4) and r.created_at >= $5 and r.created_at <= $6"
    " and ($9 = 0 or r.open_count > 0) and (r.record_id = $10 or lower(r.name) like $11 escape '!'"
    " or ($12 <> '' and lower(r.name) like $12 escape '!')"
    " or ($13 <> '' and lower(r.name) like $13 escape '!')"
    " or ($14 <> '' and lower(r.name) like $14 escape '!'))"
    " order by r.created_at, r.record_id limit $7 offset $8";
constexpr ProjectSql kChunk = VEDETTE_RECORDS
    " where r.project_id = $1 and r.record_number >= $2 and r.record_number < $3"
    " and r.deleted_at is null order by r.record_number";
constexpr ProjectSql kStored = VEDETTE_RECORDS
    " where r.project_id = $1 and r.record_number > $2 order by r.record_number limit $3";

#undef VEDETTE_RECORDS

constexpr ProjectSql kTotals =
    "select records, open_records, open_matches, true_positive_matches, false_positive_matches,"
    " discarded_matches from family_totals where project_id = $1 and family = $2";
constexpr ProjectSql kTakeNumbers =
    "insert into counters (project_id, name, value) values ($1, $2, $3)"
    " on conflict (project_id, name) do update set value = counters.value + $3 returning value";
constexpr BulkTarget kInsert{
    "records",
    "project_id, record_number, family, record_id, name, countries, dob, gender, details, "
    "name_cut, "
    "created_at,"
    " updated_at, criteria_version, open_count, true_positive_count, false_positive_count,"
    " discarded_count, screened_generation, screened_engine, screened_settings, screened_at, seal"};
constexpr ProjectSql kUpdate =
    "update records set name = $3, countries = $4, dob = $5, gender = $6, updated_at = $7,"
    " criteria_version = $8, open_count = $9, true_positive_count = $10,"
    " false_positive_count = $11, discarded_count = $12, screened_generation = $13,"
    " screened_engine = $14, screened_settings = $15, screened_at = $16, name_cut = $17,"
    " details = $18, seal = $19"
    " where project_id = $1 and record_number = $2";
constexpr ProjectSql kSettle =
    "update records set screened_generation = $3, seal = $4 where project_id = $1"
    " and record_number = $2";
constexpr ProjectSql kSeal =
    "update records set seal = $3 where project_id = $1 and record_number = $2";
constexpr ProjectSql kConfirmedTime =
    "select coalesce((select confirmed_at from confirmed_time where only_row = 1), 0)"
    " from records where project_id = $1 and record_number = $2";
constexpr ProjectSql kMarkDeleted =
    "update records set deleted_at = $3, seal = $4 where project_id = $1 and record_number = $2"
    " and deleted_at is null";
constexpr ProjectSql kMoveTotals =
    "insert into family_totals (project_id, family, records, open_records, open_matches,"
    " true_positive_matches, false_positive_matches, discarded_matches)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (project_id, family) do update set"
    " records = family_totals.records + $3, open_records = family_totals.open_records + $4,"
    " open_matches = family_totals.open_matches + $5,"
    " true_positive_matches = family_totals.true_positive_matches + $6,"
    " false_positive_matches = family_totals.false_positive_matches + $7,"
    " discarded_matches = family_totals.discarded_matches + $8";
constexpr ProjectSql kTouchChunk =
    "insert into screening_chunks (project_id, chunk, generation, engine, settings_version,"
    " screened_at, changes) values ($1, $2, $3, $4, $5, $6, 1)"
    " on conflict (project_id, chunk) do update set changes = screening_chunks.changes + 1,"
    " generation = case when screening_chunks.generation > $3 then $3"
    " else screening_chunks.generation end,"
    " engine = case when screening_chunks.engine > $4 then $4 else screening_chunks.engine end,"
    " settings_version = case when screening_chunks.settings_version > $5 then $5"
    " else screening_chunks.settings_version end";

// Checked: a record that is not what was sealed is an error, unless they are to be left out and
// counted.
template <class Reader, class... Arguments>
Result<std::vector<MonitorRecord>> records_of(Reader& reader, ProjectSql sql,
                                              std::int64_t* left_out,
                                              const Arguments&... arguments) {
  VEDETTE_ASSIGN(auto rows, RowsOf<RecordCells>::read(reader, sql, arguments...));
  std::vector<MonitorRecord> out;
  out.reserve(rows.size());
  for (RecordCells& row : rows) {
    MonitorRecord record = record_of(std::move(row));
    if (!is_sealed(reader.seals(), reader.project(), record)) {
      base::Error error = altered_record(reader.seals(), reader.project(), record);
      if (left_out == nullptr) return error;
      ++*left_out;
      continue;
    }
    out.push_back(std::move(record));
  }
  return out;
}

template <class Reader, class... Arguments>
Result<std::optional<MonitorRecord>> one_record(Reader& reader, ProjectSql sql,
                                                const Arguments&... arguments) {
  VEDETTE_ASSIGN(auto all, records_of(reader, sql, nullptr, arguments...));
  std::optional<MonitorRecord> out;
  if (!all.empty()) out = std::move(all.front());
  return out;
}

}  // namespace

template <class Reader>
Result<std::optional<MonitorRecord>> find_record(Reader& reader, profile::Family family,
                                                 const std::string& id) {
  return one_record(reader, kFind, family_number(family), Bytes{id});
}
template Result<std::optional<MonitorRecord>> find_record(ProjectReader&, profile::Family,
                                                          const std::string&);
template Result<std::optional<MonitorRecord>> find_record(ProjectWriter&, profile::Family,
                                                          const std::string&);

template <class Reader>
Result<std::optional<MonitorRecord>> record_by_number(Reader& reader, std::int64_t number) {
  return one_record(reader, kByNumber, number);
}
template Result<std::optional<MonitorRecord>> record_by_number(ProjectReader&, std::int64_t);
template Result<std::optional<MonitorRecord>> record_by_number(ProjectWriter&, std::int64_t);

Result<std::vector<MonitorRecord>> list_records(ProjectReader& reader, const RecordPage& page) {
  if (!page.search.empty()) {
    const SearchPatterns patterns = search_patterns(page.search);
    const std::int64_t open_only = page.open_only ? 1 : 0;
    return records_of(reader, kListFound, nullptr, family_number(page.family), page.after.created,
                      Bytes{page.after.id}, page.created_from, page.created_to, page.limit,
                      page.offset, open_only, Bytes{page.search}, patterns.small, patterns.capital,
                      patterns.title, patterns.typed);
  }
  return records_of(reader, page.open_only ? kListOpen : kList, nullptr, family_number(page.family),
                    page.after.created, Bytes{page.after.id}, page.created_from, page.created_to,
                    page.limit, page.offset);
}

Result<std::vector<MonitorRecord>> chunk_records(ProjectReader& reader, std::int64_t chunk,
                                                 std::int64_t* left_out) {
  std::int64_t uncounted = 0;
  return records_of(reader, kChunk, left_out != nullptr ? left_out : &uncounted,
                    chunk * kRecordsPerChunk, (chunk + 1) * kRecordsPerChunk);
}

template <class Reader>
Result<std::vector<MonitorRecord>> stored_records(Reader& reader, std::int64_t after,
                                                  std::int64_t limit) {
  VEDETTE_ASSIGN(auto rows, RowsOf<RecordCells>::read(reader, kStored, after, limit));
  std::vector<MonitorRecord> out;
  out.reserve(rows.size());
  for (RecordCells& row : rows)
    out.push_back(record_of(std::move(row)));
  return out;
}
template Result<std::vector<MonitorRecord>> stored_records(ProjectReader&, std::int64_t,
                                                           std::int64_t);
template Result<std::vector<MonitorRecord>> stored_records(ProjectWriter&, std::int64_t,
                                                           std::int64_t);

Result<FamilyTotals> read_totals(ProjectReader& reader, profile::Family family) {
  VEDETTE_ASSIGN(const auto row,
                 reader.maybe<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                              std::int64_t>(kTotals, family_number(family)));
  FamilyTotals out;
  if (!row) return out;
  std::tie(out.records, out.open_records, out.matches.of(MatchStatus::kOpen),
           out.matches.of(MatchStatus::kTruePositive), out.matches.of(MatchStatus::kFalsePositive),
           out.matches.of(MatchStatus::kDiscarded)) = *row;
  return out;
}

Result<std::int64_t> take_numbers(ProjectWriter& writer, std::string_view kind,
                                  std::int64_t count) {
  VEDETTE_ASSIGN(const auto row,
                 writer.bookkeep_returning<std::int64_t>(kTakeNumbers, kind, count));
  VEDETTE_CHECK(row.has_value());
  return std::get<0>(*row) - count + 1;
}

Result<void> insert_records(ProjectWriter& writer, const std::vector<MonitorRecord>& records) {
  std::vector<std::string> countries;
  countries.reserve(records.size());
  std::vector<std::string> details;
  details.reserve(records.size());
  std::vector<ledger::RowSeal> seals;
  seals.reserve(records.size());
  std::vector<Value> cells;
  cells.reserve(records.size() * kInsert.width());
  for (const MonitorRecord& each : records) {
    countries.push_back(join(each.criteria.countries));
    details.push_back(evidence::to_json(each.criteria.details));
    seals.push_back(seal_of(writer.seals(), writer.project(), each, each.screened_at));
    writer.seal_added(seals.back());
    for (const Value& cell :
         std::initializer_list<Value>{each.number,
                                      family_number(each.family),
                                      Bytes{each.id},
                                      std::string_view(each.criteria.name),
                                      std::string_view(countries.back()),
                                      std::string_view(each.criteria.dob),
                                      std::string_view(each.criteria.gender),
                                      std::string_view(details.back()),
                                      static_cast<std::int64_t>(each.name_cut),
                                      each.created.unix_millis,
                                      each.updated.unix_millis,
                                      each.criteria_version,
                                      each.counts.of(MatchStatus::kOpen),
                                      each.counts.of(MatchStatus::kTruePositive),
                                      each.counts.of(MatchStatus::kFalsePositive),
                                      each.counts.of(MatchStatus::kDiscarded),
                                      each.screened.generation,
                                      each.screened.engine,
                                      each.screened.settings,
                                      each.screened_at.unix_millis,
                                      ledger::sql::bind(seals.back())})
      cells.push_back(cell);
  }
  return writer.bulk(kInsert, cells);
}

namespace {

// The seal of what the row becomes; moves the total.
void reseal(ProjectWriter& writer, MonitorRecord& record) {
  writer.seal_removed(record.seal);
  record.seal = seal_of(writer.seals(), writer.project(), record, record.own_screened_at);
  writer.seal_added(record.seal);
}

}  // namespace

Result<void> update_record(ProjectWriter& writer, MonitorRecord& record) {
  record.own_screened_at = record.screened_at;
  reseal(writer, record);
  const std::string countries = join(record.criteria.countries);
  VEDETTE_TRY(writer.execute(
      kUpdate, record.number, record.criteria.name, countries, record.criteria.dob,
      record.criteria.gender, record.updated, record.criteria_version,
      record.counts.of(MatchStatus::kOpen), record.counts.of(MatchStatus::kTruePositive),
      record.counts.of(MatchStatus::kFalsePositive), record.counts.of(MatchStatus::kDiscarded),
      record.screened.generation, record.screened.engine, record.screened.settings,
      record.screened_at, static_cast<std::int64_t>(record.name_cut),
      evidence::to_json(record.criteria.details), record.seal));
  return {};
}

Result<void> settle_record(ProjectWriter& writer, MonitorRecord& record, std::int64_t generation) {
  record.screened.generation = generation;
  reseal(writer, record);
  VEDETTE_TRY(writer.bookkeep(kSettle, record.number, generation, record.seal));
  return {};
}

// Not before the confirmed time: a clock that is behind must not shorten the retention.
Result<void> mark_deleted(ProjectWriter& writer, MonitorRecord record, base::Time now) {
  VEDETTE_ASSIGN(const auto confirmed, writer.maybe<base::Time>(kConfirmedTime, record.number));
  const base::Time deleted = confirmed ? std::max(now, std::get<0>(*confirmed)) : now;
  record.deleted = deleted;
  reseal(writer, record);
  VEDETTE_TRY(writer.execute(kMarkDeleted, record.number, deleted, record.seal));
  return {};
}

Result<void> seal_record(ProjectWriter& writer, const MonitorRecord& record) {
  const ledger::RowSeal seal =
      seal_of(writer.seals(), writer.project(), record, record.own_screened_at);
  writer.seal_added(seal);
  VEDETTE_TRY(writer.bookkeep(kSeal, record.number, seal));
  return {};
}

void TotalsChange::move(profile::Family family, const StatusCounts& counts, std::int64_t sign) {
  FamilyTotals& totals = changes_[family];
  totals.records += sign;
  totals.open_records += counts.of(MatchStatus::kOpen) > 0 ? sign : 0;
  for (const MatchStatus status : kMatchStatuses)
    totals.matches.of(status) += sign * counts.of(status);
}

Result<void> TotalsChange::flush(ProjectWriter& writer) const {
  for (const auto& [family, change] : changes_) {
    if (change == FamilyTotals{}) continue;
    VEDETTE_TRY(writer.execute(kMoveTotals, family_number(family), change.records,
                               change.open_records, change.matches.of(MatchStatus::kOpen),
                               change.matches.of(MatchStatus::kTruePositive),
                               change.matches.of(MatchStatus::kFalsePositive),
                               change.matches.of(MatchStatus::kDiscarded)));
  }
  return {};
}

Result<void> touch_chunks(ProjectWriter& writer, const std::set<std::int64_t>& chunks,
                          const ScreenedUnder& under, base::Time now) {
  for (const std::int64_t chunk : chunks)
    VEDETTE_TRY(
        writer.execute(kTouchChunk, chunk, under.generation, under.engine, under.settings, now));
  return {};
}

}  // namespace vedette::service
