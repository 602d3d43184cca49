#include "service/monitoring/row_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "service/monitoring/match_rows.h"
#include "service/monitoring/record_rows.h"
#include "service/monitoring/row_seals.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectSnapshot;
using ledger::sql::ProjectSql;

constexpr std::int64_t kRecordsAtOnce = 500;
constexpr std::size_t kNamed = 10;
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

constexpr ProjectSql kStaged =
    "select first_number, last_number from staged_records where project_id = $1";
constexpr ProjectSql kChunks = "select chunk from screening_chunks where project_id = $1";

// There while rows of an older ledger are sealed (row_sealing.h), and at the highest number after.
constexpr ProjectSql kSealing =
    "select value from counters where project_id = $1 and name = 'sealed_records'";

class RowProving {
 public:
  explicit RowProving(ProjectSnapshot& snapshot) : snapshot_(snapshot) {}

  Result<RowProof> run() {
    VEDETTE_TRY(snapshot_.read([&](ProjectReader& reader) { return begin(reader); }));
    if (!proof_.sealed) return proof_;
    for (std::int64_t after = kLeast; after < kMost;) {
      const auto next =
          snapshot_.read([&](ProjectReader& reader) { return check_some(reader, after); });
      if (!next.ok() && next.error().cause == base::Cause::kInternal) {
        bad(fmt::format("a row behind record number {}", after),
            "it is not of the form that is written");
        return proof_;
      }
      if (!next.ok()) return next.error();
      after = *next;
    }
    compare_total();
    return proof_;
  }

 private:
  Result<void> begin(ProjectReader& reader) {
    VEDETTE_ASSIGN(state_, reader.sealed_total(reader.project()));
    VEDETTE_ASSIGN(const auto sealing, reader.maybe<std::int64_t>(kSealing));
    proof_.sealed = state_.begun && (!sealing || std::get<0>(*sealing) == kMost);
    VEDETTE_ASSIGN(const auto staged, (reader.rows<std::int64_t, std::int64_t>(kStaged)));
    for (const auto& [first, last] : staged)
      staged_.push_back({first, last});
    VEDETTE_ASSIGN(const auto chunks, reader.rows<std::int64_t>(kChunks));
    for (const auto& [chunk] : chunks)
      chunks_.insert(chunk);
    return {};
  }

  // The records after a number, with their matches and history; gives where to go on.
  Result<std::int64_t> check_some(ProjectReader& reader, std::int64_t after) {
    VEDETTE_ASSIGN(const auto records, stored_records(reader, after, kRecordsAtOnce));
    const bool last = records.size() < static_cast<std::size_t>(kRecordsAtOnce);
    const NumberRange range{after + 1, last ? kMost : records.back().number};
    Matches matches;
    VEDETTE_TRY(check_matches(reader, range, matches));
    VEDETTE_TRY(check_history(reader, range, matches));
    for (const MonitorRecord& record : records)
      check_record(reader, record, matches);
    for (const auto& [number, orphans] : matches)
      if (!is_staged(number))
        bad(fmt::format("record number {}", number), "it is gone; its matches are there");
    return range.last;
  }

  // What is known of the matches of a record.
  struct OfRecord {
    StatusCounts counts = {};
    std::set<profile::Family> families = {};
    std::set<bool> deleted = {};
    std::map<std::int64_t, std::int64_t> steps = {};  // by qr code
  };
  using Matches = std::map<std::int64_t, OfRecord>;

  Result<void> check_matches(ProjectReader& reader, const NumberRange& range, Matches& out) {
    VEDETTE_ASSIGN(const auto rows, stored_matches(reader, range));
    for (const StoredMatch& row : rows) {
      ++proof_.matches;
      OfRecord& of = out[row.record_number];
      const auto status = static_cast<std::int64_t>(row.match.status);
      if (status >= 1 && status <= 4) ++of.counts.of(row.match.status);
      of.families.insert(row.family);
      of.deleted.insert(row.deleted);
      of.steps[row.match.seen.qr_code];
      check_seal(reader, row.match.seal,
                 is_sealed(reader.seals(), reader.project(), row.record_number, row.match),
                 [&] { return match_name(row.record_number, row.match.seen.qr_code); });
    }
    return {};
  }

