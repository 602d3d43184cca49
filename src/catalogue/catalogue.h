#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/prefetch.h"
#include "base/result.h"
#include "catalogue/format.h"
#include "catalogue/identifier_index.h"
#include "catalogue/key_table.h"
#include "catalogue/list_table.h"
#include "catalogue/mapped_file.h"
#include "catalogue/word_blob.h"
#include "catalogue/word_index.h"
#include "catalogue/word_sign.h"
#include "names/words/analysed_name.h"
#include "profile/profile.h"

namespace vedette::catalogue {

// How much of a file is looked at before it is used.
enum class Check {
  kQuick,  // header, directory, sizes: well under a second for any size; for a file that was
           // checked in full when it became a generation
  kFull,   // every checksum, every offset, every profile: nothing that is read later can be wrong
};

// What a file is opened for.
enum class Purpose {
  kSearch,    // everything; files of this format only
  kProfiles,  // what the lists said, to build it anew; files of earlier formats too. No method that
              // tells of names or words may be called.
};

// One generation: profiles, names and the index over them. Immutable; all methods may be called
// from any thread without a lock. Profiles, names and words are numbered from 0.
class Catalogue {
 public:
  // kNotFound, kCorrupt (with what is wrong), or kUnsupported for another format.
  static base::Result<std::shared_ptr<const Catalogue>> open(const std::filesystem::path& path,
                                                             Check check,
                                                             Purpose purpose = Purpose::kSearch);
  // A catalogue that lies in memory; `bytes` is copied.
  static base::Result<std::shared_ptr<const Catalogue>> from_bytes(std::string_view bytes,
                                                                   Check check);

  // What Check::kFull does beyond kQuick. Slow: reads the whole file.
  base::Result<void> verify() const;

  const Meta& meta() const { return *meta_; }
  std::string engine_version() const;
  const std::vector<ListInfo>& lists() const { return lists_; }
  std::uint64_t file_bytes() const { return bytes_.size(); }
  std::span<const char> bytes() const { return bytes_; }
  std::uint64_t section_bytes(SectionId id) const { return section<char>(id).size(); }

  // Profiles.
  std::uint32_t profile_count() const { return meta_->profile_count; }
  const ProfileFacts& facts(std::uint32_t profile) const { return facts_[profile]; }
  void prefetch_facts(std::uint32_t profile) const { base::prefetch(&facts_[profile]); }
  bool is_deleted(std::uint32_t profile) const { return facts_[profile].flags & kDeleted; }
  // A party that no dataset names, in a generation that does not match such parties.
  bool is_unmatched_context(std::uint32_t profile) const {
    return (facts_[profile].flags & kContext) && !meta_->match_context();
  }
  bool is_matchable(std::uint32_t profile) const {
    return !is_deleted(profile) && !is_unmatched_context(profile);
  }
  const ResourceId& resource_id(std::uint32_t profile) const { return resource_ids_[profile]; }
  void prefetch_resource_id(std::uint32_t profile) const {
    base::prefetch(&resource_ids_[profile]);
  }
  std::string resource_id_text(std::uint32_t profile) const;
  const MaterialDigest& material(std::uint32_t profile) const { return material_[profile]; }
  std::span<const std::uint16_t> countries(std::uint32_t profile) const;
  std::span<const BirthSpan> births(std::uint32_t profile) const;
  base::Result<profile::Profile> profile(std::uint32_t profile) const;
  std::optional<std::uint32_t> find(const ResourceId& id) const;
  std::optional<std::uint32_t> find_resource(std::string_view hex) const;
  std::optional<std::uint32_t> find_qr_code(std::uint32_t qr_code) const;
  // Profiles, deleted ones too, that may carry this identifier (passport, IMO number, ...): equal
  // after leaving out everything but letters and digits, apart from a rare hash collision. Of ships
  // also those that carry the IMO number in its other spelling.
  std::vector<std::uint32_t> find_identifier(std::string_view value) const;
  // Identifiers of live profiles by type and normalised value.
  const IdentifierIndex& identifier_index() const { return identifier_index_; }

