#include "service/monitoring/rescreening.h"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <set>
#include <unordered_map>

#include "base/background.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "service/common/engine_version.h"
#include "service/common/scope_issuer.h"
#include "service/lists/served_generations.h"
#include "service/monitoring/affected_record.h"
#include "service/monitoring/match_versions.h"
#include "service/monitoring/record_changes.h"
#include "service/monitoring/row_seals.h"
#include "service/monitoring/screening_completions.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::OperatorWriter;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

// Matches per write. Waiting writers are not checked while these are gathered, which takes some
// milliseconds.
constexpr std::int64_t kMatchesAtOnce = 64;
// Up to so many records are searched at once; more are searched by idle threads.
constexpr std::size_t kFewRecords = 256;
// All matches of a record with at most so many are read, in one query.
constexpr std::int64_t kFewMatches = 8;
// Chunks per query of catch_up().
constexpr std::int64_t kChunksAtOnce = 64;

constexpr Sql kBehind =
    "select c.project_id, c.chunk from screening_chunks c left join monitoring_settings s"
    " on s.project_id = c.project_id where (c.generation < $1 or c.engine < $2"
    " or c.settings_version <> coalesce(s.version, 0)) and c.generation <= $1"
    " and c.lease_until < $3 order by c.project_id, c.chunk limit $4";
constexpr Sql kReleaseAll =
    "update screening_chunks set lease_until = 0 where lease_owner = $1 and lease_until > 0";

// Claims only a chunk that is still behind: another node may have done it meanwhile.
constexpr ProjectSql kClaim =
    "update screening_chunks set lease_owner = $3, lease_until = $4, fence = fence + 1"
    " where project_id = $1 and chunk = $2 and lease_until < $5 and generation <= $6"
    " and (generation < $6 or engine < $7 or settings_version <> coalesce("
    "(select s.version from monitoring_settings s where s.project_id = $1), 0))";
constexpr ProjectSql kFence =
    "select fence from screening_chunks where project_id = $1 and chunk = $2";
constexpr ProjectSql kState =
    "select generation, engine, settings_version, changes from screening_chunks"
    " where project_id = $1 and chunk = $2";
constexpr ProjectSql kHold =
    "update screening_chunks set lease_until = $4 where project_id = $1 and chunk = $2"
    " and fence = $3";
// A search of the delta does not repair what an earlier screening left out.
constexpr ProjectSql kFinish =
    "update screening_chunks set generation = $4, engine = $5, settings_version = $6,"
    " screened_at = $7, lease_owner = '', lease_until = 0, unscreened = case when $9 = 1"
    " and unscreened > $8 then unscreened else $8 end where project_id = $1 and chunk = $2"
    " and fence = $3";
constexpr ProjectSql kScreenedUnder =
    "select record_number, criteria_version, screened_generation, screened_engine,"
    " screened_settings from records where project_id = $1 and record_number >= $2"
    " and record_number < $3 and deleted_at is null";
constexpr ProjectSql kStartRun =
    "insert into screening_runs (project_id, started_at, completed_at, generation,"
    " matches_changed) values ($1, $2, null, $3, 0) on conflict (project_id) do update set"
    " started_at = $2, completed_at = null, generation = $3, matches_changed = 0"
    " where screening_runs.completed_at is not null or screening_runs.generation <> $3";
constexpr ProjectSql kCountRun =
    "update screening_runs set matches_changed = matches_changed + $2 where project_id = $1";
constexpr ProjectSql kStillBehind =
    "select c.chunk from screening_chunks c left join monitoring_settings s"
    " on s.project_id = c.project_id where c.project_id = $1 and (c.generation < $2"
    " or c.engine < $3 or c.settings_version <> coalesce(s.version, 0)) limit 1";
constexpr ProjectSql kEndRun =
    "update screening_runs set completed_at = $2 where project_id = $1 and completed_at is null";
constexpr ProjectSql kRunResult =
    "select matches_changed, started_at from screening_runs where project_id = $1";

}  // namespace

// One chunk, from its lease to its end.
class Rescreening::Work {
 public:
  Work(Rescreening& owner, const ledger::ProjectScope& scope, std::int64_t chunk)
      : owner_(owner),
        parts_(owner.parts_),
        scope_(scope),
        chunk_(chunk),
        actor_{scope, "service", "", ""} {}

