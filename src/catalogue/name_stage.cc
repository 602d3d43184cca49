#include "catalogue/name_stage.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <thread>

#include "base/check.h"
#include "catalogue/catalogue.h"
#include "catalogue/in_parallel.h"
#include "catalogue/relatives.h"
#include "catalogue/word_sign.h"

namespace vedette::catalogue {
namespace {

constexpr std::size_t kBatch = 8192;

bool has_role(names::NameView name, names::Role role) {
  return std::ranges::any_of(name.words(),
                             [&](const names::Word& word) { return word.role == role; });
}

Partition partition_of(names::NameView name, profile::Kind kind) {
  const bool initial = has_role(name, names::Role::kInitial);
  switch (name.kind()) {
    case names::Kind::kPerson:
      if (kind == profile::Kind::kPerson)
        return initial ? Partition::kPersonWithInitial : Partition::kPerson;
      return initial ? Partition::kOpenWithInitial : Partition::kOpen;
    case names::Kind::kOrganisation:
      return Partition::kOrganisation;
    default:
      return Partition::kThing;
  }
}

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& places) {
  std::vector<std::uint32_t> order(places.size());
  for (std::uint32_t i = 0; i < places.size(); ++i)
    order[places[i]] = i;
  return order;
}

}  // namespace

void NameStage::add(std::uint32_t profile, const profile::Profile& source) {
  constexpr std::size_t kMostNames = std::numeric_limits<std::uint16_t>::max();
  const std::size_t count = std::min(source.names.size(), kMostNames);
  for (std::size_t i = 0; i < count; ++i)
    batch_.push_back({source.names[i].text, profile, static_cast<std::uint16_t>(i), source.kind,
                      source.names[i].weak});
  if (batch_.size() >= kBatch) flush();
}

std::vector<NameStage::Reading> NameStage::read(const Pending& pending) const {
  std::vector<Reading> readings;
  const auto add = [&](names::AnalysedName name) {
    NameKeys keys;
    listed_name_keys(name, keys);
    VEDETTE_CHECK(!keys.overflow());
    readings.push_back({std::move(name), {keys.keys().begin(), keys.keys().end()}});
  };
  switch (pending.kind) {
    case profile::Kind::kPerson:
      add(analyser_->analyse(pending.text, names::Kind::kPerson));
      break;
    case profile::Kind::kOrganisation:
      add(analyser_->analyse(pending.text, names::Kind::kOrganisation));
      break;
    case profile::Kind::kVessel:
    case profile::Kind::kAircraft:
      add(analyser_->analyse(pending.text, names::Kind::kThing));
      break;
    case profile::Kind::kUnknown: {
      // A name with a legal form is no person's, whatever the list leaves open.
      names::AnalysedName name = analyser_->analyse(pending.text, names::Kind::kOrganisation);
      const bool company = has_role(name, names::Role::kLegal);
      add(std::move(name));
      if (!company) add(analyser_->analyse(pending.text, names::Kind::kPerson));
      break;
    }
  }
  return readings;
}

void NameStage::flush() {
  std::vector<std::vector<Reading>> readings(batch_.size());
  in_parallel(batch_.size(), threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      readings[i] = read(batch_[i]);
  });
  for (std::size_t i = 0; i < batch_.size(); ++i)
    for (const Reading& reading : readings[i])
      take(batch_[i], reading);
  batch_.clear();
}

void NameStage::take(const Pending& pending, const Reading& reading) {
  const names::NameView name = reading.name.view();
  Part& part = parts_[static_cast<std::size_t>(partition_of(name, pending.kind))];
  NameRecord record{};
  record.identity = name.header().identity;
  record.profile = pending.profile;
  record.ordinal = pending.ordinal;
  record.word_count = name.header().word_count;
  record.flags = static_cast<std::uint8_t>((name.header().truncated ? kTruncated : 0) |
                                           (pending.weak ? kWeakAlias : 0));
  part.records.push_back(record);
  for (const names::Word& word : name.words())
    part.words.push_back(
        {vocabulary_.intern(name, word), static_cast<std::uint16_t>(word.flags & kPlaceFlags), 0});
  part.keys.insert(part.keys.end(), reading.keys.begin(), reading.keys.end());
  part.key_counts.push_back(static_cast<std::uint16_t>(reading.keys.size()));
}

