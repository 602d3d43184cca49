#include "service/monitoring/case_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/encoding.h"
#include "service/monitoring/record_rows.h"
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

// A case is in the queue at its first match in the order: that match has no better one beside
// it. So a page is read along the index of the order, however many cases there are. `op` is "="
// for one status and ">" for all of them ($2 is 0). The "+" keeps a store from walking an index of
// the whole project instead of the few matches of the case.
#define VEDETTE_BESIDE(alias, op)                                              \
  "select 1 from matches " alias " where " alias ".project_id = $1 and " alias \
  ".record_number = m.record_number and " alias ".deleted = 0 and " alias ".status " op " $2"
#define VEDETTE_LISTED_LIKE(pattern) \
  "lower(t.name) like " pattern " escape '!' or lower(t.matched_name) like " pattern " escape '!'"
#define VEDETTE_NAMES_LIKE(pattern, op) \
  "(lower(r.name) like " pattern        \
  " escape '!' or exists (" VEDETTE_BESIDE("t", op) " and (" VEDETTE_LISTED_LIKE(pattern) ")))"
#define VEDETTE_CASES(op) \
  " from matches m join records r on r.project_id = m.project_id"                               \
  " and r.record_number = m.record_number and r.deleted_at is null"                             \
  " where m.project_id = $1 and m.deleted = 0 and m.status " op " $2"                           \
  " and ($3 = 0 or m.family = $3)"                                                              \
  " and ($4 = 0 or exists (" VEDETTE_BESIDE("d", op) " and (d.datasets & $4) <> 0))"            \
  " and ($5 = 0 or exists (" VEDETTE_BESIDE("s", op) " and +s.score >= $5))"                     \
  " and ($6 = '' or r.record_id = $10 or " VEDETTE_NAMES_LIKE("$6", op)                         \
  " or ($7 <> '' and " VEDETTE_NAMES_LIKE("$7", op) ")"                                         \
  " or ($8 <> '' and " VEDETTE_NAMES_LIKE("$8", op) ")"                                         \
  " or ($9 <> '' and " VEDETTE_NAMES_LIKE("$9", op) "))"                                        \
  " and exists (" VEDETTE_BESIDE("a", op) " and +a.created_at <= $11)"                           \
  " and not exists (" VEDETTE_BESIDE("n", op) " and +n.created_at < $12)"
#define VEDETTE_NONE_BETTER(op, key, better)                                                      \
  " and not exists (" VEDETTE_BESIDE("b", op) " and (+b." key " " better " m." key " or (+b." key \
                                              " = m." key " and +b.qr_code " better               \
                                              " m.qr_code)))"
#define VEDETTE_FIRST_OF_CASE(op) \
  " and not exists (" VEDETTE_BESIDE("b", op) " and b.qr_code < m.qr_code)"
#define VEDETTE_ROWS(op, key, inner, outer)                                    \
  "select k.sort_key, " VEDETTE_RECORD_COLUMNS ", " VEDETTE_MATCH_COLUMNS      \
  " from (select m.record_number, m." key " as sort_key" inner                 \
  " limit $15) k join records r on r.project_id = $1"                          \
  " and r.record_number = k.record_number" VEDETTE_CHUNK_OF_RECORD             \
  " join matches m on m.project_id = $1 and m.record_number = k.record_number" \
  " and m.deleted = 0 and m.status " op " $2" outer ", m.score desc, m.qr_code"
#define VEDETTE_DOWN(op, key)                                                                     \
  VEDETTE_ROWS(op, key,                                                                           \
               VEDETTE_CASES(op) VEDETTE_NONE_BETTER(                                             \
                   op, key, ">") " and (m." key ", m.record_number) < ($13, $14) order by m." key \
                                 " desc,"                                                         \
                                 " m.record_number desc",                                         \
               " order by k.sort_key desc, k.record_number desc")
#define VEDETTE_UP(op, key)                                                                       \
  VEDETTE_ROWS(op, key,                                                                           \
               VEDETTE_CASES(op) VEDETTE_NONE_BETTER(                                             \
                   op, key, "<") " and (m." key ", m.record_number) > ($13, $14) order by m." key \
                                 ", m.record_number",                                             \
               " order by k.sort_key, k.record_number")
#define VEDETTE_COUNT(op) "select count(*)" VEDETTE_CASES(op) VEDETTE_FIRST_OF_CASE(op)

