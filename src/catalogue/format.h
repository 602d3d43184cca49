#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <type_traits>

#include "names/words/kind.h"
#include "names/words/word.h"

namespace vedette::catalogue {

// The catalogue file, byte by byte: docs/catalogue-format.md draws it. Everything is little-endian
// and every section begins at a multiple of 64, so that all of it is read where it lies.

inline constexpr std::array<char, 8> kMagic = {'V', 'E', 'D', 'E', 'T', 'T', 'E', '\x1a'};
// Raised whenever the bytes of a section, the keys of catalogue/keys.h or the analysis of names
// change their meaning. A reader refuses a newer one; of an older one it reads the profiles, from
// which the rest is built anew.
inline constexpr std::uint32_t kFormatVersion = 13;
// Sections up to this one have kept their bytes since that format.
inline constexpr std::uint32_t kFirstReadableFormat = 2;
inline constexpr std::size_t kHeadBytes = 4096;  // header and directory
inline constexpr std::size_t kSectionAlignment = 64;

enum class SectionId : std::uint32_t {
  kMeta = 1,
  kLists,
  kProfileOffsets,
  kProfileBytes,
  kProfileFacts,
  kResourceIds,
  kResourceOrder,
  kQrOrder,
  kMaterial,
  kCountries,
  kBirths,
  kIdentifiers,
  kNameOffsets,
  kNames,
  kWordOffsets,
  kWords,
  kPostingOffsets,
  kPostings,
  kWordKeyBuckets,
  kWordKeys,
  kNameKeyBuckets,
  kNameKeys,
  kNameWeights,
  kWordSigns,
  kRelativeOffsets,
  kRelatives,
  kTypedIdentifiers,
  kIdentifierValues,
  kIdentifierHalves,
};
inline constexpr std::uint32_t kSectionCount = 29;
inline constexpr std::uint32_t kProfileSections = 12;  // the first: all that is not the index

struct FileHeader {
  std::array<char, 8> magic;
  std::uint32_t format;
  std::uint32_t section_count;
  std::uint64_t file_bytes;
  std::uint64_t directory_checksum;  // XXH3 of the directory
  std::uint64_t header_checksum;     // XXH3 of the 32 bytes before it
  std::array<std::uint64_t, 3> reserved;
};
static_assert(sizeof(FileHeader) == 64);

struct DirectoryEntry {
  std::uint32_t id;
  std::uint32_t element_bytes;
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t checksum;  // XXH3 of the section
};
static_assert(sizeof(DirectoryEntry) == 32);
static_assert(sizeof(FileHeader) + kSectionCount * sizeof(DirectoryEntry) <= kHeadBytes);

// Names lie in the file partition by partition, so that the names of one kind are one range. Names
// of people with an initial lie apart: a listed initial can stand for almost any word of a query,
// and the search narrows such names by their other words. So do the names of parties of unknown
// kind, which both families search: each such name is there twice, read as a person's and as an
// organisation's.
enum class Partition : std::uint8_t {
  kPerson,
  kPersonWithInitial,
  kUnknownAsPerson,
  kUnknownAsPersonWithInitial,
  kUnknownAsOrganisation,
  kOrganisation,
  kThing,
};
inline constexpr std::size_t kPartitionCount = 7;
// Words are kept by the names that are searched together, so that a search reads no other words:
// the parties of unknown kind are few, and a search of people must not pay for all organisations.
// The same word may stand on several shelves.
enum class Shelf : std::uint8_t {
  kPerson,
  kUnknownAsPerson,
  kUnknownAsOrganisation,
  kOrganisation,
  kThing
};
inline constexpr std::size_t kShelfCount = 5;
constexpr Shelf shelf_of(Partition partition) {
  switch (partition) {
    case Partition::kPerson:
    case Partition::kPersonWithInitial:
      return Shelf::kPerson;
    case Partition::kUnknownAsPerson:
    case Partition::kUnknownAsPersonWithInitial:
      return Shelf::kUnknownAsPerson;
    case Partition::kUnknownAsOrganisation:
      return Shelf::kUnknownAsOrganisation;
    case Partition::kOrganisation:
      return Shelf::kOrganisation;
    case Partition::kThing:
      return Shelf::kThing;
  }
  return Shelf::kThing;
}
// The kind of name that is read from the words of a shelf.
constexpr names::Kind kind_of(Shelf shelf) {
  switch (shelf) {
    case Shelf::kPerson:
    case Shelf::kUnknownAsPerson:
      return names::Kind::kPerson;
    case Shelf::kUnknownAsOrganisation:
    case Shelf::kOrganisation:
      return names::Kind::kOrganisation;
    case Shelf::kThing:
      return names::Kind::kThing;
  }
  return names::Kind::kThing;
}
// The kind of name that the names of a partition are.
constexpr names::Kind kind_of(Partition partition) {
  return kind_of(shelf_of(partition));
}

enum MetaFlag : std::uint32_t { kIsDelta = 1, kMatchContext = 2 };

struct Meta {
  std::uint64_t generation;
  std::uint64_t previous_generation;  // 0: none
  std::int64_t created_millis;
  std::uint32_t profile_count;
  std::uint32_t live_profiles;  // the others are deleted
  std::uint32_t name_count;
  std::uint32_t word_count;
  std::uint32_t next_qr_code;
  // kIsDelta: only what changed between previous_generation and generation; kMatchContext: context
  // is matched too.
  std::uint32_t flags;
  std::array<std::uint32_t, kPartitionCount> partition_ends;  // behind the last name of each
  std::array<std::uint32_t, kShelfCount> shelf_ends;          // behind the last word of each
  std::array<char, 32> engine_version;                        // zero-padded