  Result<End> run(search::Workspace& workspace) {
    VEDETTE_ASSIGN(catalogue_, parts_.generations.current());
    VEDETTE_ASSIGN(const bool claimed, claim());
    if (!claimed) return End::kTaken;
    auto end = screen(workspace);
    // Frees the lease, so that the next try need not wait for its end. If this fails, the lease
    // just expires.
    if (!end.ok()) static_cast<void>(release());
    return end;
  }

 private:
  Result<End> screen(search::Workspace& workspace) {
    VEDETTE_TRY(read());
    const RecordScreening whole(catalogue_, parts_.analyser, settings_);
    target_ = whole.under();
    if (before_.generation > target_.generation) {
      VEDETTE_TRY(release());
      return End::kTaken;
    }
    if (before_ != target_) {
      delta_ = choose_delta();
      if (delta_) {
        VEDETTE_TRY(search_delta(RecordScreening(delta_->catalogue, parts_.analyser, settings_),
                                 whole, workspace));
      } else {
        VEDETTE_TRY(search_whole(whole, workspace));
      }
    }
    return write();
  }

  Result<void> release() {
    return parts_.ledger.write(scope_, [this](ProjectWriter& writer) -> Result<void> {
      VEDETTE_TRY(writer.bookkeep(kHold, chunk_, fence_, 0));
      return {};
    });
  }

  Result<bool> claim() {
    return parts_.ledger.write(scope_, [this](ProjectWriter& writer) -> Result<bool> {
      const base::Time now = parts_.clock.now();
      VEDETTE_ASSIGN(const std::int64_t claimed,
                     writer.bookkeep(kClaim, chunk_, parts_.node, now + parts_.lease, now,
                                     static_cast<std::int64_t>(catalogue_->meta().generation),
                                     engine_number(*catalogue_)));
      if (claimed == 0) return false;
      held_until_ = now + parts_.lease;
      VEDETTE_ASSIGN(const auto fence, writer.maybe<std::int64_t>(kFence, chunk_));
      fence_ = std::get<0>(*fence);
      VEDETTE_TRY(writer.bookkeep(kStartRun, now,
                                  static_cast<std::int64_t>(catalogue_->meta().generation)));
      return true;
    });
  }

  Result<void> read() {
    return parts_.ledger.read(scope_, [this](ProjectReader& reader) -> Result<void> {
      VEDETTE_ASSIGN(
          const auto state,
          reader.maybe<std::int64_t, std::int64_t, std::int64_t, std::int64_t>(kState, chunk_));
      if (!state) return base::Error(base::Cause::kNotFound, "the chunk is gone");
      std::tie(before_.generation, before_.engine, before_.settings, changes_) = *state;
      VEDETTE_ASSIGN(settings_, read_settings(reader));
      left_out_ = 0;
      VEDETTE_ASSIGN(records_, chunk_records(reader, chunk_, &left_out_));
      return {};
    });
  }

  bool lists_alone() const {
    return before_.engine == target_.engine && before_.settings == target_.settings &&
           before_.generation > 0;
  }

  // The delta when only the lists changed, the older generation is still there, and to search in it
  // is cheaper for as many records as are behind.
  ListDeltas::DeltaPointer choose_delta() {
    if (!lists_alone() || parts_.against == Parts::Against::kWhole) return nullptr;
    if (parts_.against == Parts::Against::kDelta)
      return owner_.deltas_.between(before_.generation, catalogue_);
    const auto behind = static_cast<std::int64_t>(records_.size()) * owner_.chunks_behind_.load();
    return owner_.deltas_.between(before_.generation, catalogue_, behind);
  }

  // The delta begins where the chunk stands. A record that was saved since was screened under newer
  // lists, which may have named somebody whom neither end of the delta knows, and one that was
  // saved under older ones was not looked at in full: such records are searched in the whole.
  Result<void> search_delta(const RecordScreening& screening, const RecordScreening& whole,
                            search::Workspace& workspace) {
    VEDETTE_ASSIGN(auto concerned, matches_in_delta());
    return for_each_record([&](const MonitorRecord& record) -> Result<void> {
      const bool saved_since = record.screened.generation > before_.generation &&
                               record.screened.generation <= target_.generation;
      const bool in_full = saved_since || record.screened.generation == 0;
      if (!in_full && delta_->resource_ids.empty()) return {};
      VEDETTE_ASSIGN(auto found,
                     (in_full ? whole : screening).find(record.family, record.criteria, workspace));
      const auto known = concerned.find(record.number);
      if (!in_full && found.empty() && known == concerned.end()) return {};
      AffectedRecord affected{&record, std::move(found), in_full};
      if (known != concerned.end()) affected.known = std::move(known->second);
      affected.names_all = !in_full;
      add_in_parts(std::move(affected));
      return {};
    });
  }

