#include "service/monitoring/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/log.h"
#include "service/lists/served_generations.h"
#include "service/monitoring/match_versions.h"
#include "service/monitoring/record_changes.h"
#include "service/monitoring/record_screening.h"
#include "service/monitoring/same_question.h"
#include "service/monitoring/staged_matches.h"
#include "service/screening/name_cut.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::AuditPayload;
using ledger::ProjectReader;
using ledger::ProjectWriter;

// How often a save starts again because another one changed the same record between its search and
// its write.
constexpr int kTries = 10;
// Tries without holding the others back. A large batch would otherwise starve behind a client that
// keeps saving one of its records.
constexpr int kTriesBesideOthers = 2;
// A batch with at least this many searches is spread over the cores.
constexpr std::size_t kSearchesPerThread = 8;
// A batch whose new records have more matches than this writes them ahead of the records.
constexpr std::size_t kMatchesAtOnce = 2'000;
// Distinguished from other conflicts by its message alone; never leaves this file.
constexpr std::string_view kChangedMeanwhile = "the record changed meanwhile";

Criteria merged(const Criteria& before, const RecordChange& change) {
  Criteria out = before;
  if (change.name) out.name = *change.name;
  if (change.countries) out.countries = *change.countries;
  if (change.dob) out.dob = *change.dob;
  if (change.gender) out.gender = *change.gender;
  for (const evidence::DetailField field : change.given_details)
    evidence::copy_detail(field, change.details, out.details);
  return out;
}

void describe(AuditPayload& payload, std::string_view when, const Criteria& criteria) {
  const auto name = [&](std::string_view field) { return fmt::format("{}.{}", when, field); };
  payload.add(name("name"), criteria.name).add(name("countries"), join(criteria.countries));
  if (!criteria.dob.empty()) payload.add(name("dob"), criteria.dob);
  if (!criteria.gender.empty()) payload.add(name("gender"), criteria.gender);
  if (!criteria.details.empty()) payload.add(name("details"), evidence::to_json(criteria.details));
}

// Whether the change closes an open match, so that no decision is needed.
bool closes(const MatchChange& change) {
  return change.before == MatchStatus::kOpen && change.after.status != MatchStatus::kOpen;
}

void describe_closed(AuditPayload& payload, std::int64_t closed) {
  if (closed > 0) payload.add("closedBelowConfidence", closed);
}

std::int64_t closed_by_line(const std::vector<MatchChange>& outcome) {
  return std::ranges::count_if(outcome, &MatchChange::is_closed_by_line);
}

AuditPayload payload_of(const MonitorRecord& record) {
  AuditPayload payload;
  payload.add("family", profile::to_text(record.family)).add("id", record.id);
  return payload;
}

}  // namespace

base::Error record_not_found() {
  return {base::Cause::kNotFound,
          "There is no such monitor record.",
          {{"", "RECORD_NOT_FOUND", "There is no such monitor record."}}};
}

// One run from reading to writing.
class Records::Save {
 public:
  Save(const Parts& parts, const Actor& actor, const SaveRequest& request,
       const AnswerOnce<SaveReport>& once)
      : parts_(parts), actor_(actor), request_(request), once_(once) {}

  // kConflict with kChangedMeanwhile when all must be done again.
  Result<Saved> run() {
    VEDETTE_TRY(plan());
    if (answered_) return Saved{std::move(*answered_), {}};
    if (!problems_.empty() && !request_.partial) return Saved{{}, problems_};
    VEDETTE_TRY(search());
    now_ = parts_.clock.now();
    auto answer = [&]() -> Result<Answered> {
      VEDETTE_TRY(stage());
      return write();
    }();
    if (!answer.ok() && staged_) take_back();
    if (!answer.ok()) return std::move(answer).error();
    return Saved{std::move(answer).value(), {}};
  }

 private:
  struct Planned {
    const RecordChange* change = nullptr;
    std::optional<MonitorRecord> before = {};
    Criteria after = {};
    SaveResult result = SaveResult::kRefused;
    std::optional<ItemProblem> problem = {};
    std::vector<FoundMatch> found = {};
    bool name_cut = false;
    bool asks_the_same = false;  // as before
    // Of the matches that were written ahead.
    std::vector<Event> events = {};
    MatchTally tally = {};
    StatusCounts counts = {};
    std::int64_t closed = 0;  // by their confidence

    bool is_screened() const {
      return result == SaveResult::kCreated || result == SaveResult::kUpdated;
    }
  };

  Result<void> plan() {
    return parts_.ledger.read(actor_.scope, [this](ProjectReader& reader) -> Result<void> {
      planned_.clear();
      problems_.clear();
      VEDETTE_ASSIGN(answered_, find_answer(reader, once_.key));
      if (answered_) return {};
      VEDETTE_ASSIGN(settings_, read_settings(reader));
      for (std::size_t i = 0; i < request_.changes.size(); ++i) {
        const RecordChange& change = request_.changes[i];
        Planned& item = planned_.emplace_back();
        item.change = &change;
        VEDETTE_ASSIGN(item.before, find_record(reader, request_.family, change.id));
        decide(i, item);
      }
      return {};
    });
  }