  Result<void> check_history(ProjectReader& reader, const NumberRange& range, Matches& matches) {
    VEDETTE_ASSIGN(const auto rows, stored_history(reader, range));
    for (const HistoryRow& row : rows) {
      ++proof_.history;
      const auto of = matches.find(row.record_number);
      if (of != matches.end()) {
        const auto match = of->second.steps.find(row.step.qr_code);
        if (match != of->second.steps.end()) ++match->second;
      }
      check_seal(reader, row.step.seal,
                 is_sealed(reader.seals(), reader.project(), row.record_number, row.step), [&] {
                   return fmt::format("step {} of the history of {}", row.step.number,
                                      match_name(row.record_number, row.step.qr_code));
                 });
    }
    return {};
  }

  void check_record(ProjectReader& reader, const MonitorRecord& record, Matches& matches) {
    ++proof_.records;
    const std::string name = fmt::format("the {} record {} (number {})",
                                         profile::to_text(record.family), record.id, record.number);
    const bool sealed = is_sealed(reader.seals(), reader.project(), record);
    check_seal(reader, record.seal, sealed, [&] { return name; });
    const auto found = matches.find(record.number);
    const OfRecord of = found == matches.end() ? OfRecord{} : found->second;
    if (found != matches.end()) matches.erase(found);
    if (!sealed) return;
    if (of.counts != record.counts)
      bad(name, fmt::format("it has {} matches, {} were saved, or their statuses differ",
                            of.counts.total(), record.counts.total()));
    if (of.families.contains(other(record.family))) bad(name, "a match of it says another family");
    if (of.deleted.contains(!record.deleted.has_value()))
      bad(name, "a match of it is hidden and the record is not, or the other way round");
    for (const auto& [qr_code, steps] : of.steps)
      if (steps == 0) bad(match_name(record.number, qr_code), "its history is gone");
    if (!chunks_.contains(chunk_of(record.number)))
      bad(name, "the mark by which it is screened again is gone");
  }

  template <class Name>
  void check_seal(ProjectReader& reader, const ledger::RowSeal& seal, bool fits, const Name& name) {
    total_.add(reader.seals().share(seal));
    if (!fits) bad(name(), "it is not what was written");
  }

  void compare_total() {
    if (!state_.total) {
      bad("the total of all rows", "it does not fit the head of the audit chain");
      return;
    }
    if (*state_.total == total_) return;
    const std::int64_t missing = state_.total->rows() - total_.rows();
    if (missing > 0)
      bad("records, matches and history", fmt::format("{} rows are missing", missing));
    else if (missing < 0)
      bad("records, matches and history", fmt::format("{} rows were added", -missing));
    else if (proof_.misfits == 0)
      bad("records, matches and history", "older rows were put back");
  }

  bool is_staged(std::int64_t number) const {
    return std::ranges::any_of(staged_, [&](const NumberRange& range) {
      return range.first <= number && number <= range.last;
    });
  }

  static profile::Family other(profile::Family family) {
    return family == profile::Family::kBusiness ? profile::Family::kIndividual
                                                : profile::Family::kBusiness;
  }
  static std::string match_name(std::int64_t record, std::int64_t qr_code) {
    return fmt::format("match {} of record number {}", qr_code, record);
  }

  void bad(std::string what, std::string reason) {
    ++proof_.misfits;
    if (proof_.first_bad.size() < kNamed)
      proof_.first_bad.push_back({std::move(what), std::move(reason)});
  }

  ProjectSnapshot& snapshot_;
  RowProof proof_;
  ledger::TotalState state_;
  ledger::RowTotal total_;
  std::vector<NumberRange> staged_;
  std::set<std::int64_t> chunks_;
};

}  // namespace

Result<RowProof> prove_rows(ledger::Ledger& ledger, const ledger::ProjectScope& scope) {
  VEDETTE_ASSIGN(const std::unique_ptr<ProjectSnapshot> snapshot, ledger.snapshot(scope));
  return RowProving(*snapshot).run();
}

}  // namespace vedette::service
