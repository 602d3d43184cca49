#pragma once

#include <span>
#include <string>
#include <string_view>

#include "names/tables/lexicon.h"
#include "text/tokenise.h"

namespace vedette::names {

// The text of a person's name that is written twice, once: "Barney Thistlewicke" of "Barney
// Thistlewicke Barney Thistlewicke", and of "Thistlewicke Barney Thistlewicke", as files have it
// whose columns were joined. Empty when nothing is said twice. A single given name that comes again
// is a father's or a grandfather's: Ali Hassan Ali.
std::string said_once(const Lexicon& lexicon, std::string_view text,
                      std::span<const text::Word> words);

}  // namespace vedette::names
