#include "service/attestation/attestations.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "service/attestation/running_spans.h"
#include "service/common/scope_issuer.h"
#include "service/monitoring/match_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::OperatorReader;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::RowSeal;
using ledger::SealedContent;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

// Servers note the last of a day within half a minute, and clocks differ by less than two.
constexpr base::Millis kClosesAfter = base::seconds(600);
// Days that are closed at once, after a server that was off for long.
constexpr int kMostDaysAtOnce = 400;
constexpr int kSealVersion = 1;

constexpr Sql kProjects =
    "select project_id, code, company, created_at from projects where project_id > 0"
    " and disabled = 0 order by project_id";
constexpr ProjectSql kProject =
    "select code, company, created_at from projects where project_id = $1";
constexpr ProjectSql kLastClosed = "select max(day) from attestations where project_id = $1";
constexpr ProjectSql kDay =
    "select closed_at, complete, gaps, document, seal from attestations where project_id = $1"
    " and day = $2";
constexpr ProjectSql kDays =
    "select day, closed_at, complete, gaps, document, seal from attestations where project_id = $1"
    " and day >= $2 and day <= $3 order by day desc";
constexpr ProjectSql kInsert =
    "insert into attestations (project_id, day, closed_at, complete, gaps, document, seal)"
    " values ($1, $2, $3, $4, $5, $6, $7) on conflict (project_id, day) do nothing";
constexpr ProjectSql kAnnounce =
    "insert into late_lists (project_id, serial, announced_at) values ($1, $2, $3)"
    " on conflict (project_id, serial) do nothing";
constexpr ProjectSql kAnnounced = "select serial from late_lists where project_id = $1";

struct StoredDay {
  std::string date = {};
  Time closed = {};
  bool complete = false;
  std::int64_t gaps = 0;
  std::string document = {};
  RowSeal seal = {};
};

SealedContent content_of(base::ProjectId project, const StoredDay& day) {
  SealedContent content("attestations", kSealVersion, project);
  content.add(day.date).add(day.closed.unix_millis).add(std::int64_t{day.complete});
  content.add(day.gaps).add(day.document);
  return content;
}

Result<AttestedDay> read_stored(ProjectReader& reader, StoredDay day, Attestations::Content want) {
  if (!reader.seals().fits(day.seal, content_of(reader.project(), day))) {
    reader.seals().found_altered("an attestation");
    return base::Error(base::Cause::kCorrupt,
                       "the attestation of " + day.date + " was altered in the ledger");
  }
  AttestedDay out{
      std::move(day.date), day.complete ? "complete" : "late", day.closed, day.gaps, {}};
  if (want == Attestations::Content::kDocuments) out.document = std::move(day.document);
  return out;
}

base::Error unknown_day(const std::string& date, const std::string& why) {
  base::Error error(base::Cause::kNotFound, "there is no attestation of '" + date + "': " + why);
  return error;
}

// What an integrator reads of a list or day that is late.
Event late_event(const Attestation& attestation, std::string_view about,
                 const std::vector<AttestationGap>& gaps) {
  Event event{"attestation.late", {}};
  base::JsonWriter json(event.data);
  json.begin_object().member("about", about).member("date", attestation.facts.day.date);
  json.key("gaps").begin_array();
  for (const AttestationGap& gap : gaps)
    json.begin_object()
        .member("reason", gap.reason)
        .member("list", gap.list)
        .member("fromDateTimeISO", base::iso_millis(gap.from))
        .member("untilDateTimeISO", base::iso_millis(gap.until))
        .member("text", gap.text)
        .end_object();
  json.end_array().end_object();
  return event;
}

std::vector<AttestationGap> late_gaps(const Attestation& attestation) {
  std::vector<AttestationGap> out;
  for (const AttestationGap& gap : attestation.gaps)
    if (gap.late) out.push_back(gap);
  return out;
}

// The generation that every record must have been screened under at the end of the day. Numbers
// that were begun anew since are smaller and stand for later lists.
std::int64_t last_generation(const std::vector<ServedList>& lists, Time ends) {
  std::int64_t last = 0;
  for (const ServedList& row : lists) {
    if (row.served < ends) last = row.generation;
    if (row.served >= ends) last = std::min(last, row.generation);
  }
  return last;
}

}  // namespace

Result<std::vector<Attestations::Project>> Attestations::projects() const {
  return parts_.ledger.read(
      ScopeIssuer::for_attestations(), [](OperatorReader& reader) -> Result<std::vector<Project>> {
        VEDETTE_ASSIGN(auto rows,
                       (reader.rows<base::ProjectId, std::string, std::string, Time>(kProjects)));
        std::vector<Project> out;
        for (auto& [id, code, company, created] : rows)
          out.push_back({id, std::move(code), std::move(company), created});
        return out;
      });
}

