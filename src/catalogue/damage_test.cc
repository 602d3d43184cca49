#include <gtest/gtest.h>
#include <xxhash.h>

#include <cstdlib>
#include <cstring>

#include "catalogue/catalogue.h"
#include "catalogue/testing/sample_profiles.h"

namespace vedette::catalogue {
namespace {

// The same every time unless one is given, as for the long form (VEDETTE_TEST_ROUNDS).
const std::uint64_t kSeed = [] {
  const char* given = std::getenv("VEDETTE_TEST_SEED");
  return given ? std::strtoull(given, nullptr, 10) : std::uint64_t{7};
}();

std::size_t rounds(std::size_t few) {
  const char* many = std::getenv("VEDETTE_TEST_ROUNDS");
  return many ? static_cast<std::size_t>(std::strtoull(many, nullptr, 10)) : few;
}

std::string sample_file() {
  const TemporaryFolder folder;
  EXPECT_TRUE(build_sample(folder.path() / "c", sample_profiles(40, kSeed)).ok());
  return bytes_of(folder.path() / "c");
}

// Reads everything a search or an answer would read. It must not crash whatever the bytes were.
void read_everything(const Catalogue& catalogue) {
  NameAssembler assembler;
  for (std::uint32_t i = 0; i < catalogue.name_count(); ++i)
    (void)catalogue.assemble(i, assembler);
  for (std::uint32_t i = 0; i < catalogue.profile_count(); ++i) {
    (void)catalogue.profile(i);
    (void)catalogue.countries(i);
    (void)catalogue.births(i);
  }
  const IdentifierIndex& identifiers = catalogue.identifier_index();
  for (const TypedIdentifier& entry : identifiers.entries()) {
    const evidence::Identifier one = identifiers.identifier(entry);
    identifiers.for_similar(
        one.value, [&](const TypedIdentifier& other) { (void)catalogue.facts(other.profile); });
  }
  for (std::uint32_t i = 0; i < catalogue.profile_count(); ++i)
    (void)catalogue.names_of(i);
  WordKeys keys;
  for (std::uint32_t i = 0; i < catalogue.word_count(); ++i) {
    keys.clear(static_cast<Shelf>(catalogue.word(i).header().shelf));
    listed_word_keys(catalogue.word(i), keys);
    catalogue.for_word_keys(keys.keys(), [&](std::uint32_t word) { (void)catalogue.word(word); });
    for (const Posting& posting : catalogue.postings(i))
      (void)catalogue.name(posting.name);
  }
}

DirectoryEntry entry_at(const std::string& file, std::size_t index) {
  DirectoryEntry entry;
  std::memcpy(&entry, file.data() + sizeof(FileHeader) + index * sizeof entry, sizeof entry);
  return entry;
}

// Makes the checksums right again, as someone would who wants a damaged file to be taken.
void seal(std::string& file) {
  FileHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    DirectoryEntry entry = entry_at(file, i);
    if (entry.offset <= file.size() && entry.bytes <= file.size() - entry.offset)
      entry.checksum = XXH3_64bits(file.data() + entry.offset, entry.bytes);
    std::memcpy(file.data() + sizeof header + i * sizeof entry, &entry, sizeof entry);
  }
  header.directory_checksum =
      XXH3_64bits(file.data() + sizeof header, kSectionCount * sizeof(DirectoryEntry));
  header.header_checksum = XXH3_64bits(&header, offsetof(FileHeader, header_checksum));
  std::memcpy(file.data(), &header, sizeof header);
}

TEST(Damage, AnyChangedByteIsRefused) {
  const std::string good = sample_file();
  ASSERT_TRUE(Catalogue::from_bytes(good, Check::kFull).ok());
  std::mt19937_64 random(kSeed);
  for (std::size_t round = 0; round < rounds(2000); ++round) {
    std::string bad = good;
    const std::size_t at = round < 800 ? round : random() % bad.size();
    bad[at] = static_cast<char>(bad[at] ^ static_cast<char>(1u << random() % 8));
    EXPECT_FALSE(Catalogue::from_bytes(bad, Check::kFull).ok())
        << "byte " << at << ", seed " << kSeed;
  }
}

// The canary of the test above: it is the full check that sees a changed byte, and nothing else.
TEST(Damage, WithoutTheFullCheckAChangedByteIsTaken) {
  const std::string good = sample_file();
  std::size_t taken = 0;
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    const DirectoryEntry entry = entry_at(good, i);
    if (entry.bytes == 0) continue;
    std::string bad = good;
    bad[entry.offset + entry.bytes / 2] ^= 1;
    taken += Catalogue::from_bytes(bad, Check::kQuick).ok();
    EXPECT_FALSE(Catalogue::from_bytes(bad, Check::kFull).ok());
  }
  EXPECT_GT(taken, 0u);
}

