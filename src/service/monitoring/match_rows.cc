#include "service/monitoring/match_rows.h"

#include <algorithm>

#include "service/monitoring/record_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::BulkTarget;
using ledger::sql::ProjectSql;
using ledger::sql::Value;

#define VEDETTE_MATCH_COLUMNS                                                                    \
  "select qr_code, resource_id, status, score, matched_name, name, countries, datasets, births," \
  " gender, pep_tier, version, match_version, client_status, client_score, created_at,"          \
  " updated_at, reviewed_at from matches where project_id = $1 and record_number = $2"

constexpr ProjectSql kAll = VEDETTE_MATCH_COLUMNS;
constexpr ProjectSql kOne = VEDETTE_MATCH_COLUMNS " and qr_code = $3";
constexpr ProjectSql kByResource = VEDETTE_MATCH_COLUMNS " and resource_id = $3";

#undef VEDETTE_MATCH_COLUMNS

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
    " client_score, created_at, updated_at, reviewed_at, generation, engine"};
constexpr ProjectSql kUpdate =
    "update matches set status = $4, score = $5, matched_name = $6, name = $7, countries = $8,"
    " datasets = $9, births = $10, gender = $11, pep_tier = $12, version = $13,"
    " match_version = $14, updated_at = $15, reviewed_at = $16, generation = $17, engine = $18"
    " where project_id = $1 and record_number = $2 and qr_code = $3";
constexpr ProjectSql kUpdateReview =
    "update matches set status = $4, client_status = $5, client_score = $6, reviewed_at = $7,"
    " updated_at = $7 where project_id = $1 and record_number = $2 and qr_code = $3";
constexpr ProjectSql kHide =
    "update matches set deleted = 1 where project_id = $1 and record_number = $2";
constexpr BulkTarget kAppendHistory{
    "match_history",
    "project_id, record_number, qr_code, step, at, source, action, is_review, from_status,"
    " to_status, score, version, match_version, client_risk_rating, client_comment,"
    " client_user_id, username, request_id, reason"};
constexpr ProjectSql kHistory =
    "select at, source, action, is_review, from_status, to_status, score, version, match_version,"
    " client_risk_rating, client_comment, client_user_id, username, request_id, reason"
    " from match_history where project_id = $1 and record_number = $2 and qr_code = $3"
    " order by step";
constexpr BulkTarget kAppendEvents{"events", "project_id, sequence, at, type, data"};

constexpr std::int64_t kByClient = 1;
constexpr std::int64_t kByService = 2;

std::int64_t number_of(MatchStatus status) {
  return static_cast<std::int64_t>(status);
}
MatchStatus status_of(std::int64_t number) {
  return static_cast<MatchStatus>(number);
}

template <class Reader, class... Arguments>
Result<std::vector<Match>> read_matches(Reader& reader, ProjectSql sql,
                                        const Arguments&... arguments) {
  VEDETTE_ASSIGN(
      auto rows,
      (reader.template rows<std::int64_t, std::string, std::int64_t, std::int64_t, std::string,
                            std::string, std::string, std::int64_t, std::string, std::string,
                            std::string, std::int64_t, std::int64_t, std::optional<std::int64_t>,
                            std::optional<std::int64_t>, base::Time, base::Time, base::Time>(
          sql, arguments...)));
  std::vector<Match> out;
  out.reserve(rows.size());
  for (auto& row : rows) {
    auto& [qr_code, resource, status, score, matched, name, countries, datasets, births, gender,
           tier, version, match_version, client_status, client_score, created, updated, reviewed] =
        row;
    Match& match = out.emplace_back();
    match.seen = {std::move(resource),
                  qr_code,
                  static_cast<int>(score),
                  std::move(matched),
                  std::move(name),
                  std::move(countries),
                  profile::DatasetSet::from_bits(static_cast<std::uint16_t>(datasets)),
                  std::move(births),
                  std::move(gender),
                  std::move(tier),
                  version};
    match.status = status_of(status);
    match.match_version = match_version;
    if (client_status && client_score)
      match.verdict = ClientVerdict{status_of(*client_status), static_cast<int>(*client_score)};
    match.created = created;
    match.updated = updated;
    match.reviewed = reviewed;
  }
  return out;
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
  for (const MatchRow& row : rows) {
    const Match& match = row.match;
    const FoundMatch& seen = match.seen;
    Value client_status;
    Value client_score;
    if (match.verdict) {
      client_status = number_of(match.verdict->status);
      client_score = static_cast<std::int64_t>(match.verdict->score);
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
                                      match.created.unix_millis,
                                      match.updated.unix_millis,
                                      match.reviewed.unix_millis,
                                      row.under.generation,
                                      row.under.engine})
      cells.push_back(cell);
  }
  return writer.bulk(kInsert, cells);
}