  // Names, in the order of partitions.
  std::uint32_t name_count() const { return meta_->name_count; }
  const NameRecord& name(std::uint32_t name) const {
    return *reinterpret_cast<const NameRecord*>(names_ + std::size_t{name_offsets_[name]} * 8);
  }
  static std::span<const NameWord> words(const NameRecord& name) {
    return {reinterpret_cast<const NameWord*>(&name + 1), name.word_count};
  }
  // How much the words of each name weigh (catalogue/sketch.h).
  std::span<const std::uint8_t> name_weights() const { return name_weights_; }
  void prefetch_name_weight(std::uint32_t name) const {
    base::prefetch(name_weights_.data() + name);
  }
  names::Kind kind_of_name(std::uint32_t name) const { return kind_of(meta_->partition_of(name)); }
  // Puts the name together in the assembler; valid until its next use.
  names::NameView assemble(std::uint32_t name, NameAssembler& assembler) const;
  // All names of a profile, ascending.
  std::vector<std::uint32_t> names_of(std::uint32_t profile) const;
  void prefetch_offset(std::uint32_t name) const { base::prefetch(name_offsets_ + name); }
  void prefetch_name(std::uint32_t name) const {
    const char* at = reinterpret_cast<const char*>(&this->name(name));
    base::prefetch(at);
    base::prefetch(at + 48);  // its words may stand in the next line
  }

  // Words, ordered by shelf and first spelling; and the names that have them, partition by
  // partition, in each the lightest first.
  std::uint32_t word_count() const { return meta_->word_count; }
  const WordIndex& word_index() const { return word_index_; }
  names::NameView word(std::uint32_t word) const { return word_index_.word(word); }
  // Where the word lies, without reading it.
  const names::Word* word_address(std::uint32_t word) const {
    return reinterpret_cast<const names::Word*>(
        word_index_.bytes + std::size_t{word_index_.offsets[word]} * 8 + sizeof(names::NameHeader));
  }
  void prefetch_word_offset(std::uint32_t word) const { word_index_.prefetch_offset(word); }
  void prefetch_word(std::uint32_t word) const { word_index_.prefetch(word); }
  void prefetch_postings(std::uint32_t word) const {
    const char* at = reinterpret_cast<const char*>(postings_ + posting_offsets_[word]);
    const char* end = reinterpret_cast<const char*>(postings_ + posting_offsets_[word + 1]);
    // The last line, to see where the partitions part, and the first ones; the processor sees by
    // itself how it goes on. Most words have no more than two lines.
    constexpr std::ptrdiff_t kLine = 64;
    base::prefetch(end - sizeof(Posting));
    base::prefetch(at);
    base::prefetch(std::min(at + kLine, end - 1));
    if (end - at <= 2 * kLine) return;
    end = std::min(end, at + 8 * kLine);
    for (at += 2 * kLine; at < end; at += kLine)
      base::prefetch(at);
  }
  void prefetch_posting_offset(std::uint32_t word) const {
    base::prefetch(posting_offsets_ + word);
  }
  std::span<const Posting> postings(std::uint32_t word) const {
    return {postings_ + posting_offsets_[word],
            posting_offsets_[word + 1] - posting_offsets_[word]};
  }
  const WordSign& word_sign(std::uint32_t word) const { return word_signs_[word]; }
  void prefetch_word_sign(std::uint32_t word) const { base::prefetch(&word_signs_[word]); }
  // The words that relate to a word, ascending; none where they must be searched by their keys.
  std::span<const Relative> relatives(std::uint32_t word) const {
    return relatives_.subspan(relative_offsets_[word],
                              relative_offsets_[word + 1] - relative_offsets_[word]);
  }

