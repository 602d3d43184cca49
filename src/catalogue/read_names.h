#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/format.h"
#include "names/reading/analyser.h"
#include "profile/profile.h"

namespace vedette::catalogue {

struct PendingName {
  std::string text;
  std::uint32_t profile;
  std::uint16_t ordinal;
  profile::Kind kind;
  bool weak;
};

// Names as their kinds read them, with everything that is to be known of them before their words
// are numbered. Many threads read, each into one of its own.
class ReadNames {
 public:
  struct Name {
    NameRecord record;
    Partition partition;
    std::uint16_t keys;
  };
  struct Word {
    std::uint64_t hash;  // Vocabulary::hash_of() its blob
    std::uint32_t begin;
    std::uint32_t bytes;
    std::uint16_t flags;  // of its place
  };
  struct NameKey {
    std::uint32_t hash;  // the front of it, which tells the bucket
    std::uint32_t tag;
  };

  // A name of unknown kind is two.
  void read(const names::Analyser& analyser, const PendingName& pending, names::SoundMemo& memo);
  void clear();

  const std::vector<Name>& names() const { return names_; }
  // Of all names, in order.
  const std::vector<Word>& words() const { return words_; }
  const std::vector<NameKey>& keys() const { return keys_; }
  std::string_view blob(const Word& word) const { return {blobs_.data() + word.begin, word.bytes}; }

 private:
  void add(names::NameView name, const PendingName& pending);

  std::vector<Name> names_;
  std::vector<Word> words_;
  std::vector<NameKey> keys_;
  std::vector<char> blobs_;
};

}  // namespace vedette::catalogue
