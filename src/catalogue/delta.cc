#include "catalogue/delta.h"

namespace vedette::catalogue {
namespace {

bool is_live(const Catalogue& catalogue, std::optional<std::uint32_t> profile) {
  return profile && !catalogue.is_deleted(*profile);
}

// The profile as deleted; where the newer generation has it, in its words.
base::Result<profile::Profile> removed_profile(const Catalogue& older, const Catalogue& newer,
                                               std::uint32_t profile) {
  if (const auto now = newer.find(older.resource_id(profile))) return newer.profile(*now);
  VEDETTE_ASSIGN(profile::Profile last, older.profile(profile));
  last.is_deleted = true;
  last.deletion_reason = "no longer in the catalogue";
  last.version += 1;
  return last;
}

}  // namespace

Difference difference(const Catalogue& older, const Catalogue& newer) {
  Difference out;
  for (std::uint32_t i = 0; i < newer.profile_count(); ++i) {
    if (newer.is_deleted(i)) continue;
    const auto before = older.find(newer.resource_id(i));
    if (!is_live(older, before))
      out.added.push_back(i);
    else if (older.facts(*before).version != newer.facts(i).version)
      out.changed.push_back(i);
  }
  for (std::uint32_t i = 0; i < older.profile_count(); ++i)
    if (!older.is_deleted(i) && !is_live(newer, newer.find(older.resource_id(i))))
      out.removed.push_back(i);
  return out;
}

base::Result<BuildSummary> write_delta(const std::shared_ptr<const Catalogue>& older,
                                       const Catalogue& newer, const std::filesystem::path& path,
                                       const names::Analyser& analyser,
                                       const DeltaOptions& options) {
  BuildOptions build;
  build.generation = newer.meta().generation;
  build.created = options.created;
  build.engine_version = options.engine_version;
  build.previous = older;
  build.threads = options.threads;
  build.is_delta = true;
  VEDETTE_ASSIGN(const auto builder, Builder::create(path, analyser, std::move(build)));
  const Difference changes = difference(*older, newer);
  for (const auto* numbers : {&changes.added, &changes.changed})
    for (const std::uint32_t profile : *numbers) {
      VEDETTE_ASSIGN(profile::Profile whole, newer.profile(profile));
      VEDETTE_TRY(builder->add(std::move(whole)));
    }
  for (const std::uint32_t profile : changes.removed) {
    VEDETTE_ASSIGN(profile::Profile whole, removed_profile(*older, newer, profile));
    VEDETTE_TRY(builder->add(std::move(whole)));
  }
  VEDETTE_ASSIGN(BuildSummary summary, builder->finish(newer.lists()));
  summary.added = changes.added.size();
  summary.changed = changes.changed.size();
  summary.removed = changes.removed.size();
  return summary;
}

}  // namespace vedette::catalogue
