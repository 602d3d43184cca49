#include "service/screening/search_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "service/audit/audit_trail.h"
#include "service/screening/removed_searches.h"
#include "service/screening/search_digest.h"
#include "service/screening/search_entry.h"
#include "service/screening/search_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectSnapshot;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;

// Of the chain; few, because each may bring a search with a full page of hits.
constexpr std::int64_t kEntriesAtOnce = 200;

constexpr ProjectSql kEntries =
    "select e.sequence, e.action, e.actor, e.request_id, p.payload from audit_entries e"
    " left join audit_payloads p on p.project_id = e.project_id and p.sequence = e.sequence"
    " where e.project_id = $1 and e.sequence > $2 and e.sequence <= $3"
    " and e.action like 'search.%' order by e.sequence";
constexpr ProjectSql kItems =
    "select item, item_key, question, failure, total, hits from search_items"
    " where project_id = $1 and search_id = $2 and item >= $3 and item < $4 order by item";
constexpr ProjectSql kItemCount =
    "select count(*) from search_items where project_id = $1 and search_id = $2";
constexpr ProjectSql kEnd =
    "select total, completed_at from searches where project_id = $1 and search_id = $2";
constexpr ProjectSql kSearchCount = "select count(*) from searches where project_id = $1";
constexpr ProjectSql kEndedCount =
    "select count(*) from searches where project_id = $1 and completed_at is not null";

constexpr const char* kOfAnotherForm = "its row is not of the form that is written";

struct Entry {
  std::int64_t sequence = 0;
  std::string action = {};
  EntryMaker maker = {};
  SearchEntry says = {};
};

bool begins_a_search(const Entry& entry) {
  return entry.action == "search.made" || entry.action == "search.batch_begun";
}

class SearchProving {
 public:
  explicit SearchProving(ProjectSnapshot& snapshot) : snapshot_(snapshot) {}

  Result<SearchProof> run() {
    VEDETTE_ASSIGN(const std::int64_t last, snapshot_.read(newest_entry));
    VEDETTE_ASSIGN(removed_, snapshot_.read(removed_through));
    for (std::int64_t after = 0; after < last; after += kEntriesAtOnce) {
      VEDETTE_ASSIGN(const std::vector<Entry> entries, read_entries(after));
      VEDETTE_TRY(read_rows(entries));
      for (const Entry& entry : entries) {
        auto compared = compare(entry);
        // A column holds what was never written there.
        if (!compared.ok() && compared.error().cause == base::Cause::kInternal)
          bad(entry, kOfAnotherForm);
        else
          VEDETTE_TRY(std::move(compared));
      }
    }
    if (proof_.whole()) VEDETTE_TRY(look_for_more());
    return proof_;
  }

 private:
  Result<std::int64_t> number(const ProjectSql& text) {
    return snapshot_.read([&](ProjectReader& reader) -> Result<std::int64_t> {
      VEDETTE_ASSIGN(const auto row, reader.maybe<std::int64_t>(text));
      return row ? std::get<0>(*row) : 0;
    });
  }

  Result<std::vector<Entry>> read_entries(std::int64_t after) {
    return snapshot_.read([&](ProjectReader& reader) -> Result<std::vector<Entry>> {
      VEDETTE_ASSIGN(const auto rows, (reader.rows<std::int64_t, std::string, std::string,
                                                   std::string, std::optional<std::string>>(
                                          kEntries, after, after + kEntriesAtOnce)));
      std::vector<Entry> out;
      for (const auto& [sequence, action, actor, request, payload] : rows) {
        const auto says = read_search_entry(payload.value_or(""));
        if (!says) {
          ++proof_.erased;
          continue;
        }
        out.push_back({sequence, action, {actor, request}, *says});
      }
      return out;
    });
  }

  // The rows that these entries began, which have neighbouring numbers.
  Result<void> read_rows(const std::vector<Entry>& entries) {
    rows_.clear();
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = 0;
    for (const Entry& entry : entries) {
      if (!begins_a_search(entry)) continue;
      first = std::min(first, entry.says.id);
      last = std::max(last, entry.says.id);
    }
    if (last == 0) return {};
    auto read = snapshot_.read(
        [&](ProjectReader& reader) { return search_rows_between(reader, first, last); });
    if (!read.ok() && read.error().cause == base::Cause::kInternal) {
      // One by one, to name those that cannot be read.
      for (const Entry& entry : entries)
        if (begins_a_search(entry)) VEDETTE_TRY(read_row(entry));
      return {};
    }
    if (!read.ok()) return std::move(read).error();
    for (SearchRow& row : *read)
      rows_[row.id] = std::move(row);
    return {};
  }

  Result<void> read_row(const Entry& entry) {
    auto one = snapshot_.read([&](ProjectReader& reader) {
      return search_rows_between(reader, entry.says.id, entry.says.id);
    });
    if (!one.ok() && one.error().cause == base::Cause::kInternal)
      return is_bad(entry, kOfAnotherForm);
    if (!one.ok()) return std::move(one).error();
    for (SearchRow& row : *one)
      rows_[row.id] = std::move(row);
    return {};
  }

  Result<void> compare(const Entry& entry) {
    if (begins_a_search(entry)) return compare_search(entry);
    if (entry.action == "search.batch_items") return compare_items(entry);
    if (entry.action == "search.batch_completed") return compare_end(entry);
    return {};
  }

