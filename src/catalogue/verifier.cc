#include "catalogue/verifier.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "catalogue/in_parallel.h"
#include "catalogue/sketch.h"
#include "profile/profile_binary.h"

namespace vedette::catalogue {
namespace {

base::Error corrupt(std::string what) {
  return {base::Cause::kCorrupt, "the catalogue file is damaged: " + std::move(what)};
}

// Runs check(i) for every i below `count`, in parts on several threads: a large file takes seconds,
// and an import waits for it. Returns the finding with the lowest i, however the threads run.
template <class Check>
base::Result<void> for_all(std::uint32_t count, const Check& check) {
  constexpr std::uint32_t kWorthAThread = 4096;
  const unsigned threads =
      count < kWorthAThread ? 1 : std::max(1U, std::thread::hardware_concurrency());
  // Keyed by the beginning of the part. Each part stops at its first finding.
  std::vector<std::pair<std::size_t, base::Error>> found;
  std::mutex mutex;
  in_parallel(count, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (const base::Result<void> checked = check(static_cast<std::uint32_t>(i)); !checked.ok()) {
        const std::lock_guard lock(mutex);
        found.emplace_back(begin, checked.error());
        return;
      }
  });
  if (found.empty()) return {};
  return std::ranges::min_element(found, {}, [](const auto& each) { return each.first; })->second;
}

}  // namespace

base::Result<void> Verifier::run() const {
  VEDETTE_TRY(checksums());
  if (c_.purpose_ == Purpose::kSearch) VEDETTE_TRY(padding());
  VEDETTE_TRY(profiles());
  VEDETTE_TRY(lookups());
  if (c_.purpose_ == Purpose::kProfiles) return {};
  VEDETTE_TRY(words());
  VEDETTE_TRY(names());
  VEDETTE_TRY(postings());
  VEDETTE_TRY(relatives());
  VEDETTE_TRY(identifiers());
  VEDETTE_TRY(key_table(c_.word_index_.keys, c_.word_count()));
  return key_table(c_.name_keys_, c_.name_count());
}

base::Result<void> Verifier::checksums() const {
  for (const DirectoryEntry& entry : std::span(c_.directory_).first(c_.sections()))
    if (XXH3_64bits(c_.bytes_.data() + entry.offset, entry.bytes) != entry.checksum)
      return corrupt(fmt::format("checksum of section {}", entry.id));
  return {};
}

// Sections do not overlap, and bytes outside all sections are zero. So no changed byte goes
// unnoticed.
base::Result<void> Verifier::padding() const {
  std::vector<std::pair<std::size_t, std::size_t>> parts = {
      {0, offsetof(FileHeader, reserved)},
      {sizeof(FileHeader), sizeof(FileHeader) + sizeof c_.directory_}};
  for (const DirectoryEntry& entry : c_.directory_)
    parts.emplace_back(entry.offset, entry.offset + entry.bytes);
  parts.emplace_back(c_.bytes_.size(), c_.bytes_.size());
  std::ranges::sort(parts);
  std::size_t at = 0;
  for (const auto& [begin, end] : parts) {
    if (begin < at) return corrupt("sections overlap");
    const auto between = c_.bytes_.subspan(at, begin - at);
    if (std::ranges::any_of(between, [](char byte) { return byte != 0; }))
      return corrupt("bytes between sections");
    at = end;
  }
  return {};
}

base::Result<void> Verifier::profiles() const {
  VEDETTE_TRY(for_all(c_.profile_count(), [&](std::uint32_t i) { return profile(i); }));
  std::uint32_t live = 0;
  for (std::uint32_t i = 0; i < c_.profile_count(); ++i)
    live += !c_.is_deleted(i);
  if (live != c_.meta().live_profiles) return corrupt("number of live profiles");
  return {};
}

