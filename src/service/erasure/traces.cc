#include "service/erasure/traces.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <set>

#include "service/screening/search_entry.h"

namespace vedette::service {
namespace {

namespace json = boost::json;

using base::Result;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;
using Reader = ledger::Reader<ProjectSql>;

constexpr std::int64_t kRowsAtOnce = 2000;

constexpr ProjectSql kRecords =
    "select record_number, family, record_id, name from records where project_id = $1"
    " and record_number > $2 order by record_number limit $3";
constexpr ProjectSql kSearches =
    "select search_id, question from searches where project_id = $1 and search_id > $2"
    " and question <> '' order by search_id limit $3";
constexpr ProjectSql kItems =
    "select search_id, item, item_key, question from search_items where project_id = $1"
    " and (search_id > $2 or (search_id = $2 and item > $3)) order by search_id, item limit $4";
constexpr ProjectSql kEvents =
    "select sequence, data from events where project_id = $1 and sequence > $2"
    " order by sequence limit $3";
constexpr ProjectSql kAnswers =
    "select key_sha256, answer from idempotency_keys where project_id = $1 and key_sha256 > $2"
    " and answer is not null order by key_sha256 limit $3";
constexpr ProjectSql kPayloads =
    "select e.sequence, e.action, p.payload from audit_entries e join audit_payloads p"
    " on p.project_id = e.project_id and p.sequence = e.sequence"
    " where e.project_id = $1 and e.sequence > $2 and (e.action like 'record.%'"
    " or e.action like 'match.%' or e.action like 'case.%' or e.action like 'search.%')"
    " order by e.sequence limit $3";
// link_kind 1: to a record
constexpr ProjectSql kLinks =
    "select record_number, item, link_id, name from case_items where project_id = $1"
    " and link_kind = 1 and link_id <> '' and (record_number > $2 or (record_number = $2"
    " and item > $3)) order by record_number, item limit $4";

json::value parsed(std::string_view text) {
  boost::system::error_code problem;
  json::value value = json::parse(text, problem);
  return problem ? json::value() : value;
}

std::string_view member(const json::value& value, std::string_view name) {
  if (!value.is_object()) return {};
  const json::value* found = value.get_object().if_contains(name);
  return found != nullptr && found->is_string() ? std::string_view(found->get_string())
                                                : std::string_view();
}

class Search {
 public:
  Search(Reader& reader, const Person& person) : reader_(reader), person_(person) {}

  Result<Traces> run() {
    VEDETTE_TRY(look_at_records());
    VEDETTE_TRY(look_at_searches());
    VEDETTE_TRY(look_at_items());
    VEDETTE_TRY(look_at_events());
    VEDETTE_TRY(look_at_answers());
    VEDETTE_TRY(look_at_payloads());
    VEDETTE_TRY(look_at_links());
    return std::move(traces_);
  }

 private:
  bool is_theirs(std::string_view record_id) const {
    return person_.is_id(record_id) || ids_.contains(std::string(record_id));
  }

  // Whether a text anywhere in it is the id of one of the records, or the name.
  bool speaks_of(const json::value& value) const {
    if (const auto* text = value.if_string())
      return is_theirs(std::string_view(*text)) || person_.is_name(std::string_view(*text));
    if (const auto* array = value.if_array())
      return std::ranges::any_of(*array, [&](const json::value& each) { return speaks_of(each); });
    if (const auto* object = value.if_object())
      return std::ranges::any_of(*object,
                                 [&](const auto& each) { return speaks_of(each.value()); });
    return false;
  }

  Result<void> look_at_records() {
    for (std::int64_t after = -1;;) {
      VEDETTE_ASSIGN(const auto rows,
                     (reader_.rows<std::int64_t, std::int64_t, OwnedBytes, std::string>(
                         kRecords, after, kRowsAtOnce)));
      for (const auto& [number, family, id, name] : rows) {
        after = number;
        if (!person_.is_id(id.bytes) && !person_.is_name(name)) continue;
        traces_.records.push_back(number);
        ids_.insert(id.bytes);
      }
      if (std::ssize(rows) < kRowsAtOnce) return {};
    }
  }