  Result<void> compare_search(const Entry& entry) {
    const auto found = rows_.find(entry.says.id);
    if (found == rows_.end()) return is_gone(entry, entry.says.items > 0);
    const SearchRow& row = found->second;
    if (const std::string reason = misfit(row, entry.says, entry.maker); !reason.empty())
      return is_bad(entry, reason);
    ++proof_.searches;
    if (entry.action == "search.made") ++ended_;
    if (entry.says.items == 0) return {};
    return snapshot_.read([&](ProjectReader& reader) -> Result<void> {
      VEDETTE_ASSIGN(const auto count, reader.maybe<std::int64_t>(kItemCount, row.id));
      if (std::get<0>(*count) > 0) items_left_[row.id] = {std::get<0>(*count), row.ref};
      return {};
    });
  }

  Result<void> compare_items(const Entry& entry) {
    return snapshot_.read([&](ProjectReader& reader) -> Result<void> {
      VEDETTE_ASSIGN(
          const auto rows,
          (reader
               .rows<std::int64_t, std::string, std::string, std::string, std::int64_t, OwnedBytes>(
                   kItems, entry.says.id, entry.says.first, entry.says.first + entry.says.items)));
      if (rows.empty() && removed_.has_batch(entry.says.id)) return {};
      ItemsDigest digest(entry.says.form);
      for (const auto& [item, key, question, failure, total, hits] : rows)
        digest.add(key, question, failure, static_cast<std::uint64_t>(total), hits.bytes);
      if (digest.finish() != entry.says.sha256)
        return is_bad(entry,
                      fmt::format("its names from {} on, {} of them, are not what was answered",
                                  entry.says.first, entry.says.items));
      proof_.items += entry.says.items;
      const auto left = items_left_.find(entry.says.id);
      if (left == items_left_.end()) return {};
      left->second.first -= entry.says.items;
      if (left->second.first == 0) items_left_.erase(left);
      return {};
    });
  }

  Result<void> compare_end(const Entry& entry) {
    return snapshot_.read([&](ProjectReader& reader) -> Result<void> {
      VEDETTE_ASSIGN(const auto row,
                     (reader.maybe<std::int64_t, std::optional<base::Time>>(kEnd, entry.says.id)));
      // Its first entry tells how many names it had.
      if (!row) return is_gone(entry, !removed_.has_search(entry.says.id));
      ++ended_;
      if (!std::get<1>(*row)) return is_bad(entry, "it was complete and is not any more");
      if (std::get<0>(*row) != entry.says.total) return is_bad(entry, "its total is another");
      return {};
    });
  }

  // Rows that no entry speaks of. What was erased may have spoken of them.
  Result<void> look_for_more() {
    if (proof_.erased > 0) return {};
    if (!items_left_.empty()) {
      bad_row(items_left_.begin()->second.second, "it has names that were never recorded");
      return {};
    }
    VEDETTE_ASSIGN(const std::int64_t searches, number(kSearchCount));
    if (searches != proof_.searches)
      bad_row(fmt::format("beside the {} recorded", proof_.searches),
              "it was never made: the audit chain has no entry of it");
    VEDETTE_ASSIGN(const std::int64_t ended, number(kEndedCount));
    if (ended != ended_) bad_row("of a batch", "it was never completed");
    return {};
  }

  // What went because of its age is said in the chain; everything else was taken away.
  Result<void> is_gone(const Entry& entry, bool batch) {
    const std::int64_t id = entry.says.id;
    if (batch ? removed_.has_batch(id) : removed_.has_search(id)) return {};
    return is_bad(entry, "it is gone");
  }

  Result<void> is_bad(const Entry& entry, std::string reason) {
    bad(entry, std::move(reason));
    return {};
  }
  void bad(const Entry& entry, std::string reason) {
    if (!named_.insert(entry.says.id).second) return;  // for what was found first
    const auto row = rows_.find(entry.says.id);
    std::string name = entry.says.ref;
    if (name.empty())
      name = row == rows_.end() ? fmt::format("number {}", entry.says.id) : row->second.ref;
    add({std::move(name), entry.sequence, std::move(reason)});
  }
  void bad_row(std::string name, std::string reason) {
    add({std::move(name), 0, std::move(reason)});
  }
  void add(SearchMisfit misfit) {
    ++proof_.bad_count;
    if (proof_.bad.size() < kMostNamedSearches) proof_.bad.push_back(std::move(misfit));
  }

  ProjectSnapshot& snapshot_;
  SearchProof proof_;
  RemovedThrough removed_;
  std::map<std::int64_t, SearchRow> rows_;
  std::set<std::int64_t> named_;  // the numbers of searches that do not fit
  // Of batches: how many names stand in the ledger that no entry has spoken of yet.
  std::map<std::int64_t, std::pair<std::int64_t, std::string>> items_left_;
  // Searches that an entry calls complete: a single one from its beginning, a batch by its end.
  // The number of names says nothing here, because an older version recorded batches without any.
  std::int64_t ended_ = 0;
};

}  // namespace

Result<SearchProof> prove_searches(ledger::Ledger& ledger, const ledger::ProjectScope& scope) {
  VEDETTE_ASSIGN(const std::unique_ptr<ProjectSnapshot> snapshot, ledger.snapshot(scope));
  return SearchProving(*snapshot).run();
}

}  // namespace vedette::service