  void add_in_parts(AffectedRecord affected) {
    std::ranges::move(in_parts(std::move(affected)), std::back_inserter(affected_));
  }

  // Searching takes most of the processor time, so it gets what others leave.
  Result<void> for_each_record(const std::function<Result<void>(const MonitorRecord&)>& search) {
    Result<void> done;
    std::size_t next = 0;
    const auto step = [&] {
      if (next == records_.size()) return false;
      done = search(records_[next++]);
      return done.ok();
    };
    if (records_.size() > kFewRecords) {
      base::run_when_idle(step);
    } else {
      while (step()) {
      }
    }
    return done;
  }

  // Resource ids by the number of the record.
  Result<std::unordered_map<std::int64_t, std::vector<std::string>>> matches_in_delta() {
    std::unordered_map<std::int64_t, std::vector<std::string>> concerned;
    if (delta_->resource_ids.empty()) return concerned;
    VEDETTE_ASSIGN(auto keys, parts_.ledger.read(scope_, [this](ProjectReader& reader) {
      return chunk_match_keys(reader, chunk_);
    }));
    for (MatchKey& key : keys)
      if (delta_->has(key.resource_id))
        concerned[key.record_number].push_back(std::move(key.resource_id));
    return concerned;
  }

  Result<void> search_whole(const RecordScreening& screening, search::Workspace& workspace) {
    std::unordered_map<std::int64_t, std::vector<Match>> matches;
    // An altered record cannot be screened: reading it fails. The other records are screened.
    std::set<std::int64_t> altered;
    const auto read = parts_.ledger.read(scope_, [&](ProjectReader& reader) -> Result<void> {
      matches.clear();
      altered.clear();
      for (const MonitorRecord& record : records_) {
        if (record.counts.total() == 0) continue;
        auto known = matches_of(reader, record.number);
        if (!known.ok() && is_altered(known.error())) {
          altered.insert(record.number);
          unscreened_.insert(record.number);
          continue;
        }
        if (!known.ok()) return known.error();
        matches[record.number] = *std::move(known);
      }
      return {};
    });
    VEDETTE_TRY(read);
    return for_each_record([&](const MonitorRecord& record) -> Result<void> {
      if (altered.contains(record.number)) return {};
      VEDETTE_ASSIGN(auto found, screening.find(record.family, record.criteria, workspace));
      // Most records do not change and need no write.
      AffectedRecord affected{&record, std::move(found)};
      const auto outcome = outcome_of(matches[record.number], affected.found, view(affected));
      if (outcome.empty() && !affected.held_back()) return {};
      if (!affected.held_back()) keep_what_changes(affected, outcome);
      add_in_parts(std::move(affected));
      return {};
    });
  }

  // Drops what does not change from a record with many changes, so that its parts read only the
  // rest.
  static void keep_what_changes(AffectedRecord& affected, const std::vector<MatchChange>& outcome) {
    if (outcome.size() <= kMatchesPerPart) return;
    std::set<std::string_view> changed;
    for (const MatchChange& change : outcome) {
      changed.insert(change.after.seen.resource_id);
      if (!change.is_new()) affected.known.push_back(change.after.seen.resource_id);
    }
    std::erase_if(affected.found,
                  [&](const FoundMatch& found) { return !changed.contains(found.resource_id); });
    affected.names_all = true;
  }

  ScreeningView view(const AffectedRecord& affected) const {
    ScreeningView view{{}, affected.held_back(), settings_.auto_discard, parts_.clock.now()};
    view.version_floor = version_floor_;
    view.is_of_other_family = [this, family = affected.record->family](const std::string& id) {
      return is_of_other_family(*catalogue_, family, id);
    };
    view.content = content_in(catalogue_, lists_alone() && !affected.held_back());
    view.closing = {settings_.close_below_confidence, settings_.close_sample_percent,
                    affected.record->id};
    view.lists_of = lists_in(catalogue_);
    if (!affected.whole)
      view.looked_at = [delta = delta_](const std::string& id) { return delta->has(id); };
    return view;
  }

