#include "catalogue/name_stage.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "catalogue/catalogue.h"
#include "catalogue/in_parallel.h"
#include "catalogue/relatives.h"
#include "catalogue/word_sign.h"

namespace vedette::catalogue {
namespace {

constexpr std::size_t kBatch = 8192;
constexpr std::size_t kPiece = 256;  // of a batch, taken by one thread

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& places) {
  std::vector<std::uint32_t> order(places.size());
  for (std::uint32_t i = 0; i < places.size(); ++i)
    order[places[i]] = i;
  return order;
}

// The postings of a word, which are in the order of their names.
void put_lightest_first(std::span<Posting> postings, const Meta& meta) {
  auto begin = postings.begin();
  for (const std::uint32_t end_of_names : meta.partition_ends) {
    if (begin == postings.end()) break;
    const auto end =
        std::ranges::lower_bound(begin, postings.end(), end_of_names, {}, &Posting::name);
    std::ranges::sort(begin, end, {}, place_in_partition);
    begin = end;
  }
}

}  // namespace

void NameStage::add(std::uint32_t profile, const profile::Profile& source) {
  constexpr std::size_t kMostNames = std::numeric_limits<std::uint16_t>::max();
  const std::size_t count = std::min(source.names.size(), kMostNames);
  for (std::size_t i = 0; i < count; ++i)
    filling_->names.push_back({source.names[i].text, profile, static_cast<std::uint16_t>(i),
                               source.kind, source.names[i].weak});
  if (filling_->names.size() >= kBatch) flush();
}

void NameStage::analyse(Batch& batch, names::SoundMemo& memo) const {
  for (std::size_t piece; (piece = batch.next_piece++) < batch.pieces.size();) {
    const std::size_t end = std::min(batch.names.size(), (piece + 1) * kPiece);
    for (std::size_t i = piece * kPiece; i < end; ++i)
      batch.pieces[piece].read(*analyser_, batch.names[i], memo);
  }
}

void NameStage::flush() {
  analyse(*running_, memos_.front());
  workers_.clear();
  std::swap(filling_, running_);
  running_->pieces.resize((running_->names.size() + kPiece - 1) / kPiece);
  for (unsigned i = 1; i < threads_ && !running_->pieces.empty(); ++i)
    workers_.emplace_back([this, i, batch = running_.get()] { analyse(*batch, memos_[i]); });
  for (const ReadNames& piece : filling_->pieces)
    take(piece);
  filling_->names.clear();
  filling_->pieces.clear();
  filling_->next_piece = 0;
}

void NameStage::take(const ReadNames& piece) {
  constexpr std::size_t kAhead = 8;
  std::size_t at = 0;
  const ReadNames::NameKey* key = piece.keys().data();
  for (const ReadNames::Name& name : piece.names()) {
    Part& part = parts_[static_cast<std::size_t>(name.partition)];
    part.records.push_back(name.record);
    for (std::size_t i = 0; i < name.record.word_count; ++i, ++at) {
      if (at + kAhead < piece.words().size()) vocabulary_.prefetch(piece.words()[at + kAhead].hash);
      const ReadNames::Word& word = piece.words()[at];
      part.words.push_back({vocabulary_.intern(piece.blob(word), word.hash), word.flags, 0});
    }
    part.keys.insert(part.keys.end(), key, key + name.keys);
    part.key_counts.push_back(name.keys);
    key += name.keys;
  }
}

