#include "search/workspace.h"

namespace vedette::search {

void Workspace::prepare(const catalogue::Catalogue& catalogue) {
  forget_words();
  forget_names();
  if (wide_hits_.size() < catalogue.word_count()) {
    notes_.make_room_for(catalogue.word_count());
    wide_hits_.resize(catalogue.word_count(), 0);
    seen_.resize(catalogue.word_count() / 64 + 1, 0);
  }
  const std::size_t blocks = catalogue.name_count() / 64 + 1;
  if (marks_.size() < blocks) marks_.resize(blocks, 0);
  passed.clear();
}

void Workspace::leave_once(std::vector<std::uint32_t>& words, std::uint32_t first,
                           std::uint32_t last) {
  std::size_t left = 0;
  for (const std::uint32_t word : words) {
    if (word < first || word >= last) continue;
    std::uint64_t& bits = seen_[word / 64];
    const std::uint64_t bit = std::uint64_t{1} << word % 64;
    words[left] = word;
    left += (bits & bit) == 0;
    bits |= bit;
  }
  words.resize(left);
  for (const std::uint32_t word : words)
    seen_[word / 64] = 0;
}

void Workspace::forget_words() {
  notes_.forget([&](std::uint32_t word) { wide_hits_[word] = 0; });
  for (std::size_t k = 0; k < far_count_; ++k)
    wide_hits_[far_words_[k]] = 0;
  far_count_ = 0;
  word_bits_ = 0xFF;
  used_ = 0;
}

void Workspace::forget_names() {
  for (const std::uint32_t block : touched_names_)
    marks_[block] = 0;
  touched_names_.clear();
}

}  // namespace vedette::search
