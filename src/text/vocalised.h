#pragma once

#include <span>
#include <string_view>

#include "text/script.h"

namespace vedette::text {

// The Latin spellings of a common name in Arabic or Hebrew letters, whose short vowels the script
// does not write: محمد is muhammad, mohamed ... Empty when the word is not in
// data/romanise/arabic_names.tsv or hebrew_names.tsv. Views live for ever.
std::span<const std::string_view> vocalised_spellings(std::u32string_view word, Script script);

}  // namespace vedette::text
