#include "service/parties/groupings.h"

#include <algorithm>

#include "base/log.h"

namespace vedette::service {
namespace {

using parties::Grouping;
using parties::PartyCatalogue;

// Where nothing is grouped and nothing shall be, profiles are shown as their lists have them.
bool is_served(const Grouping& grouping) {
  return grouping.id().revision > 0 && (grouping.digest() != 0 || !grouping.id().lines.off);
}

PartyCatalogue grouped(std::shared_ptr<const catalogue::Catalogue> catalogue,
                       std::shared_ptr<const Grouping> grouping) {
  if (grouping && !is_served(*grouping)) grouping = nullptr;
  return {std::move(catalogue), std::move(grouping)};
}

}  // namespace

std::shared_ptr<const Grouping> Groupings::find(const Opened& all,
                                                const catalogue::Catalogue& catalogue,
                                                std::uint64_t revision) {
  for (const Open& each : all) {
    const parties::GroupingId& id = each.grouping->id();
    if (id.generation == catalogue.meta().generation &&
        each.created_millis == catalogue.meta().created_millis &&
        (revision == 0 || id.revision == revision))
      return each.grouping;
  }
  return nullptr;
}

void Groupings::keep(Opened& all, Open one) {
  all.push_front(std::move(one));
  if (all.size() > kMostOpen) all.pop_back();
}

std::shared_ptr<const Grouping> Groupings::known(const catalogue::Catalogue& catalogue) {
  const std::lock_guard lock(mutex_);
  return find(open_, catalogue, 0);
}

base::Result<std::shared_ptr<const Grouping>> Groupings::of(const catalogue::Catalogue& catalogue) {
  if (auto grouping = known(catalogue)) return grouping;
  return look(catalogue);
}

base::Result<std::shared_ptr<const Grouping>> Groupings::look(
    const catalogue::Catalogue& catalogue) {
  const std::uint64_t generation = catalogue.meta().generation;
  const auto before = known(catalogue);
  if (before && before->id().revision == folder_.newest_revision(generation)) return before;
  VEDETTE_ASSIGN(auto grouping, folder_.open(catalogue));
  const std::lock_guard lock(mutex_);
  std::erase_if(open_,
                [&](const Open& each) { return each.grouping->id().generation == generation; });
  keep(open_, {catalogue.meta().created_millis, grouping});
  unreadable_.reset();
  return grouping;
}

std::shared_ptr<const Grouping> Groupings::revision(const catalogue::Catalogue& catalogue,
                                                    std::uint64_t number) {
  if (number == 0) return nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (auto newest = find(open_, catalogue, number)) return newest;
    if (auto older = find(older_, catalogue, number)) return older;
  }
  auto opened = folder_.open(catalogue, number);
  if (!opened.ok()) return nullptr;
  const std::lock_guard lock(mutex_);
  keep(older_, {catalogue.meta().created_millis, *opened});
  return *opened;
}

PartyCatalogue Groupings::served(std::shared_ptr<const catalogue::Catalogue> catalogue) {
  const std::pair key(catalogue->meta().generation, catalogue->meta().created_millis);
  {
    const std::lock_guard lock(mutex_);
    if (unreadable_ == key) return {std::move(catalogue)};
  }
  auto grouping = of(*catalogue);
  if (grouping.ok()) return grouped(std::move(catalogue), *grouping);
  // Until the watch has decided the parties again.
  const std::lock_guard lock(mutex_);
  unreadable_ = key;
  base::log(base::LogLevel::kWarning, "the parties cannot be read: entries are shown alone",
            {{"generation", catalogue->meta().generation}, {"error", grouping.error().message}});
  return {std::move(catalogue)};
}

PartyCatalogue Groupings::served_at(std::shared_ptr<const catalogue::Catalogue> catalogue,
                                    base::Time time) {
  const std::uint64_t number = folder_.revision_at(catalogue->meta().generation, time);
  auto grouping = revision(*catalogue, number);
  return grouped(std::move(catalogue), std::move(grouping));
}

PartyCatalogue Groupings::recorded(std::shared_ptr<const catalogue::Catalogue> catalogue,
                                   std::string_view text) {
  if (text.empty()) return {std::move(catalogue)};
  for (const std::uint64_t number : folder_.revisions(catalogue->meta().generation)) {
    PartyCatalogue one = grouped(catalogue, revision(*catalogue, number));
    if (parties::same_parties(one.parties_text(), text)) return one;
  }
  return served(std::move(catalogue));
}

}  // namespace vedette::service
