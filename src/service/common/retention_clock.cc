#include "service/common/retention_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "base/log.h"
#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

using base::Millis;
using base::Result;
using base::Time;
using ledger::OperatorWriter;
using ledger::sql::Sql;

// Looks in between use the last answer: the confirmed time is late by as much, never early.
constexpr Millis kLookInterval = base::seconds(60);

constexpr Sql kRead =
    "select confirmed_at, doubted_at, doubted_millis from confirmed_time where only_row = 1";
// The newest entry of each chain: the newest time of a ledger that has no mark yet.
constexpr Sql kNewestEntry =
    "select coalesce(max(e.at), 0) from audit_heads h join audit_entries e"
    " on e.project_id = h.project_id and e.sequence = h.sequence";
constexpr Sql kWrite =
    "insert into confirmed_time (only_row, confirmed_at, doubted_at, doubted_millis)"
    " values (1, $1, $2, $3) on conflict (only_row) do update set confirmed_at = $1,"
    " doubted_at = $2, doubted_millis = $3";

bool within(Millis value, Millis low, Millis high) {
  return value >= low && value <= high;
}

std::string span_text(Millis span) {
  const std::int64_t seconds = std::abs(span.count) / 1000;
  if (seconds >= 2 * 86'400) return fmt::format("{} days", seconds / 86'400);
  if (seconds >= 2 * 3600) return fmt::format("{} hours", seconds / 3600);
  return fmt::format("{} minutes", seconds / 60);
}

}  // namespace

std::string_view clock_state_name(ClockState state) {
  switch (state) {
    case ClockState::kRight:
      return "right";
    case ClockState::kAhead:
      return "ahead";
    case ClockState::kBehind:
      break;
  }
  return "behind";
}

ClockState state_of(const ClockMark& mark, Time now, Millis ran) {
  if (now > mark.confirmed + ran + kSaneStep) return ClockState::kAhead;
  return now < mark.confirmed - kClockTolerance ? ClockState::kBehind : ClockState::kRight;
}

ClockMark moved_on(const ClockMark& mark, Time now, Millis ran) {
  const ClockState state = state_of(mark, now, ran);
  if (state == ClockState::kRight) return {.confirmed = std::max(mark.confirmed, now)};
  ClockMark next{.confirmed = mark.confirmed, .doubted = now};
  const Millis since = now - mark.doubted;
  const Millis longest = ran.count > 0 ? Millis{ran.count + kClockTolerance.count} : kSaneStep;
  // A clock that moved by another span than the process ran was set again: the grace begins anew.
  if (mark.doubted.unix_millis > 0 && within(since, Millis{-kClockTolerance.count}, longest))
    next.doubted_for =
        Millis{mark.doubted_for.count + std::clamp(since.count, std::int64_t{0}, ran.count)};
  if (next.doubted_for < kClockGrace) return next;
  // To go back deletes nothing.
  if (state == ClockState::kBehind) return {.confirmed = now};
  next.confirmed = std::min(now, mark.confirmed + Millis{kCatchUpFactor * ran.count});
  return next;
}

std::string clock_warning(const ClockReading& reading) {
  const std::string span = span_text(reading.now - reading.confirmed);
  switch (reading.state) {
    case ClockState::kRight:
      break;
    case ClockState::kAhead:
      return fmt::format(
          "the clock of this machine ({}) is {} ahead of the newest time the ledger has confirmed "
          "({}): nothing is deleted by age until a server has run with this time for a day. Set "
          "the clock if it is wrong; after a long stop of all servers there is nothing to do",
          base::iso_seconds(reading.now), span, base::iso_seconds(reading.confirmed));
    case ClockState::kBehind:
      return fmt::format(
          "the clock of this machine ({}) is {} behind the newest time the ledger has confirmed "
          "({}): set the clock. Nothing is deleted by age meanwhile, and ages of lists and lives "
          "of tokens are wrong",
          base::iso_seconds(reading.now), span, base::iso_seconds(reading.confirmed));
  }
  return "";
}

Millis RetentionClock::steady_time() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return Millis{std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

Result<ClockMark> RetentionClock::ask_ledger(Time now, Millis ran) {
  return parts_.ledger.write(
      ScopeIssuer::for_installation_work(), [&](OperatorWriter& writer) -> Result<ClockMark> {
        ClockMark mark;
        VEDETTE_ASSIGN(const auto row, (writer.maybe<Time, Time, std::int64_t>(kRead)));
        if (row) {
          mark = {std::get<0>(*row), std::get<1>(*row), Millis{std::get<2>(*row)}};
        } else {
          VEDETTE_ASSIGN(const auto newest, writer.maybe<Time>(kNewestEntry));
          const Time known = newest ? std::get<0>(*newest) : Time{};
          mark.confirmed = known.unix_millis > 0 ? known : now;
        }
        const ClockMark next = moved_on(mark, now, ran);
        if (!row || next != mark)
          VEDETTE_TRY(
              writer.bookkeep(kWrite, next.confirmed, next.doubted, next.doubted_for.count));
        return next;
      });
}

std::optional<RetentionClock::Look> RetentionClock::last_look() const {
  const std::lock_guard lock(mutex_);
  return look_;
}

// Whether the look still tells how it stands: not long ago, and the clock has not jumped since.
bool RetentionClock::is_fresh(const Look& look, Time now, Millis steady) {
  const std::int64_t ran = steady.count - look.steady.count;
  const std::int64_t moved = (now - look.at).count;
  return ran < kLookInterval.count && std::abs(moved - ran) < kClockTolerance.count;
}

Result<std::optional<Time>> RetentionClock::deletion_time() {
  const std::lock_guard looking(looking_);
  const Time now = parts_.clock.now();
  const Millis steady = parts_.steady();
  auto look = last_look();
  if (!look || !is_fresh(*look, now, steady)) {
    const Millis ran = look ? Millis{steady.count - look->steady.count} : Millis{};
    VEDETTE_ASSIGN(const ClockMark mark, ask_ledger(now, ran));
    look = Look{mark, now, steady};
    {
      const std::lock_guard lock(mutex_);
      look_ = look;
    }
    tell({state_of(mark, now, {}), now, mark.confirmed});
  }
  // While it catches up the time is believed, and goes on in small steps.
  const ClockMark& mark = look->mark;
  const bool believed = mark.doubted.unix_millis == 0 || mark.doubted_for >= kClockGrace;
  return believed ? std::optional(mark.confirmed) : std::nullopt;
}

Time RetentionClock::newest_sure() {
  const auto looked = deletion_time();
  if (!looked.ok())
    base::log(base::LogLevel::kWarning, "the time of the ledger could not be read",
              {{"error", looked.error().message}});
  const auto look = last_look();
  return look ? look->mark.confirmed : Time{};
}

void RetentionClock::tell(const ClockReading& reading) {
  if (reading.state == told_) return;
  told_ = reading.state;
  if (reading.state == ClockState::kRight)
    base::log(base::LogLevel::kInfo, "the clock fits the ledger again");
  else
    base::log(base::LogLevel::kWarning, "the clock does not fit the ledger",
              {{"state", clock_state_name(reading.state)}, {"warning", clock_warning(reading)}});
}

ClockReading RetentionClock::reading() const {
  const auto look = last_look();
  const Time now = parts_.clock.now();
  if (!look) return {.now = now, .confirmed = now};
  const Millis ran{parts_.steady().count - look->steady.count};
  return {state_of(look->mark, now, ran), now, look->mark.confirmed};
}

}  // namespace vedette::service
