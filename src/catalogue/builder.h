#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "catalogue/file_writer.h"
#include "catalogue/name_stage.h"
#include "names/reading/analyser.h"
#include "profile/profile.h"

namespace vedette::catalogue {

struct BuildOptions {
  std::uint64_t generation = 1;
  base::Time created = {};
  std::string engine_version = {};
  // The generation that this one follows: identity is carried over from it.
  std::shared_ptr<const Catalogue> previous = {};
  // Lists that were read anew: a profile of the previous generation whose list is among them and
  // that is not added again has left its list. Profiles of other lists are carried over. Nothing:
  // all lists were read.
  std::optional<std::vector<std::string>> lists_read = {};
  unsigned threads = 2;
  // A delta: profiles are taken as they are, identity and all.
  bool is_delta = false;
};

// What became of the profiles, compared with the previous generation.
struct BuildSummary {
  std::uint64_t added = 0;
  std::uint64_t changed = 0;  // version raised
  std::uint64_t unchanged = 0;
  std::uint64_t carried = 0;  // of lists that were not read
  std::uint64_t removed = 0;  // have left their list
  std::uint64_t deleted = 0;  // all deleted ones, those of earlier generations too
  std::uint64_t names = 0;
  std::uint64_t words = 0;
  std::uint64_t file_bytes = 0;
};

// Writes one catalogue file. Profiles come one by one and go to the file at once; what stays in
// memory is a few hundred bytes per name. One thread calls it; it uses `threads` by itself. A file
// that is not finished is not a catalogue (it has no header); whoever made it removes it.
class Builder {
 public:
  static base::Result<std::unique_ptr<Builder>> create(const std::filesystem::path& path,
                                                       const names::Analyser& analyser,
                                                       BuildOptions options);

  // Gives the profile its identity (qr code, version, first seen, last changed) and stores it.
  // kConflict when a profile with this key was added before; kInvalidInput without key or name.
  // After such a refusal the builder goes on. The profile's memory stays the caller's, who may use
  // it for the next one.
  base::Result<void> add(profile::Profile&& profile);
  base::Result<void> add(const profile::Profile& profile) { return add(profile::Profile(profile)); }

  // Carries over or deletes what was not added, writes the rest and syncs the file.
  base::Result<BuildSummary> finish(const std::vector<ListInfo>& lists);

 private:
  Builder(FileWriter file, const names::Analyser& analyser, BuildOptions options);
  base::Result<void> identify(profile::Profile& profile, const ResourceId& id,
                              const MaterialDigest& material);
  base::Result<void> carry_over();
  void store(const profile::Profile& profile, const ResourceId& id, const MaterialDigest& material);
  void store_facts(const profile::Profile& profile);
  void write_profile_sections(Meta& meta);
  std::vector<ListInfo> all_lists(const std::vector<ListInfo>& lists) const;

  FileWriter file_;
  BuildOptions options_;
  NameStage names_;
  BuildSummary summary_;
  std::uint32_t next_qr_code_ = 1;
  std::uint32_t live_ = 0;
  std::string scratch_;
  std::vector<bool> previous_seen_;
  struct HashId {
    std::size_t operator()(const ResourceId& id) const;
  };
  std::unordered_set<ResourceId, HashId> new_ids_;  // ids that the previous generation lacks

  std::vector<std::uint64_t> offsets_ = {0};
  std::vector<ProfileFacts> facts_;
  std::vector<ResourceId> ids_;
  std::vector<MaterialDigest> material_;
  std::vector<std::uint16_t> countries_;
  std::vector<BirthSpan> births_;
  std::vector<IdentifierEntry> identifiers_;
};

// The stored id of a key, and its material digest as it is stored.
ResourceId resource_id_of(const profile::ProfileKey& key);
MaterialDigest material_of(const profile::Profile& profile);

}  // namespace vedette::catalogue
