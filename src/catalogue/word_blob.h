#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "catalogue/format.h"
#include "names/words/analysed_name.h"

namespace vedette::catalogue {

// A listed word lies in the catalogue once, as an analysed name of one word, so that
// names::relate() reads it where it lies. A name is put together from its words when it is scored.

// The word as a name of one word, flags of its place cleared. Equal words give equal bytes.
void append_word_blob(names::NameView name, const names::Word& word, Shelf shelf,
                      std::vector<char>& out);

inline constexpr std::size_t kWordBlobHead = sizeof(names::NameHeader) + sizeof(names::Word);
// No blob is larger: form, spellings, rows and sounds have limits of their own.
inline constexpr std::size_t kMaxWordBlob = 1024;

// A buffer in which one name at a time is put together; reused, never allocates.
class NameAssembler {
 public:
  // Begins a name of `count` words.
  void begin(names::Kind kind, const NameRecord& record);
  void add(names::NameView word_blob, std::uint16_t place_flags);
  // The name; valid until the next begin().
  names::NameView finish();

 private:
  alignas(8) std::array<char, sizeof(names::NameHeader) +
                                  names::kMaxWords * (sizeof(names::Word) + kMaxWordBlob)> buffer_;
  names::NameHeader header_{};
  std::size_t used_ = 0;
  std::size_t words_ = 0;
};

}  // namespace vedette::catalogue
