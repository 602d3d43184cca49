#include "service/lists/list_ages.h"

#include <algorithm>
#include <optional>

#include "lists/building/known_lists.h"
#include "profile/partial_date.h"

namespace vedette::service {
namespace {

constexpr std::chrono::seconds kRefreshInterval{1};

// The end of the day on which a government's list was published, where it says so. A list of one's
// own changes when its owner changes it: its date tells nothing.
std::optional<base::Time> published(const catalogue::ListInfo& list) {
  profile::PartialDate date;
  const std::string& publication = list.publication.empty() ? list.key : list.publication;
  if (!lists::is_known_list(publication) || !profile::from_text(list.published, date) ||
      !date.is_full())
    return std::nullopt;
  const auto day = base::parse_iso(profile::iso(date.first));
  return day ? std::optional(*day + base::days(1)) : std::nullopt;
}

// Governments publish their lists anew within weeks. A file that somebody gives may well be the
// newest there is for that long, so that its reading counts; after that it is an old copy.
constexpr base::Millis kLongestCurrent = base::days(60);

// Never negative: a clock that runs behind is reported elsewhere
// (service/common/retention_clock.h).
base::Millis age_since(base::Time then, base::Time now) {
  return std::max(now - then, base::Millis{});
}

ListAge age_of_file(const catalogue::ListInfo& list, base::Millis bound, base::Time now) {
  const auto day = published(list);
  const base::Millis longest = std::max(bound, kLongestCurrent);
  if (day && now - *day > longest)
    return {.list = list.key, .age = now - *day, .bound = longest, .stale = true};
  const base::Millis age = age_since(list.read, now);
  return {.list = list.key, .age = age, .bound = bound, .stale = age > bound};
}

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
    for (const SourceList& list : state.lists)
      lists_[list.list].push_back({list.checksum, state.confirmed, bound});
  }
}

std::vector<ListAge> ListAges::of(const catalogue::Catalogue& catalogue) const {
  const std::lock_guard lock(mutex_);
  refresh();
  const base::Time now = clock_.now();
  std::vector<ListAge> ages;
  for (const catalogue::ListInfo& list : catalogue.lists()) {
    // When two sources bring one list, the latest confirmation counts.
    const Known* last = nullptr;
    for (const Known& known : lists_[list.key])
      if (last == nullptr || known.confirmed >= last->confirmed) last = &known;
    // A source confirms its own version, not another one that was imported since.
    if (last == nullptr || last->checksum != list.checksum) {
      ages.push_back(age_of_file(list, last == nullptr ? bound_ : last->bound, now));
      continue;
    }
    const base::Millis age = age_since(std::max(last->confirmed, list.read), now);
    ages.push_back(
        {.list = list.key, .age = age, .bound = last->bound, .stale = age > last->bound});
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
