#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "names/words/kind.h"
#include "names/words/word.h"

namespace vedette::names {

// A name has at most this many words; what follows is cut and the name says so. The longest name on
// the UN, EU, UK and US lists that is not an address or a sentence has 19.
inline constexpr std::size_t kMaxWords = 20;
// Longer words are cut; no spelling of a real word on the lists is longer.
inline constexpr std::size_t kMaxLetters = 40;
// Spellings kept per word: enough for the habits of one language into Latin.
inline constexpr std::size_t kMaxSpellings = 12;
inline constexpr std::size_t kMaxRows = 12;

struct NameHeader {
  std::uint32_t bytes;  // of the whole name, header included; a multiple of 8
  Kind kind;
  std::uint8_t word_count;
  std::uint8_t truncated;  // words or letters were cut
  std::uint8_t shelf;      // of a word that is kept (catalogue/format.h), else 0
  std::uint64_t identity;  // hash of the normalised words in order, before any cut
};
static_assert(sizeof(NameHeader) == 16);

// An analysed name where it lies: a header, its words, and the bytes they point to. Copies nothing
// and owns nothing; the memory must be aligned to 8 and outlive the view.
class NameView {
 public:
  NameView() = default;
  explicit NameView(const void* memory) : memory_(static_cast<const char*>(memory)) {}

  const NameHeader& header() const { return *reinterpret_cast<const NameHeader*>(memory_); }
  Kind kind() const { return header().kind; }
  std::span<const Word> words() const {
    return {reinterpret_cast<const Word*>(memory_ + sizeof(NameHeader)), header().word_count};
  }
  std::string_view form(const Word& word) const { return {memory_ + word.form, word.form_bytes}; }
  std::span<const std::uint32_t> rows(const Word& word) const {
    return {reinterpret_cast<const std::uint32_t*>(memory_ + word.rows), word.row_count};
  }
  std::span<const std::uint32_t> sounds(const Word& word) const {
    return {reinterpret_cast<const std::uint32_t*>(memory_ + word.sounds), word.sound_count};
  }
  // Keys of families of sounds (text/phonetic.h), coarser than sounds().
  std::span<const std::uint32_t> coarse_sounds(const Word& word) const {
    return {reinterpret_cast<const std::uint32_t*>(memory_ + word.sounds) + word.sound_count,
            word.coarse_count};
  }
  // Keys of names that are written by ear (text/by_ear.h).
  std::span<const std::uint32_t> ears(const Word& word) const {
    return {coarse_sounds(word).data() + word.coarse_count, word.ear_count};
  }
  // The first spelling in ASCII letters; empty when the script has no romanisation.
  std::string_view latin(const Word& word) const {
    return word.latin_count == 0 ? std::string_view() : spelling_at(word.latin);
  }
  // Calls visit(std::string_view) for each spelling; stops early when it returns true.
  template <class Visit>
  bool any_spelling(const Word& word, Visit&& visit) const {
    std::uint32_t at = word.latin;
    for (int i = 0; i < word.latin_count; ++i) {
      const std::string_view spelling = spelling_at(at);
      if (visit(spelling)) return true;
      at += 1 + static_cast<std::uint32_t>(spelling.size());
    }
    return false;
  }
  // All spellings as they lie: each a length byte and its letters.
  std::string_view spelling_bytes(const Word& word) const {
    std::size_t size = 0;
    any_spelling(word, [&](std::string_view spelling) {
      size += 1 + spelling.size();
      return false;
    });
    return {memory_ + word.latin, size};
  }
  std::string_view bytes() const { return {memory_, header().bytes}; }
  bool valid() const { return memory_ != nullptr; }

 private:
  std::string_view spelling_at(std::uint32_t at) const {
    return {memory_ + at + 1, static_cast<unsigned char>(memory_[at])};
  }

  const char* memory_ = nullptr;
};

// An analysed name that owns its bytes.
class AnalysedName {
 public:
  AnalysedName() = default;
  explicit AnalysedName(std::vector<std::uint64_t> memory) : memory_(std::move(memory)) {}
  NameView view() const { return NameView(memory_.data()); }
  operator NameView() const { return view(); }  // NOLINT(implicit)

 private:
  std::vector<std::uint64_t> memory_;
};

}  // namespace vedette::names