// Of one status, and of all.
struct OrderSql {
  ProjectSql one;
  ProjectSql all;
};
constexpr OrderSql kByScore{VEDETTE_DOWN("=", "score"), VEDETTE_DOWN(">", "score")};
constexpr OrderSql kNewest{VEDETTE_DOWN("=", "created_at"), VEDETTE_DOWN(">", "created_at")};
constexpr OrderSql kOldest{VEDETTE_UP("=", "created_at"), VEDETTE_UP(">", "created_at")};
#define VEDETTE_BY_RECORD(op)                                                                    \
  VEDETTE_ROWS(                                                                                  \
      op, "record_number",                                                                       \
      VEDETTE_CASES(op) VEDETTE_NONE_BETTER(                                                     \
          op, "qr_code",                                                                         \
          "<") " and m.record_number >= $13 and m.record_number > $14 order by m.record_number", \
      " order by k.sort_key")
constexpr OrderSql kByRecord{VEDETTE_BY_RECORD("="), VEDETTE_BY_RECORD(">")};
constexpr OrderSql kCount{VEDETTE_COUNT("="), VEDETTE_COUNT(">")};

#undef VEDETTE_COUNT
#undef VEDETTE_BY_RECORD
#undef VEDETTE_UP
#undef VEDETTE_DOWN
#undef VEDETTE_ROWS
#undef VEDETTE_FIRST_OF_CASE
#undef VEDETTE_NONE_BETTER
#undef VEDETTE_CASES
#undef VEDETTE_NAMES_LIKE
#undef VEDETTE_LISTED_LIKE
#undef VEDETTE_BESIDE

// Where a page ends: the value it is ordered by, and the case.
struct Place {
  std::int64_t key = 0;
  std::int64_t record_number = 0;
};

struct OrderRow {
  std::string_view name;
  const OrderSql& sql;
  Place first;  // before every case
};
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::array<OrderRow, 4> kOrders{{{"score", kByScore, {kMost, 0}},
                                           {"newest", kNewest, {kMost, 0}},
                                           {"oldest", kOldest, {-1, 0}},
                                           {"record", kByRecord, {-1, -1}}}};

const OrderRow& row_of(CaseOrder order) {
  return kOrders[static_cast<std::size_t>(order)];
}

std::string cursor_of(CaseOrder order, const Place& place) {
  return base::base64url(
      fmt::format("{}:{}:{}", row_of(order).name, place.key, place.record_number));
}

std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::optional<Place> place_of(CaseOrder order, const std::string& cursor) {
  if (cursor.empty()) return row_of(order).first;
  const auto text = base::unbase64(cursor);
  if (!text) return std::nullopt;
  const std::string_view all = *text;
  const std::size_t first = all.find(':');
  const std::size_t second = first == std::string_view::npos ? first : all.find(':', first + 1);
  if (second == std::string_view::npos || all.substr(0, first) != row_of(order).name)
    return std::nullopt;
  const auto key = number_of(all.substr(first + 1, second - first - 1));
  const auto record = number_of(all.substr(second + 1));
  if (!key || !record) return std::nullopt;
  return Place{*key, *record};
}

struct FoundCase {
  Place place = {};
  CaseRow row = {};
};

// One request, in one snapshot.
class CaseReading {
 public:
  CaseReading(ProjectReader& reader, const catalogue::Catalogue* catalogue,
              const CaseQuestion& query)
      : reader_(reader), lists_(catalogue), query_(query), words_(search_patterns(query.search)) {}

  Result<CasePage> page(const Place& after) {
    return filters_rows() ? filtered_page(after) : plain_page(after);
  }

 private:
  // Asks for what only a case that was read can tell.
  bool filters_rows() const { return !query_.list.empty() || query_.birth_date || query_.country; }

  bool fits(const CaseSummary& summary) const {
    if (!query_.list.empty() &&
        std::ranges::find(summary.lists, query_.list, &NamedList::key) == summary.lists.end())
      return false;
    if (query_.birth_date && *query_.birth_date != summary.birth_date) return false;
    return !query_.country || *query_.country == summary.country;
  }

  Result<CasePage> plain_page(const Place& after) {
    CasePage page;
    if (query_.cursor.empty()) {
      VEDETTE_ASSIGN(page.total, count());
    }
    VEDETTE_ASSIGN(std::vector<FoundCase> found, read(after, query_.limit + 1));
    take(page, found);
    return page;
  }

