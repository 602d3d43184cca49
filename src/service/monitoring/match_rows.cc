#include "service/monitoring/match_rows.h"

#include <algorithm>

#include "service/monitoring/record_rows.h"
#include "service/monitoring/row_columns.h"
#include "service/monitoring/row_seals.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::BulkTarget;
using ledger::sql::ProjectSql;
using ledger::sql::Value;

#define VEDETTE_OF_RECORD " from matches m where m.project_id = $1 and m.record_number = $2"
constexpr ProjectSql kAll = "select " VEDETTE_MATCH_COLUMNS VEDETTE_OF_RECORD;
constexpr ProjectSql kOne = "select " VEDETTE_MATCH_COLUMNS VEDETTE_OF_RECORD " and m.qr_code = $3";
constexpr ProjectSql kByResource =
    "select " VEDETTE_MATCH_COLUMNS VEDETTE_OF_RECORD " and m.resource_id = $3";
#undef VEDETTE_OF_RECORD

constexpr ProjectSql kCodes =
    "select qr_code from matches where project_id = $1 and record_number = $2";
// Deleted records as well, so that one look at an index tells.
constexpr ProjectSql kChunkKeys =
    "select record_number, resource_id from matches where project_id = $1"
    " and record_number >= $2 and record_number < $3";
constexpr BulkTarget kInsert{
    "matches",
    "project_id, record_number, qr_code, resource_id, family, status, score, matched_name, name,"
    " countries, datasets, births, gender, pep_tier, version, match_version, client_status,"
    " client_score, client_confidence, confidence, evidence_terms, evidence_sentence, matched_by,"
    " created_at, updated_at, reviewed_at, generation, engine, seal"};
constexpr ProjectSql kUpdate =
    "update matches set status = $4, score = $5, matched_name = $6, name = $7, countries = $8,"
    " datasets = $9, births = $10, gender = $11, pep_tier = $12, version = $13,"
    " match_version = $14, updated_at = $15, reviewed_at = $16, generation = $17, engine = $18,"
    " confidence = $19, evidence_terms = $20, evidence_sentence = $21, matched_by = $22,"
    " seal = $23"
    " where project_id = $1 and record_number = $2 and qr_code = $3";
constexpr ProjectSql kUpdateReview =
    "update matches set status = $4, client_status = $5, client_score = $6,"
    " client_confidence = $7, reviewed_at = $8, updated_at = $8, seal = $9 where project_id = $1 "
    "and record_number = $2 and qr_code = $3";
constexpr ProjectSql kHide =
    "update matches set deleted = 1 where project_id = $1 and record_number = $2";
constexpr BulkTarget kAppendHistory{
    "match_history",
    "project_id, record_number, qr_code, step, at, source, action, is_review, from_status,"
    " to_status, score, version, match_version, client_risk_rating, client_comment,"
    " client_user_id, username, request_id, reason, seal"};
#define VEDETTE_HISTORY_COLUMNS                                                             \
  "m.at, m.source, m.action, m.is_review, m.from_status, m.to_status, m.score, m.version,"  \
  " m.match_version, m.client_risk_rating, m.client_comment, m.client_user_id, m.username," \
  " m.request_id, m.reason, m.step, m.seal"
constexpr ProjectSql kHistory =
    "select " VEDETTE_HISTORY_COLUMNS
    " from match_history m where m.project_id = $1 and m.record_number = $2 and m.qr_code = $3"
    " order by m.step";
#define VEDETTE_BETWEEN \
  " where m.project_id = $1 and m.record_number >= $2 and m.record_number <= $3"
constexpr ProjectSql kStoredMatches =
    "select m.record_number, m.family, m.deleted, " VEDETTE_MATCH_COLUMNS
    " from matches m" VEDETTE_BETWEEN " order by m.record_number, m.qr_code";
constexpr ProjectSql kStoredHistory =
    "select m.record_number, m.qr_code, " VEDETTE_HISTORY_COLUMNS
    " from match_history m" VEDETTE_BETWEEN " order by m.record_number, m.qr_code, m.step";