Result<Attestations::Project> Attestations::project_of(const ledger::ProjectScope& scope) const {
  return parts_.ledger.read(scope, [&](ProjectReader& reader) -> Result<Project> {
    VEDETTE_ASSIGN(auto row, (reader.maybe<std::string, std::string, Time>(kProject)));
    if (!row) return base::Error(base::Cause::kNotFound, "the project is gone");
    auto& [code, company, created] = *row;
    return Project{scope.project(), std::move(code), std::move(company), created};
  });
}

// From then on days are attested: the project was there, and a server that notes it ran.
Result<std::optional<Time>> Attestations::first_moment(const Project& project) const {
  VEDETTE_ASSIGN(const auto first,
                 parts_.ledger.read(ScopeIssuer::for_attestations(),
                                    [](OperatorReader& reader) { return first_running(reader); }));
  std::optional<Time> out;
  if (first) out = std::max(*first, project.created);
  return out;
}

Result<Attestation> Attestations::derive(const Project& project, const CalendarDay& day,
                                         Records records) const {
  DayFacts facts;
  facts.project = project.code;
  facts.company = project.company;
  facts.time_zone = parts_.calendar.zone();
  facts.day = day;
  facts.until = std::min(day.ends, parts_.clock.now());
  facts.late_after = parts_.late_after;
  const auto installation = [&](OperatorReader& reader) -> Result<void> {
    VEDETTE_ASSIGN(facts.lists, served_lists(reader, day.begins));
    VEDETTE_ASSIGN(facts.checks, list_checks(reader, day.begins));
    VEDETTE_ASSIGN(facts.running, running_spans(reader, day.begins));
    return {};
  };
  VEDETTE_TRY(parts_.ledger.read(ScopeIssuer::for_attestations(), installation));
  Time since = day.begins;
  for (const ServedList& row : facts.lists)
    since = std::min(since, row.served);
  const auto own = [&](ProjectReader& reader) -> Result<void> {
    VEDETTE_ASSIGN(facts.completions, completions(reader, since));
    if (records == Records::kLeftOut) {
      VEDETTE_ASSIGN(facts.records.first_added, first_added(reader));
      return {};
    }
    const bool lasts = facts.until < day.ends;
    VEDETTE_ASSIGN(facts.records, record_coverage(reader, last_generation(facts.lists, day.ends),
                                                  lasts ? std::nullopt : std::optional(day.ends)));
    return {};
  };
  VEDETTE_TRY(parts_.ledger.read(ScopeIssuer::for_attestations().project(project.id), own));
  return attest(std::move(facts));
}

Result<AttestedDay> Attestations::day(const ledger::ProjectScope& scope,
                                      const std::string& date) const {
  const auto day = parts_.calendar.day(date);
  if (!day) return unknown_day(date, "give a day as YYYY-MM-DD");
  using Stored = std::optional<AttestedDay>;
  VEDETTE_ASSIGN(
      auto stored, parts_.ledger.read(scope, [&](ProjectReader& reader) -> Result<Stored> {
        VEDETTE_ASSIGN(auto row,
                       (reader.maybe<Time, bool, std::int64_t, std::string, RowSeal>(kDay, date)));
        if (!row) return Stored();
        auto& [closed, complete, gaps, document, seal] = *row;
        VEDETTE_ASSIGN(
            auto read,
            read_stored(reader, {date, closed, complete, gaps, std::move(document), seal},
                        Content::kDocuments));
        return Stored(std::move(read));
      }));
  if (stored) return *std::move(stored);
  VEDETTE_ASSIGN(const Project project, project_of(scope));
  VEDETTE_ASSIGN(const auto first, first_moment(project));
  if (!first || day->ends <= *first) return unknown_day(date, "attestations begin later");
  if (day->begins > parts_.clock.now()) return unknown_day(date, "it is in the future");
  VEDETTE_ASSIGN(const Attestation attestation, derive(project, *day, Records::kCounted));
  return AttestedDay{date,
                     std::string(state_name(attestation, false)),
                     {},
                     static_cast<std::int64_t>(attestation.gaps.size()),
                     attestation_document(attestation, {}, parts_.program)};
}

Result<std::vector<AttestedDay>> Attestations::days(const ledger::ProjectScope& scope,
                                                    const std::string& from, const std::string& to,
                                                    Content content) const {
  return parts_.ledger.read(scope, [&](ProjectReader& reader) -> Result<std::vector<AttestedDay>> {
    VEDETTE_ASSIGN(auto rows,
                   (reader.rows<std::string, Time, bool, std::int64_t, std::string, RowSeal>(
                       kDays, from, to)));
    std::vector<AttestedDay> out;
    for (auto& [date, closed, complete, gaps, document, seal] : rows) {
      VEDETTE_ASSIGN(
          auto day,
          read_stored(reader, {std::move(date), closed, complete, gaps, std::move(document), seal},
                      content));
      out.push_back(std::move(day));
    }
    return out;
  });
}