base::Result<void> Verifier::profile(std::uint32_t i) const {
  const ProfileFacts& facts = c_.facts_[i];
  if (std::size_t{facts.countries} + facts.country_count > c_.countries_.size() ||
      std::size_t{facts.births} + facts.birth_count > c_.births_.size())
    return corrupt("countries or birth dates of a profile");
  if (facts.kind > static_cast<std::uint8_t>(profile::Kind::kAircraft) ||
      facts.gender > static_cast<std::uint8_t>(profile::Gender::kFemale))
    return corrupt("kind or gender of a profile");
  VEDETTE_ASSIGN(const profile::Profile profile, c_.profile(i));
  if (profile.names.empty() || profile.qr_code != facts.qr_code ||
      profile.version != facts.version || profile.is_deleted != c_.is_deleted(i) ||
      profile::resource_id(profile.key) != c_.resource_id_text(i))
    return corrupt("a profile is not the one its entry tells of");
  return {};
}

base::Result<void> Verifier::lookups() const {
  const std::uint32_t count = c_.profile_count();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t profile = c_.resource_order_[i];
    if (profile >= count || c_.qr_order_[i].profile >= count)
      return corrupt("table of resource ids or qr codes");
    if (c_.facts_[c_.qr_order_[i].profile].qr_code != c_.qr_order_[i].qr_code)
      return corrupt("table of qr codes");
    if (i == 0) continue;
    if (!(c_.resource_ids_[c_.resource_order_[i - 1]] < c_.resource_ids_[profile]) ||
        c_.qr_order_[i - 1].qr_code >= c_.qr_order_[i].qr_code)
      return corrupt("order of resource ids or qr codes");
  }
  if (!std::ranges::is_sorted(c_.identifiers_, {}, &IdentifierEntry::hash))
    return corrupt("order of identifiers");
  for (const IdentifierEntry& entry : c_.identifiers_)
    if (entry.profile >= count) return corrupt("table of identifiers");
  return {};
}

base::Result<void> Verifier::words() const {
  return for_all(c_.word_count(), [&](std::uint32_t i) { return word(i); });
}

base::Result<void> Verifier::word(std::uint32_t i) const {
  const std::size_t begin = std::size_t{c_.word_index_.offsets[i]} * 8;
  const std::size_t end = std::size_t{c_.word_index_.offsets[i + 1]} * 8;
  if (begin > end || end > c_.section_bytes(SectionId::kWords) || end - begin < kWordBlobHead)
    return corrupt("place of a word");
  VEDETTE_TRY(word_fits(c_.word(i), end - begin));
  const auto shelf = static_cast<Shelf>(c_.word(i).header().shelf);
  if (shelf > Shelf::kThing || !c_.word_index_.is_on(shelf, i)) return corrupt("shelf of a word");
  if (c_.word(i).kind() != kind_of(shelf)) return corrupt("kind of a word");
  if (c_.word_signs_[i] != WordSign::of(c_.word(i))) return corrupt("sign of a word");
  return {};
}

base::Result<void> Verifier::word_fits(names::NameView blob, std::size_t bytes) const {
  const names::NameHeader& header = blob.header();
  if (header.bytes != bytes || bytes > kMaxWordBlob || header.word_count != 1)
    return corrupt("size of a word");
  const names::Word& word = blob.words()[0];
  const auto inside = [&](std::size_t at, std::size_t length) {
    return at >= kWordBlobHead && at <= bytes && length <= bytes - at;
  };
  if (!inside(word.form, word.form_bytes) || !inside(word.rows, word.row_count * 4u) ||
      word.rows % 4 != 0 ||
      !inside(word.sounds, (word.sound_count + word.coarse_count + word.ear_count) * 4u) ||
      word.sounds % 4 != 0 || word.role > names::Role::kConnective ||
      word.latin_count > names::kMaxSpellings || word.length > names::kMaxLetters)
    return corrupt("parts of a word");
  std::size_t at = word.latin;
  for (int i = 0; i < word.latin_count; ++i) {
    if (!inside(at, 1)) return corrupt("spellings of a word");
    const std::size_t length = static_cast<unsigned char>(blob.bytes()[at]);
    if (length == 0 || length > names::kMaxLetters || !inside(at + 1, length))
      return corrupt("spellings of a word");
    at += 1 + length;
  }
  return {};
}

base::Result<void> Verifier::names() const {
  return for_all(c_.name_count(), [&](std::uint32_t i) { return name(i); });
}