constexpr ProjectSql kMatchSeals = "select m.seal from matches m" VEDETTE_BETWEEN;
constexpr ProjectSql kHistorySeals = "select m.seal from match_history m" VEDETTE_BETWEEN;
constexpr ProjectSql kRemoveMatches =
    "delete from matches where project_id = $1 and record_number >= $2 and record_number <= $3";
constexpr ProjectSql kRemoveHistory =
    "delete from match_history where project_id = $1 and record_number >= $2"
    " and record_number <= $3";
#undef VEDETTE_BETWEEN
#undef VEDETTE_HISTORY_COLUMNS
constexpr ProjectSql kSealMatch =
    "update matches set seal = $4 where project_id = $1 and record_number = $2 and qr_code = $3";
constexpr ProjectSql kSealHistory =
    "update match_history set seal = $5 where project_id = $1 and record_number = $2"
    " and qr_code = $3 and step = $4";
constexpr BulkTarget kAppendEvents{"events", "project_id, sequence, at, type, data"};

constexpr std::int64_t kByClient = 1;
constexpr std::int64_t kByService = 2;

std::int64_t number_of(MatchStatus status) {
  return static_cast<std::int64_t>(status);
}
MatchStatus status_of(std::int64_t number) {
  return static_cast<MatchStatus>(number);
}

// Checked: a match that is not what was sealed is an error.
template <class Reader, class... Arguments>
Result<std::vector<Match>> read_matches(Reader& reader, ProjectSql sql, std::int64_t record_number,
                                        const Arguments&... arguments) {
  VEDETTE_ASSIGN(auto rows, RowsOf<MatchCells>::read(reader, sql, record_number, arguments...));
  std::vector<Match> out;
  out.reserve(rows.size());
  for (MatchCells& row : rows) {
    const Match& match = out.emplace_back(match_of(std::move(row)));
    if (!is_sealed(reader.seals(), reader.project(), record_number, match))
      return altered_match(reader.seals(), reader.project(), record_number, match.seen.qr_code);
  }
  return out;
}

// -1 in the column: not assessed.
std::int64_t percent_of(const FoundMatch& seen) {
  return seen.confidence ? seen.confidence->percent : -1;
}
std::string_view terms_of(const FoundMatch& seen) {
  return seen.confidence ? std::string_view(seen.confidence->terms) : std::string_view();
}
std::string_view sentence_of(const FoundMatch& seen) {
  return seen.confidence ? std::string_view(seen.confidence->sentence) : std::string_view();
}

Value optional_text(const std::optional<std::string>& text) {
  return text ? Value(std::string_view(*text)) : Value();
}

}  // namespace

template <class Reader>
Result<std::vector<Match>> matches_of(Reader& reader, std::int64_t record_number) {
  VEDETTE_ASSIGN(std::vector<Match> matches, read_matches(reader, kAll, record_number));
  // Sorted here: the order of text in a database depends on how it was set up.
  std::ranges::sort(matches, [](const Match& a, const Match& b) {
    if (a.seen.score != b.seen.score) return a.seen.score > b.seen.score;
    if (a.seen.name != b.seen.name) return a.seen.name < b.seen.name;
    return a.seen.qr_code < b.seen.qr_code;
  });
  return matches;
}
template Result<std::vector<Match>> matches_of(ProjectReader&, std::int64_t);
template Result<std::vector<Match>> matches_of(ProjectWriter&, std::int64_t);

template <class Reader>
Result<std::optional<Match>> find_match(Reader& reader, std::int64_t record_number,
                                        std::int64_t qr_code) {
  VEDETTE_ASSIGN(std::vector<Match> matches, read_matches(reader, kOne, record_number, qr_code));
  std::optional<Match> out;
  if (!matches.empty()) out = std::move(matches.front());
  return out;
}
template Result<std::optional<Match>> find_match(ProjectReader&, std::int64_t, std::int64_t);
template Result<std::optional<Match>> find_match(ProjectWriter&, std::int64_t, std::int64_t);

Result<std::optional<Match>> match_by_resource(ProjectWriter& writer, std::int64_t record_number,
                                               std::string_view resource_id) {
  VEDETTE_ASSIGN(std::vector<Match> matches,
                 read_matches(writer, kByResource, record_number, resource_id));
  std::optional<Match> out;
  if (!matches.empty()) out = std::move(matches.front());
  return out;
}