Result<void> update_match(ProjectWriter& writer, const MatchRow& row) {
  const Match& match = row.match;
  const FoundMatch& seen = match.seen;
  VEDETTE_TRY(writer.execute(kUpdate, row.record_number, seen.qr_code, number_of(match.status),
                             seen.score, seen.matched_name, seen.name, seen.countries,
                             seen.datasets.bits(), seen.births, seen.gender, seen.pep_tier,
                             seen.version, match.match_version, match.updated, match.reviewed,
                             row.under.generation, row.under.engine));
  return {};
}

Result<void> update_review(ProjectWriter& writer, std::int64_t record_number, const Match& match) {
  std::optional<std::int64_t> status;
  std::optional<std::int64_t> score;
  if (match.verdict) {
    status = number_of(match.verdict->status);
    score = match.verdict->score;
  }
  VEDETTE_TRY(writer.execute(kUpdateReview, record_number, match.seen.qr_code,
                             number_of(match.status), status, score, match.reviewed));
  return {};
}

Result<void> hide_matches(ProjectWriter& writer, std::int64_t record_number) {
  VEDETTE_TRY(writer.execute(kHide, record_number));
  return {};
}

Result<void> append_history(ProjectWriter& writer, const std::vector<HistoryRow>& rows) {
  if (rows.empty()) return {};
  VEDETTE_ASSIGN(std::int64_t step,
                 take_numbers(writer, "history", static_cast<std::int64_t>(rows.size())));
  std::vector<Value> cells;
  cells.reserve(rows.size() * kAppendHistory.width());
  for (const HistoryRow& row : rows) {
    const HistoryStep& each = row.step;
    for (const Value& cell : std::initializer_list<Value>{
             row.record_number, each.qr_code, step++, each.at.unix_millis,
             each.by_client ? kByClient : kByService, std::string_view(each.action),
             static_cast<std::int64_t>(each.is_review),
             each.from ? Value(number_of(*each.from)) : Value(), number_of(each.to), each.score,
             each.version, each.match_version, optional_text(each.client_risk_rating),
             optional_text(each.client_comment), optional_text(each.client_user_id),
             optional_text(each.username), std::string_view(each.request_id),
             std::string_view(each.reason)})
      cells.push_back(cell);
  }
  return writer.bulk(kAppendHistory, cells);
}

template <class Reader>
Result<std::vector<HistoryStep>> history_of(Reader& reader, std::int64_t record_number,
                                            std::int64_t qr_code) {
  VEDETTE_ASSIGN(
      auto rows,
      (reader.template rows<base::Time, std::int64_t, std::string, bool,
                            std::optional<std::int64_t>, std::int64_t, std::int64_t, std::int64_t,
                            std::int64_t, std::optional<std::string>, std::optional<std::string>,
                            std::optional<std::string>, std::optional<std::string>, std::string,
                            std::string>(kHistory, record_number, qr_code)));
  std::vector<HistoryStep> out;
  for (auto& row : rows) {
    auto& [at, source, action, is_review, from, to, score, version, match_version, rating, comment,
           client_user, username, request, reason] = row;
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
    out.push_back(std::move(step));
  }
  return out;
}
template Result<std::vector<HistoryStep>> history_of(ProjectReader&, std::int64_t, std::int64_t);
template Result<std::vector<HistoryStep>> history_of(ProjectWriter&, std::int64_t, std::int64_t);

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