base::Result<void> NameStage::write(FileWriter& file, Meta& meta) {
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
  const std::vector<std::uint32_t> starts = write_postings(file, places, order);
  KeyBuckets names_by_key;
  KeyBuckets words_by_key;
  {
    // Neither needs the other.
    const std::jthread other([&] { names_by_key = name_keys(); });
    words_by_key = word_keys(order);
  }
  write_keys(file, words_by_key, SectionId::kWordKeyBuckets, SectionId::kWordKeys);
  write_keys(file, names_by_key, SectionId::kNameKeyBuckets, SectionId::kNameKeys);
  write_relatives(file, meta, order, starts, words_by_key);
  return {};
}

void NameStage::write_names(FileWriter& file, Meta& meta,
                            const std::vector<std::uint32_t>& places) {
  std::vector<std::uint32_t> offsets;
  std::uint32_t at = 0;
  file.begin(SectionId::kNames, 8);
  for (std::size_t p = 0; p < kPartitionCount; ++p) {
    meta.partitions[p] = static_cast<std::uint32_t>(offsets.size());
    const NameWord* word = parts_[p].words.data();
    for (const NameRecord& record : parts_[p].records) {
      offsets.push_back(at);
      file.write(&record, sizeof record);
      for (std::size_t i = 0; i < record.word_count; ++i, ++word) {
        const NameWord placed{places[word->word], word->flags, 0};
        file.write(&placed, sizeof placed);
      }
      at += 2u + record.word_count;
    }
  }
  file.end();
  meta.name_count = static_cast<std::uint32_t>(offsets.size());
  meta.partitions[kPartitionCount] = meta.name_count;
  offsets.push_back(at);
  file.section(SectionId::kNameOffsets, std::span<const std::uint32_t>(offsets));
}

void NameStage::write_words(FileWriter& file, Meta& meta, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> offsets;
  std::vector<WordSign> signs;
  std::uint32_t at = 0;
  meta.words = {};
  file.begin(SectionId::kWords, 8);
  for (const std::uint32_t number : order) {
    const names::NameView blob = vocabulary_.blob(number);
    offsets.push_back(at);
    signs.push_back(WordSign::of(blob));
    file.write(blob.bytes().data(), blob.bytes().size());
    at += static_cast<std::uint32_t>(blob.bytes().size() / 8);
    ++meta.words[static_cast<std::size_t>(blob.kind()) + 1];
  }
  file.end();
  for (std::size_t kind = 0; kind < kWordKinds; ++kind)
    meta.words[kind + 1] += meta.words[kind];
  meta.word_count = vocabulary_.size();
  offsets.push_back(at);
  file.section(SectionId::kWordOffsets, std::span<const std::uint32_t>(offsets));
  file.section(SectionId::kWordSigns, std::span<const WordSign>(signs));
}

std::vector<std::uint8_t> NameStage::word_groups(const std::vector<std::uint32_t>& order,
                                                 const std::vector<std::uint32_t>& starts) const {
  std::vector<std::uint8_t> groups(order.size());
  for (std::size_t begin = 0; begin < order.size();) {
    const names::Kind kind = vocabulary_.blob(order[begin]).kind();
    std::size_t end = begin;
    while (end < order.size() && vocabulary_.blob(order[end]).kind() == kind)
      ++end;
    const std::uint64_t all = starts[end] - starts[begin];
    for (std::size_t i = begin; i < end; ++i)
      groups[i] = static_cast<std::uint8_t>(std::uint64_t{starts[i] - starts[begin]} * kWordGroups /
                                            std::max<std::uint64_t>(all, 1));
    begin = end;
  }
  return groups;
}

SketchedName NameStage::sketched(const NameRecord& record, const NameWord* words, names::Kind kind,
                                 const std::vector<std::uint32_t>& places,
                                 const std::vector<std::uint32_t>& starts,
                                 const std::vector<std::uint8_t>& groups) const {
  SketchedName out;
  for (std::size_t i = 0; i < record.word_count; ++i) {
    const std::uint32_t place = places[words[i].word];
    out.add(vocabulary_.blob(words[i].word).words()[0], words[i].flags, kind,
            {place, starts[place + 1] - starts[place], groups[place]});
  }
  out.finish();
  return out;
}

