#include "validation/plan.h"

#include "search/workspace_pool.h"
#include "validation/corpus.h"

namespace vedette::validation {
namespace {

std::uint32_t number(std::size_t index) {
  return static_cast<std::uint32_t>(index);
}

// The variations of all classes, drawn side by side: most of the time goes into names that a class
// does not apply to.
std::vector<std::vector<variations::Variation>> drawn_classes(
    const std::vector<variations::ListedName>& names, const Options& options, unsigned threads) {
  const auto classes = variations::classes();
  std::vector<std::vector<variations::Variation>> drawn(classes.size());
  search::for_each_in_parallel(classes.size(), threads, [&](std::size_t i) {
    drawn[i] = variations::draw(classes[i], names, options.seed, options.per_class);
  });
  return drawn;
}

}  // namespace

base::Result<Plan> Plan::make(std::shared_ptr<const catalogue::Catalogue> catalogue,
                              const Options& options, std::vector<OwnRecord> records,
                              unsigned threads) {
  Plan plan;
  plan.options_ = options;
  plan.catalogue_ = std::move(catalogue);
  plan.records_ = std::move(records);
  VEDETTE_ASSIGN(plan.names_, listed_names(*plan.catalogue_));
  plan.regions_ = populations(options);
  for (std::size_t i = 0; i < plan.names_.size(); ++i)
    plan.tasks_.push_back({Part::kControl, 0, number(i), {}});
  auto drawn = drawn_classes(plan.names_, options, threads);
  for (std::size_t c = 0; c < drawn.size(); ++c) {
    const bool same = variations::classes()[c].expectation == variations::Expectation::kSameScore;
    for (variations::Variation& each : drawn[c])
      plan.tasks_.push_back({same ? Part::kStable : Part::kTreated, number(c), number(each.name),
                             std::move(each.text)});
  }
  for (std::size_t p = 0; p < plan.regions_.size(); ++p)
    for (std::size_t i = 0; i < plan.regions_[p].names.size(); ++i)
      plan.tasks_.push_back({Part::kOrdinary, number(p), number(i), {}});
  for (std::size_t i = 0; i < plan.records_.size(); ++i)
    plan.tasks_.push_back({Part::kOrdinary, kOwn, number(i), {}});
  return plan;
}

}  // namespace vedette::validation