base::Result<void> Verifier::name(std::uint32_t i) const {
  const std::size_t begin = std::size_t{c_.name_offsets_[i]} * 8;
  const std::size_t end = std::size_t{c_.name_offsets_[i + 1]} * 8;
  if (begin > end || end > c_.section_bytes(SectionId::kNames) || end - begin < sizeof(NameRecord))
    return corrupt("place of a name");
  const NameRecord& record = c_.name(i);
  if (record.word_count > names::kMaxWords ||
      end - begin != sizeof(NameRecord) + record.word_count * sizeof(NameWord))
    return corrupt("size of a name");
  if (record.profile >= c_.profile_count() || c_.is_deleted(record.profile))
    return corrupt("profile of a name");
  const Partition partition = c_.meta_->partition_of(i);
  if (i > c_.meta_->first_name(partition)) {
    if (std::size_t{c_.name_offsets_[i - 1]} * 8 + sizeof(NameRecord) > begin)
      return corrupt("place of a name");
    if (c_.name(i - 1).profile > record.profile) return corrupt("order of names");
  }
  const Shelf shelf = shelf_of(partition);
  for (const NameWord& word : Catalogue::words(record)) {
    if (!c_.word_index_.is_on(shelf, word.word)) return corrupt("word of a name");
    if (word.flags & ~kPlaceFlags) return corrupt("flags of a name");
  }
  return {};
}

base::Result<void> Verifier::postings() const {
  VEDETTE_TRY(for_all(c_.word_count(), [&](std::uint32_t i) { return postings_of(i); }));
  return for_all(c_.name_count(), [&](std::uint32_t i) { return leads_back(i); });
}

base::Result<void> Verifier::postings_of(std::uint32_t word) const {
  if (c_.posting_offsets_[word] > c_.posting_offsets_[word + 1] ||
      c_.posting_offsets_[word + 1] > c_.posting_offsets_[c_.word_count()])
    return corrupt("place of postings");
  const auto postings = c_.postings(word);
  for (const Posting& posting : postings)
    if (posting.name >= c_.name_count()) return corrupt("postings");
  const auto is_before = [&](const Posting& a, const Posting& b) { return comes_before(a, b); };
  if (std::ranges::adjacent_find(postings, std::not_fn(is_before)) != postings.end())
    return corrupt("order of postings");
  return {};
}

bool Verifier::comes_before(const Posting& a, const Posting& b) const {
  const Partition of_a = c_.meta_->partition_of(a.name);
  const Partition of_b = c_.meta_->partition_of(b.name);
  return of_a != of_b ? of_a < of_b : place_in_partition(a) < place_in_partition(b);
}

// Each word of a name must have a posting with the right sketch of this name, else a search could
// miss it.
base::Result<void> Verifier::leads_back(std::uint32_t name) const {
  const auto words = Catalogue::words(c_.name(name));
  SketchedName sketched;
  for (const NameWord& each : words)
    sketched.add(c_.word(each.word), each.flags,
                 {each.word, static_cast<std::uint32_t>(c_.postings(each.word).size())});
  sketched.finish();
  if (sketched.weight() != c_.name_weights_[name]) return corrupt("weight of a name");
  const Partition partition = c_.meta_->partition_of(name);
  const std::uint32_t first = c_.meta_->first_name(partition);
  const std::uint32_t last = c_.meta_->end_of_names(partition);
  for (const NameWord& each : words) {
    const Posting expected = sketched.posting(name, each.word);
    const auto postings = c_.postings(each.word);
    const std::uint64_t place = place_in_partition(expected);
    const auto at = std::ranges::partition_point(postings, [&](const Posting& other) {
      return other.name < first || (other.name < last && place_in_partition(other) < place);
    });
    if (at == postings.end() || *at != expected)
      return corrupt("a name is missing from the postings of its word, or sketched otherwise");
  }
  return {};
}

