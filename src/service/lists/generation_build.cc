#include "service/lists/generation_build.h"

#include <algorithm>
#include <thread>

#include "service/common/engine_version.h"

namespace vedette::service {

base::Result<std::shared_ptr<const catalogue::Catalogue>> open_serving(
    const catalogue::Store& store) {
  auto opened = store.open_current(catalogue::Purpose::kProfiles);
  if (opened.ok()) return opened->catalogue;
  if (opened.error().cause == base::Cause::kNotFound)
    return std::shared_ptr<const catalogue::Catalogue>();
  return opened.error();
}

base::Result<std::unique_ptr<GenerationBuild>> GenerationBuild::begin(
    const catalogue::Store& store, const names::Analyser& analyser, const base::Clock& clock,
    const std::function<base::Result<std::vector<std::string>>(const catalogue::Catalogue*)>&
        lists_replaced) {
  VEDETTE_ASSIGN(catalogue::BuildLock lock, store.lock_for_building());
  std::unique_ptr<GenerationBuild> build(new GenerationBuild(store, clock, std::move(lock)));
  VEDETTE_ASSIGN(build->previous_, open_serving(store));
  build->generation_ = store.next_generation();
  catalogue::BuildOptions options;
  options.generation = build->generation_;
  options.created = clock.now();
  options.engine_version = std::string(kEngineVersion);
  options.previous = build->previous_;
  options.match_context = build->previous_ && build->previous_->meta().match_context();
  VEDETTE_ASSIGN(options.lists_read, lists_replaced(build->previous()));
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  build->unfinished_ = store.building_path(build->generation_);
  VEDETTE_ASSIGN(build->builder_,
                 catalogue::Builder::create(build->unfinished_, analyser, std::move(options)));
  return build;
}

GenerationBuild::~GenerationBuild() {
  builder_.reset();
  std::error_code ignored;
  if (!unfinished_.empty()) std::filesystem::remove(unfinished_, ignored);
}

base::Result<catalogue::BuildSummary> GenerationBuild::finish(
    const std::vector<catalogue::ListInfo>& infos) {
  return builder_->finish(infos);
}

base::Result<catalogue::GenerationFile> GenerationBuild::check() {
  VEDETTE_ASSIGN(checked_, store_.check_built(generation_, lock_, clock_.now()));
  return checked_;
}

base::Result<void> GenerationBuild::serve(const GenerationRetention& keep) {
  VEDETTE_TRY(store_.switch_to(checked_, lock_));
  unfinished_.clear();
  VEDETTE_ASSIGN(const auto removed, store_.prune(keep.rules, keep.believed(clock_.now()), lock_));
  keep.tell(removed);
  return {};
}

}  // namespace vedette::service
