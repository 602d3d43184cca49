#include "catalogue/delta.h"

namespace vedette::catalogue {
namespace {

bool is_matchable(const Catalogue& catalogue, std::optional<std::uint32_t> profile) {
  return profile && catalogue.is_matchable(*profile);
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
    if (!newer.is_matchable(i)) continue;
    const auto before = older.find(newer.resource_id(i));
    if (!is_matchable(older, before))
      out.added.push_back(i);
    else if (older.facts(*before).version != newer.facts(i).version ||
             older.material(*before) != newer.material(i))
      out.changed.push_back(i);
  }
  for (std::uint32_t i = 0; i < older.profile_count(); ++i)
    if (older.is_matchable(i) && !is_matchable(newer, newer.find(older.resource_id(i))))
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
  build.match_context = newer.meta().match_context();
  build.is_delta = true;
  VEDETTE_ASSIGN(const auto builder, Builder::create(path, analyser, std::move(build)));
  const Difference changes = difference(*older, newer);
  for (const auto* numbers : {&changes.added, &changes.changed})
    for (const std::uint32_t profile : *numbers) {
      VEDETTE_ASSIGN(const profile::Profile whole, newer.profile(profile));
      VEDETTE_TRY(builder->add_to_delta(whole, newer.facts(profile).flags & kContext));
    }
  for (const std::uint32_t profile : changes.removed) {
    VEDETTE_ASSIGN(const profile::Profile whole, removed_profile(*older, newer, profile));
    const auto now = newer.find(older->resource_id(profile));
    VEDETTE_TRY(builder->add_to_delta(whole, now && newer.facts(*now).flags & kContext));
  }
  VEDETTE_ASSIGN(BuildSummary summary, builder->finish(newer.lists()));
  summary.added = changes.added.size();
  summary.changed = changes.changed.size();
  summary.removed = changes.removed.size();
  return summary;
}

}  // namespace vedette::catalogue
