#include <xxhash.h>

#include <cstring>

#include "catalogue/catalogue.h"
#include "catalogue/testing/sample_profiles.h"

// Any bytes as a catalogue file. Odd inputs are a list of changes to a good file, whose checksums
// are made right again, so that the checks behind the checksums are reached.

namespace {

using namespace vedette::catalogue;

const std::string& good_file() {
  static const std::string bytes = [] {
    const TemporaryFolder folder;
    (void)build_sample(folder.path() / "c", sample_profiles(12, 1));
    return bytes_of(folder.path() / "c");
  }();
  return bytes;
}

void seal(std::string& file) {
  FileHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    DirectoryEntry entry;
    char* at = file.data() + sizeof header + i * sizeof entry;
    std::memcpy(&entry, at, sizeof entry);
    if (entry.offset <= file.size() && entry.bytes <= file.size() - entry.offset)
      entry.checksum = XXH3_64bits(file.data() + entry.offset, entry.bytes);
    std::memcpy(at, &entry, sizeof entry);
  }
  header.directory_checksum =
      XXH3_64bits(file.data() + sizeof header, kSectionCount * sizeof(DirectoryEntry));
  header.header_checksum = XXH3_64bits(&header, offsetof(FileHeader, header_checksum));
  std::memcpy(file.data(), &header, sizeof header);
}

std::string changed_file(std::string_view changes) {
  std::string file = good_file();
  while (changes.size() >= 8) {
    std::uint32_t at;
    std::memcpy(&at, changes.data(), sizeof at);
    std::memcpy(file.data() + at % (file.size() - 4), changes.data() + 4, 4);
    changes.remove_prefix(8);
  }
  seal(file);
  return file;
}

void read_everything(const Catalogue& catalogue) {
  NameAssembler assembler;
  for (std::uint32_t i = 0; i < catalogue.name_count(); ++i)
    (void)catalogue.assemble(i, assembler);
  for (std::uint32_t i = 0; i < catalogue.profile_count(); ++i)
    (void)catalogue.profile(i);
  for (std::uint32_t i = 0; i < catalogue.word_count(); ++i) {
    WordKeys keys;
    listed_word_keys(catalogue.word(i), keys);
    catalogue.for_word_keys(keys.keys(), [&](std::uint32_t word) { (void)catalogue.word(word); });
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const bool as_changes = size % 2 == 1;
  const auto opened =
      Catalogue::from_bytes(as_changes ? changed_file(bytes) : std::string(bytes), Check::kFull);
  if (opened.ok()) read_everything(**opened);
  return 0;
}
