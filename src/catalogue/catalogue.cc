#include "catalogue/catalogue.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <ranges>

#include "base/encoding.h"
#include "catalogue/verifier.h"
#include "profile/imo_number.h"
#include "profile/profile_binary.h"

namespace vedette::catalogue {
namespace {

using base::Cause;
using base::Error;

Error corrupt(std::string what) {
  return {Cause::kCorrupt, "the catalogue file is damaged: " + std::move(what)};
}

// Element sizes in the order of SectionId.
constexpr std::array<std::uint32_t, kSectionCount> kElementBytes = {sizeof(Meta),
                                                                    1,
                                                                    sizeof(std::uint64_t),
                                                                    1,
                                                                    sizeof(ProfileFacts),
                                                                    sizeof(ResourceId),
                                                                    sizeof(std::uint32_t),
                                                                    sizeof(QrEntry),
                                                                    sizeof(MaterialDigest),
                                                                    sizeof(std::uint16_t),
                                                                    sizeof(BirthSpan),
                                                                    sizeof(IdentifierEntry),
                                                                    sizeof(std::uint32_t),
                                                                    8,
                                                                    sizeof(std::uint32_t),
                                                                    8,
                                                                    sizeof(std::uint32_t),
                                                                    sizeof(Posting),
                                                                    sizeof(std::uint32_t),
                                                                    sizeof(KeyEntry),
                                                                    sizeof(std::uint32_t),
                                                                    sizeof(KeyEntry),
                                                                    1,
                                                                    sizeof(WordSign),
                                                                    sizeof(std::uint32_t),
                                                                    sizeof(Relative),
                                                                    sizeof(TypedIdentifier),
                                                                    1,
                                                                    sizeof(IdentifierHalf)};

template <std::size_t N>
bool ascends(const std::array<std::uint32_t, N>& values, std::uint32_t end) {
  return values.back() == end && std::ranges::is_sorted(values);
}

}  // namespace

std::uint64_t identifier_hash(std::string_view value) {
  std::string plain;
  for (const char c : value) {
    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 128)
      plain += c;
    else if (c >= 'a' && c <= 'z')
      plain += static_cast<char>(c - 'a' + 'A');
  }
  constexpr std::size_t kShortestIdentifier = 4;
  if (plain.size() < kShortestIdentifier) return 0;
  return XXH3_64bits(plain.data(), plain.size());
}

base::Result<std::shared_ptr<const Catalogue>> Catalogue::open(const std::filesystem::path& path,
                                                               Check check, Purpose purpose) {
  VEDETTE_ASSIGN(MappedFile file, MappedFile::open(path));
  auto catalogue = std::shared_ptr<Catalogue>(new Catalogue());
  catalogue->purpose_ = purpose;
  catalogue->file_ = std::move(file);
  catalogue->bytes_ = catalogue->file_.bytes();
  return make(std::move(catalogue), check);
}

base::Result<std::shared_ptr<const Catalogue>> Catalogue::from_bytes(std::string_view bytes,
                                                                     Check check) {
  auto catalogue = std::shared_ptr<Catalogue>(new Catalogue());
  catalogue->memory_.resize((bytes.size() + 7) / 8 + 1);
  if (!bytes.empty()) std::memcpy(catalogue->memory_.data(), bytes.data(), bytes.size());
  catalogue->bytes_ = {reinterpret_cast<const char*>(catalogue->memory_.data()), bytes.size()};
  return make(std::move(catalogue), check);
}

base::Result<std::shared_ptr<const Catalogue>> Catalogue::make(std::shared_ptr<Catalogue> catalogue,
                                                               Check check) {
  VEDETTE_TRY(catalogue->read_head());
  VEDETTE_TRY(catalogue->read_sections());
  VEDETTE_TRY(catalogue->check_sizes());
  VEDETTE_ASSIGN(catalogue->lists_,
                 decode_lists({catalogue->section<char>(SectionId::kLists).data(),
                               catalogue->section<char>(SectionId::kLists).size()}));
  if (check == Check::kFull) VEDETTE_TRY(catalogue->verify());
  return std::shared_ptr<const Catalogue>(std::move(catalogue));
}

