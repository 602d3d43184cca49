#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/file_writer.h"
#include "catalogue/format.h"
#include "catalogue/key_table.h"
#include "catalogue/sketch.h"
#include "catalogue/vocabulary.h"
#include "names/analyser.h"
#include "profile/profile.h"

namespace vedette::catalogue {

// The names of a catalogue on their way into the file: analysed in batches by all threads, their
// words interned, and at the end written with postings and keys.
class NameStage {
 public:
  NameStage(const names::Analyser& analyser, unsigned threads)
      : analyser_(&analyser), threads_(threads) {}

  // Takes the names of a profile that is matched (not deleted).
  void add(std::uint32_t profile, const profile::Profile& source);
  // Analyses what is left and writes the sections; fills the counts of `meta`.
  base::Result<void> write(FileWriter& file, Meta& meta);

 private:
  struct Pending {
    std::string text;
    std::uint32_t profile;
    std::uint16_t ordinal;
    profile::Kind kind;
    bool weak;
  };
  // One reading of a pending name, as its kind.
  struct Reading {
    names::AnalysedName name;
    std::vector<Key> keys;
  };
  // Names of one partition, words by their number in the vocabulary.
  struct Part {
    std::vector<NameRecord> records;
    std::vector<NameWord> words;  // of all records, in order
    std::vector<Key> keys;        // of all records, in order
    std::vector<std::uint16_t> key_counts;
  };
  struct KeyBuckets {
    std::vector<std::uint32_t> starts;
    std::vector<KeyEntry> entries;

    KeyTable table() const;
  };

  std::vector<Reading> read(const Pending& pending) const;
  void flush();
  void take(const Pending& pending, const Reading& reading);
  void write_names(FileWriter& file, Meta& meta, const std::vector<std::uint32_t>& places);
  void write_words(FileWriter& file, Meta& meta, const std::vector<std::uint32_t>& order);
  // Returns where the postings of each word begin.
  std::vector<std::uint32_t> write_postings(FileWriter& file,
                                            const std::vector<std::uint32_t>& places,
                                            const std::vector<std::uint32_t>& order);
  KeyBuckets word_keys(const std::vector<std::uint32_t>& order) const;
  KeyBuckets name_keys() const;
  static void write_keys(FileWriter& file, const KeyBuckets& keys, SectionId buckets,
                         SectionId entries);
  void write_relatives(FileWriter& file, const Meta& meta, const std::vector<std::uint32_t>& order,
                       const std::vector<std::uint32_t>& starts, const KeyBuckets& keys);
  // What is known of the name at `words` beside its postings.
  SketchedName sketched(const NameRecord& record, const NameWord* words, names::Kind kind,
                        const std::vector<std::uint32_t>& places,
                        const std::vector<std::uint32_t>& starts,
                        const std::vector<std::uint8_t>& groups) const;
  // By place, from where the postings of each word begin.
  std::vector<std::uint8_t> word_groups(const std::vector<std::uint32_t>& order,
                                        const std::vector<std::uint32_t>& starts) const;
  // `for_each(visit)` calls visit(key, id) for every entry, twice in the same order.
  template <class ForEach>
  static KeyBuckets bucket(const ForEach& for_each);

  const names::Analyser* analyser_;
  unsigned threads_;
  std::vector<Pending> batch_;
  Vocabulary vocabulary_;
  std::array<Part, kPartitionCount> parts_;
};

}  // namespace vedette::catalogue
