#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

enum class ClockState {
  kRight,
  kAhead,   // more than kSaneStep beyond the confirmed time and what ran since
  kBehind,  // more than kClockTolerance before it
};
std::string_view clock_state_name(ClockState state);  // right, ahead, behind

// Time that moves further at once is not believed: a server that was off that long waits as well.
inline constexpr base::Millis kSaneStep = base::days(1);
// Clocks of servers on one ledger differ by less, and a time service corrects no more.
inline constexpr base::Millis kClockTolerance = base::seconds(120);
// Servers run this long with a time before they believe it.
inline constexpr base::Millis kClockGrace = base::days(1);
// Then the confirmed time follows so many times as fast as time passes: a day in an hour.
inline constexpr std::int64_t kCatchUpFactor = 24;

// What the ledger knows of the time.
struct ClockMark {
  base::Time confirmed = {};
  base::Time doubted = {};        // the last time seen that is not believed; 0: none
  base::Millis doubted_for = {};  // how long servers have run with such times

  bool operator==(const ClockMark&) const = default;
};

// `ran` is how long this process has run since the mark was made, by the steady clock; 0
// at its first look.
ClockState state_of(const ClockMark& mark, base::Time now, base::Millis ran);
// The mark after a look at the clock.
ClockMark moved_on(const ClockMark& mark, base::Time now, base::Millis ran);

struct ClockReading {
  ClockState state = ClockState::kRight;
  base::Time now = {};
  base::Time confirmed = {};
};
// The sentence for the operator; empty when the clock is right.
std::string clock_warning(const ClockReading& reading);

// The time that deletion by age goes by: the newest one that servers on this ledger have confirmed
// by running, kept in the ledger. A clock that jumps ahead moves it only after a day of running
// with the new time, and then in small steps, so that nothing is deleted because a clock was wrong
// for a while. A clock that runs behind stops deletion. Safe from any thread.
class RetentionClock {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    const base::Clock& clock;
    // Time since an unnamed moment, which only moves forward.
    std::function<base::Millis()> steady = steady_time;
  };
  explicit RetentionClock(Parts parts) : parts_(std::move(parts)) {}

  // Looks at the clock, moves the confirmed time on, and gives it; nothing while the clock is not
  // believed, when nothing may be deleted by age. Logs when that changes.
  base::Result<std::optional<base::Time>> deletion_time();

  // The confirmed time whether or not the clock is believed now: what is not past its time by this
  // stays. 1970 when the ledger cannot be read.
  base::Time newest_sure();

  // The clock against the confirmed time of the last look; reads nothing. Right before the first.
  ClockReading reading() const;

  static base::Millis steady_time();

 private:
  struct Look {
    ClockMark mark;
    base::Time at;        // by the clock that may be wrong
    base::Millis steady;  // and by the steady one
  };
  std::optional<Look> last_look() const;
  base::Result<ClockMark> ask_ledger(base::Time now, base::Millis ran);
  static bool is_fresh(const Look& look, base::Time now, base::Millis steady);
  void tell(const ClockReading& reading);

  const Parts parts_;
  std::mutex looking_;  // held while the ledger is read, which may take long
  ClockState told_ = ClockState::kRight;
  mutable std::mutex mutex_;  // held for a moment
  std::optional<Look> look_;
};

}  // namespace vedette::service