Result<std::int64_t> Attestations::close_due_days() const {
  VEDETTE_ASSIGN(const std::vector<Project> all, projects());
  std::int64_t closed = 0;
  for (const Project& project : all) {
    VEDETTE_ASSIGN(const std::int64_t days, close_days_of(project));
    closed += days;
  }
  return closed;
}

Result<std::int64_t> Attestations::close_days_of(const Project& project) const {
  VEDETTE_ASSIGN(const auto first, first_moment(project));
  if (!first) return 0;
  const auto scope = ScopeIssuer::for_attestations().project(project.id);
  VEDETTE_ASSIGN(const auto last, parts_.ledger.read(scope, [](ProjectReader& reader) {
    return reader.maybe<std::optional<std::string>>(kLastClosed);
  }));
  CalendarDay day = parts_.calendar.day_of(*first);
  if (last && std::get<0>(*last))
    if (const auto before = parts_.calendar.day(*std::get<0>(*last)))
      day = parts_.calendar.next(*before);
  std::int64_t closed = 0;
  for (; closed < kMostDaysAtOnce; day = parts_.calendar.next(day)) {
    const Time now = parts_.clock.now();
    if (now < day.ends + kClosesAfter) break;
    VEDETTE_ASSIGN(const Attestation attestation, derive(project, day, Records::kCounted));
    const bool waits = attestation.facts.records.behind > 0 && now < day.ends + parts_.late_after;
    if (waits) break;
    VEDETTE_TRY(close(project, attestation));
    ++closed;
  }
  return closed;
}

Result<void> Attestations::close(const Project& project, const Attestation& attestation) const {
  StoredDay day;
  day.date = attestation.facts.day.date;
  day.closed = parts_.clock.now();
  day.complete = attestation.complete();
  day.gaps = static_cast<std::int64_t>(attestation.gaps.size());
  day.document = attestation_document(attestation, day.closed, parts_.program);
  const std::string sha256 = base::hex(base::as_text(base::sha256(day.document)));
  const auto write = [&](ProjectWriter& writer) -> Result<void> {
    day.seal = writer.seals().seal(content_of(writer.project(), day));
    VEDETTE_ASSIGN(const std::int64_t added,
                   writer.execute(kInsert, day.date, day.closed, day.complete, day.gaps,
                                  day.document, day.seal));
    if (added == 0) return {};  // another server closed it
    writer.audit({"attestation.closed", "service", "",
                  ledger::AuditPayload()
                      .add("date", day.date)
                      .add("state", state_name(attestation, true))
                      .add("gaps", day.gaps)
                      .add("sha256", sha256)
                      .json(),
                  0});
    if (day.complete) return {};
    return append_events(writer, {late_event(attestation, "day", late_gaps(attestation))},
                         day.closed);
  };
  VEDETTE_TRY(parts_.ledger.write(ScopeIssuer::for_attestations().project(project.id), write));
  base::log(day.complete ? base::LogLevel::kInfo : base::LogLevel::kWarning,
            "closed the attestation of a day",
            {{"project", project.code},
             {"date", day.date},
             {"state", std::string(state_name(attestation, true))}});
  return {};
}

Result<std::int64_t> Attestations::announce_late_lists() const {
  VEDETTE_ASSIGN(const std::vector<Project> all, projects());
  std::int64_t announced = 0;
  for (const Project& project : all) {
    VEDETTE_ASSIGN(const std::int64_t lists, announce(project));
    announced += lists;
  }
  return announced;
}

Result<std::int64_t> Attestations::announce(const Project& project) const {
  VEDETTE_ASSIGN(const Attestation attestation, derive(project, today(), Records::kLeftOut));
  const auto late = attestation.late_versions();
  if (late.empty()) return 0;
  const auto scope = ScopeIssuer::for_attestations().project(project.id);
  VEDETTE_ASSIGN(const auto known, parts_.ledger.read(scope, [](ProjectReader& reader) {
    return reader.rows<std::int64_t>(kAnnounced);
  }));
  const auto is_known = [&](const AttestedVersion* version) {
    return std::ranges::find(known, std::tuple(version->serial)) != known.end();
  };
  if (std::ranges::all_of(late, is_known)) return 0;
  std::vector<AttestationGap> gaps;
  for (const AttestationGap& gap : attestation.gaps)
    if (gap.reason == "list_late") gaps.push_back(gap);
  return parts_.ledger.write(scope, [&](ProjectWriter& writer) -> Result<std::int64_t> {
    const Time now = parts_.clock.now();
    std::int64_t fresh = 0;
    for (const AttestedVersion* version : late) {
      VEDETTE_ASSIGN(const std::int64_t added, writer.bookkeep(kAnnounce, version->serial, now));
      fresh += added;
    }
    if (fresh == 0) return 0;
    writer.audit(
        {"attestation.late", "service", "",
         ledger::AuditPayload().add("date", attestation.facts.day.date).add("lists", fresh).json(),
         0});
    VEDETTE_TRY(append_events(writer, {late_event(attestation, "list", gaps)}, now));
    return fresh;
  });
}

}  // namespace vedette::service