  Result<End> write() {
    Written written;
    do {
      VEDETTE_ASSIGN(written, write_some(written.last));
      held_until_ = written.held_until;
    } while (written.end == End::kDone && !written.all);
    return written.end;
  }

  // Progress of a transaction.
  struct Written {
    std::size_t last = 0;  // of affected_, the first that is left
    bool all = false;
    End end = End::kDone;
    base::Time held_until = {};
  };

  Result<Written> write_some(std::size_t first) {
    return parts_.ledger.write(scope_, [first, this](ProjectWriter& writer) -> Result<Written> {
      const base::Time now = parts_.clock.now();
      Written written{first};
      VEDETTE_ASSIGN(const bool held, is_held(writer, now, written.held_until));
      if (!held) return Written{first, false, End::kTaken};
      VEDETTE_ASSIGN(version_floor_, version_floor(writer));
      std::int64_t changed = 0;
      closed_ = 0;
      do {
        VEDETTE_TRY(write_piece(writer, now, written, changed));
      } while (!written.all && parts_.ledger.background_may_go_on());
      if (changed > 0) {
        VEDETTE_TRY(writer.execute(kCountRun, changed));
        writer.audit({"screening.applied", "service", "", payload(changed), 0});
      }
      return written;
    });
  }

  // The fence: nobody else may have been given the chunk since, nor can be before this transaction
  // ends, because both lock the project's audit chain. So it is enough to read it; the lease is
  // made longer only when half of it is over: every row that a transaction changes is a page of the
  // log.
  Result<bool> is_held(ProjectWriter& writer, base::Time now, base::Time& until) {
    until = held_until_;
    if ((until - now).count > parts_.lease.count / 2) {
      VEDETTE_ASSIGN(const auto fence, writer.maybe<std::int64_t>(kFence, chunk_));
      return fence && std::get<0>(*fence) == fence_;
    }
    until = now + parts_.lease;
    VEDETTE_ASSIGN(const std::int64_t held, writer.bookkeep(kHold, chunk_, fence_, until));
    return held > 0;
  }

  Result<void> write_piece(ProjectWriter& writer, base::Time now, Written& written,
                           std::int64_t& changed) {
    RecordChanges changes(writer, actor_, now);
    std::int64_t matches = 0;
    while (written.last < affected_.size() && matches < kMatchesAtOnce) {
      const AffectedRecord& next = affected_[written.last++];
      VEDETTE_ASSIGN(const std::int64_t more, apply(writer, changes, next));
      matches += more;
      // The next part of a record must read what this part wrote.
      if (!next.is_last || !parts_.ledger.background_may_go_on()) break;
    }
    changed += matches;
    written.all = written.last == affected_.size();
    if (written.all) {
      VEDETTE_ASSIGN(written.end, finish_chunk(writer, changes, now, changed));
    }
    return changes.flush();
  }

  void count_closed(const std::vector<MatchChange>& outcome) {
    closed_ += std::ranges::count_if(outcome, &MatchChange::is_closed_by_line);
  }

  std::int64_t not_screened(const AffectedRecord& affected) {
    unscreened_.insert(affected.record->number);
    return 0;
  }

  Result<std::int64_t> apply(ProjectWriter& writer, RecordChanges& changes,
                             const AffectedRecord& affected) {
    auto found = record_by_number(writer, affected.record->number);
    if (!found.ok() && is_altered(found.error())) return not_screened(affected);
    if (!found.ok()) return found.error();
    std::optional<MonitorRecord>& record = *found;
    // Deleted, or saved meanwhile: its own screening decided.
    if (!record || record->criteria_version != affected.record->criteria_version) return 0;
    ScreeningView screening = view(affected);
    const auto matches = matches_looked_at(writer, affected, *record, screening);
    if (!matches.ok() && is_altered(matches.error())) return not_screened(affected);
    if (!matches.ok()) return matches.error();
    const auto outcome = outcome_of(*matches, affected.found, screening);
    if (outcome.empty()) {
      if (affected.held_back() && affected.is_last)
        VEDETTE_TRY(settle_record(writer, *record, target_.generation));
      return 0;
    }
    const StatusCounts before = record->counts;
    VEDETTE_TRY(changes.apply(*record, outcome, target_));
    count_closed(outcome);
    if (affected.is_last) {
      record->screened = target_;
      record->screened_at = parts_.clock.now();
    }
    VEDETTE_TRY(update_record(writer, *record));
    changes.totals().replace(record->family, before, record->counts);
    return static_cast<std::int64_t>(outcome.size());
  }

