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
#include "catalogue/identifier_index.h"
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
  // Context is matched too (Meta::match_context).
  bool match_context = false;
  // A delta: profiles are taken as they are, identity and all.
  bool is_delta = false;
};

// What a profile of a list is compared with to see whether the list changed it. A newer reader may
// read the same file differently, and that is no change of the list.
enum class Comparison : std::uint8_t {
  kPrevious,  // the previous generation: it was read by the same reader
  kSameFile,  // nothing: it is the same file, so that all differences are the reader's
  kReread,    // what the newer reader makes of the previous file (Builder::reread)
  // The previous generation in what every reader reads alike: names, birth dates, nationalities and
  // sanctions programmes. For a previous file that is not kept.
  kCore,
};

// What became of the profiles, compared with the previous generation.
struct BuildSummary {
  std::uint64_t added = 0;
  std::uint64_t changed = 0;  // version raised
  std::uint64_t unchanged = 0;
  std::uint64_t reread = 0;   // of those unchanged: read differently by a newer reader
  std::uint64_t carried = 0;  // of lists that were not read
  std::uint64_t removed = 0;  // have left their list
  std::uint64_t deleted = 0;  // all deleted ones, those of earlier generations too
  std::uint64_t names = 0;
  std::uint64_t words = 0;
  std::uint64_t file_bytes = 0;
};

// Writes one catalogue file. Profiles come one by one and go to the file at once; what stays in
// memory is a few hundred bytes per name. One thread calls it; it starts `threads` of its own. A
// file that is not finished is not a catalogue (it has no header); whoever made it removes it.
class Builder {
 public:
  static base::Result<std::unique_ptr<Builder>> create(const std::filesystem::path& path,
                                                       const names::Analyser& analyser,
                                                       BuildOptions options);

  // Gives the profile its identity (qr code, version, first seen, last changed) and stores it.
  // kConflict when a profile with this key was added before; kInvalidInput without key or name.
  // After such a refusal the builder goes on. The profile's memory stays the caller's, who may use
  // it for the next one.
  // `context`: the party is on the list only to explain others (kContext).
  base::Result<void> add(profile::Profile&& profile, bool context = false);
  base::Result<void> add(const profile::Profile& profile) { return add(profile::Profile(profile)); }
  // The same for a delta: whether the profile is context is what its generation says.
  base::Result<void> add_to_delta(const profile::Profile& profile, bool context);

  void set_match_context(bool match_context) { options_.match_context = match_context; }

  // Before profiles of the list are added. kPrevious unless it is called.
  void compare(const std::string& list, Comparison with);
  // A profile as the newer reader reads the file that the previous generation was built from.
  void reread(const profile::Profile& profile);

  // Carries over or deletes what was not added, writes the rest and syncs the file.
  base::Result<BuildSummary> finish(const std::vector<ListInfo>& lists);

 private:
  Builder(FileWriter file, const names::Analyser& analyser, BuildOptions options);
  base::Result<void> identify(profile::Profile& profile, const ResourceId& id,
                              const MaterialDigest& material);
  bool is_unchanged(const profile::Profile& profile, const profile::Profile& old,
                    std::uint32_t before, const MaterialDigest& material) const;
  Comparison comparison_of(const std::string& list) const;
  base::Result<void> carry_over();
  void store(const profile::Profile& profile, const ResourceId& id, const MaterialDigest& material,
             bool context);
  void store_facts(const profile::Profile& profile, bool context);
  void write_profile_sections(Meta& meta);
  std::vector<ListInfo> all_lists(const std::vector<ListInfo>& lists) const;

  FileWriter file_;
  BuildOptions options_;
  NameStage names_;
  IdentifierStage typed_identifiers_;
  BuildSummary summary_;
  std::uint32_t next_qr_code_ = 1;
  std::uint32_t live_ = 0;
  std::string scratch_;
  std::vector<bool> previous_seen_;
  std::vector<std::pair<std::string, Comparison>> comparisons_;
  std::vector<MaterialDigest> reread_;  // by number in the previous generation; zero: not there
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