base::Result<void> NameStage::write(FileWriter& file, Meta& meta) {
  flush();
  flush();
  std::uint64_t names = 0;
  std::uint64_t words = 0;
  for (const Part& part : parts_) {
    names += part.records.size();
    words += part.words.size();
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max() / 8;
  if (names > kMost || words > kMost)
    return base::Error(base::Cause::kTooLarge, "a catalogue cannot hold so many names");
  const std::vector<std::uint32_t> places = vocabulary_.places();
  const std::vector<std::uint32_t> order = inverse(places);
  write_names(file, meta, places);
  write_words(file, meta, order);
  const std::vector<std::uint32_t> starts = write_postings(file, meta, places);
  const KeyBuckets words_by_key = word_keys(order);
  write_keys(file, words_by_key, SectionId::kWordKeyBuckets, SectionId::kWordKeys);
  write_keys(file, name_keys(), SectionId::kNameKeyBuckets, SectionId::kNameKeys);
  write_relatives(file, meta, order, starts, words_by_key);
  return {};
}

void NameStage::write_names(FileWriter& file, Meta& meta,
                            const std::vector<std::uint32_t>& places) {
  std::vector<std::uint32_t> offsets;
  std::uint32_t at = 0;
  file.begin(SectionId::kNames, 8);
  for (std::size_t p = 0; p < kPartitionCount; ++p) {
    const NameWord* word = parts_[p].words.data();
    for (const NameRecord& record : parts_[p].records) {
      offsets.push_back(at);
      std::array<NameWord, 2 + names::kMaxWords> whole;
      std::memcpy(whole.data(), &record, sizeof record);
      for (std::size_t i = 0; i < record.word_count; ++i, ++word)
        whole[2 + i] = {places[word->word], word->flags, 0};
      const std::uint32_t size = 2u + record.word_count;
      file.write(whole.data(), size * sizeof(NameWord));
      at += size;
    }
    meta.partition_ends[p] = static_cast<std::uint32_t>(offsets.size());
  }
  file.end();
  meta.name_count = static_cast<std::uint32_t>(offsets.size());
  offsets.push_back(at);
  file.section(SectionId::kNameOffsets, std::span<const std::uint32_t>(offsets));
}

void NameStage::write_words(FileWriter& file, Meta& meta, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> offsets;
  std::vector<WordSign> signs;
  std::uint32_t at = 0;
  meta.shelf_ends = {};
  file.begin(SectionId::kWords, 8);
  for (const std::uint32_t number : order) {
    const names::NameView blob = vocabulary_.blob(number);
    offsets.push_back(at);
    signs.push_back(WordSign::of(blob));
    file.write(blob.bytes().data(), blob.bytes().size());
    at += static_cast<std::uint32_t>(blob.bytes().size() / 8);
    ++meta.shelf_ends[blob.header().shelf];
  }
  file.end();
  std::partial_sum(meta.shelf_ends.begin(), meta.shelf_ends.end(), meta.shelf_ends.begin());
  meta.word_count = vocabulary_.size();
  offsets.push_back(at);
  file.section(SectionId::kWordOffsets, std::span<const std::uint32_t>(offsets));
  file.section(SectionId::kWordSigns, std::span<const WordSign>(signs));
}

SketchedName NameStage::sketched(const NameRecord& record, const NameWord* words,
                                 const std::vector<std::uint32_t>& places,
                                 const std::vector<std::uint32_t>& starts) const {
  SketchedName out;
  for (std::size_t i = 0; i < record.word_count; ++i) {
    const std::uint32_t place = places[words[i].word];
    out.add(vocabulary_.blob(words[i].word), words[i].flags,
            {place, starts[place + 1] - starts[place]});
  }
  out.finish();
  return out;
}

std::vector<std::uint32_t> NameStage::write_postings(FileWriter& file, const Meta& meta,
                                                     const std::vector<std::uint32_t>& places) {
  std::size_t names = 0;
  for (const Part& part : parts_)
    names += part.records.size();
  // Calls visit(name, record, words) for the names [first, last) in order.
  const auto for_names = [&](std::size_t first, std::size_t last, const auto& visit) {
    std::size_t name = 0;
    for (const Part& part : parts_) {
      const NameWord* words = part.words.data();
      for (const NameRecord& record : part.records) {
        if (name == last) return;
        if (name >= first) visit(name, record, words);
        words += record.word_count;
        ++name;
      }
    }
  };
  // Calls visit(word) once for each distinct word of a name.
  const auto for_words = [](const NameRecord& record, const NameWord* words, const auto& visit) {
    for (std::size_t i = 0; i < record.word_count; ++i) {
      const bool seen = std::any_of(
          words, words + i, [&](const NameWord& earlier) { return earlier.word == words[i].word; });
      if (!seen) visit(words[i].word);
    }
  };
  // Each thread has its share of the names, and knows how many postings of a word come before its.
  const std::size_t shares = std::max(threads_, 1u);
  std::vector<std::vector<std::uint32_t>> next(shares, std::vector<std::uint32_t>(places.size()));
  const auto in_shares = [&](const auto& visit) {
    in_parallel(shares, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t share = begin; share < end; ++share)
        for_names(names * share / shares, names * (share + 1) / shares,
                  [&](const auto&... name) { visit(next[share], name...); });
    });
  };
  in_shares([&](std::vector<std::uint32_t>& counts, std::size_t, const NameRecord& record,
                const NameWord* words) {
    for_words(record, words, [&](std::uint32_t word) { ++counts[places[word]]; });
  });
  std::vector<std::uint32_t> starts(places.size() + 1, 0);
  std::uint32_t sum = 0;
  for (std::size_t place = 0; place < places.size(); ++place) {
    starts[place] = sum;
    for (std::vector<std::uint32_t>& counts : next)
      sum += std::exchange(counts[place], sum);
  }
  starts.back() = sum;
  std::vector<Posting> postings(starts.back());
  std::vector<std::uint8_t> weights(names);
  in_shares([&](std::vector<std::uint32_t>& own, std::size_t name, const NameRecord& record,
                const NameWord* words) {
    const SketchedName sketch = sketched(record, words, places, starts);
    for_words(record, words, [&](std::uint32_t word) {
      const std::uint32_t place = places[word];
      postings[own[place]++] = sketch.posting(static_cast<std::uint32_t>(name), place);
    });
    weights[name] = sketch.weight();
  });
  in_parallel(places.size(), threads_, [&](std::size_t first, std::size_t last) {
    for (std::size_t word = first; word < last; ++word)
      put_lightest_first(std::span(postings).subspan(starts[word], starts[word + 1] - starts[word]),
                         meta);
  });
  file.section(SectionId::kPostingOffsets, std::span<const std::uint32_t>(starts));
  file.section(SectionId::kPostings, std::span<const Posting>(postings));
  file.section(SectionId::kNameWeights, std::span<const std::uint8_t>(weights));
  return starts;
}

