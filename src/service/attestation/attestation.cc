#include "service/attestation/attestation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lists/building/known_lists.h"

namespace vedette::service {
namespace {

using base::Time;

constexpr std::int64_t kMinuteMillis = 60'000;
// A server notes every half minute that it runs, and a restart takes some seconds.
constexpr base::Millis kShortestStop = base::seconds(90);
constexpr std::size_t kDateLength = 10;

std::int64_t minutes_between(Time from, Time to) {
  return std::max<std::int64_t>(0, (to - from).count / kMinuteMillis);
}

std::string duration_text(Time from, Time until) {
  const std::int64_t minutes = minutes_between(from, until);
  constexpr std::int64_t kHour = 60;
  if (minutes < 2 * kHour) return fmt::format("{} minutes", minutes);
  return fmt::format("{} h {} min", minutes / kHour, minutes % kHour);
}

class Attesting {
 public:
  explicit Attesting(DayFacts facts) { out_.facts = std::move(facts); }

  Attestation run() {
    add_lists();
    for (AttestedList& list : out_.lists)
      follow(list);
    add_stops();
    add_records();
    std::ranges::stable_sort(out_.gaps, {}, &AttestationGap::from);
    return std::move(out_);
  }

 private:
  const DayFacts& facts() const { return out_.facts; }
  bool is_over() const { return facts().until >= facts().day.ends; }

  void gap(AttestationGap gap) {
    gap.from = std::max(gap.from, facts().day.begins);
    gap.until = std::min(gap.until, facts().until);
    out_.gaps.push_back(std::move(gap));
  }

  // Lists that served at some moment of the day, with the version that the day began with and each
  // that came on it.
  void add_lists() {
    std::map<std::string, AttestedList> lists;
    for (const ServedList& row : facts().lists) {
      if (row.served >= facts().day.ends) continue;
      const bool before = row.served < facts().day.begins;
      AttestedList& list = lists[row.list];
      list.list = row.list;
      if (before) list.versions.clear();
      list.removed = row.removed;
      if (row.removed) continue;
      list.name = row.name;
      list.versions.push_back(version_of(row, before));
    }
    for (auto& [id, list] : lists)
      if (!list.versions.empty()) out_.lists.push_back(std::move(list));
  }

  AttestedVersion version_of(const ServedList& row, bool before) const {
    AttestedVersion version;
    version.serial = row.serial;
    version.generation = row.generation;
    version.published = row.published;
    version.fetched = row.read;
    version.served = row.served;
    version.screened = screened(row);
    version.checksum = row.checksum;
    version.records = row.records;
    version.before_day = before;
    set_publication(row, version);
    version.late = is_late(row, version);
    return version;
  }

  void set_publication(const ServedList& row, AttestedVersion& version) const {
    if (row.published.size() > kDateLength) version.published_at = base::parse_iso(row.published);
    if (version.published_at) {
      version.published_by = "list";
      return;
    }
    for (const ListCheck& check : facts().checks) {
      if (check.list != row.list || check.checksum != row.checksum) continue;
      // The server's own clock may be wrong.
      if (check.modified == Time{} || check.modified > row.read) continue;
      version.published_at = check.modified;
      version.published_by = "server";
      return;
    }
  }

  // When the last record had been screened against a list: with the first re-screening that ended
  // under its generation or a newer one. Where no record was older than the list, its own
  // re-screening counts alone: records that are added later are screened when they are saved.
  std::optional<Time> screened(const ServedList& row) const {
    const auto& first = facts().records.first_added;
    const bool without_records = !first || *first >= row.served;
    for (const ScreeningCompletion& each : facts().completions) {
      const bool own = each.generation == row.generation;
      const bool newer =
          each.generation > row.generation || each.generation_created > row.generation_created;
      if (each.completed >= row.served && (own || (newer && !without_records)))
        return each.completed;
    }
    if (without_records) return row.served;
    return std::nullopt;
  }

  // From the publication, where its moment is known and an earlier version served then: the first
  // version of a list was published before anybody here could want it.
  bool is_late(const ServedList& row, const AttestedVersion& version) const {
    Time from = version.fetched;
    if (version.published_at && served_before(row, *version.published_at))
      from = *version.published_at;
    return version.screened.value_or(facts().until) - from > facts().late_after;
  }
  bool served_before(const ServedList& row, Time time) const {
    return std::ranges::any_of(facts().lists, [&](const ServedList& other) {
      return other.list == row.list && !other.removed && other.serial < row.serial &&
             other.served <= time;
    });
  }

  void follow(AttestedList& list) {
    for (const AttestedVersion& version : list.versions)
      if (version.late && !version.is_of_the_past(facts().day.begins)) add_late(list, version);
    if (list.removed) return;
    add_confirmations(list, list.versions.back());
  }

  void add_late(const AttestedList& list, const AttestedVersion& version) {
    AttestationGap late{.reason = "list_late", .list = list.list, .from = version.fetched};
    late.until = version.screened.value_or(facts().until);
    late.late = true;
    late.text =
        version.screened
            ? fmt::format("{} of generation {} reached the last record {} after it was fetched",
                          list.list, version.generation,
                          duration_text(version.fetched, *version.screened))
            : fmt::format(
                  "{} of generation {} has not reached every record, {} after it was "
                  "fetched",
                  list.list, version.generation, duration_text(version.fetched, facts().until));
    gap(std::move(late));
  }

