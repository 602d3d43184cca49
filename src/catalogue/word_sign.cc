#include "catalogue/word_sign.h"

#include "catalogue/keys.h"
#include "names/comparing/pairing.h"
#include "text/script.h"

namespace vedette::catalogue {

WordSign WordSign::of(names::NameView name) {
  const names::Word& word = name.words()[0];
  const bool latin = word.script == static_cast<std::uint8_t>(text::Script::Latin);
  WordSign sign{};
  sign.letters = Key::letters_tag(word.letters, word.latin_length);
  sign.weight = static_cast<std::uint8_t>(names::weight_of(word, name.kind()));
  sign.left_weight = static_cast<std::uint8_t>(names::left_weight(word, 0, name.kind()));
  sign.role = word.role;
  sign.flags =
      static_cast<std::uint8_t>((latin && word.latin_count == 1 ? kSpelledOnce : 0) |
                                (latin ? 0 : kOtherScript) | (word.value != 0 ? kHasValue : 0));
  return sign;
}

}  // namespace vedette::catalogue
