#include "search/workspace.h"

namespace vedette::search {

void Workspace::prepare(const catalogue::Catalogue& catalogue) {
  forget_words();
  forget_names();
  if (place_.size() < catalogue.word_count()) {
    place_.resize(catalogue.word_count(), 0);
    hits_.resize(catalogue.word_count(), 0);
    wide_hits_.resize(catalogue.word_count(), 0);
    made_up_of_.resize(catalogue.word_count(), 0);
    near_.resize(catalogue.word_count(), 0);
    related_to_.resize(catalogue.word_count(), 0);
  }
  const std::size_t blocks = catalogue.name_count() / 64 + 1;
  if (marks_.size() < blocks) marks_.resize(blocks, 0);
  passed.clear();
}

void Workspace::forget_words() {
  for (const std::uint32_t word : touched_words_)
    place_[word] = 0;
  touched_words_.clear();
  for (const std::uint32_t word : near_words_) {
    near_[word] = 0;
    wide_hits_[word] = 0;
  }
  near_words_.clear();
  for (const std::uint32_t word : related_words_) {
    hits_[word] = wide_hits_[word] = 0;
    related_to_[word] = 0;
  }
  related_words_.clear();
  for (const std::uint32_t word : made_up_words_)
    made_up_of_[word] = 0;
  made_up_words_.clear();
  used_ = 0;
}

void Workspace::forget_names() {
  for (const std::uint32_t block : touched_names_)
    marks_[block] = 0;
  touched_names_.clear();
}

}  // namespace vedette::search