base::Result<void> Catalogue::verify() const {
  return Verifier(*this).run();
}

base::Result<void> Catalogue::read_head() {
  if (bytes_.size() < kHeadBytes) return corrupt("it is shorter than its head");
  FileHeader header;
  std::memcpy(&header, bytes_.data(), sizeof header);
  if (header.magic != kMagic)
    return Error(Cause::kCorrupt, "the file is not a catalogue (its first bytes are others)");
  VEDETTE_TRY(check_format(header.format));
  if (header.header_checksum != XXH3_64bits(&header, offsetof(FileHeader, header_checksum)))
    return corrupt("checksum of the header");
  if (header.file_bytes != bytes_.size())
    return corrupt(
        fmt::format("it has {} bytes and should have {}", bytes_.size(), header.file_bytes));
  constexpr std::size_t kMostSections = (kHeadBytes - sizeof(FileHeader)) / sizeof(DirectoryEntry);
  if (header.format == kFormatVersion ? header.section_count != kSectionCount
                                      : header.section_count > kMostSections)
    return corrupt("number of sections");
  const std::size_t directory_bytes = header.section_count * sizeof(DirectoryEntry);
  if (header.directory_checksum != XXH3_64bits(bytes_.data() + sizeof header, directory_bytes))
    return corrupt("checksum of the directory");
  return read_directory(header.section_count);
}

base::Result<void> Catalogue::check_format(std::uint32_t format) const {
  if (format > kFormatVersion)
    return Error(Cause::kUnsupported,
                 fmt::format("the catalogue has format {}; this version reads up to {}: install "
                             "the version that wrote it",
                             format, kFormatVersion));
  if (format < kFirstReadableFormat)
    return Error(
        Cause::kUnsupported,
        fmt::format("the catalogue has the old format {}: import the lists again", format));
  if (format < kFormatVersion && purpose_ == Purpose::kSearch)
    return Error(Cause::kUnsupported,
                 fmt::format("the catalogue has the old format {}: build it anew with `vedette "
                             "lists rebuild`",
                             format));
  return {};
}

base::Result<void> Catalogue::read_directory(std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    DirectoryEntry entry;
    std::memcpy(&entry, bytes_.data() + sizeof(FileHeader) + i * sizeof entry, sizeof entry);
    if (purpose_ == Purpose::kProfiles && entry.id > kProfileSections) continue;
    if (entry.id == 0 || entry.id > kSectionCount) return corrupt("unknown section");
    DirectoryEntry& own = directory_[entry.id - 1];
    if (own.id != 0) return corrupt("a section is there twice");
    own = entry;
  }
  return {};
}

base::Result<void> Catalogue::read_sections() {
  for (const DirectoryEntry& entry : std::span(directory_).first(sections())) {
    if (entry.id == 0) return corrupt("a section is missing");
    if (entry.offset < kHeadBytes || entry.offset > bytes_.size() ||
        entry.bytes > bytes_.size() - entry.offset || entry.offset % kSectionAlignment != 0)
      return corrupt(fmt::format("section {} lies outside of the file", entry.id));
    if (entry.element_bytes != kElementBytes[entry.id - 1] ||
        entry.bytes % entry.element_bytes != 0)
      return corrupt(fmt::format("section {} has elements of another size", entry.id));
  }
  if (section<Meta>(SectionId::kMeta).size() != 1) return corrupt("metadata");
  meta_ = section<Meta>(SectionId::kMeta).data();
  profile_offsets_ = section<std::uint64_t>(SectionId::kProfileOffsets);
  profile_bytes_ = section<char>(SectionId::kProfileBytes);
  facts_ = section<ProfileFacts>(SectionId::kProfileFacts);
  resource_ids_ = section<ResourceId>(SectionId::kResourceIds);
  resource_order_ = section<std::uint32_t>(SectionId::kResourceOrder);
  qr_order_ = section<QrEntry>(SectionId::kQrOrder);
  material_ = section<MaterialDigest>(SectionId::kMaterial);
  countries_ = section<std::uint16_t>(SectionId::kCountries);
  births_ = section<BirthSpan>(SectionId::kBirths);
  identifiers_ = section<IdentifierEntry>(SectionId::kIdentifiers);
  if (purpose_ == Purpose::kProfiles) return {};
  set_index_sections();
  VEDETTE_TRY(set_key_table(word_index_.keys, SectionId::kWordKeyBuckets, SectionId::kWordKeys));
  return set_key_table(name_keys_, SectionId::kNameKeyBuckets, SectionId::kNameKeys);
}

