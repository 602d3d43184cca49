#pragma once

#include <span>
#include <string_view>

#include "text/script.h"

namespace vedette::text {

// The Latin spellings of a common name in Arabic or Hebrew letters, whose short vowels the script
// does not write: محمد is muhammad, mohamed ... Empty when the word is not in
// data/romanise/arabic_names.tsv or hebrew_names.tsv. Views live for ever.
std::span<const std::string_view> vocalised_spellings(std::u32string_view word, Script script);

// Where a word that is made of two common names, and is none itself, is to be cut: after so many
// letters; 0 when it is not such a word. Names that only open or close others (ابو, زاده) do not
// count.
std::size_t double_name_border(std::u32string_view word);
// The same for the Latin spellings of those names, with or without a link between them:
// mohammadreza, saifulislam. `link` is how many letters after the border belong to neither half.
struct LatinBorder {
  std::size_t first = 0;  // letters of the first half; 0: none
  std::size_t link = 0;
};
LatinBorder double_name_border(std::string_view ascii);

}  // namespace vedette::text
