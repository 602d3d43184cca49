#include "profile/profile.h"

#include <array>

#include "base/digest.h"
#include "base/encoding.h"

namespace vedette::profile {
namespace {

template <class E, std::size_t N>
bool find_text(const std::array<std::string_view, N>& texts, std::string_view text, E& value) {
  for (std::size_t i = 0; i < N; ++i) {
    if (texts[i] != text) continue;
    value = static_cast<E>(i);
    return true;
  }
  return false;
}

constexpr std::array<std::string_view, 5> kKinds = {"unknown", "person", "organisation", "vessel",
                                                    "aircraft"};
constexpr std::array<std::string_view, 3> kGenders = {"", "male", "female"};
constexpr std::array<std::string_view, 9> kNameTypes = {
    "Primary Name",   "Original Script Name", "Name Spelling Variation",
    "Shortened Name", "Previous Name",        "Brand Name",
    "Fake Name",      "Maiden Name",          "Nickname"};
constexpr std::array<std::string_view, 5> kPepTiers = {"", "PEP Tier 1", "PEP Tier 2", "PEP Tier 3",
                                                       "PEP by Association"};

void add_country(std::vector<Country>& out, Country country) {
  if (country.empty()) return;
  for (Country each : out)
    if (each == country) return;
  out.push_back(country);
}

}  // namespace

std::string resource_id(const ProfileKey& key) {
  std::string text = key.list;
  text += '/';
  text += key.record;
  const auto digest = base::sha256(text);
  return base::hex(base::as_text(digest));
}

std::string_view to_text(Family family) {
  return family == Family::kBusiness ? "business" : "individual";
}

std::string_view type_text(Kind kind) {
  return kind == Kind::kUnknown ? "unknown" : to_text(default_family(kind));
}

std::string_view to_text(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}
bool from_text(std::string_view text, Kind& kind) {
  return find_text(kKinds, text, kind);
}
std::string_view to_text(Gender gender) {
  return kGenders[static_cast<std::size_t>(gender)];
}
bool from_text(std::string_view text, Gender& gender) {
  return find_text(kGenders, text, gender);
}
std::string_view to_text(NameType type) {
  return kNameTypes[static_cast<std::size_t>(type)];
}
bool from_text(std::string_view text, NameType& type) {
  return find_text(kNameTypes, text, type);
}
std::string_view to_text(PepTier tier) {
  return kPepTiers[static_cast<std::size_t>(tier)];
}
bool from_text(std::string_view text, PepTier& tier) {
  return find_text(kPepTiers, text, tier);
}

std::string_view alias_type(NameType type, Family family) {
  const bool business = family == Family::kBusiness;
  switch (type) {
    case NameType::kShortened:
      return business ? "Name Abbreviation" : "Shortened Name";
    case NameType::kBrand:
      return business ? "Brand Name" : "Name Spelling Variation";
    case NameType::kMaiden:
      return business ? "Previous Name" : "Maiden Name";
    case NameType::kNickname:
      return business ? "Name Abbreviation" : "Nickname";
    case NameType::kPrimary:
      return "Name Spelling Variation";
    default:
      return to_text(type);
  }
}

bool settle_kind(Profile& profile) {
  if (profile.kind != Kind::kUnknown) return false;
  if (profile.births.empty() && profile.gender == Gender::kUnknown && profile.nationalities.empty())
    return false;
  profile.kind = Kind::kPerson;
  return true;
}

Gender parse_gender(std::string_view text) {
  if (text.empty()) return Gender::kUnknown;
  const char c = static_cast<char>(text[0] | 0x20);
  const bool word = text.size() == 1 || text.size() == 4 || text.size() == 6;
  if (c == 'm' && word && text.size() != 6) return Gender::kMale;
  if (c == 'f' && word && text.size() != 4) return Gender::kFemale;
  return Gender::kUnknown;
}

std::vector<Country> all_countries(const Profile& profile) {
  std::vector<Country> out;
  for (Country each : profile.nationalities)
    add_country(out, each);
  for (const Address& each : profile.addresses)
    add_country(out, each.country);
  for (Country each : profile.countries)
    add_country(out, each);
  for (const PepEntry& each : profile.peps)
    add_country(out, each.country);
  return out;
}

DatasetSet searchable_datasets(const Profile& profile) {
  DatasetSet datasets = profile.datasets;
  for (const Evidence& evidence : profile.evidences)
    for (const Dataset each : {Dataset::kCorp, Dataset::kId})
      if (evidence.datasets.has(each)) datasets.add(each);
  return datasets;
}

std::vector<std::string_view> aml_types(DatasetSet datasets, PepTier tier) {
  std::vector<std::string_view> out;
  if (datasets.intersects({Dataset::kSanCurrent, Dataset::kSanFormer})) out.push_back("sanction");
  if (datasets.intersects({Dataset::kRel, Dataset::kPoi})) out.push_back("warning");
  if (datasets.intersects({Dataset::kIns, Dataset::kDd})) out.push_back("fitness-probity");
  if (datasets.intersects({Dataset::kPepCurrent, Dataset::kPepFormer, Dataset::kPepLinked}))
    out.push_back("pep");
  const bool holder = datasets.intersects({Dataset::kPepCurrent, Dataset::kPepFormer});
  if (holder && tier == PepTier::kTier1) out.push_back("pep-class-1");
  if (holder && tier == PepTier::kTier2) out.push_back("pep-class-2");
  if (holder && tier == PepTier::kTier3) out.push_back("pep-class-3");
  if (datasets.has(Dataset::kPepLinked)) out.push_back("pep-class-4");
  if (datasets.intersects({Dataset::kRre, Dataset::kGri})) out.push_back("adverse-media");
  return out;
}

std::vector<const Source*> sources_of(const Profile& profile, const Name& name) {
  std::vector<const Source*> out;
  if (name.sources.empty()) {
    for (const Source& each : profile.sources)
      out.push_back(&each);
    return out;
  }
  for (std::uint16_t index : name.sources)
    if (index < profile.sources.size()) out.push_back(&profile.sources[index]);
  return out;
}

std::vector<std::string_view> aml_types_of(const Profile& profile, const Name& name) {
  DatasetSet datasets;
  for (const Source* source : sources_of(profile, name))
    datasets.add(source->datasets);
  if (datasets.empty()) datasets = profile.datasets;
  return aml_types(datasets, profile.pep_tier);
}

}  // namespace vedette::profile