  // A common name may have hundreds of matches, and a delta a few of their profiles. Which matches
  // a record has does not change while its criteria do not and the chunk is held.
  Result<std::vector<Match>> matches_looked_at(ProjectWriter& writer,
                                               const AffectedRecord& affected,
                                               const MonitorRecord& record, ScreeningView& view) {
    if (!affected.names_all || (!affected.is_part && record.counts.total() <= kFewMatches))
      return matches_of(writer, record.number);
    std::set<std::string_view> ids(affected.known.begin(), affected.known.end());
    for (const FoundMatch& found : affected.found)
      ids.insert(found.resource_id);
    std::vector<Match> matches;
    for (const std::string_view id : ids) {
      VEDETTE_ASSIGN(auto match, match_by_resource(writer, record.number, id));
      if (match) matches.push_back(std::move(*match));
    }
    if (matches.size() < ids.size()) {
      VEDETTE_ASSIGN(view.taken_codes, match_codes(writer, record.number));
    }
    return matches;
  }

  Result<End> finish_chunk(ProjectWriter& writer, RecordChanges& changes, base::Time now,
                           std::int64_t changed) {
    VEDETTE_ASSIGN(const bool all, nobody_was_missed(writer));
    const ScreenedUnder& reached = all ? target_ : before_;
    VEDETTE_TRY(writer.bookkeep(
        kFinish, chunk_, fence_, reached.generation, reached.engine, reached.settings, now,
        static_cast<std::int64_t>(unscreened_.size()) + left_out_, delta_ != nullptr));
    if (!all) return End::kChanged;
    VEDETTE_ASSIGN(const auto behind,
                   writer.maybe<std::int64_t>(kStillBehind, target_.generation, target_.engine));
    if (behind) return End::kDone;
    VEDETTE_ASSIGN(const auto result, writer.maybe<std::int64_t, base::Time>(kRunResult));
    VEDETTE_ASSIGN(const std::int64_t ended, writer.execute(kEndRun, now));
    if (ended > 0) {
      VEDETTE_TRY(note_completion(
          writer, {now, target_.generation, base::Time{catalogue_->meta().created_millis}}));
      std::string data;
      base::JsonWriter json(data);
      json.begin_object().member("generation", target_.generation);
      json.member("matchesChanged", (result ? std::get<0>(*result) : 0) + changed).end_object();
      changes.event("screening.completed", std::move(data));
      writer.audit({"screening.completed", "service", "",
                    ledger::AuditPayload()
                        .add("generation", target_.generation)
                        .add("engine", target_.engine)
                        .json(),
                    0});
    }
    return End::kDone;
  }

  // Whether every record that is now in the chunk was searched here, or was screened when it was
  // saved, under the same or newer lists.
  Result<bool> nobody_was_missed(ProjectWriter& writer) {
    VEDETTE_ASSIGN(
        const auto state,
        writer.maybe<std::int64_t, std::int64_t, std::int64_t, std::int64_t>(kState, chunk_));
    if (state && std::get<3>(*state) == changes_) return true;
    std::unordered_map<std::int64_t, std::int64_t> searched;
    for (const MonitorRecord& record : records_)
      searched.emplace(record.number, record.criteria_version);
    VEDETTE_ASSIGN(
        const auto rows,
        writer.rows<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>(
            kScreenedUnder, chunk_ * kRecordsPerChunk, (chunk_ + 1) * kRecordsPerChunk));
    for (const auto& [number, version, generation, engine, settings] : rows) {
      const auto known = searched.find(number);
      if (known != searched.end() && known->second == version) continue;
      if (generation < target_.generation || engine < target_.engine ||
          settings != target_.settings)
        return false;
    }
    return true;
  }

  std::string payload(std::int64_t changed) const {
    ledger::AuditPayload payload;
    payload.add("chunk", chunk_)
        .add("fromGeneration", before_.generation)
        .add("toGeneration", target_.generation)
        .add("against", delta_ != nullptr ? "delta" : "whole")
        .add("matchesChanged", changed);
    if (closed_ > 0) payload.add("closedBelowConfidence", closed_);
    return payload.json();
  }

