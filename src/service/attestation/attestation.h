#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "service/attestation/calendar.h"
#include "service/lists/list_checks.h"
#include "service/lists/served_lists.h"
#include "service/monitoring/screening_completions.h"

namespace vedette::service {

// A span in which a server ran, as the ledger noted it.
struct RunningSpan {
  std::string node = {};
  base::Time began = {};
  base::Time seen = {};
  bool clock_moved = false;  // it began because the clock of the server jumped
};

// What the ledger recorded of a day, for one project. Each vector is in the order of time.
struct DayFacts {
  std::string project = {};
  std::string company = {};
  std::string time_zone = {};
  CalendarDay day = {};
  base::Time until = {};  // the end of the day, or the present while it lasts
  base::Millis late_after = {};
  std::vector<ServedList> lists = {};
  std::vector<ListCheck> checks = {};
  std::vector<RunningSpan> running = {};
  std::vector<ScreeningCompletion> completions = {};
  RecordCoverage records = {};
};

// A version of a list on its way from the publisher to the last customer.
struct AttestedVersion {
  std::int64_t serial = 0;
  std::int64_t generation = 0;
  std::string published = {};                   // as the list says
  std::optional<base::Time> published_at = {};  // the moment, where it is known
  std::string_view published_by = {};           // "list" or "server": who says that moment
  base::Time fetched = {};
  base::Time served = {};
  std::optional<base::Time> screened = {};  // when the last record had been screened against it
  std::string checksum = {};
  std::int64_t records = 0;
  bool before_day = false;  // it served already when the day began
  bool late = false;

  // It reached everybody before the day began.
  bool is_of_the_past(base::Time day_begins) const;
  std::optional<std::int64_t> minutes_from_publication() const;
  std::optional<std::int64_t> minutes_from_fetch() const;
};

struct AttestedList {
  std::string list = {};
  std::string name = {};
  std::string source = {};                   // that confirms it; empty: given as a file
  std::optional<base::Time> confirmed = {};  // the last time on this day that the source did
  bool removed = false;                      // on this day
  std::vector<AttestedVersion> versions = {};
};

// What stood in the way of screening on that day, and why. Late: the day is not complete by it.
struct AttestationGap {
  std::string reason = {};  // docs/attestations.md lists them
  std::string list = {};    // empty: of no list in particular
  base::Time from = {};
  base::Time until = {};
  bool late = false;
  std::string text = {};
};

struct Attestation {
  DayFacts facts = {};
  std::vector<AttestedList> lists = {};
  std::vector<AttestationGap> gaps = {};

  bool complete() const;
  // Changed lists that were late on this day, or still are.
  std::vector<const AttestedVersion*> late_versions() const;
};

// Derives the attestation of a day. Pure: the same facts give the same attestation.
Attestation attest(DayFacts facts);

// "complete" or "late" once the day is closed; "open" while it lasts.
std::string_view state_name(const Attestation& attestation, bool closed);

// The document that is signed. `closed`: nothing for a day that lasts.
std::string attestation_document(const Attestation& attestation, std::optional<base::Time> closed,
                                 std::string_view program);

}  // namespace vedette::service
