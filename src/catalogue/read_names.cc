#include "catalogue/read_names.h"

#include <algorithm>

#include "base/check.h"
#include "catalogue/keys.h"
#include "catalogue/vocabulary.h"
#include "catalogue/word_blob.h"

namespace vedette::catalogue {
namespace {

bool has_role(names::NameView name, names::Role role) {
  return std::ranges::any_of(name.words(),
                             [&](const names::Word& word) { return word.role == role; });
}

Partition partition_of(names::NameView name, profile::Kind kind) {
  const bool initial = has_role(name, names::Role::kInitial);
  const bool known = kind != profile::Kind::kUnknown;
  switch (name.kind()) {
    case names::Kind::kPerson:
      if (known) return initial ? Partition::kPersonWithInitial : Partition::kPerson;
      return initial ? Partition::kUnknownAsPersonWithInitial : Partition::kUnknownAsPerson;
    case names::Kind::kOrganisation:
      return known ? Partition::kOrganisation : Partition::kUnknownAsOrganisation;
    default:
      return Partition::kThing;
  }
}

}  // namespace

void ReadNames::read(const names::Analyser& analyser, const PendingName& pending,
                     names::SoundMemo& memo) {
  const auto analyse = [&](names::Kind kind) {
    return analyser.analyse(pending.text, kind, &memo);
  };
  switch (pending.kind) {
    case profile::Kind::kPerson:
      add(analyse(names::Kind::kPerson), pending);
      break;
    case profile::Kind::kOrganisation:
      add(analyse(names::Kind::kOrganisation), pending);
      break;
    case profile::Kind::kVessel:
    case profile::Kind::kAircraft:
      add(analyse(names::Kind::kThing), pending);
      break;
    case profile::Kind::kUnknown:
      // Whatever words it has: "Se", "Ag" and "Co" are legal forms and parts of people's names.
      add(analyse(names::Kind::kOrganisation), pending);
      add(analyse(names::Kind::kPerson), pending);
      break;
  }
}

void ReadNames::add(names::NameView name, const PendingName& pending) {
  NameKeys keys;
  listed_name_keys(name, keys);
  VEDETTE_CHECK(!keys.overflow());
  for (const Key& key : keys.keys())
    keys_.push_back({static_cast<std::uint32_t>(key.hash >> 32), key.tag});
  NameRecord record{};
  record.identity = name.header().identity;
  record.profile = pending.profile;
  record.ordinal = pending.ordinal;
  record.word_count = name.header().word_count;
  record.flags = static_cast<std::uint8_t>((name.header().truncated ? kTruncated : 0) |
                                           (pending.weak ? kWeakAlias : 0));
  const Partition partition = partition_of(name, pending.kind);
  names_.push_back({record, partition, static_cast<std::uint16_t>(keys.keys().size())});
  for (const names::Word& word : name.words()) {
    const std::size_t begin = blobs_.size();
    append_word_blob(name, word, shelf_of(partition), blobs_);
    const std::string_view blob(blobs_.data() + begin, blobs_.size() - begin);
    words_.push_back({Vocabulary::hash_of(blob), static_cast<std::uint32_t>(begin),
                      static_cast<std::uint32_t>(blob.size()),
                      static_cast<std::uint16_t>(word.flags & kPlaceFlags)});
  }
}

void ReadNames::clear() {
  names_.clear();
  words_.clear();
  keys_.clear();
  blobs_.clear();
}

}  // namespace vedette::catalogue