  std::uint32_t first_name(Partition partition) const {
    const auto at = static_cast<std::size_t>(partition);
    return at == 0 ? 0 : partition_ends[at - 1];
  }
  std::uint32_t end_of_names(Partition partition) const {
    return partition_ends[static_cast<std::size_t>(partition)];
  }
  bool has_names(Partition partition) const {
    return first_name(partition) < end_of_names(partition);
  }
  bool is_delta() const { return flags & kIsDelta; }
  bool match_context() const { return flags & kMatchContext; }
  Partition partition_of(std::uint32_t name) const {
    std::size_t partition = 0;
    for (std::size_t p = 0; p + 1 < kPartitionCount; ++p)
      partition += name >= partition_ends[p];
    return static_cast<Partition>(partition);
  }
};
static_assert(sizeof(Meta) == 128 && std::is_trivially_copyable_v<Meta>);

// kContext: the list names the party and gives it no dataset. Such parties explain others and are
// not matched, unless the generation says so (Meta::match_context).
enum ProfileFlag : std::uint8_t { kDeleted = 1, kContext = 2 };

// What filters and tie-breaks need of a profile, without reading the profile.
struct ProfileFacts {
  std::uint32_t qr_code;
  std::uint32_t version;
  std::uint32_t countries;  // index of the first in kCountries
  std::uint32_t births;     // index of the first in kBirths
  std::uint16_t country_count;
  std::uint16_t birth_count;
  std::uint16_t datasets;  // profile::searchable_datasets
  std::uint8_t kind;       // profile::Kind
  std::uint8_t gender;     // profile::Gender
  std::uint8_t flags;      // ProfileFlag
  std::array<std::uint8_t, 7> reserved;
};
static_assert(sizeof(ProfileFacts) == 32);

using ResourceId = std::array<std::uint8_t, 32>;
using MaterialDigest = std::array<std::uint8_t, 16>;

struct QrEntry {
  std::uint32_t qr_code;
  std::uint32_t profile;
};
// A span of days a birth may have been on; both ends as year * 512 + month * 32 + day, month and
// day 0 when unknown; `last` equals `first` for a single date.
struct BirthSpan {
  std::uint32_t first;
  std::uint32_t last;
};
struct IdentifierEntry {
  std::uint64_t hash;  // catalogue::identifier_hash of the value
  std::uint32_t profile;
  std::uint32_t reserved;
};

// An identifier of a live profile as evidence/identifier.h understands it, ordered by the hash of
// its value (catalogue/identifier_index.h).
struct TypedIdentifier {
  std::uint64_t hash;  // XXH3 of the value
  std::uint32_t profile;
  std::uint32_t value;  // where it begins in kIdentifierValues
  std::uint16_t value_bytes;
  std::uint16_t country;  // of issue, two letters as in kCountries; 0: not known
  std::uint8_t type;      // evidence::IdentifierType
  std::uint8_t check;     // evidence::CheckDigit
  std::uint16_t reserved;
};
static_assert(sizeof(TypedIdentifier) == 24);
// Half of a long value, by which values are found that differ in the other half by one character.
struct IdentifierHalf {
  std::uint32_t hash;
  std::uint32_t rest;        // signs of the other half
  std::uint32_t identifier;  // in kTypedIdentifiers
};
static_assert(sizeof(IdentifierHalf) == 12);

enum NameFlag : std::uint8_t { kTruncated = 1, kWeakAlias = 2 };

// A name: this record, then word_count NameWords.
struct NameRecord {
  std::uint64_t identity;  // names::NameHeader::identity
  std::uint32_t profile;
  std::uint16_t ordinal;  // index among the profile's names; 0 is the primary name
  std::uint8_t word_count;
  std::uint8_t flags;  // NameFlag
};
struct NameWord {
  std::uint32_t word;
  std::uint16_t flags;  // names::WordFlag, those of this occurrence
  std::uint16_t reserved;
};
static_assert(sizeof(NameRecord) == 16 && sizeof(NameWord) == 8);

// One name that has a word, with what is known of the name (catalogue/sketch.h).
inline constexpr std::size_t kOtherWords = 3;
struct Posting {
  std::uint32_t name;
  std::uint32_t sketch;
  std::array<std::uint32_t, kOtherWords> others;

