#include "service/parties/groupings.h"

#include <algorithm>

namespace vedette::service {

std::shared_ptr<const parties::Grouping> Groupings::known(const catalogue::Catalogue& catalogue) {
  const std::lock_guard lock(mutex_);
  for (const Open& each : open_)
    if (each.grouping->id().generation == catalogue.meta().generation &&
        each.created_millis == catalogue.meta().created_millis)
      return each.grouping;
  return nullptr;
}

base::Result<std::shared_ptr<const parties::Grouping>> Groupings::of(
    const catalogue::Catalogue& catalogue) {
  if (auto grouping = known(catalogue)) return grouping;
  return look(catalogue);
}

base::Result<std::shared_ptr<const parties::Grouping>> Groupings::look(
    const catalogue::Catalogue& catalogue) {
  const std::uint64_t generation = catalogue.meta().generation;
  const auto before = known(catalogue);
  if (before && before->id().revision == folder_.newest_revision(generation)) return before;
  VEDETTE_ASSIGN(auto grouping, folder_.open(catalogue));
  const std::lock_guard lock(mutex_);
  std::erase_if(open_,
                [&](const Open& each) { return each.grouping->id().generation == generation; });
  open_.push_front({catalogue.meta().created_millis, grouping});
  if (open_.size() > kMostOpen) open_.pop_back();
  return grouping;
}

}  // namespace vedette::service
