#pragma once

#include <chrono>
#include <cstdint>

namespace vedette::ledger {

// How much of the writer's time background changes (base/background.h) may take. No caller waits
// for them, and they may be endless. Foreground changes must hardly be delayed.
//
// - A background change in the transaction of foreground changes needs no commit of its own. A
//   commit of many pages takes little longer with it; it may run for a share of the time that a
//   commit takes here. A commit of few pages (a recorded screening) takes several times as long, so
//   there it runs only when it is overdue.
// - A background change alone is one more commit that later callers wait for. So it runs only after
//   a moment without callers, and rests afterwards for many times its own duration. A caller who
//   comes before its commit joins it.
// - After some seconds without callers, the next one may have to wait a little, once.
//
// Not safe from several threads.
class BackgroundPace {
 public:
  using Clock = std::chrono::steady_clock;

  // Somebody waits for a change.
  void asked(Clock::time_point now) { last_asked_ = now; }
  // What a commit took of which nothing was in the background.
  void committed(Clock::duration taken);
  // A change in the background took so long: with its commit when it was alone, else without.
  void ended_alone(Clock::time_point now, Clock::duration taken);
  void ended_beside_others(Clock::time_point now, Clock::duration taken);

  bool is_quiet(Clock::time_point now) const;
  // When the next change may be made alone.
  Clock::time_point rests_until() const;
  // Whether one may go with those of others, who have changed so many rows.
  bool may_go_with(std::int64_t rows, Clock::time_point now) const;
  // For how long a change should begin anything new, alone and with those of others. What it has
  // gathered by then is still to be written; how long that takes is learnt.
  Clock::duration alone(Clock::time_point now) const;
  Clock::duration beside_others() const;

 private:
  Clock::duration wanted() const;

  Clock::time_point last_asked_{};
  Clock::time_point rests_until_{};
  Clock::time_point last_ended_{};
  Clock::duration usual_commit_ = std::chrono::milliseconds(1);
  double share_ = 0.25;  // of what a change with those of others may take, until it begins no more
};

}  // namespace vedette::ledger
