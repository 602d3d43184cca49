#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "names/words/analysed_name.h"
#include "names/words/kind.h"
#include "text/phonetic.h"
#include "text/script.h"

namespace vedette::names {

// How a spelling sounds, as a word of an analysed name has it (names/words/word.h).
struct Sounds {
  std::uint64_t mask = 0;
  std::array<std::uint32_t, 2 * text::kMaxKeys> keys{};  // the coarser ones follow the others
  std::uint32_t arabic_skeleton = 0;
  std::uint32_t hebrew_skeleton = 0;
  std::uint8_t count = 0;
  std::uint8_t coarse_count = 0;
};

// A word that was shortened by leaving its vowels out has its first letter and its consonants, of
// an organisation four letters at least, of a person three.
inline bool is_dropped_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}
bool is_without_vowels(std::string_view latin, Kind kind);

Sounds sounds_of(std::string_view spelling);
// Hash of the consonants as the script writes them, 0 when there are too few.
std::uint32_t skeleton_of(std::string_view spelling, text::Script script);

// Remembers how words sound: the same ones stand in very many names of a catalogue, and in one name
// that is analysed as several kinds. For one thread.
class SoundMemo {
 public:
  // 2 to the power of these is how many words it keeps at most.
  explicit SoundMemo(unsigned place_bits = 13)
      : place_bits_(place_bits), known_(std::size_t{1} << place_bits) {}

  // Good until the next is asked for.
  const Sounds& of(std::string_view spelling);

 private:
  struct Known {
    std::array<char, kMaxLetters> letters;
    std::uint8_t length = 0;  // 0: nothing is known
    Sounds sounds;
  };
  unsigned place_bits_;
  std::vector<Known> known_;
  Sounds other_;  // of a spelling that is not kept
};

}  // namespace vedette::names