Result<std::vector<std::int64_t>> match_codes(ProjectWriter& writer, std::int64_t record_number) {
  VEDETTE_ASSIGN(const auto rows, writer.rows<std::int64_t>(kCodes, record_number));
  std::vector<std::int64_t> out;
  out.reserve(rows.size());
  for (const auto& [code] : rows)
    out.push_back(code);
  return out;
}

Result<std::vector<MatchKey>> chunk_match_keys(ProjectReader& reader, std::int64_t chunk) {
  VEDETTE_ASSIGN(auto rows,
                 reader.rows<std::int64_t, std::string>(kChunkKeys, chunk * kRecordsPerChunk,
                                                        (chunk + 1) * kRecordsPerChunk));
  std::vector<MatchKey> out;
  out.reserve(rows.size());
  for (auto& [record, resource] : rows)
    out.push_back({record, std::move(resource)});
  return out;
}

Result<void> insert_matches(ProjectWriter& writer, const std::vector<MatchRow>& rows) {
  if (rows.empty()) return {};
  std::vector<Value> cells;
  cells.reserve(rows.size() * kInsert.width());
  std::vector<ledger::RowSeal> seals;
  seals.reserve(rows.size());
  for (const MatchRow& row : rows) {
    const Match& match = row.match;
    seals.push_back(seal_of(writer.seals(), writer.project(), row.record_number, match));
    writer.seal_added(seals.back());
    const FoundMatch& seen = match.seen;
    Value client_status;
    Value client_score;
    Value client_confidence;
    if (match.verdict) {
      client_status = number_of(match.verdict->status);
      client_score = static_cast<std::int64_t>(match.verdict->seen.score);
      if (match.verdict->seen.confidence)
        client_confidence = static_cast<std::int64_t>(*match.verdict->seen.confidence);
    }
    for (const Value& cell :
         std::initializer_list<Value>{row.record_number,
                                      seen.qr_code,
                                      std::string_view(seen.resource_id),
                                      family_number(row.family),
                                      number_of(match.status),
                                      static_cast<std::int64_t>(seen.score),
                                      std::string_view(seen.matched_name),
                                      std::string_view(seen.name),
                                      std::string_view(seen.countries),
                                      static_cast<std::int64_t>(seen.datasets.bits()),
                                      std::string_view(seen.births),
                                      std::string_view(seen.gender),
                                      std::string_view(seen.pep_tier),
                                      seen.version,
                                      match.match_version,
                                      client_status,
                                      client_score,
                                      client_confidence,
                                      percent_of(seen),
                                      terms_of(seen),
                                      sentence_of(seen),
                                      std::string_view(seen.matched_by),
                                      match.created.unix_millis,
                                      match.updated.unix_millis,
                                      match.reviewed.unix_millis,
                                      row.under.generation,
                                      row.under.engine,
                                      ledger::sql::bind(seals.back())})
      cells.push_back(cell);
  }
  return writer.bulk(kInsert, cells);
}

namespace {

// The seal of what the row becomes; moves the total.
ledger::RowSeal reseal(ProjectWriter& writer, std::int64_t record_number, const Match& match) {
  writer.seal_removed(match.seal);
  const ledger::RowSeal seal = seal_of(writer.seals(), writer.project(), record_number, match);
  writer.seal_added(seal);
  return seal;
}

}  // namespace

Result<void> update_match(ProjectWriter& writer, const MatchRow& row) {
  const Match& match = row.match;
  const ledger::RowSeal seal = reseal(writer, row.record_number, match);
  const FoundMatch& seen = match.seen;
  VEDETTE_TRY(writer.execute(kUpdate, row.record_number, seen.qr_code, number_of(match.status),
                             seen.score, seen.matched_name, seen.name, seen.countries,
                             seen.datasets.bits(), seen.births, seen.gender, seen.pep_tier,
                             seen.version, match.match_version, match.updated, match.reviewed,
                             row.under.generation, row.under.engine, percent_of(seen),
                             terms_of(seen), sentence_of(seen), seen.matched_by, seal));
  return {};
}

