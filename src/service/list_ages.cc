#include "service/list_ages.h"

#include <algorithm>

namespace vedette::service {
namespace {

constexpr std::chrono::seconds kRefreshInterval{1};

}  // namespace

ListAges::ListAges(const SourceFolder& folder, std::vector<ListSource> sources, base::Millis bound,
                   const base::Clock& clock)
    : folder_(folder), sources_(std::move(sources)), bound_(bound), clock_(clock) {}

// Under the lock.
void ListAges::refresh() const {
  const auto now = std::chrono::steady_clock::now();
  if (refreshed_ != std::chrono::steady_clock::time_point{} && now - refreshed_ < kRefreshInterval)
    return;
  refreshed_ = now;
  states_.clear();
  lists_.clear();
  for (const ListSource& source : sources_) {
    const base::Millis bound = source.stale_days > 0 ? base::days(source.stale_days) : bound_;
    const SourceState& state = states_[source.id] = folder_.load(source.id);
    for (const SourceList& list : state.lists) {
      // Of two sources of one list the one that was heard of last is believed.
      Known& known = lists_.try_emplace(list.list, Known{{}, bound}).first->second;
      if (state.confirmed >= known.confirmed) known = {state.confirmed, bound};
    }
  }
}

std::vector<ListAge> ListAges::of(const catalogue::Catalogue& catalogue) const {
  const std::lock_guard lock(mutex_);
  refresh();
  const base::Time now = clock_.now();
  std::vector<ListAge> ages;
  for (const catalogue::ListInfo& list : catalogue.lists()) {
    const auto found = lists_.find(list.key);
    const bool fetched = found != lists_.end();
    const base::Time seen = fetched ? std::max(found->second.confirmed, list.read) : list.read;
    const base::Millis bound = fetched ? found->second.bound : bound_;
    const base::Millis age = now - seen;
    ages.push_back({.list = list.key, .age = age, .bound = bound, .stale = age > bound});
  }
  return ages;
}

std::vector<std::string> ListAges::stale(const catalogue::Catalogue& catalogue) const {
  std::vector<std::string> ids;
  for (ListAge& age : of(catalogue))
    if (age.stale) ids.push_back(std::move(age.list));
  return ids;
}

std::vector<std::string> ListAges::failing() const {
  const std::lock_guard lock(mutex_);
  refresh();
  std::vector<std::string> ids;
  for (const ListSource& source : sources_)
    if (source.enabled && !states_[source.id].failure.empty()) ids.push_back(source.id);
  return ids;
}

SourceState ListAges::state(const std::string& source) const {
  const std::lock_guard lock(mutex_);
  refresh();
  return states_[source];
}

}  // namespace vedette::service
