#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vedette::search {

// What is noted of a listed word in one query; see Workspace.
struct WordNote {
  std::uint32_t key = 0;  // the word and one, so that 0 is none
  std::uint32_t related_to = 0;
  std::uint16_t near = 0;
  std::uint8_t hits = 0;
  std::uint8_t made_up_of = 0;
  std::uint32_t facts = 0;  // their number and one

  std::uint32_t word() const { return key - 1; }
};
static_assert(sizeof(WordNote) == 16);

// The notes of one query. It notes some hundred words of hundreds of thousands: in a place for each
// of these every note would have to come from memory, in a table of their own they stay in the
// caches. Of most words that are looked up there is none, which a bit per word tells.
class WordNotes {
 public:
  void make_room_for(std::size_t words) {
    if (is_noted_.size() < words / 64 + 1) is_noted_.resize(words / 64 + 1, 0);
  }
  // What is noted of the word; all 0 where nothing is.
  const WordNote& of(std::uint32_t word) const {
    // Nobody could foresee whether there is a note, so that no branch hangs on it.
    const std::uint32_t is_noted = is_noted_[word / 64] >> word % 64 & 1;
    const std::uint32_t key = (word + 1) & (0 - is_noted);
    std::size_t at = is_noted == 0 ? kNothing : home_of(word);
    while (notes_[at].key != key)
      at = next(at);
    return notes_[at];
  }
  // To be noted of, until the next one is. A new one is all 0.
  [[gnu::always_inline]] WordNote& note(std::uint32_t word) {
    std::uint64_t& bits = is_noted_[word / 64];
    const std::uint64_t bit = std::uint64_t{1} << word % 64;
    std::size_t at = home_of(word);
    if (bits & bit) {
      while (notes_[at].key != word + 1)
        at = next(at);
      return notes_[at];
    }
    bits |= bit;
    if (2 * places_.size() > mask_) [[unlikely]] {
      grow();
      at = home_of(word);
    }
    return put(at, {.key = word + 1});
  }
  // Calls visit(word) for each that was noted, and forgets all.
  template <class Visit>
  void forget(const Visit& visit) {
    for (const std::uint32_t place : places_) {
      const std::uint32_t word = notes_[place].word();
      is_noted_[word / 64] = 0;
      visit(word);
      notes_[place] = {};
    }
    places_.clear();
    mask_ = kFewest - 1;
  }

 private:
  static constexpr std::size_t kFewest = 1024;
  static constexpr std::size_t kNothing = 0;  // is never used

  std::size_t home_of(std::uint32_t word) const { return 1 + (word * 0x9E3779B1u >> 8 & mask_); }
  std::size_t next(std::size_t at) const { return 1 + (at & mask_); }
  WordNote& put(std::size_t at, const WordNote& note) {
    while (notes_[at].key != 0)
      at = next(at);
    places_.push_back(static_cast<std::uint32_t>(at));
    return notes_[at] = note;
  }
  void grow() {
    std::vector<WordNote> all;
    all.reserve(places_.size());
    for (const std::uint32_t place : places_)
      all.push_back(std::exchange(notes_[place], {}));
    places_.clear();
    mask_ = 2 * mask_ + 1;
    if (notes_.size() < mask_ + 2) notes_.resize(mask_ + 2);
    for (const WordNote& note : all)
      put(home_of(note.word()), note);
  }

  std::vector<std::uint64_t> is_noted_;  // a bit per word
  // Those that would stand at the same place stand behind each other.
  std::vector<WordNote> notes_ = std::vector<WordNote>(kFewest + 1);
  std::uint32_t mask_ = kFewest - 1;
  std::vector<std::uint32_t> places_;  // that are used
};

}  // namespace vedette::search