Result<void> update_review(ProjectWriter& writer, std::int64_t record_number, Match match) {
  match.updated = match.reviewed;
  const ledger::RowSeal seal = reseal(writer, record_number, match);
  std::optional<std::int64_t> status;
  std::optional<std::int64_t> score;
  std::optional<std::int64_t> confidence;
  if (match.verdict) {
    status = number_of(match.verdict->status);
    score = match.verdict->seen.score;
    if (match.verdict->seen.confidence) confidence = *match.verdict->seen.confidence;
  }
  VEDETTE_TRY(writer.execute(kUpdateReview, record_number, match.seen.qr_code,
                             number_of(match.status), status, score, confidence, match.reviewed,
                             seal));
  return {};
}

Result<void> hide_matches(ProjectWriter& writer, std::int64_t record_number) {
  VEDETTE_TRY(writer.execute(kHide, record_number));
  return {};
}

Result<void> append_history(ProjectWriter& writer, std::vector<HistoryRow>& rows) {
  if (rows.empty()) return {};
  VEDETTE_ASSIGN(std::int64_t step,
                 take_numbers(writer, "history", static_cast<std::int64_t>(rows.size())));
  std::vector<Value> cells;
  cells.reserve(rows.size() * kAppendHistory.width());
  std::vector<ledger::RowSeal> seals;
  seals.reserve(rows.size());
  for (HistoryRow& row : rows) {
    HistoryStep& each = row.step;
    each.number = step++;
    seals.push_back(seal_of(writer.seals(), writer.project(), row.record_number, each));
    writer.seal_added(seals.back());
    for (const Value& cell : std::initializer_list<Value>{
             row.record_number, each.qr_code, each.number, each.at.unix_millis,
             each.by_client ? kByClient : kByService, std::string_view(each.action),
             static_cast<std::int64_t>(each.is_review),
             each.from ? Value(number_of(*each.from)) : Value(), number_of(each.to), each.score,
             each.version, each.match_version, optional_text(each.client_risk_rating),
             optional_text(each.client_comment), optional_text(each.client_user_id),
             optional_text(each.username), std::string_view(each.request_id),
             std::string_view(each.reason), ledger::sql::bind(seals.back())})
      cells.push_back(cell);
  }
  return writer.bulk(kAppendHistory, cells);
}

namespace {

using HistoryCells =
    std::tuple<base::Time, std::int64_t, std::string, bool, std::optional<std::int64_t>,
               std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::optional<std::string>,
               std::optional<std::string>, std::optional<std::string>, std::optional<std::string>,
               std::string, std::string, std::int64_t, ledger::RowSeal>;

HistoryStep step_of(std::int64_t qr_code, HistoryCells&& row) {
  auto& [at, source, action, is_review, from, to, score, version, match_version, rating, comment,
         client_user, username, request, reason, number, seal] = row;
  HistoryStep step;
  step.qr_code = qr_code;
  step.at = at;
  step.by_client = source == kByClient;
  step.action = std::move(action);
  step.is_review = is_review;
  if (from) step.from = status_of(*from);
  step.to = status_of(to);
  step.score = score;
  step.version = version;
  step.match_version = match_version;
  step.client_risk_rating = std::move(rating);
  step.client_comment = std::move(comment);
  step.client_user_id = std::move(client_user);
  step.username = std::move(username);
  step.request_id = std::move(request);
  step.reason = std::move(reason);
  step.number = number;
  // A source that is neither was never written: without a seal the row counts as altered.
  if (source == kByClient || source == kByService) step.seal = seal;
  return step;
}

}  // namespace

template <class Reader>
Result<std::vector<HistoryStep>> history_of(Reader& reader, std::int64_t record_number,
                                            std::int64_t qr_code) {
  VEDETTE_ASSIGN(auto rows, RowsOf<HistoryCells>::read(reader, kHistory, record_number, qr_code));
  std::vector<HistoryStep> out;
  out.reserve(rows.size());
  for (HistoryCells& row : rows) {
    const HistoryStep& step = out.emplace_back(step_of(qr_code, std::move(row)));
    if (!is_sealed(reader.seals(), reader.project(), record_number, step))
      return altered_history(reader.seals(), reader.project(), record_number, qr_code);
  }
  return out;
}
template Result<std::vector<HistoryStep>> history_of(ProjectReader&, std::int64_t, std::int64_t);
template Result<std::vector<HistoryStep>> history_of(ProjectWriter&, std::int64_t, std::int64_t);