  Rescreening& owner_;
  const Parts& parts_;
  const ledger::ProjectScope scope_;
  const std::int64_t chunk_;
  const Actor actor_;
  CataloguePointer catalogue_;
  std::int64_t fence_ = 0;
  base::Time held_until_;
  std::int64_t version_floor_ = 0;  // in the transaction that writes
  std::int64_t changes_ = 0;
  std::int64_t closed_ = 0;  // by their confidence, in the transaction that writes
  ScreenedUnder before_;
  ScreenedUnder target_;
  MonitoringSettings settings_;
  std::vector<MonitorRecord> records_;
  std::vector<AffectedRecord> affected_;
  std::set<std::int64_t> unscreened_;  // their matches were altered
  std::int64_t left_out_ = 0;          // their own rows were
  ListDeltas::DeltaPointer delta_;     // null: searched in the whole
};

Result<ScreeningTarget> Rescreening::target() const {
  VEDETTE_ASSIGN(const auto catalogue, parts_.generations.current());
  return ScreeningTarget{static_cast<std::int64_t>(catalogue->meta().generation),
                         engine_number(*catalogue)};
}

Result<std::vector<Rescreening::Chunk>> Rescreening::behind(std::int64_t limit) {
  auto current = parts_.generations.current();
  if (!current.ok()) {
    if (current.error().cause == base::Cause::kUnavailable) return std::vector<Chunk>();
    return std::move(current).error();
  }
  VEDETTE_TRY(note_generation(**current));
  const auto generation = static_cast<std::int64_t>((*current)->meta().generation);
  const std::int64_t engine = engine_number(**current);
  return parts_.ledger.read(
      ScopeIssuer::for_rescreening(), [&](OperatorReader& reader) -> Result<std::vector<Chunk>> {
        VEDETTE_ASSIGN(const bool newest, is_newest(**current, reader));
        if (!newest) return std::vector<Chunk>();
        VEDETTE_ASSIGN(const auto rows,
                       reader.rows<base::ProjectId, std::int64_t>(kBehind, generation, engine,
                                                                  parts_.clock.now(), limit));
        std::vector<Chunk> out;
        for (const auto& [project, number] : rows)
          out.push_back({project, number});
        chunks_behind_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(out.size()));
        return out;
      });
}

Result<Rescreening::End> Rescreening::bring_up_to_date(const Chunk& chunk,
                                                       search::Workspace& workspace) {
  return Work(*this, ScopeIssuer::for_rescreening().project(chunk.project), chunk.number)
      .run(workspace);
}

Result<std::int64_t> Rescreening::catch_up() {
  search::Workspace workspace;
  std::int64_t done = 0;
  while (true) {
    VEDETTE_ASSIGN(const auto chunks, behind(kChunksAtOnce));
    if (chunks.empty()) return done;
    for (const Chunk& chunk : chunks) {
      VEDETTE_ASSIGN(const End end, bring_up_to_date(chunk, workspace));
      done += end == End::kDone ? 1 : 0;
    }
  }
}

Result<void> Rescreening::release_leases() {
  return parts_.ledger.write(ScopeIssuer::for_rescreening(),
                             [&](OperatorWriter& writer) -> Result<void> {
                               VEDETTE_TRY(writer.bookkeep(kReleaseAll, parts_.node));
                               return {};
                             });
}

Result<bool> Rescreening::is_newest(const catalogue::Catalogue& catalogue,
                                    ledger::OperatorReader& reader) {
  const auto generation = static_cast<std::int64_t>(catalogue.meta().generation);
  VEDETTE_ASSIGN(const std::int64_t newest, newest_served(reader));
  const bool newest_serves = generation >= newest;
  if (!waits_.exchange(!newest_serves) && !newest_serves)
    base::log(base::LogLevel::kError,
              "older lists serve than records were screened under: nothing is screened again and "
              "no match is closed until the newer ones are back",
              {{"generation", generation}, {"newest", newest}});
  return newest_serves;
}

void Rescreening::describe(Readiness& readiness) const {
  describe_older_lists(parts_.ledger, ScopeIssuer::for_rescreening(), readiness);
}

Result<void> Rescreening::note_generation(const catalogue::Catalogue& catalogue) {
  const auto generation = static_cast<std::int64_t>(catalogue.meta().generation);
  if (noted_generation_ == generation) return {};
  VEDETTE_TRY(note_served(parts_.ledger, ScopeIssuer::for_rescreening(), catalogue));
  noted_generation_ = generation;
  return {};
}

}  // namespace vedette::service