std::vector<std::uint32_t> NameStage::write_postings(FileWriter& file,
                                                     const std::vector<std::uint32_t>& places,
                                                     const std::vector<std::uint32_t>& order) {
  // Calls visit(record, words, kind) for each name in order.
  const auto for_names = [&](const auto& visit) {
    for (std::size_t p = 0; p < kPartitionCount; ++p) {
      const NameWord* words = parts_[p].words.data();
      for (const NameRecord& record : parts_[p].records) {
        visit(record, words, kind_of(static_cast<Partition>(p)));
        words += record.word_count;
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
  std::vector<std::uint32_t> starts(places.size() + 1, 0);
  for_names([&](const NameRecord& record, const NameWord* words, names::Kind) {
    for_words(record, words, [&](std::uint32_t word) { ++starts[places[word] + 1]; });
  });
  for (std::size_t i = 1; i < starts.size(); ++i)
    starts[i] += starts[i - 1];
  const std::vector<std::uint8_t> groups = word_groups(order, starts);
  std::vector<Posting> postings(starts.back());
  std::vector<std::uint8_t> weights;
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for_names([&](const NameRecord& record, const NameWord* words, names::Kind kind) {
    const auto name = static_cast<std::uint32_t>(weights.size());
    const SketchedName sketch = sketched(record, words, kind, places, starts, groups);
    for_words(record, words, [&](std::uint32_t word) {
      const std::uint32_t place = places[word];
      postings[next[place]++] = sketch.posting(name, place);
    });
    weights.push_back(sketch.weight());
  });
  file.section(SectionId::kPostingOffsets, std::span<const std::uint32_t>(starts));
  file.section(SectionId::kPostings, std::span<const Posting>(postings));
  file.section(SectionId::kNameWeights, std::span<const std::uint8_t>(weights));
  file.section(SectionId::kWordGroups, std::span<const std::uint8_t>(groups));
  return starts;
}

KeyTable NameStage::KeyBuckets::table() const {
  return {starts, entries, 64u - static_cast<unsigned>(std::countr_zero(starts.size() - 1))};
}

template <class ForEach>
NameStage::KeyBuckets NameStage::bucket(const ForEach& for_each) {
  std::size_t entries = 0;
  for_each([&](const Key&, std::uint32_t) { ++entries; });
  const std::size_t count = std::bit_ceil(std::max<std::size_t>(entries / 2, 2));
  KeyBuckets table;
  table.starts.assign(count + 1, 0);
  const unsigned shift = table.table().shift;
  for_each([&](const Key& key, std::uint32_t) { ++table.starts[(key.hash >> shift) + 1]; });
  for (std::size_t i = 1; i < table.starts.size(); ++i)
    table.starts[i] += table.starts[i - 1];
  table.entries.resize(entries);
  std::vector<std::uint32_t> next(table.starts.begin(), table.starts.end() - 1);
  for_each([&](const Key& key, std::uint32_t id) {
    table.entries[next[key.hash >> shift]++] = {key.tag, id};
  });
  return table;
}

NameStage::KeyBuckets NameStage::word_keys(const std::vector<std::uint32_t>& order) const {
  return bucket([&](const auto& visit) {
    WordKeys keys;
    for (std::uint32_t place = 0; place < order.size(); ++place) {
      keys.clear();
      listed_word_keys(vocabulary_.blob(order[place]), keys);
      VEDETTE_CHECK(!keys.overflow());
      for (const Key& key : keys.keys())
        visit(key, place);
    }
  });
}

void NameStage::write_relatives(FileWriter& file, const Meta& meta,
                                const std::vector<std::uint32_t>& order,
                                const std::vector<std::uint32_t>& starts, const KeyBuckets& keys) {
  std::vector<std::uint32_t> places;
  WordIndex index{nullptr, vocabulary_.bytes(), meta.words, keys.table()};
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
  in_parallel(common.size(), threads_, [&](std::size_t begin, std::size_t end) {
    RelativesFinder finder(index);
    for (std::size_t i = begin; i < end; ++i)
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

NameStage::KeyBuckets NameStage::name_keys() const {
  return bucket([&](const auto& visit) {
    std::uint32_t name = 0;
    for (const Part& part : parts_) {
      const Key* key = part.keys.data();
      for (const std::uint16_t count : part.key_counts) {
        for (std::size_t i = 0; i < count; ++i)
          visit(*key++, name);
        ++name;
      }
    }
  });
}

void NameStage::write_keys(FileWriter& file, const KeyBuckets& keys, SectionId buckets,
                           SectionId entries) {
  file.section(buckets, std::span<const std::uint32_t>(keys.starts));
  file.section(entries, std::span<const KeyEntry>(keys.entries));
}

}  // namespace vedette::catalogue