  bool operator==(const Posting&) const = default;
};
static_assert(sizeof(Posting) == 20);

// The flags that belong to a word's place in its name. All others belong to the word itself; only
// they may decide how two words relate.
inline constexpr std::uint16_t kPlaceFlags = names::kAfterFiliation | names::kBeforeFiliation |
                                             names::kInParentheses | names::kAlternative |
                                             names::kTailPosition | names::kHeadPosition;

// A bucket of a key table holds the keys whose top bits agree. `tag` tells more: for keys made of
// letters which letters the whole word has and how many (Key::letters_tag), for some letters of a
// joined name the others (Key::rest_tag), for initials which letters an acronym may have besides
// them or at all, else the low bits.
struct KeyEntry {
  std::uint32_t tag;
  std::uint32_t id;  // word or name
};
static_assert(sizeof(KeyEntry) == 8);

// A listed word that relates to another (catalogue/relatives.h): its number, whether only the step
// of two edits finds it, and the least that the relation costs. Those that are far come last, and
// else the words are in their order.
struct Relative {
  std::uint32_t packed;

  static constexpr unsigned kWordBits = 24;  // catalogues with more words keep no relatives
  static constexpr std::uint8_t kMostCost = 127;
  static Relative of(std::uint32_t word, bool far, std::uint8_t cost) {
    return {(far ? kFar : 0u) | word << kCostBits | cost};
  }
  std::uint32_t word() const { return (packed & ~kFar) >> kCostBits; }
  bool is_far() const { return packed & kFar; }
  std::uint8_t cost() const { return packed & kMostCost; }
  auto operator<=>(const Relative&) const = default;

 private:
  static constexpr unsigned kCostBits = 7;
  static constexpr std::uint32_t kFar = 1u << 31;
};
static_assert(sizeof(Relative) == 4);

}  // namespace vedette::catalogue
