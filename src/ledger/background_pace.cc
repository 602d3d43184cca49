#include "ledger/background_pace.h"

#include <algorithm>

namespace vedette::ledger {
namespace {

// No caller for so long: it is quiet.
constexpr std::chrono::seconds kQuietAfter{5};
// Each commit has a sync, and pages that are changed more than once within one are written once.
constexpr std::chrono::milliseconds kAloneWhileQuiet{40};
// No caller can join a change once its commit has begun, and larger commits take longer.
constexpr std::chrono::milliseconds kAlone{1};
// A change that goes with those of others: of what a commit takes, and within which bounds.
constexpr int kShareOfCommit = 3;
constexpr std::chrono::microseconds kLeastBesideOthers{500};
constexpr std::chrono::microseconds kMostBesideOthers{2000};
// A recorded screening changes two rows, a saved record more than twenty.
constexpr std::int64_t kFewRows = 8;
// An overdue change joins any transaction, so that it makes progress among small ones too.
constexpr std::chrono::milliseconds kOverdue{25};
// Whoever comes more often than this takes the background along often enough.
constexpr std::chrono::milliseconds kAfterOthers{100};
// Times its own duration.
constexpr int kRest = 19;
// Whatever it took: a change in the background does not wait for longer.
constexpr std::chrono::milliseconds kLongestRest{500};
// How fast the usual commit follows what is measured. One that took far longer moves it no further
// than any other, as with a median.
constexpr int kSteps = 16;
constexpr double kLeastShare = 0.02;

}  // namespace

void BackgroundPace::committed(Clock::duration taken) {
  const Clock::duration step = usual_commit_ / kSteps;
  usual_commit_ += taken > usual_commit_ ? step : -step;
  usual_commit_ = std::max<Clock::duration>(usual_commit_, std::chrono::microseconds(kSteps));
}

void BackgroundPace::ended_alone(Clock::time_point now, Clock::duration taken) {
  last_ended_ = now;
  rests_until_ = is_quiet(now) ? now : now + std::min<Clock::duration>(kRest * taken, kLongestRest);
}

void BackgroundPace::ended_beside_others(Clock::time_point now, Clock::duration taken) {
  last_ended_ = now;
  share_ *= taken > wanted() ? 1 - 1.0 / kSteps : 1 + 1.0 / kSteps;
  share_ = std::clamp(share_, kLeastShare, 1.0);
}

BackgroundPace::Clock::time_point BackgroundPace::rests_until() const {
  return std::max(rests_until_, last_asked_ + kAfterOthers);
}

bool BackgroundPace::is_quiet(Clock::time_point now) const {
  return now - last_asked_ > kQuietAfter;
}

bool BackgroundPace::may_go_with(std::int64_t rows, Clock::time_point now) const {
  return rows > kFewRows || now - last_ended_ > kOverdue;
}

BackgroundPace::Clock::duration BackgroundPace::alone(Clock::time_point now) const {
  return is_quiet(now) ? kAloneWhileQuiet : kAlone;
}

BackgroundPace::Clock::duration BackgroundPace::wanted() const {
  return std::clamp<Clock::duration>(usual_commit_ / kShareOfCommit, kLeastBesideOthers,
                                     kMostBesideOthers);
}

BackgroundPace::Clock::duration BackgroundPace::beside_others() const {
  return std::chrono::duration_cast<Clock::duration>(share_ * wanted());
}

}  // namespace vedette::ledger
