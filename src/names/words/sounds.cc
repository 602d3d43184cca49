#include "names/words/sounds.h"

#include <algorithm>

#include "base/text_table.h"
#include "names/words/name_builder.h"
#include "text/skeleton.h"

namespace vedette::names {
namespace {

// Shorter skeletons say too little: "li", "lee" and "ali" are all one consonant.
constexpr std::size_t kShortestSkeleton = 2;

}  // namespace

bool is_without_vowels(std::string_view latin, Kind kind) {
  constexpr std::size_t kShortest = 4;
  constexpr std::size_t kShortestOfPerson = 3;
  return latin.size() >= (kind == Kind::kPerson ? kShortestOfPerson : kShortest) &&
         std::ranges::none_of(latin.substr(1), is_dropped_vowel);
}

std::uint32_t skeleton_of(std::string_view spelling, text::Script script) {
  const text::Skeleton skeleton = text::consonant_skeleton(spelling, script);
  if (skeleton.size() < kShortestSkeleton) return 0;
  return static_cast<std::uint32_t>(stable_hash(skeleton.view()) >> 16) | 1u;
}

Sounds sounds_of(std::string_view spelling) {
  Sounds out;
  const text::AllKeys all = text::all_keys(spelling);
  for (const std::uint64_t key : all.sounds) {
    out.keys[out.count] = static_cast<std::uint32_t>(key ^ key >> 32);
    out.mask |= mask_bit(out.keys[out.count++]);
  }
  for (const std::uint64_t key : all.coarse)
    out.keys[out.count + out.coarse_count++] = static_cast<std::uint32_t>(key ^ key >> 32);
  out.arabic_skeleton = skeleton_of(spelling, text::Script::Arabic);
  out.hebrew_skeleton = skeleton_of(spelling, text::Script::Hebrew);
  return out;
}

const Sounds& SoundMemo::of(std::string_view spelling) {
  if (spelling.empty() || spelling.size() > kMaxLetters) return other_ = sounds_of(spelling);
  Known& known = known_[base::text_hash(spelling) >> (64 - place_bits_)];
  if (std::string_view(known.letters.data(), known.length) == spelling) return known.sounds;
  known.length = static_cast<std::uint8_t>(spelling.copy(known.letters.data(), spelling.size()));
  return known.sounds = sounds_of(spelling);
}

}  // namespace vedette::names