  void decide(std::size_t index, Planned& item) {
    item.after = merged(item.before ? item.before->criteria : Criteria{}, *item.change);
    // A number is enough to find its owner; it stands where a name is shown.
    if (!item.before && item.after.name.empty() && !item.after.details.identifiers.empty()) {
      const evidence::GivenIdentifier& first = item.after.details.identifiers.front();
      item.after.name = fmt::format("{} {}", to_text(first.type), first.value);
    }
    if (!item.before && item.after.name.empty()) {
      item.problem = ItemProblem{index, "name", "MISSING_PARAMETER", "is missing"};
      problems_.push_back(*item.problem);
      return;
    }
    item.result = SaveResult::kCreated;
    if (item.before)
      item.result =
          item.before->criteria == item.after ? SaveResult::kUnchanged : SaveResult::kUpdated;
    item.asks_the_same = item.result == SaveResult::kUpdated &&
                         asks_the_same(parts_.analyser, item.before->criteria, item.after);
  }

  Result<void> search() {
    std::vector<Planned*> work;
    for (Planned& item : planned_)
      if (item.is_screened()) work.push_back(&item);
    if (work.empty()) return {};
    VEDETTE_ASSIGN(catalogue_, parts_.generations.current());
    const RecordScreening screening(catalogue_, parts_.analyser, settings_);
    under_ = screening.under();
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::optional<base::Error> failure;
    const auto run = [&] {
      const auto workspace = parts_.workspaces.take();
      for (std::size_t i = next++; i < work.size(); i = next++) {
        work[i]->name_cut = is_name_cut(parts_.analyser, request_.family, work[i]->after.name);
        auto found = screening.find(request_.family, work[i]->after, *workspace);
        if (found.ok()) {
          work[i]->found = std::move(found).value();
          continue;
        }
        const std::lock_guard lock(mutex);
        failure = std::move(found).error();
        next = work.size();
      }
    };
    {
      std::vector<std::jthread> others;
      const std::size_t threads =
          std::min(parts_.workspaces.threads(), work.size() / kSearchesPerThread);
      for (std::size_t t = 1; t < threads; ++t)
        others.emplace_back(run);
      run();
    }
    if (failure) return *failure;
    return {};
  }

  // Writes the matches of new records ahead when there are many.
  Result<void> stage() {
    std::size_t matches = 0;
    std::int64_t records = 0;
    for (const Planned& item : planned_) {
      if (item.result != SaveResult::kCreated) continue;
      matches += item.found.size();
      ++records;
    }
    if (matches <= kMatchesAtOnce) return {};
    staged_.emplace(parts_.ledger, actor_, now_);
    VEDETTE_ASSIGN(first_staged_, staged_->begin(records));
    version_floor_ = staged_->version_floor();
    MonitorRecord record;
    record.family = request_.family;
    record.number = first_staged_;
    for (Planned& item : planned_) {
      if (item.result != SaveResult::kCreated) continue;
      record.id = item.change->id;
      record.criteria.name = item.after.name;
      const auto outcome = outcome_of({}, item.found, view(record.id, false));
      item.closed = closed_by_line(outcome);
      VEDETTE_TRY(staged_->add(record, outcome, under_));
      for (const MatchChange& change : outcome) {
        item.events.push_back(match_event(record, change));
        item.tally.add(record.family, change.after);
        ++item.counts.of(change.after.status);
      }
      item.found = {};
      ++record.number;
    }
    return staged_->flush();
  }

  // After a save that did not succeed. What cannot be removed now is removed later.
  void take_back() {
    if (const auto removed = staged_->remove(); !removed.ok())
      base::log(base::LogLevel::kWarning, "matches of a failed save are removed later",
                {{"error", removed.error().message}});
  }

  Result<Answered> write() {
    return parts_.ledger.write(actor_.scope, [this](ProjectWriter& writer) -> Result<Answered> {
      VEDETTE_ASSIGN(auto earlier, find_answer(writer, once_.key));
      if (earlier) return std::move(*earlier);
      VEDETTE_ASSIGN(SaveReport report, start_report(writer));
      if (staged_) VEDETTE_TRY(staged_->end(writer));
      RecordChanges changes(writer, actor_, parts_.clock.now());
      VEDETTE_TRY(create(writer, changes, report));
      VEDETTE_TRY(update(writer, changes, report));
      VEDETTE_TRY(changes.flush());
      Answered answer{once_.render(report), false};
      VEDETTE_TRY(store_answer(writer, once_.key, answer.body, parts_.clock.now()));
      return answer;
    });
  }

