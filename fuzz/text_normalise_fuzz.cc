// Sends arbitrary bytes through everything that src/text does with a name and checks what must hold
// for every input: folding twice changes nothing, words lie inside the name and in order, spellings
// are ASCII and bounded, and the same bytes give the same answer again.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/encoding.h"
#include "text/chinese.h"
#include "text/phonetic.h"
#include "text/romanise.h"
#include "text/skeleton.h"

namespace {

using namespace vedette::text;

void check_spelling(std::string_view spelling) {
  VEDETTE_CHECK(!spelling.empty() && spelling.size() <= kMaxFormLength);
  for (const char c : spelling)
    VEDETTE_CHECK((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '&');
  VEDETTE_CHECK(phonetic_keys(spelling).size() >= 1);
  VEDETTE_CHECK(sound_keys(spelling).size() >= 1);
  VEDETTE_CHECK(consonant_skeleton(spelling, Script::Arabic).size() <= kMaxSkeletonLength);
  VEDETTE_CHECK(consonant_skeleton(spelling, Script::Hebrew).size() <= kMaxSkeletonLength);
  Forms readings;
  chinese_readings(spelling, readings);
}

void check_words(std::string_view name, const Words& words) {
  VEDETTE_CHECK(words.size() <= kMaxWords);
  std::uint32_t last = 0;
  for (const Word& word : words.words()) {
    VEDETTE_CHECK(!word.text.empty() && word.text.size() <= kMaxWordLength);
    VEDETTE_CHECK(word.begin >= last && word.begin <= word.end && word.end <= name.size());
    last = word.begin;
    Forms forms;
    romanise(word, forms);
    Forms again;
    romanise(word, again);
    VEDETTE_CHECK(!forms.empty() && forms.size() == again.size());
    for (std::size_t i = 0; i < forms.size(); ++i) {
      check_spelling(forms[i]);
      VEDETTE_CHECK(forms[i] == again[i]);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view name(reinterpret_cast<const char*>(data), size);
  const std::string once = fold(name);
  VEDETTE_CHECK(vedette::base::is_utf8(once));
  VEDETTE_CHECK(fold(once) == once);
  check_words(name, tokenise(name));
  return 0;
}
