#include "service/monitoring/record_rows.h"

#include "base/check.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::BulkTarget;
using ledger::sql::Bytes;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;
using ledger::sql::Value;

#define VEDETTE_RECORD_COLUMNS                                                               \
  "select r.record_number, r.family, r.record_id, r.name, r.countries, r.dob, r.gender,"     \
  " r.name_cut,"                                                                             \
  " r.created_at, r.updated_at, r.criteria_version, r.open_count, r.true_positive_count,"    \
  " r.false_positive_count, r.discarded_count, r.screened_generation, r.screened_engine,"    \
  " r.screened_settings, case when c.screened_at > r.screened_at then c.screened_at else"    \
  " r.screened_at end from records r join screening_chunks c on c.project_id = r.project_id" \
  " and c.chunk = r.record_number / 4096"

static_assert(kRecordsPerChunk == 4096, "the text of the queries says so");

constexpr ProjectSql kFind = VEDETTE_RECORD_COLUMNS
    " where r.project_id = $1 and r.family = $2 and r.record_id = $3 and r.deleted_at is null";
constexpr ProjectSql kByNumber = VEDETTE_RECORD_COLUMNS
    " where r.project_id = $1 and r.record_number = $2 and r.deleted_at is null";
constexpr ProjectSql kList = VEDETTE_RECORD_COLUMNS
    " where r.project_id = $1 and r.family = $2 and r.deleted_at is null"
    " and (r.created_at, r.record_id) > ($3, $4) and r.created_at >= $5 and r.created_at <= $6"
    " order by r.created_at, r.record_id limit $7 offset $8";
constexpr ProjectSql kListOpen = VEDETTE_RECORD_COLUMNS
    " where r.project_id = $1 and r.family = $2 and r.deleted_at is null"
    " and (r.created_at, r.record_id) > ($3, $4) and r.created_at >= $5 and r.created_at <= $6"
    " and r.open_count > 0 order by r.created_at, r.record_id limit $7 offset $8";
constexpr ProjectSql kChunk = VEDETTE_RECORD_COLUMNS
    " where r.project_id = $1 and r.record_number >= $2 and r.record_number < $3"
    " and r.deleted_at is null order by r.record_number";

#undef VEDETTE_RECORD_COLUMNS

constexpr ProjectSql kTotals =
    "select records, open_records, open_matches, true_positive_matches, false_positive_matches,"
    " discarded_matches from family_totals where project_id = $1 and family = $2";
constexpr ProjectSql kTakeNumbers =
    "insert into counters (project_id, name, value) values ($1, $2, $3)"
    " on conflict (project_id, name) do update set value = counters.value + $3 returning value";
constexpr BulkTarget kInsert{
    "records",
    "project_id, record_number, family, record_id, name, countries, dob, gender, name_cut, "
    "created_at,"
    " updated_at, criteria_version, open_count, true_positive_count, false_positive_count,"
    " discarded_count, screened_generation, screened_engine, screened_settings, screened_at"};
constexpr ProjectSql kUpdate =
    "update records set name = $3, countries = $4, dob = $5, gender = $6, updated_at = $7,"
    " criteria_version = $8, open_count = $9, true_positive_count = $10,"
    " false_positive_count = $11, discarded_count = $12, screened_generation = $13,"
    " screened_engine = $14, screened_settings = $15, screened_at = $16, name_cut = $17"
    " where project_id = $1 and record_number = $2";
constexpr ProjectSql kMarkDeleted =
    "update records set deleted_at = $3 where project_id = $1 and record_number = $2"
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

using RecordTuple =
    std::tuple<std::int64_t, std::int64_t, OwnedBytes, std::string, std::string, std::string,
               std::string, bool, base::Time, base::Time, std::int64_t, std::int64_t, std::int64_t,
               std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t, base::Time>;

