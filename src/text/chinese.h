#pragma once

#include <string_view>

#include "text/forms.h"

namespace vedette::text {

// What a Latin spelling of a Chinese name is in Pinyin, so that "Chou", "Chow" and "Zhou" meet.
// Replaces `out` with the Pinyin readings, the likeliest first; empty when the word is not made of
// Chinese syllables. The word itself is among them when it is Pinyin. A reading says what a word
// may be, not that its bearer is Chinese: callers use it where other evidence says so.
// - a whole word of one to three syllables, read as Wade-Giles: hsueh -> xue, enlai -> enlai;
// - a family name by the spellings of data/romanise/han_surnames.tsv: ng -> wu, huang.
void chinese_readings(std::string_view ascii, Forms& out);

// Whether a Latin word is made of at most so many Chinese syllables, in Pinyin or Wade-Giles; of
// syllables of Pinyin alone, at most so many; or is a family name in either. Southern spellings
// (Ng, Kim) do not count.
bool is_chinese(std::string_view ascii, std::size_t syllables);
bool is_pinyin(std::string_view ascii, std::size_t syllables = 3);
bool is_chinese_family_name(std::string_view ascii);

}  // namespace vedette::text