  // Walks the cases in their order. The first page counts all that fit, later ones end when full.
  Result<CasePage> filtered_page(Place after) {
    constexpr std::int64_t kAtOnce = 1000;
    CasePage page;
    std::vector<FoundCase> kept;
    const auto wanted = static_cast<std::size_t>(query_.limit) + 1;
    const bool counts = query_.cursor.empty();
    std::int64_t fitting = 0;
    std::int64_t seen = 0;
    bool more = true;
    while (more && seen < kMostCasesFiltered && (counts || kept.size() < wanted)) {
      VEDETTE_ASSIGN(std::vector<FoundCase> found, read(after, kAtOnce));
      more = static_cast<std::int64_t>(found.size()) == kAtOnce;
      seen += static_cast<std::int64_t>(found.size());
      if (!found.empty()) after = found.back().place;
      for (FoundCase& each : found) {
        if (!fits(each.row.summary)) continue;
        ++fitting;
        if (kept.size() < wanted) kept.push_back(std::move(each));
      }
    }
    if (counts) {
      page.total = fitting;
      page.total_is_exact = !more;
    }
    const bool is_full = kept.size() == wanted;
    take(page, kept);
    // Looked at as many as one request may: the next one goes on from there.
    if (!is_full && more) page.next_cursor = cursor_of(query_.order, after);
    return page;
  }

  void take(CasePage& page, std::vector<FoundCase>& found) const {
    const auto limit = static_cast<std::size_t>(query_.limit);
    const bool more = found.size() > limit;
    if (more) found.resize(limit);
    if (more && !found.empty()) page.next_cursor = cursor_of(query_.order, found.back().place);
    for (FoundCase& each : found)
      page.rows.push_back(std::move(each.row));
  }

  template <class Use>
  auto with_filters(Use use) const {
    return use(query_.status ? static_cast<std::int64_t>(*query_.status) : std::int64_t{0},
               query_.family ? family_number(*query_.family) : 0,
               static_cast<std::int64_t>(query_.datasets.bits()), query_.least_score, words_.small,
               words_.capital, words_.title, words_.typed, Bytes{query_.search}, query_.found_until,
               query_.found_from);
  }

  const ProjectSql& of_status(const OrderSql& sql) const {
    return query_.status ? sql.one : sql.all;
  }

  Result<std::int64_t> count() {
    VEDETTE_ASSIGN(const auto row, with_filters([&](const auto&... filters) {
                     return reader_.maybe<std::int64_t>(of_status(kCount), filters...);
                   }));
    return row ? std::get<0>(*row) : 0;
  }

  Result<std::vector<FoundCase>> read(const Place& after, std::int64_t limit) {
    using Cells = decltype(std::tuple_cat(std::declval<std::tuple<std::int64_t>>(),
                                          std::declval<RecordCells>(), std::declval<MatchCells>()));
    VEDETTE_ASSIGN(auto rows, with_filters([&](const auto&... filters) {
                     return RowsOf<Cells>::read(reader_, of_status(row_of(query_.order).sql),
                                                filters..., after.key, after.record_number, limit);
                   }));
    std::vector<FoundCase> out;
    for (Cells& cells : rows)
      VEDETTE_TRY(add(std::move(cells), out));
    for (FoundCase& each : out)
      each.row.summary = summary_of(each.row.record, each.row.matches, lists_);
    return out;
  }

  // The rows of one case stand together.
  template <class Cells>
  Result<void> add(Cells&& cells, std::vector<FoundCase>& out) {
    const std::int64_t key = std::get<0>(cells);
    using Tail = decltype(std::tuple_cat(std::declval<RecordCells>(), std::declval<MatchCells>()));
    Tail tail = last_of<Tail>(std::forward<Cells>(cells));
    MonitorRecord record = record_of(first_of<RecordCells>(std::move(tail)));
    Match match = match_of(last_of<MatchCells>(std::move(tail)));
    if (!is_sealed(reader_.seals(), reader_.project(), record.number, match))
      return altered_match(reader_.seals(), reader_.project(), record.number, match.seen.qr_code);
    if (out.empty() || out.back().row.record.number != record.number) {
      if (!is_sealed(reader_.seals(), reader_.project(), record))
        return altered_record(reader_.seals(), reader_.project(), record);
      FoundCase& added = out.emplace_back();
      added.place = {key, record.number};
      added.row.record = std::move(record);
    }
    out.back().row.matches.push_back(std::move(match));
    return {};
  }

  ProjectReader& reader_;
  NamingLists lists_;
  const CaseQuestion& query_;
  const SearchPatterns words_;
};

}  // namespace

std::optional<CaseOrder> case_order_of(std::string_view name) {
  for (std::size_t i = 0; i < kOrders.size(); ++i)
    if (kOrders[i].name == name) return static_cast<CaseOrder>(i);
  return std::nullopt;
}

Result<CasePage> read_cases(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                            const catalogue::Catalogue* catalogue, const CaseQuestion& query) {
  const auto after = place_of(query.order, query.cursor);
  if (!after)
    return Error(Cause::kInvalidInput, "the cursor is not one of this order of the cases",
                 {{"cursor", "INVALID_CURSOR", "is not one of this order of the cases"}});
  return ledger.read(scope, [&](ProjectReader& reader) {
    return CaseReading(reader, catalogue, query).page(*after);
  });
}

}  // namespace vedette::service
