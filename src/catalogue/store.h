#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "catalogue/retention.h"

namespace vedette::catalogue {

// One generation's file as it is named in CURRENT and published to other nodes.
struct GenerationFile {
  std::uint64_t generation = 0;
  std::filesystem::path path = {};
  std::string sha256 = {};  // hex; empty when not known
  base::Time since = {};    // the moment from which it serves
};

// Held while a generation is built and switched: the kernel frees it when the process ends.
class BuildLock {
 public:
  explicit BuildLock(base::Descriptor file) : file_(std::move(file)) {}

 private:
  base::Descriptor file_;
};

// The folder of generations:
//   generation-N.vedcat    one file each, never changed after it has this name
//   CURRENT                names the one that serves; replaced by rename
//   building-N.tmp         being written; a leftover when nobody holds the lock
//   build.lock
//   SERVING                what a server on this folder serves, for people and commands
//   HISTORY                generations that were removed and when they served
// Generation N+1 is written aside, synced, checked in full by reading it back, renamed, and only
// then named in CURRENT: whatever happens in between, the folder holds a complete generation that
// serves. Methods do not depend on each other's threads; the folder is the state.
class Store {
 public:
  // Makes the folder when it is absent.
  static base::Result<Store> open(const std::filesystem::path& folder);

  // kConflict when a build is under way. Removes what an interrupted build left.
  base::Result<BuildLock> lock_for_building() const;

  // The generation CURRENT names, nothing when there is none yet.
  base::Result<std::optional<GenerationFile>> current() const;
  // All generations in the folder, oldest first.
  std::vector<std::uint64_t> generations() const;
  std::uint64_t next_generation() const;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path building_path(std::uint64_t generation) const;
  std::filesystem::path path_of(std::uint64_t generation) const;

  // Checks a finished file in full; it then lies at `path`, which is still aside. The lock shows
  // that no other build does the same. On failure the file is removed. `since` is the moment from
  // which the generation is to serve, which a long import makes minutes later than the one at which
  // its content was read; it becomes the file's time of modification.
  base::Result<GenerationFile> check_built(std::uint64_t generation, const BuildLock& lock,
                                           base::Time since) const;
  // Gives a checked file its name without serving it: a generation of the past.
  base::Result<void> keep(GenerationFile& checked, const BuildLock& lock) const;
  // Gives it its name and makes it the generation that serves.
  base::Result<void> switch_to(GenerationFile& checked, const BuildLock& lock) const;
  // Checks and switches.
  base::Result<GenerationFile> activate(std::uint64_t generation, const BuildLock& lock,
                                        base::Time now) const;
  // Moves the moment from which a generation has served to when a server took it over, which is
  // what its answers go by; never to an earlier one.
  base::Result<void> note_served(std::uint64_t generation, base::Time since) const;
  // The moment from which a generation has served; nothing when it is not there.
  std::optional<base::Time> served_since(std::uint64_t generation) const;

  // What serves at start: the generation of CURRENT after a quick check. When CURRENT or its file
  // is missing or refused: the newest generation that passes the full check, and `explanation` says
  // why. kNotFound when the folder holds none at all.
  struct Opened {
    std::shared_ptr<const Catalogue> catalogue;
    std::string explanation = {};  // empty when nothing was wrong
  };
  base::Result<Opened> open_current(Purpose purpose = Purpose::kSearch) const;

  // Every generation from the oldest that is kept on, with the moment from which it served; also
  // those that were removed in between, which is how one knows that they served.
  std::vector<Served> timeline() const;

  // Notes generations that served and are not here, for timeline(). Leaves out what is older
  // than `oldest`: no query can reach it.
  base::Result<void> note_gone(const std::vector<Served>& gone, std::uint64_t oldest,
                               const BuildLock& lock) const;

  // Removes what the rules give up, never the current generation.
  base::Result<std::vector<std::uint64_t>> prune(const KeepRules& rules, base::Time now,
                                                 const BuildLock& lock) const;

 private:
  explicit Store(std::filesystem::path folder) : folder_(std::move(folder)) {}
  base::Result<void> sync_folder() const;
  base::Result<void> replace_file(std::string_view name, const std::string& text) const;
  base::Result<void> write_current(const GenerationFile& file) const;
  std::vector<Served> kept() const;
  std::vector<Served> history() const;
  base::Result<void> write_history(const std::vector<Served>& gone, std::uint64_t oldest) const;
  void remove_leftovers() const;
  base::Result<Opened> open_newest_good(std::string explanation, Purpose purpose) const;

  std::filesystem::path folder_;
};

}  // namespace vedette::catalogue