  void add_confirmations(AttestedList& list, const AttestedVersion& version) {
    std::vector<const ListCheck*> checks;
    for (const ListCheck& check : facts().checks)
      if (check.list == list.list && check.began < facts().until) checks.push_back(&check);
    for (const ListCheck* check : checks) {
      if (!check->good || !is_of(*check, list)) continue;
      list.source = check->source;
      if (check->until >= facts().day.begins)
        list.confirmed = std::min(check->until, facts().until);
    }
    for (std::size_t i = 0; i < checks.size(); ++i)
      if (!checks[i]->good && checks[i]->until >= facts().day.begins) add_outage(checks, i);
    if (!list.source.empty() && list.versions.back().checksum != last_checksum(checks))
      list.source.clear();
    if (list.source.empty()) return add_file(list, version);
    if (!list.confirmed && is_over())
      gap({.reason = "list_not_confirmed",
           .list = list.list,
           .from = facts().day.begins,
           .until = facts().day.ends,
           .late = true,
           .text = fmt::format("on this day {} did not confirm that {} is current", list.source,
                               list.list)});
  }

  static bool is_of(const ListCheck& check, const AttestedList& list) {
    return std::ranges::any_of(list.versions, [&](const AttestedVersion& version) {
      return version.checksum == check.checksum;
    });
  }
  static std::string last_checksum(const std::vector<const ListCheck*>& checks) {
    for (auto check = checks.rbegin(); check != checks.rend(); ++check)
      if ((*check)->good) return (*check)->checksum;
    return {};
  }

  // Until the next good answer of the same source.
  void add_outage(const std::vector<const ListCheck*>& checks, std::size_t at) {
    const ListCheck& check = *checks[at];
    Time until = facts().until;
    for (std::size_t i = at + 1; i < checks.size(); ++i)
      if (checks[i]->good && checks[i]->source == check.source) {
        until = checks[i]->began;
        break;
      }
    gap({.reason = "list_outage",
         .list = check.list,
         .from = check.began,
         .until = until,
         .late = false,
         .text = fmt::format("{} could not be fetched: {}", check.source, check.failure)});
  }

  // A list that somebody gave as a file. Own lists change when their owner changes them.
  void add_file(AttestedList& list, const AttestedVersion& version) {
    const bool today = version.fetched >= facts().day.begins;
    if (today) list.confirmed = version.fetched;
    if (today || !lists::is_known_list(list.list) || !is_over()) return;
    gap({.reason = "list_not_confirmed",
         .list = list.list,
         .from = facts().day.begins,
         .until = facts().day.ends,
         .late = true,
         .text = fmt::format("{} was given as a file, last read at {}: nothing confirmed on this "
                             "day that it is current",
                             list.list, base::iso_seconds(version.fetched))});
  }

  // Times without any server: what no span covers.
  void add_stops() {
    std::vector<RunningSpan> spans = facts().running;
    std::ranges::stable_sort(spans, {}, &RunningSpan::began);
    Time covered = facts().day.begins;
    for (const RunningSpan& span : spans) {
      if (span.began > facts().until) break;
      if (span.clock_moved && span.began >= facts().day.begins) add_clock(span);
      add_stop(covered, span.began);
      covered = std::max(covered, span.seen);
    }
    add_stop(covered, facts().until);
  }
  void add_stop(Time from, Time until) {
    if (until - from < kShortestStop) return;
    const bool whole_day = from <= facts().day.begins && until >= facts().day.ends;
    gap({.reason = "server_down",
         .from = from,
         .until = until,
         .late = whole_day,
         .text = fmt::format("no server ran for {}", duration_text(from, until))});
  }
  void add_clock(const RunningSpan& span) {
    gap({.reason = "clock_moved",
         .from = span.began,
         .until = span.began,
         .late = true,
         .text = fmt::format("the clock of the server {} jumped: times of this day may be wrong",
                             span.node)});
  }

  void add_records() {
    const RecordCoverage& records = facts().records;
    if (records.behind > 0)
      gap({.reason = "records_behind",
           .from = facts().until,
           .until = facts().until,
           .late = is_over(),
           .text = fmt::format("{} records were not yet screened against the lists of this day",
                               records.behind)});
    if (records.unscreened > 0)
      gap({.reason = "records_altered",
           .from = facts().until,
           .until = facts().until,
           .late = true,
           .text = fmt::format("{} records could not be screened: their rows in the ledger were "
                               "altered (vedette verify names them)",
                               records.unscreened)});
  }

  Attestation out_;
};

}  // namespace

std::optional<std::int64_t> AttestedVersion::minutes_from_publication() const {
  if (!published_at || !screened) return std::nullopt;
  return minutes_between(*published_at, *screened);
}

std::optional<std::int64_t> AttestedVersion::minutes_from_fetch() const {
  if (!screened) return std::nullopt;
  return minutes_between(fetched, *screened);
}

bool AttestedVersion::is_of_the_past(Time day_begins) const {
  return before_day && screened && *screened < day_begins;
}

bool Attestation::complete() const {
  return std::ranges::none_of(gaps, &AttestationGap::late);
}

std::vector<const AttestedVersion*> Attestation::late_versions() const {
  std::vector<const AttestedVersion*> out;
  for (const AttestedList& list : lists)
    for (const AttestedVersion& version : list.versions)
      if (version.late && !version.is_of_the_past(facts.day.begins)) out.push_back(&version);
  return out;
}

Attestation attest(DayFacts facts) {
  return Attesting(std::move(facts)).run();
}

}  // namespace vedette::service
