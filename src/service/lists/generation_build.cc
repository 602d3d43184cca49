#include "service/lists/generation_build.h"

#include <algorithm>
#include <thread>

#include "base/log.h"
#include "parties/grouping_folder.h"
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
  std::unique_ptr<GenerationBuild> build(
      new GenerationBuild(store, analyser, clock, std::move(lock)));
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

void GenerationBuild::group(const PartyResolution& how, const std::function<bool()>& cancelled) {
  const auto built = catalogue::Catalogue::open(checked_.path, catalogue::Check::kQuick);
  const auto grouped = built.ok() ? resolve_parties(store_, *built, analyser_, how, cancelled)
                                  : base::Result<parties::Resolution>(built.error());
  if (!grouped.ok()) {
    base::log(base::LogLevel::kError, "the parties of the new generation could not be decided",
              {{"generation", generation_}, {"error", grouped.error().message}});
    return;
  }
  const parties::Grouping& made = *grouped->grouping;
  // For the log of an import that somebody watches it is one line too many.
  base::log(base::LogLevel::kDebug, "decided which list entries are one party",
            {{"generation", generation_},
             {"entries", made.entry_count()},
             {"parties", made.party_count()},
             {"suggestions", made.suggestions().size()},
             {"compared", grouped->compared}});
}

base::Result<void> GenerationBuild::serve(const GenerationRetention& keep) {
  VEDETTE_TRY(store_.switch_to(checked_, lock_));
  unfinished_.clear();
  VEDETTE_ASSIGN(const auto removed, store_.prune(keep.rules, keep.believed(clock_.now()), lock_));
  keep.tell(removed);
  parties::GroupingFolder(store_.folder()).prune(store_.generations());
  return {};
}

}  // namespace vedette::service
