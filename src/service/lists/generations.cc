#include "service/lists/generations.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/log.h"

namespace vedette::service {
namespace {

// Mapped files cost address space and page cache, not memory of their own; still, an auditor who
// walks through a year of searches must not keep them all.
constexpr std::size_t kMostOpen = 4;

base::Error not_kept(std::string message) {
  return {base::Cause::kNotFound, message, {{"", "GENERATION_NOT_KEPT", message}}};
}

}  // namespace

Generations::Opened Generations::current() const {
  auto catalogue = current_();
  if (catalogue) return catalogue;
  const std::string message =
      "No catalogue is loaded, so nothing can be screened. Import a list; if one was imported, "
      "/ready "
      "tells what is wrong with it.";
  return base::Error(base::Cause::kUnavailable, message, {{"", "UNAVAILABLE", message}});
}

Generations::Opened Generations::open_older(std::uint64_t generation) {
  for (auto each = open_.begin(); each != open_.end(); ++each) {
    if ((*each)->meta().generation != generation) continue;
    auto found = *each;
    open_.erase(each);
    open_.push_front(found);
    return found;
  }
  auto opened = catalogue::Catalogue::open(store_.path_of(generation), catalogue::Check::kQuick);
  if (!opened.ok()) {
    if (opened.error().cause != base::Cause::kNotFound)
      base::log(base::LogLevel::kWarning, "an older generation cannot be read",
                {{"generation", generation}, {"error", opened.error().message}});
    return not_kept(fmt::format(
        "generation {} is not kept any more (see keep_all_days and keep_daily_days)", generation));
  }
  open_.push_front(*opened);
  if (open_.size() > kMostOpen) open_.pop_back();
  return opened;
}

Generations::Opened Generations::at(std::uint64_t generation) {
  if (auto now = current_(); now && now->meta().generation == generation) return now;
  const std::lock_guard lock(mutex_);
  return open_older(generation);
}

Generations::Opened Generations::as_of(base::Time time) {
  VEDETTE_ASSIGN(auto now, current());
  std::vector<catalogue::Served> timeline = store_.timeline();
  std::ranges::reverse(timeline);  // the newest first
  for (const auto& [generation, since] : timeline) {
    // A newer one than that which serves is about to, or was refused.
    if (generation > now->meta().generation) continue;
    // When it was removed, it is the answer all the same: its neighbours did not serve then.
    if (since <= time) return at(generation);
  }
  if (!timeline.empty() && timeline.back().generation == 1)
    return not_kept(
        fmt::format("no list had been loaded at {}: the first generation serves since {}",
                    base::iso_millis(time), base::iso_millis(timeline.back().since)));
  return not_kept(fmt::format(
      "no generation is kept that was current at {} (see keep_all_days and keep_daily_days)",
      base::iso_millis(time)));
}

}  // namespace vedette::service