  // Whether the searched generation still serves and the settings still hold. An older outcome
  // would undo what re-screening has done since.
  Result<bool> is_up_to_date(ProjectWriter& writer) const {
    VEDETTE_ASSIGN(const MonitoringSettings settings, read_settings(writer));
    if (settings != settings_) return false;
    if (under_.generation == 0) return true;  // nothing was searched
    VEDETTE_ASSIGN(const auto catalogue, parts_.generations.current());
    return static_cast<std::int64_t>(catalogue->meta().generation) == under_.generation;
  }

  // What a record notes about its screening. Under older lists than have served already this stays
  // open: the record is searched in full when the newer lists are back.
  ScreenedUnder noted() const {
    ScreenedUnder out = under_;
    if (older_lists_) out.generation = 0;
    return out;
  }

  // Reads every record again, before anything is changed.
  Result<SaveReport> start_report(ProjectWriter& writer) {
    VEDETTE_ASSIGN(const bool up_to_date, is_up_to_date(writer));
    if (!up_to_date) return base::Error(base::Cause::kConflict, std::string(kChangedMeanwhile));
    VEDETTE_ASSIGN(const std::int64_t newest, newest_served(writer));
    older_lists_ = under_.generation > 0 && under_.generation < newest;
    VEDETTE_ASSIGN(version_floor_, version_floor(writer));
    if (staged_) {
      VEDETTE_ASSIGN(const bool overtaken, staged_->is_overtaken(writer));
      if (overtaken) return base::Error(base::Cause::kConflict, std::string(kChangedMeanwhile));
    }
    SaveReport report;
    report.items.resize(planned_.size());
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      const Planned& item = planned_[i];
      SaveReport::Item& out = report.items[i];
      out.result = item.result;
      out.problem = item.problem;
      VEDETTE_ASSIGN(auto now, find_record(writer, request_.family, item.change->id));
      const bool same = now.has_value() == item.before.has_value() &&
                        (!now || (now->number == item.before->number &&
                                  now->criteria_version == item.before->criteria_version));
      if (!same) return base::Error(base::Cause::kConflict, std::string(kChangedMeanwhile));
      if (now) out.record = std::move(*now);
      out.record.id = item.change->id;
      out.record.family = request_.family;
    }
    return report;
  }

  ScreeningView view(const std::string& record, bool criteria_changed) const {
    ScreeningView view{{}, criteria_changed, settings_.auto_discard, now_, older_lists_};
    view.version_floor = version_floor_;
    view.closing = {settings_.close_below_confidence, settings_.close_sample_percent, record};
    if (!catalogue_) return view;
    view.is_of_other_family = [this](const std::string& id) {
      return is_of_other_family(*catalogue_, request_.family, id);
    };
    view.content = content_in(catalogue_, false);
    view.lists_of = lists_in(catalogue_);
    return view;
  }

  Result<void> create(ProjectWriter& writer, RecordChanges& changes, SaveReport& report) {
    std::vector<std::size_t> items;
    for (std::size_t i = 0; i < planned_.size(); ++i)
      if (planned_[i].result == SaveResult::kCreated) items.push_back(i);
    if (items.empty()) return {};
    const base::Time now = parts_.clock.now();
    std::int64_t number = first_staged_;
    if (!staged_) {
      VEDETTE_ASSIGN(number,
                     take_numbers(writer, "record", static_cast<std::int64_t>(items.size())));
    }
    std::vector<MonitorRecord> rows;
    std::set<std::int64_t> chunks;
    for (const std::size_t i : items) {
      MonitorRecord& record = report.items[i].record;
      record.number = number++;
      record.criteria = planned_[i].after;
      record.name_cut = planned_[i].name_cut;
      record.created = record.updated = record.screened_at = now;
      record.screened = noted();
      chunks.insert(chunk_of(record.number));
      const std::size_t events_before = changes.event_count();
      if (staged_) {
        changes.announce(record, planned_[i].events, planned_[i].counts, planned_[i].tally);
      } else {
        const auto outcome = outcome_of({}, planned_[i].found, view(record.id, false));
        planned_[i].closed = closed_by_line(outcome);
        VEDETTE_TRY(changes.apply(record, outcome, under_));
      }
      changes.totals().add(record);
      changes.created_event(record, events_before);
      AuditPayload payload = payload_of(record);
      describe(payload, "after", record.criteria);
      payload.add("matches", record.counts.total()).add("generation", under_.generation);
      describe_closed(payload, planned_[i].closed);
      writer.audit({"record.created", actor_.name, actor_.request_id, payload.json(), 0});
      rows.push_back(record);
    }
    VEDETTE_TRY(insert_records(writer, rows));
    return touch_chunks(writer, chunks, under_, now);
  }

  Result<void> update(ProjectWriter& writer, RecordChanges& changes, SaveReport& report) {
    const base::Time now = parts_.clock.now();
    std::set<std::int64_t> chunks;
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      if (planned_[i].result != SaveResult::kUpdated) continue;
      MonitorRecord& record = report.items[i].record;
      const StatusCounts before = record.counts;
      AuditPayload payload = payload_of(record);
      describe(payload, "before", record.criteria);
      describe(payload, "after", planned_[i].after);
      record.criteria = planned_[i].after;
      record.name_cut = planned_[i].name_cut;
      record.criteria_version += 1;
      record.updated = record.screened_at = now;
      record.screened = noted();
      VEDETTE_ASSIGN(const std::vector<Match> matches, matches_of(writer, record.number));
      const auto outcome =
          outcome_of(matches, planned_[i].found, view(record.id, !planned_[i].asks_the_same));
      report.items[i].closed = std::ranges::count_if(outcome, closes);
      VEDETTE_TRY(changes.apply(record, outcome, under_));
      VEDETTE_TRY(update_record(writer, record));
      changes.totals().replace(record.family, before, record.counts);
      changes.record_event("record.updated", record);
      payload.add("matchesChanged", static_cast<std::int64_t>(outcome.size()));
      payload.add("generation", under_.generation);
      describe_closed(payload, closed_by_line(outcome));
      writer.audit({"record.updated", actor_.name, actor_.request_id, payload.json(), 0});
      chunks.insert(chunk_of(record.number));
    }
    return touch_chunks(writer, chunks, under_, now);
  }

  const Parts& parts_;
  const Actor& actor_;
  const SaveRequest& request_;
  const AnswerOnce<SaveReport>& once_;
  MonitoringSettings settings_;
  std::optional<Answered> answered_;
  std::vector<Planned> planned_;
  std::vector<ItemProblem> problems_;
  ScreenedUnder under_;
  std::shared_ptr<const catalogue::Catalogue> catalogue_;  // that was searched; null: none was
  bool older_lists_ = false;                               // than have served already
  base::Time now_;
  std::int64_t version_floor_ = 0;
  std::optional<StagedMatches> staged_;
  std::int64_t first_staged_ = 0;
};

