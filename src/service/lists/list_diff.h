#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "profile/profile.h"

namespace vedette::service {

// One side of a comparison: a generation, or the profiles of a file. Not thread-safe.
class ProfileSet {
 public:
  virtual ~ProfileSet() = default;
  // Profiles that are on their lists.
  virtual base::Result<void> for_each(
      const std::function<base::Result<void>(const profile::Profile&)>& visit) const = 0;
  virtual base::Result<std::optional<profile::Profile>> find(
      const profile::ProfileKey& key) const = 0;
};

std::unique_ptr<ProfileSet> profiles_of(std::shared_ptr<const catalogue::Catalogue> catalogue);
// All of a file's lists; memory is that of the profiles, packed.
base::Result<std::unique_ptr<ProfileSet>> profiles_of_file(const std::string& path);

struct FieldChange {
  std::string field = {};   // as our own JSON lines name it: names, births, sanctions, ...
  std::string before = {};  // JSON; empty: the field was not there
  std::string after = {};
};
struct EntryChange {
  enum class Kind : std::uint8_t { kAdded, kChanged, kRemoved };
  Kind kind = Kind::kAdded;
  profile::ProfileKey key = {};
  std::string name = {};
  std::vector<FieldChange> fields = {};  // of a changed one
};
std::string_view to_text(EntryChange::Kind kind);  // added, changed, removed

// Visits every entry that differs: those of `after` in its order, then those that were removed.
// What says nothing of the party (versions, days of capture) is not compared.
base::Result<void> diff_profiles(const ProfileSet& before, const ProfileSet& after,
                                 const std::function<void(const EntryChange&)>& visit);

}  // namespace vedette::service