void Catalogue::set_index_sections() {
  name_offsets_ = section<std::uint32_t>(SectionId::kNameOffsets).data();
  names_ = section<char>(SectionId::kNames).data();
  word_index_.offsets = section<std::uint32_t>(SectionId::kWordOffsets).data();
  word_index_.bytes = section<char>(SectionId::kWords).data();
  word_index_.shelf_ends = meta_->shelf_ends;
  posting_offsets_ = section<std::uint32_t>(SectionId::kPostingOffsets).data();
  postings_ = section<Posting>(SectionId::kPostings).data();
  name_weights_ = section<std::uint8_t>(SectionId::kNameWeights);
  word_signs_ = section<WordSign>(SectionId::kWordSigns);
  relative_offsets_ = section<std::uint32_t>(SectionId::kRelativeOffsets);
  relatives_ = section<Relative>(SectionId::kRelatives);
  identifier_index_ = IdentifierIndex(section<TypedIdentifier>(SectionId::kTypedIdentifiers),
                                      section<char>(SectionId::kIdentifierValues),
                                      section<IdentifierHalf>(SectionId::kIdentifierHalves));
}

base::Result<void> Catalogue::set_key_table(KeyTable& table, SectionId buckets,
                                            SectionId entries) const {
  const auto numbers = section<std::uint32_t>(buckets);
  const auto all = section<KeyEntry>(entries);
  if (numbers.size() < 3 || !std::has_single_bit(numbers.size() - 1) ||
      numbers.back() != all.size())
    return corrupt("a table of keys has the wrong size");
  table = KeyTable(numbers, all);
  return {};
}

base::Result<void> Catalogue::check_sizes() const {
  const std::size_t profiles = meta_->profile_count;
  if (profile_offsets_.size() != profiles + 1 || facts_.size() != profiles ||
      resource_ids_.size() != profiles || resource_order_.size() != profiles ||
      qr_order_.size() != profiles || material_.size() != profiles ||
      profile_offsets_.back() != profile_bytes_.size())
    return corrupt("number of profiles");
  return purpose_ == Purpose::kProfiles ? base::Result<void>() : check_index_sizes();
}

base::Result<void> Catalogue::check_index_sizes() const {
  const auto name_offsets = section<std::uint32_t>(SectionId::kNameOffsets);
  if (name_offsets.size() != std::size_t{meta_->name_count} + 1 ||
      std::size_t{name_offsets.back()} * 8 != section_bytes(SectionId::kNames) ||
      name_weights_.size() != meta_->name_count)
    return corrupt("number of names");
  const auto word_offsets = section<std::uint32_t>(SectionId::kWordOffsets);
  if (word_offsets.size() != std::size_t{meta_->word_count} + 1 ||
      std::size_t{word_offsets.back()} * 8 != section_bytes(SectionId::kWords) ||
      word_signs_.size() != meta_->word_count)
    return corrupt("number of words");
  const auto posting_offsets = section<std::uint32_t>(SectionId::kPostingOffsets);
  if (posting_offsets.size() != word_offsets.size() ||
      posting_offsets.back() != section<Posting>(SectionId::kPostings).size())
    return corrupt("number of postings");
  if (relative_offsets_.size() != word_offsets.size() ||
      relative_offsets_.back() != relatives_.size())
    return corrupt("number of relatives");
  if (!ascends(meta_->partition_ends, meta_->name_count) ||
      !ascends(meta_->shelf_ends, meta_->word_count))
    return corrupt("partitions of names and words");
  return {};
}