  Result<void> look_at_searches() {
    for (std::int64_t after = 0;;) {
      VEDETTE_ASSIGN(const auto rows,
                     (reader_.rows<std::int64_t, std::string>(kSearches, after, kRowsAtOnce)));
      for (const auto& [id, question] : rows) {
        after = id;
        if (person_.is_name(member(parsed(question), "name"))) traces_.searches.push_back(id);
      }
      if (std::ssize(rows) < kRowsAtOnce) return {};
    }
  }

  Result<void> look_at_items() {
    for (std::int64_t search = 0, item = -1;;) {
      VEDETTE_ASSIGN(const auto rows,
                     (reader_.rows<std::int64_t, std::int64_t, std::string, std::string>(
                         kItems, search, item, kRowsAtOnce)));
      for (const auto& row : rows) {
        search = std::get<0>(row);
        item = std::get<1>(row);
        if (is_theirs(std::get<2>(row)) ||
            person_.is_name(member(parsed(std::get<3>(row)), "name")))
          traces_.batch_names.emplace_back(search, item);
      }
      if (std::ssize(rows) < kRowsAtOnce) return {};
    }
  }

  Result<void> look_at_events() {
    for (std::int64_t after = -1;;) {
      VEDETTE_ASSIGN(const auto rows,
                     (reader_.rows<std::int64_t, std::string>(kEvents, after, kRowsAtOnce)));
      for (const auto& [sequence, data] : rows) {
        after = sequence;
        const json::value value = parsed(data);
        if (is_theirs(member(value, "monitorRecordId")) ||
            person_.is_name(member(value, "recordName")))
          traces_.events.push_back(sequence);
      }
      if (std::ssize(rows) < kRowsAtOnce) return {};
    }
  }

  // Answers may be large; few are read at a time.
  Result<void> look_at_answers() {
    constexpr std::int64_t kAtOnce = 50;
    for (base::Sha256 after{};;) {
      VEDETTE_ASSIGN(const auto rows,
                     (reader_.rows<base::Sha256, std::string>(kAnswers, after, kAtOnce)));
      for (const auto& [key, answer] : rows) {
        after = key;
        if (speaks_of(parsed(answer))) traces_.answers.push_back(key);
      }
      if (std::ssize(rows) < kAtOnce) return {};
    }
  }

  Result<void> look_at_payloads() {
    for (std::int64_t after = 0;;) {
      VEDETTE_ASSIGN(const auto rows, (reader_.rows<std::int64_t, std::string, std::string>(
                                          kPayloads, after, kRowsAtOnce)));
      for (const auto& [sequence, action, payload] : rows) {
        after = sequence;
        const bool found = action.starts_with("search.") ? is_of_search(action, payload)
                                                         : speaks_of(parsed(payload));
        if (found) traces_.payloads.push_back(sequence);
      }
      if (std::ssize(rows) < kRowsAtOnce) return {};
    }
  }

  Result<void> look_at_links() {
    const std::set<std::int64_t> own(traces_.records.begin(), traces_.records.end());
    for (std::int64_t record = -1, item = 0;;) {
      VEDETTE_ASSIGN(const auto rows,
                     (reader_.rows<std::int64_t, std::int64_t, std::string, std::string>(
                         kLinks, record, item, kRowsAtOnce)));
      for (const auto& row : rows) {
        record = std::get<0>(row);
        item = std::get<1>(row);
        if (own.contains(record)) continue;
        if (is_theirs(std::get<2>(row)) || person_.is_name(std::get<3>(row)))
          traces_.links.emplace_back(record, item);
      }
      if (std::ssize(rows) < kRowsAtOnce) return {};
    }
  }

  // What an entry keeps of a search is a digest of its query and hits. It is erased with them: it
  // fits nothing any more, and a name could be guessed against it.
  bool is_of_search(std::string_view action, std::string_view payload) const {
    const auto entry = read_search_entry(payload);
    if (!entry) return false;
    if (action == "search.made") return std::ranges::binary_search(traces_.searches, entry->id);
    if (action != "search.batch_items") return false;
    const auto first =
        std::ranges::lower_bound(traces_.batch_names, std::pair(entry->id, entry->first));
    return first != traces_.batch_names.end() && first->first == entry->id &&
           first->second < entry->first + entry->items;
  }

  Reader& reader_;
  const Person& person_;
  std::set<std::string> ids_;  // of records that were found
  Traces traces_;
};

}  // namespace

Result<Traces> traces_of(Reader& reader, const Person& person) {
  return Search(reader, person).run();
}

}  // namespace vedette::service