Result<Saved> Records::save(const Actor& actor, const SaveRequest& request,
                            const AnswerOnce<SaveReport>& once) {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    auto saved = save_once(actor, request, once, attempt >= kTriesBesideOthers);
    if (saved.ok() || saved.error().message != kChangedMeanwhile) return saved;
  }
  return base::Error(base::Cause::kOverloaded,
                     "others change the same records all the time; try again");
}

Result<Saved> Records::save_once(const Actor& actor, const SaveRequest& request,
                                 const AnswerOnce<SaveReport>& once, bool alone) {
  std::unique_lock entering(entrance_);
  if (alone) {
    const std::unique_lock nobody_else(saving_);
    return Save(parts_, actor, request, once).run();
  }
  const std::shared_lock beside_others(saving_);
  entering.unlock();
  return Save(parts_, actor, request, once).run();
}

Result<Answered> Records::remove(const Actor& actor, profile::Family family, const std::string& id,
                                 const AnswerOnce<Deleted>& once) {
  return parts_.ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<Answered> {
    VEDETTE_ASSIGN(auto earlier, find_answer(writer, once.key));
    if (earlier) return std::move(*earlier);
    VEDETTE_ASSIGN(const auto record, find_record(writer, family, id));
    if (!record) return record_not_found();
    const base::Time now = parts_.clock.now();
    VEDETTE_TRY(mark_deleted(writer, *record, now));
    VEDETTE_ASSIGN(const std::vector<Match> matches, matches_of(writer, record->number));
    VEDETTE_TRY(hide_matches(writer, record->number));
    VEDETTE_TRY(raise_version_floor(writer, matches));
    RecordChanges changes(writer, actor, now);
    changes.forget(*record, matches);
    changes.totals().remove(*record);
    changes.record_event("record.deleted", *record);
    VEDETTE_TRY(changes.flush());
    AuditPayload payload = payload_of(*record);
    describe(payload, "before", record->criteria);
    payload.add("matches", record->counts.total());
    writer.audit({"record.deleted", actor.name, actor.request_id, payload.json(), 0});
    Answered answer{once.render({*record, now}), false};
    VEDETTE_TRY(store_answer(writer, once.key, answer.body, now));
    return answer;
  });
}

Result<MonitorRecord> Records::find(const ledger::ProjectScope& scope, profile::Family family,
                                    const std::string& id) {
  return parts_.ledger.read(scope, [&](ProjectReader& reader) -> Result<MonitorRecord> {
    VEDETTE_ASSIGN(auto record, find_record(reader, family, id));
    if (!record) return record_not_found();
    return std::move(*record);
  });
}

}  // namespace vedette::service
