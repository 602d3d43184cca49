#include "catalogue/word_blob.h"

#include "base/check.h"

namespace vedette::catalogue {

using names::NameHeader;
using names::NameView;
using names::Word;

static_assert(kWordBlobHead % sizeof(std::uint32_t) == 0, "rows and sounds are aligned");

void append_word_blob(NameView name, const Word& word, Shelf shelf, std::vector<char>& out) {
  const std::string_view form = name.form(word);
  const std::string_view spellings = name.spelling_bytes(word);
  const std::size_t rows = name.rows(word).size_bytes();
  // The coarse sounds follow the others, and the keys of what is written by ear follow these.
  const std::size_t sounds = name.sounds(word).size_bytes() +
                             name.coarse_sounds(word).size_bytes() + name.ears(word).size_bytes();
  Word copy = word;
  copy.flags = static_cast<std::uint16_t>(word.flags & ~kPlaceFlags);
  copy.rows = kWordBlobHead;
  copy.sounds = static_cast<std::uint32_t>(copy.rows + rows);
  copy.form = static_cast<std::uint32_t>(copy.sounds + sounds);
  copy.latin = static_cast<std::uint32_t>(copy.form + form.size());
  const std::size_t used = copy.latin + spellings.size();
  NameHeader header{};
  header.bytes = static_cast<std::uint32_t>((used + 7) / 8 * 8);
  header.kind = name.kind();
  header.shelf = static_cast<std::uint8_t>(shelf);
  header.word_count = 1;
  VEDETTE_CHECK(header.bytes <= kMaxWordBlob);
  const std::size_t start = out.size();
  out.resize(start + header.bytes);
  const auto put = [at = out.data() + start](std::size_t offset, const void* from,
                                             std::size_t bytes) {
    if (bytes > 0) std::memcpy(at + offset, from, bytes);
  };
  put(0, &header, sizeof header);
  put(sizeof header, &copy, sizeof copy);
  put(copy.rows, name.rows(word).data(), rows);
  put(copy.sounds, name.sounds(word).data(), sounds);
  put(copy.form, form.data(), form.size());
  put(copy.latin, spellings.data(), spellings.size());
}

void NameAssembler::begin(names::Kind kind, const NameRecord& record) {
  header_ = {};
  header_.kind = kind;
  header_.word_count = record.word_count;
  header_.truncated = record.flags & kTruncated ? 1 : 0;
  header_.identity = record.identity;
  words_ = 0;
  used_ = sizeof(NameHeader) + record.word_count * sizeof(Word);
}

void NameAssembler::add(NameView word_blob, std::uint16_t place_flags) {
  Word word = word_blob.words()[0];
  const std::size_t payload = word_blob.header().bytes - kWordBlobHead;
  const auto shift = static_cast<std::uint32_t>(used_ - kWordBlobHead);  // may wrap; sums do not
  word.form += shift;
  word.latin += shift;
  word.rows += shift;
  word.sounds += shift;
  word.flags |= place_flags;
  std::memcpy(buffer_.data() + sizeof(NameHeader) + words_++ * sizeof(Word), &word, sizeof word);
  std::memcpy(buffer_.data() + used_, word_blob.bytes().data() + kWordBlobHead, payload);
  used_ += payload;
}

NameView NameAssembler::finish() {
  header_.bytes = static_cast<std::uint32_t>(used_);
  std::memcpy(buffer_.data(), &header_, sizeof header_);
  return NameView(buffer_.data());
}

}  // namespace vedette::catalogue
