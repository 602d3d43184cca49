#pragma once

#include <string_view>

#include "text/forms.h"

namespace vedette::text {

// Japanese Kana in Latin letters: Hepburn with long vowels as passports write them (o), spelled out
// (ou) and with h (oh), Kunrei; katakana words also as the foreign names they usually are.
void spell_kana(std::u32string_view word, bool foreign, Forms& out);

}  // namespace vedette::text
