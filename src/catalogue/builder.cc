#include "catalogue/builder.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

#include "base/encoding.h"
#include "profile/profile_binary.h"
#include "profile/upkeep.h"

namespace vedette::catalogue {
namespace {

constexpr std::uint32_t kLargestQrCode = 2147483647;

std::uint32_t packed(const profile::CalendarDay& day) {
  return static_cast<std::uint32_t>(day.year) * 512u + day.month * 32u + day.day;
}

std::uint16_t packed(profile::Country country) {
  const std::string_view code = country.code();
  return static_cast<std::uint16_t>(static_cast<unsigned char>(code[0]) |
                                    static_cast<unsigned char>(code[1]) << 8);
}

template <class T>
std::uint16_t short_count(const T& values) {
  return static_cast<std::uint16_t>(
      std::min<std::size_t>(values.size(), std::numeric_limits<std::uint16_t>::max()));
}

}  // namespace

ResourceId resource_id_of(const profile::ProfileKey& key) {
  ResourceId id{};
  const auto bytes = base::unhex(profile::resource_id(key));
  std::memcpy(id.data(), bytes->data(), id.size());
  return id;
}

MaterialDigest material_of(const profile::Profile& profile) {
  const base::Sha256 digest = profile::material_digest(profile);
  MaterialDigest out;
  std::copy_n(digest.begin(), out.size(), out.begin());
  return out;
}

std::size_t Builder::HashId::operator()(const ResourceId& id) const {
  std::size_t hash;
  std::memcpy(&hash, id.data(), sizeof hash);
  return hash;
}

base::Result<std::unique_ptr<Builder>> Builder::create(const std::filesystem::path& path,
                                                       const names::Analyser& analyser,
                                                       BuildOptions options) {
  VEDETTE_ASSIGN(FileWriter file, FileWriter::create(path));
  return std::unique_ptr<Builder>(new Builder(std::move(file), analyser, std::move(options)));
}

Builder::Builder(FileWriter file, const names::Analyser& analyser, BuildOptions options)
    : file_(std::move(file)), options_(std::move(options)), names_(analyser, options_.threads) {
  if (options_.previous) {
    previous_seen_.assign(options_.previous->profile_count(), false);
    next_qr_code_ = options_.previous->meta().next_qr_code;
  }
  file_.begin(SectionId::kProfileBytes, 1);
}

base::Result<void> Builder::add(profile::Profile&& profile, bool context) {
  if (profile.key.empty() || profile.names.empty())
    return base::Error(base::Cause::kInvalidInput, "a profile needs a key and a name");
  const ResourceId id = resource_id_of(profile.key);
  const MaterialDigest material = material_of(profile);
  VEDETTE_TRY(identify(profile, id, material));
  store(profile, id, material, context);
  return {};
}

base::Result<void> Builder::add_to_delta(const profile::Profile& profile, bool context) {
  const ResourceId id = resource_id_of(profile.key);
  if (!new_ids_.insert(id).second)
    return base::Error(base::Cause::kConflict, "the profile is in the delta already");
  store(profile, id, material_of(profile), context);
  return {};
}

void Builder::compare(const std::string& list, Comparison with) {
  std::erase_if(comparisons_, [&](const auto& each) { return each.first == list; });
  comparisons_.emplace_back(list, with);
  if (with == Comparison::kReread && reread_.empty()) reread_.resize(previous_seen_.size());
}

void Builder::reread(const profile::Profile& profile) {
  const auto before =
      options_.previous ? options_.previous->find(resource_id_of(profile.key)) : std::nullopt;
  if (before) reread_[*before] = material_of(profile);
}

Comparison Builder::comparison_of(const std::string& list) const {
  for (const auto& [each, with] : comparisons_)
    if (each == list) return with;
  return Comparison::kPrevious;
}

bool Builder::is_unchanged(const profile::Profile& profile, const profile::Profile& old,
                           std::uint32_t before, const MaterialDigest& material) const {
  if (old.is_deleted) return false;
  if (options_.previous->material(before) == material) return true;
  switch (comparison_of(profile.key.list)) {
    case Comparison::kPrevious:
      return false;
    case Comparison::kSameFile:
      return true;
    case Comparison::kReread:
      return reread_[before] == material;
    case Comparison::kCore:
      return profile::same_core(profile, old);
  }
  return false;
}

base::Result<void> Builder::identify(profile::Profile& profile, const ResourceId& id,
                                     const MaterialDigest& material) {
  profile.is_deleted = false;
  profile.deletion_reason.clear();
  const auto twice = [&] {
    return base::Error(base::Cause::kConflict, fmt::format("two records of list {} have the id {}",
                                                           profile.key.list, profile.key.record));
  };
  const auto before = options_.previous ? options_.previous->find(id) : std::nullopt;
  if (!before) {
    if (!new_ids_.insert(id).second) return twice();
    if (next_qr_code_ > kLargestQrCode)
      return base::Error(base::Cause::kTooLarge, "all qr codes are given out");
    profile.qr_code = next_qr_code_++;
    profile.version = 1;
    profile.first_seen = profile.last_changed = options_.created;
    ++summary_.added;
    return {};
  }
  if (previous_seen_[*before]) return twice();
  VEDETTE_ASSIGN(const profile::Profile old, options_.previous->profile(*before));
  previous_seen_[*before] = true;
  profile.qr_code = old.qr_code;
  profile.first_seen = old.first_seen;
  const bool same = is_unchanged(profile, old, *before, material);
  summary_.reread += same && options_.previous->material(*before) != material;
  profile.version = same ? old.version : old.version + 1;
  profile.last_changed = same ? old.last_changed : options_.created;
  if (same) profile::keep_captures(profile, old);
  ++(same ? summary_.unchanged : summary_.changed);
  return {};
}

base::Result<void> Builder::carry_over() {
  if (!options_.previous || options_.is_delta) return {};
  const auto was_read = [&](const std::string& list) {
    return !options_.lists_read || std::ranges::count(*options_.lists_read, list) > 0;
  };
  for (std::uint32_t i = 0; i < previous_seen_.size(); ++i) {
    if (previous_seen_[i]) continue;
    VEDETTE_ASSIGN(profile::Profile profile, options_.previous->profile(i));
    // An older reader may have left a kind unknown that is known. That is no change of the list's.
    MaterialDigest material = options_.previous->material(i);
    if (profile::settle_kind(profile)) material = material_of(profile);
    if (profile.is_deleted) {
      // Stays as it is.
    } else if (was_read(profile.key.list)) {
      profile::end_sanctions(profile, base::iso_seconds(options_.created).substr(0, 10));
      profile.is_deleted = true;
      profile.deletion_reason = "no longer on the list " + profile.key.list;
      profile.version += 1;
      profile.last_changed = options_.created;
      ++summary_.removed;
    } else {
      ++summary_.carried;
    }
    store(profile, options_.previous->resource_id(i), material,
          options_.previous->facts(i).flags & kContext);
  }
  return {};
}

void Builder::store(const profile::Profile& profile, const ResourceId& id,
                    const MaterialDigest& material, bool context) {
  const auto number = static_cast<std::uint32_t>(ids_.size());
  scratch_.clear();
  profile::append_binary(profile, scratch_);
  file_.write(scratch_.data(), scratch_.size());
  offsets_.push_back(offsets_.back() + scratch_.size());
  ids_.push_back(id);
  material_.push_back(material);
  store_facts(profile, context);
  for (const profile::Identifier& identifier : profile.identifiers)
    if (const std::uint64_t hash = identifier_hash(identifier.value); hash != 0)
      identifiers_.push_back({hash, number, 0});
  if (profile.is_deleted) {
    ++summary_.deleted;
    return;
  }
  ++live_;
  names_.add(number, profile);
  typed_identifiers_.add(number, profile);
}

void Builder::store_facts(const profile::Profile& profile, bool context) {
  ProfileFacts facts{};
  facts.qr_code = profile.qr_code;
  facts.version = profile.version;
  facts.kind = static_cast<std::uint8_t>(profile.kind);
  facts.gender = static_cast<std::uint8_t>(profile.gender);
  facts.flags =
      static_cast<std::uint8_t>((profile.is_deleted ? kDeleted : 0) | (context ? kContext : 0));
  facts.datasets = profile::searchable_datasets(profile).bits();
  const auto countries = profile::all_countries(profile);
  facts.countries = static_cast<std::uint32_t>(countries_.size());
  facts.country_count = short_count(countries);
  for (std::size_t i = 0; i < facts.country_count; ++i)
    countries_.push_back(packed(countries[i]));
  facts.births = static_cast<std::uint32_t>(births_.size());
  for (const profile::PartialDate& birth : profile.births) {
    if (birth.empty() || facts.birth_count == std::numeric_limits<std::uint16_t>::max()) continue;
    const std::uint32_t first = packed(birth.first);
    births_.push_back({first, birth.is_range() ? packed(birth.last) : first});
    ++facts.birth_count;
  }
  facts_.push_back(facts);
}

std::vector<ListInfo> Builder::all_lists(const std::vector<ListInfo>& lists) const {
  std::vector<ListInfo> all = lists;
  if (!options_.previous || !options_.lists_read) return all;
  for (const ListInfo& old : options_.previous->lists()) {
    const bool replaced = std::ranges::count(lists, old.key, &ListInfo::key) > 0 ||
                          std::ranges::count(*options_.lists_read, old.key) > 0;
    if (!replaced) all.push_back(old);
  }
  return all;
}

base::Result<BuildSummary> Builder::finish(const std::vector<ListInfo>& lists) {
  VEDETTE_TRY(carry_over());
  if (ids_.size() > std::numeric_limits<std::uint32_t>::max() / 2)
    return base::Error(base::Cause::kTooLarge, "a catalogue cannot hold so many profiles");
  file_.end();
  Meta meta{};
  write_profile_sections(meta);
  VEDETTE_TRY(names_.write(file_, meta));
  VEDETTE_TRY(typed_identifiers_.write(file_));
  const std::string table = encode_lists(all_lists(lists));
  file_.section(SectionId::kLists, std::span<const char>(table));
  meta.generation = options_.generation;
  meta.previous_generation = options_.previous ? options_.previous->meta().generation : 0;
  meta.created_millis = options_.created.unix_millis;
  meta.next_qr_code = next_qr_code_;
  meta.flags = (options_.is_delta ? kIsDelta : 0u) | (options_.match_context ? kMatchContext : 0u);
  options_.engine_version.copy(meta.engine_version.data(), meta.engine_version.size() - 1);
  file_.section(SectionId::kMeta, std::span<const Meta>(&meta, 1));
  VEDETTE_TRY(file_.finish());
  summary_.names = meta.name_count;
  summary_.words = meta.word_count;
  summary_.file_bytes = file_.bytes();
  return summary_;
}

void Builder::write_profile_sections(Meta& meta) {
  meta.profile_count = static_cast<std::uint32_t>(ids_.size());
  meta.live_profiles = live_;
  std::vector<std::uint32_t> order(ids_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return ids_[i]; });
  std::vector<QrEntry> qr_codes;
  qr_codes.reserve(ids_.size());
  for (std::uint32_t i = 0; i < ids_.size(); ++i)
    qr_codes.push_back({facts_[i].qr_code, i});
  std::ranges::sort(qr_codes, {}, &QrEntry::qr_code);
  std::ranges::sort(identifiers_, [](const IdentifierEntry& a, const IdentifierEntry& b) {
    return std::pair(a.hash, a.profile) < std::pair(b.hash, b.profile);
  });
  file_.section(SectionId::kProfileOffsets, std::span<const std::uint64_t>(offsets_));
  file_.section(SectionId::kProfileFacts, std::span<const ProfileFacts>(facts_));
  file_.section(SectionId::kResourceIds, std::span<const ResourceId>(ids_));
  file_.section(SectionId::kResourceOrder, std::span<const std::uint32_t>(order));
  file_.section(SectionId::kQrOrder, std::span<const QrEntry>(qr_codes));
  file_.section(SectionId::kMaterial, std::span<const MaterialDigest>(material_));
  file_.section(SectionId::kCountries, std::span<const std::uint16_t>(countries_));
  file_.section(SectionId::kBirths, std::span<const BirthSpan>(births_));
  file_.section(SectionId::kIdentifiers, std::span<const IdentifierEntry>(identifiers_));
}

}  // namespace vedette::catalogue