MonitorRecord record_of(RecordTuple&& row) {
  auto& [number, family, id, name, countries, dob, gender, cut, created, updated, version, open,
         true_positive, false_positive, discarded, generation, engine, settings, screened] = row;
  MonitorRecord out;
  out.number = number;
  out.family = family_of_number(family);
  out.id = std::move(id.bytes);
  out.criteria = {std::move(name), split(countries), std::move(dob), std::move(gender)};
  out.name_cut = cut;
  out.created = created;
  out.updated = updated;
  out.criteria_version = version;
  out.counts.of(MatchStatus::kOpen) = open;
  out.counts.of(MatchStatus::kTruePositive) = true_positive;
  out.counts.of(MatchStatus::kFalsePositive) = false_positive;
  out.counts.of(MatchStatus::kDiscarded) = discarded;
  out.screened = {generation, engine, settings};
  out.screened_at = screened;
  return out;
}

// rows<...> of the columns of a record.
template <class Reader, class... Arguments>
Result<std::vector<MonitorRecord>> records_of(Reader& reader, ProjectSql sql,
                                              const Arguments&... arguments) {
  VEDETTE_ASSIGN(
      auto rows,
      (reader.template rows<std::int64_t, std::int64_t, OwnedBytes, std::string, std::string,
                            std::string, std::string, bool, base::Time, base::Time, std::int64_t,
                            std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                            std::int64_t, std::int64_t, base::Time>(sql, arguments...)));
  std::vector<MonitorRecord> out;
  out.reserve(rows.size());
  for (auto& row : rows)
    out.push_back(record_of(std::move(row)));
  return out;
}

template <class Reader, class... Arguments>
Result<std::optional<MonitorRecord>> one_record(Reader& reader, ProjectSql sql,
                                                const Arguments&... arguments) {
  VEDETTE_ASSIGN(auto all, records_of(reader, sql, arguments...));
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
  return records_of(reader, page.open_only ? kListOpen : kList, family_number(page.family),
                    page.after.created, Bytes{page.after.id}, page.created_from, page.created_to,
                    page.limit, page.offset);
}

Result<std::vector<MonitorRecord>> chunk_records(ProjectReader& reader, std::int64_t chunk) {
  return records_of(reader, kChunk, chunk * kRecordsPerChunk, (chunk + 1) * kRecordsPerChunk);
}

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
  std::vector<Value> cells;
  cells.reserve(records.size() * kInsert.width());
  for (const MonitorRecord& each : records) {
    countries.push_back(join(each.criteria.countries));
    for (const Value& cell : std::initializer_list<Value>{
             each.number, family_number(each.family), Bytes{each.id},
             std::string_view(each.criteria.name), std::string_view(countries.back()),
             std::string_view(each.criteria.dob), std::string_view(each.criteria.gender),
             static_cast<std::int64_t>(each.name_cut), each.created.unix_millis,
             each.updated.unix_millis, each.criteria_version, each.counts.of(MatchStatus::kOpen),
             each.counts.of(MatchStatus::kTruePositive),
             each.counts.of(MatchStatus::kFalsePositive), each.counts.of(MatchStatus::kDiscarded),
             each.screened.generation, each.screened.engine, each.screened.settings,
             each.screened_at.unix_millis})
      cells.push_back(cell);
  }
  return writer.bulk(kInsert, cells);
}

Result<void> update_record(ProjectWriter& writer, const MonitorRecord& record) {
  const std::string countries = join(record.criteria.countries);
  VEDETTE_TRY(writer.execute(
      kUpdate, record.number, record.criteria.name, countries, record.criteria.dob,
      record.criteria.gender, record.updated, record.criteria_version,
      record.counts.of(MatchStatus::kOpen), record.counts.of(MatchStatus::kTruePositive),
      record.counts.of(MatchStatus::kFalsePositive), record.counts.of(MatchStatus::kDiscarded),
      record.screened.generation, record.screened.engine, record.screened.settings,
      record.screened_at, static_cast<std::int64_t>(record.name_cut)));
  return {};
}

Result<void> mark_deleted(ProjectWriter& writer, const MonitorRecord& record, base::Time now) {
  VEDETTE_TRY(writer.execute(kMarkDeleted, record.number, now));
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
