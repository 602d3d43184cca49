#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "base/result.h"
#include "catalogue/file_writer.h"
#include "catalogue/format.h"
#include "catalogue/key_buckets.h"
#include "catalogue/read_names.h"
#include "catalogue/sketch.h"
#include "catalogue/vocabulary.h"
#include "names/reading/analyser.h"
#include "profile/profile.h"

namespace vedette::catalogue {

// The names of a catalogue on their way into the file: analysed in batches by other threads while
// more are added, their words interned, and at the end written with postings and keys.
class NameStage {
 public:
  NameStage(const names::Analyser& analyser, unsigned threads)
      : analyser_(&analyser), threads_(threads), memos_(std::max(threads, 1u)) {}

  // Takes the names of a profile that is matched (not deleted).
  void add(std::uint32_t profile, const profile::Profile& source);
  // Analyses what is left and writes the sections; fills the counts of `meta`.
  base::Result<void> write(FileWriter& file, Meta& meta);

 private:
  // Names that are analysed together, piece by piece.
  struct Batch {
    std::vector<PendingName> names;
    std::vector<ReadNames> pieces;
    std::atomic<std::size_t> next_piece = 0;
  };
  // Names of one partition, words by their number in the vocabulary.
  struct Part {
    std::vector<NameRecord> records;
    std::vector<NameWord> words;           // of all records, in order
    std::vector<ReadNames::NameKey> keys;  // of all records, in order
    std::vector<std::uint16_t> key_counts;
  };

  // What no other thread has begun.
  void analyse(Batch& batch, names::SoundMemo& memo) const;
  // Waits for the batch that is being analysed, has the next one analysed, and takes the first.
  void flush();
  void take(const ReadNames& piece);
  void write_names(FileWriter& file, Meta& meta, const std::vector<std::uint32_t>& places);
  void write_words(FileWriter& file, Meta& meta, const std::vector<std::uint32_t>& order);
  // Returns where the postings of each word begin.
  std::vector<std::uint32_t> write_postings(FileWriter& file, const Meta& meta,
                                            const std::vector<std::uint32_t>& places);
  KeyBuckets word_keys(const std::vector<std::uint32_t>& order) const;
  KeyBuckets name_keys();
  static void write_keys(FileWriter& file, const KeyBuckets& keys, SectionId buckets,
                         SectionId entries);
  void write_relatives(FileWriter& file, const Meta& meta, const std::vector<std::uint32_t>& order,
                       const std::vector<std::uint32_t>& starts, const KeyBuckets& keys);
  // What is known of the name at `words` beside its postings.
  SketchedName sketched(const NameRecord& record, const NameWord* words,
                        const std::vector<std::uint32_t>& places,
                        const std::vector<std::uint32_t>& starts) const;

  const names::Analyser* analyser_;
  unsigned threads_;
  Vocabulary vocabulary_;
  std::array<Part, kPartitionCount> parts_;
  std::unique_ptr<Batch> filling_ = std::make_unique<Batch>();
  std::unique_ptr<Batch> running_ = std::make_unique<Batch>();
  std::vector<names::SoundMemo> memos_;  // one for each thread, the caller's first
  std::vector<std::jthread> workers_;    // analyse what is running
};

}  // namespace vedette::catalogue
