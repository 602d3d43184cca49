#include "service/lists/list_diff.h"

#include <boost/json.hpp>
#include <unordered_map>

#include "profile/profile_binary.h"
#include "profile/profile_lines.h"
#include "service/lists/import_inputs.h"

namespace vedette::service {
namespace {

namespace json = boost::json;
using base::Result;
using profile::Profile;
using profile::ProfileKey;

class GenerationProfiles final : public ProfileSet {
 public:
  explicit GenerationProfiles(std::shared_ptr<const catalogue::Catalogue> catalogue)
      : catalogue_(std::move(catalogue)) {}

  Result<void> for_each(const std::function<Result<void>(const Profile&)>& visit) const override {
    for (std::uint32_t i = 0; i < catalogue_->profile_count(); ++i) {
      if (catalogue_->is_deleted(i)) continue;
      VEDETTE_ASSIGN(const Profile profile, catalogue_->profile(i));
      VEDETTE_TRY(visit(profile));
    }
    return {};
  }
  Result<std::optional<Profile>> find(const ProfileKey& key) const override {
    const auto number = catalogue_->find_resource(profile::resource_id(key));
    if (!number || catalogue_->is_deleted(*number)) return std::optional<Profile>();
    VEDETTE_ASSIGN(Profile profile, catalogue_->profile(*number));
    return std::optional(std::move(profile));
  }

 private:
  std::shared_ptr<const catalogue::Catalogue> catalogue_;
};

class FileProfiles final : public ProfileSet {
 public:
  Result<void> read(const std::string& path) {
    VEDETTE_ASSIGN(const ImportInputs inputs, ImportInputs::open({{.files = {path}}}));
    for (const PlannedList& list : inputs.lists())
      VEDETTE_TRY(lists::read_list(list.files, [&](Profile&& profile) -> Result<void> {
        std::string packed;
        profile::append_binary(profile, packed);
        numbers_.emplace(profile::resource_id(profile.key), packed_.size());
        packed_.push_back(std::move(packed));
        return {};
      }));
    return {};
  }

  Result<void> for_each(const std::function<Result<void>(const Profile&)>& visit) const override {
    for (const std::string& packed : packed_) {
      VEDETTE_ASSIGN(const Profile profile, profile::parse_binary(packed));
      VEDETTE_TRY(visit(profile));
    }
    return {};
  }
  Result<std::optional<Profile>> find(const ProfileKey& key) const override {
    const auto found = numbers_.find(profile::resource_id(key));
    if (found == numbers_.end()) return std::optional<Profile>();
    VEDETTE_ASSIGN(Profile profile, profile::parse_binary(packed_[found->second]));
    return std::optional(std::move(profile));
  }

 private:
  std::vector<std::string> packed_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

// What differs between two generations of the same entry and says nothing of the party.
bool is_bookkeeping(std::string_view field) {
  for (const std::string_view each :
       {"qrCode", "version", "isDeleted", "deletionReason", "firstSeen", "lastChanged"})
    if (field == each) return true;
  return false;
}

json::object fields_of(const Profile& profile) {
  std::string line;
  profile::append_line(profile, line);
  json::object fields = json::parse(line).as_object();
  if (json::value* evidences = fields.if_contains("evidences"))
    for (json::value& each : evidences->as_array())
      each.as_object().erase("captured");
  return fields;
}

std::vector<FieldChange> changes_of(const Profile& before, const Profile& after) {
  const json::object old_fields = fields_of(before);
  const json::object new_fields = fields_of(after);
  std::vector<FieldChange> out;
  const auto text = [](const json::value* value) {
    return value == nullptr ? std::string() : json::serialize(*value);
  };
  for (const auto& field : new_fields) {
    const json::value* old = old_fields.if_contains(field.key());
    if (is_bookkeeping(field.key()) || (old != nullptr && *old == field.value())) continue;
    out.push_back({field.key(), text(old), json::serialize(field.value())});
  }
  for (const auto& field : old_fields)
    if (!is_bookkeeping(field.key()) && !new_fields.contains(field.key()))
      out.push_back({field.key(), json::serialize(field.value()), {}});
  return out;
}

}  // namespace

std::unique_ptr<ProfileSet> profiles_of(std::shared_ptr<const catalogue::Catalogue> catalogue) {
  return std::make_unique<GenerationProfiles>(std::move(catalogue));
}

Result<std::unique_ptr<ProfileSet>> profiles_of_file(const std::string& path) {
  auto made = std::make_unique<FileProfiles>();
  VEDETTE_TRY(made->read(path));
  return std::unique_ptr<ProfileSet>(std::move(made));
}

std::string_view to_text(EntryChange::Kind kind) {
  switch (kind) {
    case EntryChange::Kind::kAdded:
      return "added";
    case EntryChange::Kind::kChanged:
      return "changed";
    case EntryChange::Kind::kRemoved:
      return "removed";
  }
  return "";
}

Result<void> diff_profiles(const ProfileSet& before, const ProfileSet& after,
                           const std::function<void(const EntryChange&)>& visit) {
  VEDETTE_TRY(after.for_each([&](const Profile& now) -> Result<void> {
    VEDETTE_ASSIGN(const std::optional<Profile> old, before.find(now.key));
    if (!old) {
      visit({EntryChange::Kind::kAdded, now.key, now.name(), {}});
      return {};
    }
    std::vector<FieldChange> fields = changes_of(*old, now);
    if (!fields.empty()) visit({EntryChange::Kind::kChanged, now.key, now.name(), fields});
    return {};
  }));
  return before.for_each([&](const Profile& old) -> Result<void> {
    VEDETTE_ASSIGN(const std::optional<Profile> now, after.find(old.key));
    if (!now) visit({EntryChange::Kind::kRemoved, old.key, old.name(), {}});
    return {};
  });
}

}  // namespace vedette::service
