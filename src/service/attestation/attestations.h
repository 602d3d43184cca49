#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"
#include "service/attestation/attestation.h"
#include "service/attestation/calendar.h"

namespace vedette::service {

// An attestation as it is kept, or as the day looks while it lasts.
struct AttestedDay {
  std::string date = {};
  std::string state = {};  // open, complete, late
  std::optional<base::Time> closed = {};
  std::int64_t gaps = 0;
  std::string document = {};
};

// Daily attestations of every project, derived from what the ledger recorded. A day is closed once,
// some minutes after its end, by whichever server comes first; its document then never changes.
// Safe from any thread.
class Attestations {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    const base::Clock& clock;
    Calendar calendar;
    base::Millis late_after = {};
    std::string program = {};
  };
  explicit Attestations(Parts parts) : parts_(std::move(parts)) {}

  // A closed day as it is kept, or the present one. kNotFound for days before the first, days to
  // come and a date that is none; kCorrupt when somebody altered what is kept.
  base::Result<AttestedDay> day(const ledger::ProjectScope& scope, const std::string& date) const;
  // Closed days from this date to that one, the newest first; their documents too when wanted.
  enum class Content : std::uint8_t { kSummary, kDocuments };
  base::Result<std::vector<AttestedDay>> days(const ledger::ProjectScope& scope,
                                              const std::string& from, const std::string& to,
                                              Content content) const;
  CalendarDay today() const { return parts_.calendar.day_of(parts_.clock.now()); }
  const Calendar& calendar() const { return parts_.calendar; }

  // Closes every day that is due, of all projects; gives how many. A day waits for its end and
  // then, when a changed list has not reached every record, for as long as that may take.
  base::Result<std::int64_t> close_due_days() const;
  // Announces changed lists that are late, each once.
  base::Result<std::int64_t> announce_late_lists() const;

 private:
  struct Project {
    base::ProjectId id;
    std::string code = {};
    std::string company = {};
    base::Time created = {};
  };
  base::Result<std::vector<Project>> projects() const;
  base::Result<Project> project_of(const ledger::ProjectScope& scope) const;
  base::Result<std::optional<base::Time>> first_moment(const Project& project) const;
  // Counting its records reads each of them.
  enum class Records : std::uint8_t { kCounted, kLeftOut };
  base::Result<Attestation> derive(const Project& project, const CalendarDay& day,
                                   Records records) const;
  base::Result<std::int64_t> close_days_of(const Project& project) const;
  base::Result<void> close(const Project& project, const Attestation& attestation) const;
  base::Result<std::int64_t> announce(const Project& project) const;

  const Parts parts_;
};

}  // namespace vedette::service
