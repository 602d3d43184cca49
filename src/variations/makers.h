#pragma once

#include <optional>
#include <string>

#include "variations/name_text.h"
#include "variations/random.h"
#include "variations/variation.h"

// The makers behind the table of classes (variations/variation.cc). Each gives the varied name, or
// nothing when its class does not apply.
namespace vedette::variations {

using Made = std::optional<std::u32string>;

// typing.cc
Made insert_letter(const Subject&, Random&);
Made delete_letter(const Subject&, Random&);
Made swap_letters(const Subject&, Random&);
Made replace_letter(const Subject&, Random&);
Made double_letter(const Subject&, Random&);
Made two_slips(const Subject&, Random&);
Made hit_neighbour_key(const Subject&, Random&);
Made misread_by_scanner(const Subject&, Random&);
Made respell_by_sound(const Subject&, Random&);

// parts.cc
Made put_last_word_first(const Subject&, Random&);
Made put_comma(const Subject&, Random&);
Made put_natural_order(const Subject&, Random&);
Made swap_words(const Subject&, Random&);
Made leave_out_middle_name(const Subject&, Random&);
Made leave_out_word(const Subject&, Random&);
Made leave_out_particle(const Subject&, Random&);
Made repeat_word(const Subject&, Random&);
Made shorten_given_name(const Subject&, Random&);
Made shorten_middle_name(const Subject&, Random&);

// known_forms.cc
Made use_nickname(const Subject&, Random&);
Made use_other_spelling(const Subject&, Random&);
Made add_title(const Subject&, Random&);
Made drop_title(const Subject&, Random&);
Made add_given_name(const Subject&, Random&);
Made add_business_word(const Subject&, Random&);
Made add_clerical_note(const Subject&, Random&);
Made add_junk_words(const Subject&, Random&);

// writing.cc
Made glue_two_words(const Subject&, Random&);
Made glue_all_words(const Subject&, Random&);
Made split_word(const Subject&, Random&);
Made hyphens_to_blanks(const Subject&, Random&);
Made lose_diacritics(const Subject&, Random&);
Made add_diacritic(const Subject&, Random&);
Made write_digraphs(const Subject&, Random&);
Made drop_vowels(const Subject&, Random&);
Made cut_at_18(const Subject&, Random&);
Made cut_at_20(const Subject&, Random&);
Made cut_at_35(const Subject&, Random&);

// encoding.cc
Made read_as_windows_1252(const Subject&, Random&);
Made read_as_latin_1(const Subject&, Random&);
Made lose_to_question_marks(const Subject&, Random&);
Made one_look_alike(const Subject&, Random&);
Made all_look_alikes(const Subject&, Random&);
Made digits_for_letters(const Subject&, Random&);
Made space_letters(const Subject&, Random&);
Made dot_letters(const Subject&, Random&);
Made reverse_with_marks(const Subject&, Random&);
Made capital_letters(const Subject&, Random&);
Made small_letters(const Subject&, Random&);
Made more_blanks(const Subject&, Random&);
Made no_break_blanks(const Subject&, Random&);
Made put_in_quotes(const Subject&, Random&);
Made decompose_letters(const Subject&, Random&);
Made full_width_letters(const Subject&, Random&);
Made zero_width_marks(const Subject&, Random&);

// organisations.cc
Made drop_legal_form(const Subject&, Random&);
Made write_out_legal_form(const Subject&, Random&);
Made shorten_legal_form(const Subject&, Random&);
Made exchange_legal_form(const Subject&, Random&);
Made abbreviate_word(const Subject&, Random&);
Made expand_abbreviation(const Subject&, Random&);
Made number_in_words(const Subject&, Random&);
Made number_in_digits(const Subject&, Random&);
Made number_in_roman(const Subject&, Random&);
Made exchange_ampersand(const Subject&, Random&);

// transliteration.cc
Made cyrillic_bgn(const Subject&, Random&);
Made cyrillic_iso_9(const Subject&, Random&);
Made cyrillic_icao(const Subject&, Random&);
Made cyrillic_german(const Subject&, Random&);
Made cyrillic_french(const Subject&, Random&);
Made cyrillic_ukrainian(const Subject&, Random&);
Made greek_elot(const Subject&, Random&);
Made greek_english(const Subject&, Random&);
Made arabic_to_latin(const Subject&, Random&);
Made hebrew_to_latin(const Subject&, Random&);
Made armenian_to_latin(const Subject&, Random&);
Made georgian_to_latin(const Subject&, Random&);
Made han_pinyin(const Subject&, Random&);
Made han_wade_giles(const Subject&, Random&);
Made hangul_to_latin(const Subject&, Random&);
Made kana_to_latin(const Subject&, Random&);
Made pinyin_to_wade_giles(const Subject&, Random&);
Made latin_to_cyrillic(const Subject&, Random&);
Made latin_to_greek(const Subject&, Random&);
Made latin_to_arabic(const Subject&, Random&);
Made latin_to_hebrew(const Subject&, Random&);
Made latin_to_katakana(const Subject&, Random&);

}  // namespace vedette::variations
