#include "catalogue/retention.h"

#include <algorithm>

namespace vedette::catalogue {
namespace {

constexpr std::size_t kAlwaysKept = 2;

std::int64_t day_of(base::Time time) {
  return time.unix_millis / base::days(1).count;
}

}  // namespace

std::vector<Served> given_up(const std::vector<Served>& served, const KeepRules& rules,
                             base::Time now) {
  std::vector<Served> gone;
  std::vector<Served> kept;
  for (std::size_t i = 0; i < served.size(); ++i) {
    const bool always = i + kAlwaysKept >= served.size();
    // It served until the next one did. Where that one was given up before, this is too late by
    // less than a day, and what was kept for the end of a day goes on being kept for it.
    const base::Time until = i + 1 < served.size() ? served[i + 1].since : now;
    const bool recent = until >= now - rules.all;
    const bool ended_a_day = until >= now - rules.daily && day_of(served[i].since) < day_of(until);
    (always || recent || ended_a_day ? kept : gone).push_back(served[i]);
  }
  const std::size_t most = std::max(rules.most, std::size_t{1});
  if (kept.size() > most)
    gone.insert(gone.end(), kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(most));
  std::ranges::sort(gone, {}, &Served::generation);
  return gone;
}

}  // namespace vedette::catalogue
