#include "service/monitoring/match_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <compare>
#include <iterator>
#include <limits>
#include <map>

#include "base/encoding.h"
#include "service/monitoring/match_counts.h"
#include "service/monitoring/match_rules.h"
#include "service/monitoring/row_columns.h"
#include "service/monitoring/row_seals.h"
#include "service/screening/search_patterns.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using ledger::ProjectReader;
using ledger::sql::Bytes;
using ledger::sql::ProjectSql;

// 0 and the empty text stand for "whatever" in the other filters, so that one text serves every
// query. The status is always given: each order has an index that begins with it.
#define VEDETTE_NAMES_LIKE(pattern)                                           \
  "(lower(r.name) like " pattern " escape '!' or lower(m.name) like " pattern \
  " escape '!'"                                                               \
  " or lower(m.matched_name) like " pattern " escape '!')"
#define VEDETTE_QUEUE_FILTER \
  " from matches m join records r on r.project_id = m.project_id"                           \
  " and r.record_number = m.record_number" VEDETTE_CHUNK_OF_RECORD                          \
  " where m.project_id = $1 and m.deleted = 0 and m.status = $2"                            \
  " and ($3 = 0 or m.family = $3) and ($4 = 0 or (m.datasets & $4) <> 0) and m.score >= $5" \
  " and m.confidence >= $11"                                                                \
  " and ($6 = '' or r.record_id = $10 or " VEDETTE_NAMES_LIKE("$6") \
  " or ($7 <> '' and " VEDETTE_NAMES_LIKE("$7") ")" \
  " or ($8 <> '' and " VEDETTE_NAMES_LIKE("$8") ")" \
  " or ($9 <> '' and " VEDETTE_NAMES_LIKE("$9") "))"
#define VEDETTE_QUEUE_COLUMNS \
  "select " VEDETTE_RECORD_COLUMNS ", " VEDETTE_MATCH_COLUMNS VEDETTE_QUEUE_FILTER

constexpr ProjectSql kCount = "select count(*)" VEDETTE_QUEUE_FILTER;
// The key as matches_by_confidence has it.
#define VEDETTE_CONFIDENCE_KEY "(m.confidence * 128 + m.score)"
constexpr ProjectSql kByConfidence = VEDETTE_QUEUE_COLUMNS
    " and " VEDETTE_CONFIDENCE_KEY
    " <= $12"
    " and (" VEDETTE_CONFIDENCE_KEY
    ", m.record_number, m.qr_code) < ($12, $13, $14)"
    " order by " VEDETTE_CONFIDENCE_KEY " desc, m.record_number desc, m.qr_code desc limit $15";
#undef VEDETTE_CONFIDENCE_KEY
constexpr ProjectSql kByScore = VEDETTE_QUEUE_COLUMNS
    " and (m.score, m.record_number, m.qr_code) < ($12, $13, $14)"
    " order by m.score desc, m.record_number desc, m.qr_code desc limit $15";
constexpr ProjectSql kNewest = VEDETTE_QUEUE_COLUMNS
    " and (m.created_at, m.record_number, m.qr_code) < ($12, $13, $14)"
    " order by m.created_at desc, m.record_number desc, m.qr_code desc limit $15";
constexpr ProjectSql kOldest = VEDETTE_QUEUE_COLUMNS
    " and (m.created_at, m.record_number, m.qr_code) > ($12, $13, $14)"
    " order by m.created_at, m.record_number, m.qr_code limit $15";
constexpr ProjectSql kByRecord = VEDETTE_QUEUE_COLUMNS
    " and m.record_number >= $12 and (m.record_number, m.qr_code) > ($13, $14)"
    " order by m.record_number, m.qr_code limit $15";

#undef VEDETTE_QUEUE_COLUMNS
#undef VEDETTE_QUEUE_FILTER
#undef VEDETTE_NAMES_LIKE

// Where a page ends: the value it is ordered by, and the match.
struct Place {
  std::int64_t key = 0;
  std::int64_t record_number = 0;
  std::int64_t qr_code = 0;
  auto operator<=>(const Place&) const = default;
};

bool is_before(QueueOrder order, const Place& a, const Place& b) {
  const bool descends = order != QueueOrder::kOldest && order != QueueOrder::kRecord;
  return descends ? a > b : a < b;
}

struct OrderRow {
  QueueOrder order;
  std::string_view name;
  const ProjectSql& sql;
  std::int64_t first;  // before every key
};
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::array<OrderRow, 5> kOrders{
    {{QueueOrder::kConfidence, "confidence", kByConfidence, kMost},
     {QueueOrder::kScore, "score", kByScore, kMost},
     {QueueOrder::kNewest, "newest", kNewest, kMost},
     {QueueOrder::kOldest, "oldest", kOldest, -1},
     {QueueOrder::kRecord, "record", kByRecord, -1}}};

const OrderRow& row_of(QueueOrder order) {
  return kOrders[static_cast<std::size_t>(order)];
}

std::int64_t key_of(QueueOrder order, std::int64_t record_number, const Match& match) {
  constexpr std::int64_t kScores = 128;  // as in the key of kByConfidence
  if (order == QueueOrder::kConfidence)
    return (match.seen.confidence ? match.seen.confidence->percent : -1) * kScores +
           match.seen.score;
  if (order == QueueOrder::kScore) return match.seen.score;
  if (order == QueueOrder::kRecord) return record_number;
  return match.created.unix_millis;
}

