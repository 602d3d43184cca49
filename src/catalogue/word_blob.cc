#include "catalogue/word_blob.h"

#include "base/check.h"

namespace vedette::catalogue {

using names::NameHeader;
using names::NameView;
using names::Word;

namespace {

void align(std::vector<char>& out, std::size_t start, std::size_t to) {
  while ((out.size() - start) % to != 0)
    out.push_back('\0');
}

template <class T>
std::uint32_t append_numbers(std::span<const T> numbers, std::vector<char>& out,
                             std::size_t start) {
  align(out, start, sizeof(T));
  const auto at = static_cast<std::uint32_t>(out.size() - start);
  const char* bytes = reinterpret_cast<const char*>(numbers.data());
  out.insert(out.end(), bytes, bytes + numbers.size_bytes());
  return at;
}

std::uint32_t append_spellings(NameView name, const Word& word, std::vector<char>& out,
                               std::size_t start) {
  const auto at = static_cast<std::uint32_t>(out.size() - start);
  name.any_spelling(word, [&](std::string_view spelling) {
    out.push_back(static_cast<char>(spelling.size()));
    out.insert(out.end(), spelling.begin(), spelling.end());
    return false;
  });
  return at;
}

}  // namespace

void append_word_blob(NameView name, const Word& word, std::vector<char>& out) {
  const std::size_t start = out.size();
  out.resize(start + kWordBlobHead, '\0');
  Word copy = word;
  copy.flags = static_cast<std::uint16_t>(word.flags & ~kPlaceFlags);
  copy.rows = append_numbers(name.rows(word), out, start);
  copy.sounds = append_numbers(name.sounds(word), out, start);
  append_numbers(name.coarse_sounds(word), out, start);  // right after the others
  const std::string_view form = name.form(word);
  copy.form = static_cast<std::uint32_t>(out.size() - start);
  out.insert(out.end(), form.begin(), form.end());
  copy.latin = append_spellings(name, word, out, start);
  align(out, start, 8);
  NameHeader header{};
  header.bytes = static_cast<std::uint32_t>(out.size() - start);
  header.kind = name.kind();
  header.word_count = 1;
  VEDETTE_CHECK(header.bytes <= kMaxWordBlob);
  std::memcpy(out.data() + start, &header, sizeof header);
  std::memcpy(out.data() + start + sizeof header, &copy, sizeof copy);
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