std::string Catalogue::engine_version() const {
  const auto& text = meta_->engine_version;
  return std::string(text.begin(), std::ranges::find(text, '\0'));
}

std::string Catalogue::resource_id_text(std::uint32_t profile) const {
  const ResourceId& id = resource_ids_[profile];
  return base::hex({reinterpret_cast<const char*>(id.data()), id.size()});
}

std::span<const std::uint16_t> Catalogue::countries(std::uint32_t profile) const {
  const ProfileFacts& own = facts_[profile];
  return countries_.subspan(own.countries, own.country_count);
}

std::span<const BirthSpan> Catalogue::births(std::uint32_t profile) const {
  const ProfileFacts& own = facts_[profile];
  return births_.subspan(own.births, own.birth_count);
}

base::Result<profile::Profile> Catalogue::profile(std::uint32_t profile) const {
  const std::uint64_t begin = profile_offsets_[profile];
  const std::uint64_t end = profile_offsets_[profile + 1];
  if (begin > end || end > profile_bytes_.size()) return corrupt("place of a profile");
  return profile::parse_binary({profile_bytes_.data() + begin, end - begin});
}

std::optional<std::uint32_t> Catalogue::find(const ResourceId& id) const {
  const auto at = std::ranges::lower_bound(
      resource_order_, id, {}, [&](std::uint32_t profile) { return resource_ids_[profile]; });
  if (at == resource_order_.end() || resource_ids_[*at] != id) return std::nullopt;
  return *at;
}

std::optional<std::uint32_t> Catalogue::find_resource(std::string_view hex) const {
  const auto bytes = base::unhex(hex);
  ResourceId id;
  if (!bytes || bytes->size() != id.size()) return std::nullopt;
  std::memcpy(id.data(), bytes->data(), id.size());
  return find(id);
}

std::optional<std::uint32_t> Catalogue::find_qr_code(std::uint32_t qr_code) const {
  const auto at = std::ranges::lower_bound(qr_order_, qr_code, {}, &QrEntry::qr_code);
  if (at == qr_order_.end() || at->qr_code != qr_code) return std::nullopt;
  return at->profile;
}

std::vector<std::uint32_t> Catalogue::find_identifier(std::string_view value) const {
  std::vector<std::uint32_t> found;
  const auto add = [&](std::string_view spelling, bool of_ships) {
    const std::uint64_t hash = identifier_hash(spelling);
    if (hash == 0) return;
    constexpr auto kVessel = static_cast<std::uint8_t>(profile::Kind::kVessel);
    for (const IdentifierEntry& entry :
         std::ranges::equal_range(identifiers_, hash, {}, &IdentifierEntry::hash))
      if ((!of_ships || facts_[entry.profile].kind == kVessel) &&
          std::ranges::find(found, entry.profile) == found.end())
        found.push_back(entry.profile);
  };
  add(value, false);
  add(profile::other_imo_spelling(value), true);
  return found;
}

// The builder takes profile after profile, and within a partition names keep that order.
std::vector<std::uint32_t> Catalogue::names_of(std::uint32_t profile) const {
  std::vector<std::uint32_t> names;
  for (std::size_t p = 0; p < kPartitionCount; ++p) {
    const auto partition = static_cast<Partition>(p);
    const std::uint32_t end = meta_->end_of_names(partition);
    const auto all = std::views::iota(meta_->first_name(partition), end);
    const auto profile_of = [&](std::uint32_t name) { return this->name(name).profile; };
    for (std::uint32_t name = *std::ranges::lower_bound(all, profile, {}, profile_of);
         name < end && profile_of(name) == profile; ++name)
      names.push_back(name);
  }
  return names;
}

names::NameView Catalogue::assemble(std::uint32_t name, NameAssembler& assembler) const {
  const NameRecord& record = this->name(name);
  assembler.begin(kind_of_name(name), record);
  for (const NameWord& each : words(record))
    assembler.add(word(each.word), each.flags);
  return assembler.finish();
}

}  // namespace vedette::catalogue
