#pragma once

#include <chrono>
#include <cstdint>

namespace vedette::ledger {

// How much of the writer's time changes in the background (base/background.h) may have. They are
// work that nobody waits for and that may be endless; whoever waits for a change of their own must
// hardly notice it.
//
// - A change that goes with those of others costs no commit of its own, and a commit of many pages
//   takes hardly longer for some more. It may go on for a share of what a commit takes here. A
//   commit of a few pages takes several times as long with it: whoever changed little, as a
//   screening that is recorded, has it beside them only when it has waited for some time.
// - A change alone is one more commit for whoever comes meanwhile to wait for, so that it is made
//   only when nobody has come for a moment, and is followed by a rest of many times its own
//   duration. Whoever comes before its commit joins it.
// - While nobody has come for some seconds, whoever comes next may have to wait a little once.
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
