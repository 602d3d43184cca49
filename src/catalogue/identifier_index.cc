#include "catalogue/identifier_index.h"

#include <xxhash.h>

#include <limits>
#include <tuple>

namespace vedette::catalogue {

std::uint64_t identifier_value_hash(std::string_view value) {
  return XXH3_64bits(value.data(), value.size());
}

bool has_halves(evidence::IdentifierType type, std::string_view value) {
  return type != evidence::IdentifierType::kWallet && value.size() >= evidence::kLongNumber;
}

HalfKey HalfKey::of(std::string_view value, bool second) {
  const std::size_t middle = value.size() / 2;
  const std::string_view kept = second ? value.substr(middle) : value.substr(0, middle);
  const std::string_view other = second ? value.substr(0, middle) : value.substr(middle);
  HalfKey key;
  key.hash = static_cast<std::uint32_t>(
      XXH3_64bits_withSeed(kept.data(), kept.size(), value.size() * 2 + (second ? 1 : 0)));
  constexpr std::size_t kSigns = 32, kPlaceStep = 7;
  for (std::size_t i = 0; i < other.size(); ++i)
    key.rest |= 1u << (static_cast<unsigned char>(other[i]) + i * kPlaceStep) % kSigns;
  return key;
}

evidence::Identifier IdentifierIndex::identifier(const TypedIdentifier& entry) const {
  evidence::Identifier out;
  out.type = static_cast<evidence::IdentifierType>(entry.type);
  out.check = static_cast<evidence::CheckDigit>(entry.check);
  out.value = value(entry);
  if (entry.country != 0) {
    const char code[] = {static_cast<char>(entry.country & 0xFF),
                         static_cast<char>(entry.country >> 8)};
    if (const auto country = profile::Country::from_alpha2({code, 2})) out.country = *country;
  }
  return out;
}

void IdentifierStage::add(std::uint32_t profile, const profile::Profile& source) {
  for (const profile::Identifier& listed : source.identifiers)
    for (const evidence::Identifier& identifier : listed_.read_all(listed))
      if (identifier.value.size() <= kLongestIdentifier) add(profile, identifier);
}

void IdentifierStage::add(std::uint32_t profile, const evidence::Identifier& identifier) {
  TypedIdentifier entry{};
  entry.hash = identifier_value_hash(identifier.value);
  entry.profile = profile;
  entry.value = static_cast<std::uint32_t>(values_.size());
  entry.value_bytes = static_cast<std::uint16_t>(identifier.value.size());
  if (const std::string_view code = identifier.country.code(); code.size() == 2)
    entry.country = static_cast<std::uint16_t>(static_cast<unsigned char>(code[0]) |
                                               static_cast<unsigned char>(code[1]) << 8);
  entry.type = static_cast<std::uint8_t>(identifier.type);
  entry.check = static_cast<std::uint8_t>(identifier.check);
  // What is more is refused by write().
  if (values_.size() + identifier.value.size() <= std::numeric_limits<std::uint32_t>::max())
    values_ += identifier.value;
  entries_.push_back(entry);
}

base::Result<void> IdentifierStage::write(FileWriter& file) {
  const bool full =
      values_.size() + kLongestIdentifier > std::numeric_limits<std::uint32_t>::max() ||
      entries_.size() > std::numeric_limits<std::uint32_t>::max() / 2;
  if (full)
    return base::Error(base::Cause::kTooLarge, "a catalogue cannot hold so many identifiers");
  const auto key = [&](const TypedIdentifier& entry) {
    return std::tuple(entry.hash, entry.profile, entry.type, entry.country, value(entry));
  };
  std::ranges::sort(entries_, {}, key);
  const auto twice = std::ranges::unique(entries_, {}, key);
  entries_.erase(twice.begin(), twice.end());
  std::vector<IdentifierHalf> halves;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const std::string_view text = value(entries_[i]);
    if (!has_halves(static_cast<evidence::IdentifierType>(entries_[i].type), text)) continue;
    for (const bool second : {false, true}) {
      const HalfKey half = HalfKey::of(text, second);
      halves.push_back({half.hash, half.rest, i});
    }
  }
  std::ranges::sort(
      halves, {}, [](const IdentifierHalf& half) { return std::pair(half.hash, half.identifier); });
  file.section(SectionId::kTypedIdentifiers, std::span<const TypedIdentifier>(entries_));
  file.section(SectionId::kIdentifierValues, std::span<const char>(values_));
  file.section(SectionId::kIdentifierHalves, std::span<const IdentifierHalf>(halves));
  return {};
}

}  // namespace vedette::catalogue