std::string cursor_of(QueueOrder order, const Place& place) {
  return base::base64url(fmt::format("{}:{}:{}:{}", row_of(order).name, place.key,
                                     place.record_number, place.qr_code));
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::optional<Place> place_of(QueueOrder order, const std::string& cursor) {
  if (cursor.empty()) return Place{row_of(order).first, 0, 0};
  const auto text = base::unbase64(cursor);
  if (!text) return std::nullopt;
  std::array<std::string_view, 4> parts;
  std::string_view rest = *text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t end = i + 1 < parts.size() ? rest.find(':') : rest.size();
    if (end == std::string_view::npos) return std::nullopt;
    parts[i] = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto key = number(parts[1]);
  const auto record = number(parts[2]);
  const auto qr_code = number(parts[3]);
  if (parts[0] != row_of(order).name || !key || !record || !qr_code) return std::nullopt;
  return Place{*key, *record, *qr_code};
}

struct Row {
  std::int64_t record_number = 0;
  QueueEntry entry = {};
};

Place place_at(QueueOrder order, const Row& row) {
  return {key_of(order, row.record_number, row.entry.match), row.record_number,
          row.entry.match.seen.qr_code};
}

// The column says -1 where no confidence is known.
std::int64_t least_confidence(const QueueQuestion& query) {
  return query.least_confidence > 0 ? query.least_confidence : -1;
}

// How many matches fit the query, by status. Only for words and confidences must each match be
// looked at.
Result<std::map<MatchStatus, std::int64_t>> totals_of(ProjectReader& reader,
                                                      const QueueQuestion& query,
                                                      const SearchPatterns& patterns) {
  std::map<MatchStatus, std::int64_t> totals;
  for (const MatchStatus status : kMatchStatuses)
    if (!query.status || *query.status == status) totals[status] = 0;
  VEDETTE_ASSIGN(const std::vector<MatchCount> counts, read_match_counts(reader));
  for (const auto& [of, matches] : counts) {
    const auto total = totals.find(of.status);
    if (total == totals.end() || of.score < query.least_score) continue;
    if (query.family && *query.family != of.family) continue;
    if (!query.datasets.empty() && !query.datasets.intersects(of.datasets)) continue;
    total->second += matches;
  }
  if (patterns.small.empty() && query.least_confidence == 0) return totals;
  for (auto& [status, total] : totals) {
    if (total == 0) continue;
    VEDETTE_ASSIGN(const auto count,
                   reader.maybe<std::int64_t>(kCount, static_cast<std::int64_t>(status),
                                              query.family ? family_number(*query.family) : 0,
                                              static_cast<std::int64_t>(query.datasets.bits()),
                                              query.least_score, patterns.small, patterns.capital,
                                              patterns.title, patterns.typed, Bytes{query.search},
                                              least_confidence(query)));
    total = count ? std::get<0>(*count) : 0;
  }
  return totals;
}

Result<std::vector<Row>> read_rows(ProjectReader& reader, const QueueQuestion& query,
                                   MatchStatus status_asked, const SearchPatterns& patterns,
                                   const Place& after) {
  using Cells = decltype(std::tuple_cat(std::declval<RecordCells>(), std::declval<MatchCells>()));
  VEDETTE_ASSIGN(
      auto rows,
      RowsOf<Cells>::read(reader, row_of(query.order).sql, static_cast<std::int64_t>(status_asked),
                          query.family ? family_number(*query.family) : 0,
                          static_cast<std::int64_t>(query.datasets.bits()), query.least_score,
                          patterns.small, patterns.capital, patterns.title, patterns.typed,
                          Bytes{query.search}, least_confidence(query), after.key,
                          after.record_number, after.qr_code, query.limit + 1));
  std::vector<Row> out;
  out.reserve(rows.size());
  for (Cells& cells : rows) {
    MonitorRecord record = record_of(first_of<RecordCells>(std::move(cells)));
    Match match = match_of(last_of<MatchCells>(std::move(cells)));
    if (!is_sealed(reader.seals(), reader.project(), record))
      return altered_record(reader.seals(), reader.project(), record);
    if (!is_sealed(reader.seals(), reader.project(), record.number, match))
      return altered_match(reader.seals(), reader.project(), record.number, match.seen.qr_code);
    Row& row = out.emplace_back();
    row.record_number = record.number;
    row.entry.family = record.family;
    row.entry.record_id = std::move(record.id);
    row.entry.record_name = std::move(record.criteria.name);
    row.entry.match = std::move(match);
  }
  return out;
}

}  // namespace

std::optional<QueueOrder> queue_order_of(std::string_view name) {
  for (const OrderRow& row : kOrders)
    if (row.name == name) return row.order;
  return std::nullopt;
}

Result<QueuePage> read_queue(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                             const QueueQuestion& query) {
  const auto after = place_of(query.order, query.cursor);
  if (!after)
    return Error(Cause::kInvalidInput, "the cursor is not one of this order of the queue",
                 {{"cursor", "INVALID_CURSOR", "is not one of this order of the queue"}});
  const SearchPatterns patterns = search_patterns(query.search);
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<QueuePage> {
    QueuePage page;
    VEDETTE_ASSIGN(const auto totals, totals_of(reader, query, patterns));
    std::vector<Row> rows;
    for (const auto& [status, total] : totals) {
      page.total += total;
      if (total == 0) continue;
      VEDETTE_ASSIGN(std::vector<Row> more, read_rows(reader, query, status, patterns, *after));
      std::ranges::move(more, std::back_inserter(rows));
    }
    if (totals.size() > 1)
      std::ranges::sort(rows, [&](const Row& a, const Row& b) {
        return is_before(query.order, place_at(query.order, a), place_at(query.order, b));
      });
    const auto wanted = static_cast<std::size_t>(query.limit);
    if (rows.size() > wanted) {
      rows.resize(wanted);
      if (!rows.empty()) {
        page.next_cursor = cursor_of(query.order, place_at(query.order, rows.back()));
      }
    }
    for (Row& row : rows)
      page.entries.push_back(std::move(row.entry));
    return page;
  });
}

}  // namespace vedette::service