KeyBuckets NameStage::word_keys(const std::vector<std::uint32_t>& order) const {
  std::vector<KeyHeaps> heaps;
  while (heaps.size() < std::max(threads_, 1u))
    heaps.emplace_back(order.size());  // each word has one key at least
  in_parallel(heaps.size(), threads_, [&](std::size_t first, std::size_t last) {
    WordKeys keys;
    for (std::size_t part = first; part < last; ++part)
      for (std::size_t place = order.size() * part / heaps.size();
           place < order.size() * (part + 1) / heaps.size(); ++place) {
        const names::NameView blob = vocabulary_.blob(order[place]);
        keys.clear(static_cast<Shelf>(blob.header().shelf));
        listed_word_keys(blob, keys);
        VEDETTE_CHECK(!keys.overflow());
        for (const Key& key : keys.keys())
          heaps[part].add(static_cast<std::uint32_t>(key.hash >> 32), key.tag,
                          static_cast<std::uint32_t>(place));
      }
  });
  return KeyHeaps::into_buckets(heaps, threads_);
}

void NameStage::write_relatives(FileWriter& file, const Meta& meta,
                                const std::vector<std::uint32_t>& order,
                                const std::vector<std::uint32_t>& starts, const KeyBuckets& keys) {
  std::vector<std::uint32_t> places;
  WordIndex index{nullptr, vocabulary_.bytes(), meta.shelf_ends, keys.table()};
  for (const std::uint32_t number : order)
    places.push_back(static_cast<std::uint32_t>(vocabulary_.offset(number) / 8));
  index.offsets = places.data();
  std::vector<std::uint32_t> common;
  if (order.size() < std::size_t{1} << Relative::kWordBits)
    for (std::uint32_t word = 0; word < order.size(); ++word)
      if (starts[word + 1] - starts[word] >= kNamesForRelatives &&
          index.word(word).words()[0].role != names::Role::kInitial)
        common.push_back(word);
  std::vector<std::vector<Relative>> found(common.size());
  // Some words have many more than others: whoever is done takes the next.
  std::atomic<std::size_t> next = 0;
  in_parallel(threads_, threads_, [&](std::size_t, std::size_t) {
    RelativesFinder finder(index);
    for (std::size_t i; (i = next++) < common.size();)
      finder.find(common[i], found[i]);
  });
  std::vector<std::uint32_t> offsets(order.size() + 1, 0);
  for (std::size_t i = 0; i < common.size(); ++i)
    offsets[common[i] + 1] = static_cast<std::uint32_t>(found[i].size());
  for (std::size_t i = 1; i < offsets.size(); ++i)
    offsets[i] += offsets[i - 1];
  file.section(SectionId::kRelativeOffsets, std::span<const std::uint32_t>(offsets));
  file.begin(SectionId::kRelatives, sizeof(Relative));
  for (const std::vector<Relative>& each : found)
    file.write(each.data(), each.size() * sizeof(Relative));
  file.end();
}

// The keys are not kept.
KeyBuckets NameStage::name_keys() {
  std::size_t count = 0;
  for (const Part& part : parts_)
    count += part.keys.size();
  KeyHeaps heaps(count);
  std::uint32_t name = 0;
  for (Part& part : parts_) {
    const ReadNames::NameKey* key = part.keys.data();
    for (const std::uint16_t own : part.key_counts) {
      for (std::size_t i = 0; i < own; ++i, ++key)
        heaps.add(key->hash, key->tag, name);
      ++name;
    }
    part.keys = {};
  }
  return KeyHeaps::into_buckets({&heaps, 1}, threads_);
}

void NameStage::write_keys(FileWriter& file, const KeyBuckets& keys, SectionId buckets,
                           SectionId entries) {
  file.section(buckets, std::span<const std::uint32_t>(keys.starts));
  file.section(entries, std::span<const KeyEntry>(keys.entries));
}

}  // namespace vedette::catalogue