TEST(Damage, ATruncatedOrExtendedFileIsRefusedEvenByTheQuickCheck) {
  const std::string good = sample_file();
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 300; ++round)
    EXPECT_FALSE(Catalogue::from_bytes(good.substr(0, random() % good.size()), Check::kQuick).ok());
  EXPECT_FALSE(Catalogue::from_bytes(good + "x", Check::kQuick).ok());
  EXPECT_FALSE(Catalogue::from_bytes("", Check::kQuick).ok());
}

// Someone rewrites bytes and makes all checksums right: refused, or harmless to read.
TEST(Damage, WrongOffsetsUnderRightChecksumsNeverLeadOutsideOfTheFile) {
  const std::string good = sample_file();
  std::mt19937_64 random(kSeed);
  std::size_t refused = 0;
  const std::size_t count = rounds(3000);
  for (std::size_t round = 0; round < count; ++round) {
    std::string bad = good;
    for (std::size_t flips = 1 + random() % 3; flips > 0; --flips) {
      const DirectoryEntry entry = entry_at(good, random() % kSectionCount);
      if (entry.bytes < 4) continue;
      const std::size_t at = entry.offset + random() % (entry.bytes - 3);
      const std::uint32_t value = random() % 2 ? static_cast<std::uint32_t>(random())
                                               : static_cast<std::uint32_t>(random() % 300);
      std::memcpy(bad.data() + at, &value, random() % 4 + 1);
    }
    if (random() % 8 == 0) {
      const std::size_t at = sizeof(FileHeader) + random() % (kSectionCount * 32);
      bad[at] = static_cast<char>(random());
    }
    seal(bad);
    const auto opened = Catalogue::from_bytes(bad, Check::kFull);
    refused += !opened.ok();
    if (opened.ok()) read_everything(**opened);
  }
  EXPECT_GT(refused, count / 4);
}

// A search stops at the first name of a word that is too heavy.
TEST(Damage, PostingsInAnotherOrderAreRefused) {
  const std::string good = sample_file();
  const auto catalogue = Catalogue::from_bytes(good, Check::kFull).value();
  std::size_t section = 0;
  while (entry_at(good, section).id != static_cast<std::uint32_t>(SectionId::kPostings))
    ++section;
  const std::uint64_t begin = entry_at(good, section).offset;
  std::size_t tried = 0;
  for (std::uint32_t word = 0; word < catalogue->word_count(); ++word) {
    const auto postings = catalogue->postings(word);
    if (postings.size() < 2) continue;
    ++tried;
    std::string bad = good;
    const auto at =
        begin + static_cast<std::uint64_t>(postings.data() - catalogue->postings(0).data()) *
                    sizeof(Posting);
    std::swap_ranges(bad.begin() + static_cast<std::ptrdiff_t>(at),
                     bad.begin() + static_cast<std::ptrdiff_t>(at + sizeof(Posting)),
                     bad.begin() + static_cast<std::ptrdiff_t>(at + sizeof(Posting)));
    seal(bad);
    const auto opened = Catalogue::from_bytes(bad, Check::kFull);
    ASSERT_FALSE(opened.ok());
    EXPECT_NE(opened.error().message.find("order of postings"), std::string::npos)
        << opened.error().message;
  }
  EXPECT_GT(tried, 20u);
}

TEST(Damage, SwappedSectionsAreRefused) {
  const std::string good = sample_file();
  for (std::size_t i = 0; i < kSectionCount; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::string bad = good;
      DirectoryEntry a = entry_at(good, i);
      DirectoryEntry b = entry_at(good, j);
      std::swap(a.id, b.id);
      std::memcpy(bad.data() + sizeof(FileHeader) + i * sizeof a, &a, sizeof a);
      std::memcpy(bad.data() + sizeof(FileHeader) + j * sizeof b, &b, sizeof b);
      seal(bad);
      EXPECT_FALSE(Catalogue::from_bytes(bad, Check::kFull).ok()) << i << " and " << j;
    }
}

TEST(Damage, ANewerFormatIsRefusedWithThatCause) {
  std::string file = sample_file();
  const std::uint32_t newer = kFormatVersion + 1;
  std::memcpy(file.data() + offsetof(FileHeader, format), &newer, sizeof newer);
  const auto opened = Catalogue::from_bytes(file, Check::kQuick);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().cause, base::Cause::kUnsupported);
  EXPECT_NE(opened.error().message.find("install the version"), std::string::npos);
}

}  // namespace
}  // namespace vedette::catalogue
