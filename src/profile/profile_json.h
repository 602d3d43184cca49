#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "profile/profile.h"

namespace vedette::profile {

// What the JSON of one profile shows of another one that it is linked to.
struct LinkedProfile {
  Kind kind = Kind::kUnknown;
  Name name = {};
  std::uint32_t qr_code = 0;
  DatasetSet datasets = {};
};

// Where linked profiles are looked up (the catalogue). A link that finds nothing is not written:
// every resourceId in an answer can be opened.
class LinkLookup {
 public:
  virtual ~LinkLookup() = default;
  virtual std::optional<LinkedProfile> find(const ProfileKey& key) const = 0;
};

// Finds nothing.
class NoLinks final : public LinkLookup {
 public:
  std::optional<LinkedProfile> find(const ProfileKey&) const override { return std::nullopt; }
};

// The list entries that a profile is composed of; none where that is not to be shown.
struct ListEntries {
  std::span<const Profile> entries = {};
  base::Time read = {};  // when live ones were seen last

  bool are_several() const { return entries.size() > 1; }
};
// As commands name it: un-sc:QDi.001.
std::string entry_id(const ProfileKey& key);
// "entries":[{list, id, entryId, resourceId, qrCode, url?, isDeleted, firstSeen, lastSeen}] inside
// an open object.
void write_entries(base::JsonWriter& json, const ListEntries& from);

// Writes the member unless the text is empty.
void optional_member(base::JsonWriter& json, std::string_view name, std::string_view value);

// /individuals/<resourceId> or /businesses/<resourceId>
std::string resource_uri(Family family, std::string_view resource_id);

// The profile in the shape of the family, to which it must belong, as one JSON object. Every array
// is present, optional texts are left out when unknown, evidence ids that no evidence of the
// profile has are left out. Without the closing bracket, so that score and match, or lists, can
// follow. With `from` it lists its entries; where these are several, each object has `entryIds`,
// and `entryIdsOf` tells the entries of each text of an array.
void write_open_profile(base::JsonWriter& json, const Profile& profile, Family family,
                        const LinkLookup& links, const ListEntries& from = {});

// Parts of it that other documents repeat, each with its key, inside an open object.
void write_addresses(base::JsonWriter& json, const Profile& profile);
void write_contacts(base::JsonWriter& json, const Profile& profile);
void write_identifiers(base::JsonWriter& json, const Profile& profile);
void write_evidences(base::JsonWriter& json, const Profile& profile);
// sanEntries, relEntries, rreEntries and insEntries.
void write_risk_entries(base::JsonWriter& json, const Profile& profile, const LinkLookup& links);

// The `doc` of an individual screening hit. A party of unknown kind is shown as a person. With
// `from` it lists its entries.
void write_hit_doc(base::JsonWriter& json, const Profile& profile, const LinkLookup& links,
                   const ListEntries& from = {});

}  // namespace vedette::profile