template <class Reader>
Result<std::vector<StoredMatch>> stored_matches(Reader& reader, const NumberRange& records) {
  using Cells = decltype(std::tuple_cat(
      std::declval<std::tuple<std::int64_t, std::int64_t, bool>>(), std::declval<MatchCells>()));
  VEDETTE_ASSIGN(auto rows,
                 RowsOf<Cells>::read(reader, kStoredMatches, records.first, records.last));
  std::vector<StoredMatch> out;
  out.reserve(rows.size());
  for (Cells& row : rows)
    out.push_back({std::get<0>(row), family_of_number(std::get<1>(row)), std::get<2>(row),
                   match_of(last_of<MatchCells>(std::move(row)))});
  return out;
}
template Result<std::vector<StoredMatch>> stored_matches(ProjectReader&, const NumberRange&);
template Result<std::vector<StoredMatch>> stored_matches(ProjectWriter&, const NumberRange&);

template <class Reader>
Result<std::vector<HistoryRow>> stored_history(Reader& reader, const NumberRange& records) {
  using Cells = decltype(std::tuple_cat(std::declval<std::tuple<std::int64_t, std::int64_t>>(),
                                        std::declval<HistoryCells>()));
  VEDETTE_ASSIGN(auto rows,
                 RowsOf<Cells>::read(reader, kStoredHistory, records.first, records.last));
  std::vector<HistoryRow> out;
  out.reserve(rows.size());
  for (Cells& row : rows) {
    const auto [record, qr_code] = std::pair(std::get<0>(row), std::get<1>(row));
    out.push_back({record, step_of(qr_code, last_of<HistoryCells>(std::move(row)))});
  }
  return out;
}
template Result<std::vector<HistoryRow>> stored_history(ProjectReader&, const NumberRange&);
template Result<std::vector<HistoryRow>> stored_history(ProjectWriter&, const NumberRange&);

Result<void> seal_match(ProjectWriter& writer, std::int64_t record_number, const Match& match) {
  const ledger::RowSeal seal = seal_of(writer.seals(), writer.project(), record_number, match);
  writer.seal_added(seal);
  VEDETTE_TRY(writer.bookkeep(kSealMatch, record_number, match.seen.qr_code, seal));
  return {};
}

Result<void> seal_history(ProjectWriter& writer, const HistoryRow& row) {
  const ledger::RowSeal seal =
      seal_of(writer.seals(), writer.project(), row.record_number, row.step);
  writer.seal_added(seal);
  VEDETTE_TRY(
      writer.bookkeep(kSealHistory, row.record_number, row.step.qr_code, row.step.number, seal));
  return {};
}

Result<void> remove_matches(ProjectWriter& writer, const NumberRange& records) {
  for (const ProjectSql& seals : {kMatchSeals, kHistorySeals}) {
    VEDETTE_ASSIGN(const auto rows,
                   writer.rows<ledger::RowSeal>(seals, records.first, records.last));
    for (const auto& [seal] : rows)
      writer.seal_removed(seal);
  }
  VEDETTE_TRY(writer.bookkeep(kRemoveMatches, records.first, records.last));
  VEDETTE_TRY(writer.bookkeep(kRemoveHistory, records.first, records.last));
  return {};
}

Result<void> append_events(ProjectWriter& writer, const std::vector<Event>& events,
                           base::Time now) {
  if (events.empty()) return {};
  VEDETTE_ASSIGN(std::int64_t sequence,
                 take_numbers(writer, "event", static_cast<std::int64_t>(events.size())));
  std::vector<Value> cells;
  cells.reserve(events.size() * kAppendEvents.width());
  for (const Event& event : events)
    for (const Value& cell :
         std::initializer_list<Value>{sequence++, now.unix_millis, std::string_view(event.type),
                                      std::string_view(event.data)})
      cells.push_back(cell);
  writer.tell(ledger::Topic::kEvents);
  return writer.bulk(kAppendEvents, cells);
}

}  // namespace vedette::service