// Checks that relatives are words of the same shelf, in order. It does not compute again which
// words relate.
base::Result<void> Verifier::relatives() const {
  if (!std::ranges::is_sorted(c_.relative_offsets_) || c_.relative_offsets_.front() != 0)
    return corrupt("place of relatives");
  for (std::uint32_t i = 0; i < c_.word_count(); ++i) {
    const auto own = c_.relatives(i);
    const auto shelf = static_cast<Shelf>(c_.word(i).header().shelf);
    for (std::size_t k = 0; k < own.size(); ++k)
      if (!c_.word_index_.is_on(shelf, own[k].word()) || (k > 0 && own[k - 1] >= own[k]))
        return corrupt("relatives of a word");
  }
  return {};
}

base::Result<void> Verifier::identifiers() const {
  const IdentifierIndex& index = c_.identifier_index_;
  const auto entries = index.entries_;
  const auto order = [](const TypedIdentifier& entry) {
    return std::pair(entry.hash, entry.profile);
  };
  if (!std::ranges::is_sorted(entries, {}, order) ||
      !std::ranges::is_sorted(index.halves_, {}, &IdentifierHalf::hash))
    return corrupt("order of typed identifiers");
  for (const IdentifierHalf& half : index.halves_)
    if (half.identifier >= entries.size()) return corrupt("halves of identifiers");
  VEDETTE_TRY(for_all(static_cast<std::uint32_t>(entries.size()), [&](std::uint32_t i) {
    const TypedIdentifier& entry = entries[i];
    if (entry.profile >= c_.profile_count() || c_.is_deleted(entry.profile) ||
        entry.type >= evidence::kIdentifierTypes ||
        entry.check > static_cast<std::uint8_t>(evidence::CheckDigit::kInvalid) ||
        std::size_t{entry.value} + entry.value_bytes > index.values_.size() ||
        identifier_value_hash(index.value(entry)) != entry.hash || !has_both_halves(i))
      return base::Result<void>(corrupt("a typed identifier"));
    return base::Result<void>();
  }));
  return for_all(c_.profile_count(), [&](std::uint32_t i) { return is_indexed(i); });
}

bool Verifier::has_both_halves(std::uint32_t identifier) const {
  const IdentifierIndex& index = c_.identifier_index_;
  const TypedIdentifier& entry = index.entries_[identifier];
  const std::string_view value = index.value(entry);
  if (!has_halves(static_cast<evidence::IdentifierType>(entry.type), value)) return true;
  return std::ranges::all_of(std::array{false, true}, [&](bool second) {
    const HalfKey key = HalfKey::of(value, second);
    const auto same = std::ranges::equal_range(index.halves_, key.hash, {}, &IdentifierHalf::hash);
    return std::ranges::any_of(same, [&](const IdentifierHalf& half) {
      return half.identifier == identifier && half.rest == key.rest;
    });
  });
}

// Every identifier of a live profile leads to it.
base::Result<void> Verifier::is_indexed(std::uint32_t number) const {
  if (c_.is_deleted(number)) return {};
  VEDETTE_ASSIGN(const profile::Profile profile, c_.profile(number));
  thread_local evidence::ListedIdentifiers listed;
  const IdentifierIndex& index = c_.identifier_index_;
  for (const profile::Identifier& each : profile.identifiers)
    for (evidence::Identifier& identifier : listed.read_all(each)) {
      identifier.as_written.clear();
      bool found = identifier.value.size() > kLongestIdentifier;
      index.for_value(identifier.value, [&](const TypedIdentifier& entry) {
        found = found || (entry.profile == number && index.identifier(entry) == identifier);
      });
      if (!found) return corrupt("an identifier of a profile is missing from the index");
    }
  return {};
}

base::Result<void> Verifier::key_table(const KeyTable& table, std::uint32_t ids) const {
  if (table.begin_of(0) != 0) return corrupt("buckets of keys");
  for (std::size_t b = 0; b < table.size(); ++b) {
    if (table.begin_of(b) > table.begin_of(b + 1) || table.begin_of(b + 1) > table.entries().size())
      return corrupt("buckets of keys");
    const auto bucket = table.entries_in(b);
    if (!std::ranges::is_sorted(bucket, {}, &KeyEntry::id) ||
        (!bucket.empty() && bucket.back().id >= ids))
      return corrupt("table of keys");
  }
  return {};
}

}  // namespace vedette::catalogue