  void prefetch_relative_offset(std::uint32_t word) const {
    base::prefetch(relative_offsets_.data() + word);
  }
  void prefetch_relatives(std::uint32_t word) const {
    // A query reads all of them, often hundreds; the hardware prefetcher continues after these.
    const Relative* at = relatives_.data() + relative_offsets_[word];
    for (std::size_t line = 0; line < 4; ++line)
      base::prefetch(at + 16 * line);
  }

  // Words, or names, that may have one of the keys (KeyTable::for_keys).
  template <class Visit>
  void for_word_keys(std::span<const Key> keys, Visit&& visit) const {
    word_index_.keys.for_keys(keys, visit);
  }
  // How many entries for_word_keys() goes through.
  std::uint64_t word_key_entries(std::span<const Key> keys) const {
    return word_index_.keys.entries_of(keys);
  }
  // With visit(k, name) for keys[k], of the names [first, last).
  template <class Visit>
  void for_each_name_key(std::span<const Key> keys, std::uint32_t first, std::uint32_t last,
                         Visit&& visit) const {
    name_keys_.for_each_key(keys, first, last, visit);
  }
  // The same with visit(k, word) for words.
  template <class Visit>
  void for_each_word_key(std::span<const Key> keys, Visit&& visit) const {
    word_index_.keys.for_each_key(keys, 0, word_count(), visit);
  }

 private:
  friend class Verifier;
  Catalogue() = default;
  static base::Result<std::shared_ptr<const Catalogue>> make(std::shared_ptr<Catalogue> catalogue,
                                                             Check check);
  base::Result<void> read_head();
  base::Result<void> check_format(std::uint32_t format) const;
  base::Result<void> read_directory(std::uint32_t count);
  void set_index_sections();
  base::Result<void> read_sections();
  base::Result<void> check_sizes() const;
  base::Result<void> check_index_sizes() const;
  // The sections that are read.
  std::uint32_t sections() const {
    return purpose_ == Purpose::kSearch ? kSectionCount : kProfileSections;
  }
  base::Result<void> set_key_table(KeyTable& table, SectionId buckets, SectionId entries) const;
  template <class T>
  std::span<const T> section(SectionId id) const {
    const DirectoryEntry& entry = directory_[static_cast<std::size_t>(id) - 1];
    return {reinterpret_cast<const T*>(bytes_.data() + entry.offset), entry.bytes / sizeof(T)};
  }

  Purpose purpose_ = Purpose::kSearch;
  MappedFile file_;
  std::vector<std::uint64_t> memory_;  // instead of a file
  std::span<const char> bytes_;
  std::array<DirectoryEntry, kSectionCount> directory_{};
  std::vector<ListInfo> lists_;

  const Meta* meta_ = nullptr;
  std::span<const std::uint64_t> profile_offsets_;
  std::span<const char> profile_bytes_;
  std::span<const ProfileFacts> facts_;
  std::span<const ResourceId> resource_ids_;
  std::span<const std::uint32_t> resource_order_;
  std::span<const QrEntry> qr_order_;
  std::span<const MaterialDigest> material_;
  std::span<const std::uint16_t> countries_;
  std::span<const BirthSpan> births_;
  std::span<const IdentifierEntry> identifiers_;
  const std::uint32_t* name_offsets_ = nullptr;
  const char* names_ = nullptr;
  WordIndex word_index_;
  const std::uint32_t* posting_offsets_ = nullptr;
  const Posting* postings_ = nullptr;
  std::span<const std::uint8_t> name_weights_;
  std::span<const WordSign> word_signs_;
  std::span<const std::uint32_t> relative_offsets_;
  std::span<const Relative> relatives_;
  KeyTable name_keys_;
  IdentifierIndex identifier_index_;
};

// Letters and digits of an identifier, upper case, hashed; 0 when it has fewer than four.
std::uint64_t identifier_hash(std::string_view value);

}  // namespace vedette::catalogue
