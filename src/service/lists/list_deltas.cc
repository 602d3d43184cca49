#include "service/lists/list_deltas.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "base/log.h"
#include "catalogue/delta.h"

namespace vedette::service {
namespace {

std::int64_t number_of(const catalogue::Catalogue& catalogue) {
  return static_cast<std::int64_t>(catalogue.meta().generation);
}

}  // namespace

bool is_worth_a_delta(std::int64_t records, std::int64_t changed, std::int64_t listed) {
  constexpr double kBuilt = 32'000;
  constexpr double kLookedAt = 500;
  constexpr double kFiles = 10'000'000;
  const auto all = static_cast<double>(listed);
  const auto few = static_cast<double>(changed);
  const auto searches = static_cast<double>(records);
  return searches * few + kBuilt * few + kLookedAt * all + kFiles < searches * all;
}

ListDeltas::Known& ListDeltas::known(std::int64_t from, const CataloguePointer& to) {
  if (target_ != number_of(*to)) known_.clear();
  target_ = number_of(*to);
  return known_[from];
}

ListDeltas::DeltaPointer ListDeltas::made(Known& known, std::int64_t from,
                                          const CataloguePointer& to) {
  if (!known.delta) known.delta = make(from, to);
  return *known.delta;
}

ListDeltas::DeltaPointer ListDeltas::between(std::int64_t from, const CataloguePointer& to) {
  // Held while a delta is made: the other threads need it as well and would make it again.
  const std::lock_guard lock(mutex_);
  return made(known(from, to), from, to);
}

ListDeltas::DeltaPointer ListDeltas::between(std::int64_t from, const CataloguePointer& to,
                                             std::int64_t records) {
  const std::lock_guard lock(mutex_);
  Known& about = known(from, to);
  if (about.delta) return *about.delta;
  const std::int64_t listed = to->meta().live_profiles;
  if (!is_worth_a_delta(records, about.changed.value_or(0), listed)) return nullptr;
  if (!about.changed) {
    const CataloguePointer before = older(from, *to);
    if (!before) return nullptr;
    const catalogue::Difference changes = catalogue::difference(*before, *to);
    about.changed = static_cast<std::int64_t>(changes.added.size() + changes.changed.size() +
                                              changes.removed.size());
    if (!is_worth_a_delta(records, *about.changed, listed)) return nullptr;
  }
  return made(about, from, to);
}

// Without the older generation, or with one of another engine, nobody knows what changed.
ListDeltas::CataloguePointer ListDeltas::older(std::int64_t from,
                                               const catalogue::Catalogue& to) const {
  auto opened = parts_.generations.at(static_cast<std::uint64_t>(from));
  if (!opened.ok() || (*opened)->engine_version() != to.engine_version()) return nullptr;
  return *std::move(opened);
}

ListDeltas::DeltaPointer ListDeltas::make(std::int64_t from, const CataloguePointer& to) const {
  const CataloguePointer before = older(from, *to);
  if (!before) return nullptr;
  const std::filesystem::path path =
      parts_.scratch /
      fmt::format("delta-{}-{}-{}", from, to->meta().generation, base::random_token(6));
  const auto written = catalogue::write_delta(
      before, *to, path, parts_.analyser,
      {parts_.clock.now(), std::string(to->engine_version()), parts_.threads});
  auto opened = written.ok() ? catalogue::Catalogue::open(path, catalogue::Check::kQuick)
                             : base::Result<CataloguePointer>(written.error());
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  if (!opened.ok()) {
    base::log(base::LogLevel::kWarning, "no delta of the lists: records are screened in full",
              {{"from", from}, {"error", opened.error().message}});
    return nullptr;
  }
  auto delta = std::make_shared<ListDelta>();
  delta->catalogue = std::move(opened).value();
  for (std::uint32_t i = 0; i < delta->catalogue->profile_count(); ++i)
    delta->resource_ids.insert(delta->catalogue->resource_id_text(i));
  return delta;
}

}  // namespace vedette::service
