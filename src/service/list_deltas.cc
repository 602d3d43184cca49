#include "service/list_deltas.h"

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

ListDeltas::DeltaPointer ListDeltas::between(std::int64_t from, const CataloguePointer& to) {
  // Held while a delta is made: the other threads need it as well and would make it again.
  const std::lock_guard lock(mutex_);
  if (target_ != number_of(*to)) made_.clear();
  target_ = number_of(*to);
  const auto known = made_.find(from);
  if (known != made_.end()) return known->second;
  return made_[from] = make(from, to);
}

bool ListDeltas::is_made(std::int64_t from, const CataloguePointer& to) const {
  const std::lock_guard lock(mutex_);
  return target_ == number_of(*to) && made_.contains(from);
}

ListDeltas::DeltaPointer ListDeltas::make(std::int64_t from, const CataloguePointer& to) const {
  const auto older = parts_.generations.at(static_cast<std::uint64_t>(from));
  // Without the older generation, or with one of another engine, nobody knows what changed.
  if (!older.ok() || (*older)->engine_version() != to->engine_version()) return nullptr;
  const std::filesystem::path path =
      parts_.scratch /
      fmt::format("delta-{}-{}-{}", from, to->meta().generation, base::random_token(6));
  const auto written = catalogue::write_delta(
      *older, *to, path, parts_.analyser,
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
