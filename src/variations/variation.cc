#include "variations/variation.h"

#include <algorithm>
#include <array>

#include "text/utf8.h"
#include "variations/makers.h"

namespace vedette::variations {
namespace {

using text::Script;
constexpr auto kAnyScript = Script::Other;
constexpr auto kFound = Expectation::kFound;
constexpr auto kSame = Expectation::kSameScore;
constexpr std::uint8_t kFirms = kOrganisations;
constexpr std::uint8_t kNamed = kPeople | kOrganisations;
constexpr std::uint8_t kFirmsAndVessels = kOrganisations | kVessels;

constexpr VariationClass kClasses[] = {
    {"typing.insert", "One letter typed too many", kAllParties, kAnyScript, kFound, insert_letter},
    {"typing.delete", "One letter left out", kAllParties, kAnyScript, kFound, delete_letter},
    {"typing.swap", "Two neighbouring letters swapped", kAllParties, kAnyScript, kFound,
     swap_letters},
    {"typing.replace", "One letter replaced by another", kAllParties, kAnyScript, kFound,
     replace_letter},
    {"typing.double", "One letter doubled", kAllParties, kAnyScript, kFound, double_letter},
    {"typing.two_slips", "Two typing errors in one name", kAllParties, kAnyScript, kFound,
     two_slips},
    {"typing.keyboard", "The key beside the right one", kAllParties, Script::Latin, kFound,
     hit_neighbour_key},
    {"scanning.misread", "A letter misread by a scanner (O as 0, rn as m)", kAllParties,
     Script::Latin, kFound, misread_by_scanner},
    {"sound.respelt", "Written down by ear (ph as f, ou as u)", kNamed, Script::Latin, kFound,
     respell_by_sound},

    {"order.last_first", "Last word first, without a comma", kPeople, kAnyScript, kFound,
     put_last_word_first},
    {"order.comma", "Last word first, with a comma", kPeople, kAnyScript, kFound, put_comma},
    {"order.natural", "Given name first, where the list has the surname and a comma first", kPeople,
     kAnyScript, kFound, put_natural_order},
    {"order.swapped", "Two neighbouring words swapped", kNamed, kAnyScript, kFound, swap_words},
    {"parts.middle_missing", "A middle name or patronymic left out", kPeople, kAnyScript, kFound,
     leave_out_middle_name},
    {"parts.word_missing", "One word of four or more left out", kFirms, kAnyScript, kFound,
     leave_out_word},
    {"parts.particle_missing", "An article or particle left out (al, bin, von)", kPeople,
     kAnyScript, kFound, leave_out_particle},
    {"parts.repeated", "One word written twice", kNamed, kAnyScript, kFound, repeat_word},
    {"parts.extra_name", "Another given name added", kPeople, Script::Latin, kFound,
     add_given_name},
    {"parts.extra_word", "A general business word added (group, trading)", kFirms, Script::Latin,
     kFound, add_business_word},
    {"initials.given", "The first name as an initial", kPeople, kAnyScript, kFound,
     shorten_given_name},
    {"initials.middle", "A middle name as an initial", kPeople, kAnyScript, kFound,
     shorten_middle_name},
    {"forms.nickname", "A nickname or short form of a given name", kPeople, Script::Latin, kFound,
     use_nickname},
    {"forms.spelling", "Another usual spelling of the same name (Mohammed, Muhammad)", kPeople,
     Script::Latin, kFound, use_other_spelling},
    {"titles.added", "A title added (Dr, General)", kPeople, Script::Latin, kFound, add_title},
    {"titles.dropped", "A title of the list left out", kPeople, Script::Latin, kFound, drop_title},

    {"blanks.glued", "Two words written as one", kAllParties, kAnyScript, kFound, glue_two_words},
    {"blanks.all_glued", "The whole name written as one word", kAllParties, kAnyScript, kFound,
     glue_all_words},
    {"blanks.split", "A blank inside a word", kAllParties, kAnyScript, kFound, split_word},
    {"blanks.hyphens", "Blanks instead of hyphens", kAllParties, kAnyScript, kFound,
     hyphens_to_blanks},
    {"diacritics.lost", "Diacritics left out", kAllParties, Script::Latin, kFound, lose_diacritics},
    {"diacritics.added", "A diacritic added", kAllParties, Script::Latin, kFound, add_diacritic},
    {"diacritics.digraph", "Two letters for one with a diacritic (ü as ue)", kAllParties,
     Script::Latin, kFound, write_digraphs},
    {"encoding.windows_1252", "UTF-8 read as Windows-1252", kAllParties, kAnyScript, kFound,
     read_as_windows_1252},
    {"encoding.latin_1", "UTF-8 read as ISO 8859-1", kAllParties, kAnyScript, kFound,
     read_as_latin_1},
    {"encoding.question_marks", "Question marks for letters that were lost", kAllParties,
     Script::Latin, kFound, lose_to_question_marks},
    {"vowels.dropped", "Vowels left out inside words", kPeople, Script::Latin, kFound, drop_vowels},
    {"truncated.18", "Cut at 18 characters", kAllParties, kAnyScript, kFound, cut_at_18},
    {"truncated.20", "Cut at 20 characters", kAllParties, kAnyScript, kFound, cut_at_20},
    {"truncated.35", "Cut at 35 characters", kAllParties, kAnyScript, kFound, cut_at_35},

    {"legal.dropped", "The legal form left out", kFirms, Script::Latin, kFound, drop_legal_form},
    {"legal.written_out", "The legal form written out", kFirms, Script::Latin, kFound,
     write_out_legal_form},
    {"legal.shortened", "The legal form abbreviated", kFirms, Script::Latin, kFound,
     shorten_legal_form},
    {"legal.exchanged", "Another legal form of the same nature", kFirms, Script::Latin, kFound,
     exchange_legal_form},
    {"words.abbreviated", "A word abbreviated (International, Intl)", kFirms, Script::Latin, kFound,
     abbreviate_word},
    {"words.expanded", "An abbreviation written out", kFirms, Script::Latin, kFound,
     expand_abbreviation},
    {"words.ampersand", "The sign & for the word and, or the reverse", kFirms, Script::Latin,
     kFound, exchange_ampersand},
    {"numbers.words", "A number in words", kFirmsAndVessels, Script::Latin, kFound,
     number_in_words},
    {"numbers.digits", "A number in digits", kFirmsAndVessels, Script::Latin, kFound,
     number_in_digits},
    {"numbers.roman", "A number in Roman numerals", kFirmsAndVessels, Script::Latin, kFound,
     number_in_roman},

    {"additions.clerical", "A clerical note beside the name (c/o, account closed)", kNamed,
     Script::Latin, kFound, add_clerical_note},
    {"additions.junk", "Three words of a payment text around the name", kNamed, Script::Latin,
     kFound, add_junk_words},
    {"evasion.look_alike", "One letter replaced by its look-alike of another script", kAllParties,
     Script::Latin, kFound, one_look_alike},
    {"evasion.all_look_alikes", "All letters replaced by look-alikes of other scripts", kAllParties,
     Script::Latin, kFound, all_look_alikes},
    {"evasion.digits", "Digits for letters in one word (0 for o)", kAllParties, Script::Latin,
     kFound, digits_for_letters},
    {"evasion.spaced", "Every letter on its own", kAllParties, Script::Latin, kFound,
     space_letters},
    {"evasion.dotted", "A full stop after every letter", kAllParties, Script::Latin, kFound,
     dot_letters},
    {"evasion.reversed", "Written backwards between direction marks that show it forwards",
     kAllParties, Script::Latin, kFound, reverse_with_marks},

    {"cyrillic.bgn", "Cyrillic in Latin letters, BGN/PCGN", kNamed, Script::Cyrillic, kFound,
     cyrillic_bgn},
    {"cyrillic.iso_9", "Cyrillic in Latin letters, ISO 9", kNamed, Script::Cyrillic, kFound,
     cyrillic_iso_9},
    {"cyrillic.icao", "Cyrillic in Latin letters, ICAO 9303 (passports)", kNamed, Script::Cyrillic,
     kFound, cyrillic_icao},
    {"cyrillic.german", "Cyrillic in Latin letters, German", kNamed, Script::Cyrillic, kFound,
     cyrillic_german},
    {"cyrillic.french", "Cyrillic in Latin letters, French", kNamed, Script::Cyrillic, kFound,
     cyrillic_french},
    {"cyrillic.ukrainian", "Cyrillic in Latin letters, Ukrainian resolution 55", kNamed,
     Script::Cyrillic, kFound, cyrillic_ukrainian},
    {"greek.elot", "Greek in Latin letters, ELOT 743 (passports)", kNamed, Script::Greek, kFound,
     greek_elot},
    {"greek.english", "Greek in Latin letters, English habit", kNamed, Script::Greek, kFound,
     greek_english},
    {"arabic.latin", "Arabic in Latin letters, one of the usual spellings", kPeople, Script::Arabic,
     kFound, arabic_to_latin},
    {"hebrew.latin", "Hebrew in Latin letters, one of the usual spellings", kPeople, Script::Hebrew,
     kFound, hebrew_to_latin},
    {"armenian.latin", "Armenian in Latin letters, BGN/PCGN", kNamed, Script::Armenian, kFound,
     armenian_to_latin},
    {"georgian.latin", "Georgian in Latin letters, national system", kNamed, Script::Georgian,
     kFound, georgian_to_latin},
    {"han.pinyin", "Chinese in Latin letters, Hanyu Pinyin", kPeople, Script::Han, kFound,
     han_pinyin},
    {"han.wade_giles", "Chinese in Latin letters, Wade-Giles", kPeople, Script::Han, kFound,
     han_wade_giles},
    {"hangul.latin", "Korean in Latin letters", kPeople, Script::Hangul, kFound, hangul_to_latin},
    {"kana.latin", "Katakana in Latin letters, Hepburn", kNamed, Script::Katakana, kFound,
     kana_to_latin},
    {"latin.wade_giles", "Wade-Giles for the Pinyin of the list", kPeople, Script::Latin, kFound,
     pinyin_to_wade_giles},
    {"latin.cyrillic", "A Latin name in Cyrillic letters", kPeople, Script::Latin, kFound,
     latin_to_cyrillic},
    {"latin.greek", "A Latin name in Greek letters", kPeople, Script::Latin, kFound,
     latin_to_greek},
    {"latin.arabic", "A Latin name in Arabic letters", kPeople, Script::Latin, kFound,
     latin_to_arabic},
    {"latin.hebrew", "A Latin name in Hebrew letters", kPeople, Script::Latin, kFound,
     latin_to_hebrew},
    {"latin.katakana", "A Latin name in katakana", kPeople, Script::Latin, kFound,
     latin_to_katakana},

    {"same.capitals", "All capital letters", kAllParties, kAnyScript, kSame, capital_letters},
    {"same.small", "All small letters", kAllParties, kAnyScript, kSame, small_letters},
    {"same.blanks", "More blanks than needed", kAllParties, kAnyScript, kSame, more_blanks},
    {"same.no_break", "No-break blanks", kAllParties, kAnyScript, kSame, no_break_blanks},
    {"same.quoted", "In quotation marks", kAllParties, kAnyScript, kSame, put_in_quotes},
    {"same.decomposed", "Letters and their marks apart (Unicode NFD)", kAllParties, kAnyScript,
     kSame, decompose_letters},
    {"same.full_width", "Full-width letters", kAllParties, Script::Latin, kSame,
     full_width_letters},
    {"same.zero_width", "Invisible marks between letters", kAllParties, Script::Latin, kSame,
     zero_width_marks},
};

}  // namespace

std::span<const VariationClass> classes() {
  return kClasses;
}

const VariationClass* find_class(std::string_view id) {
  const auto found = std::ranges::find(kClasses, id, &VariationClass::id);
  return found == std::end(kClasses) ? nullptr : found;
}

std::string parties_text(std::uint8_t parties) {
  std::string out;
  const auto add = [&](std::uint8_t bit, std::string_view word) {
    if ((parties & bit) != 0) out += (out.empty() ? "" : ",") + std::string(word);
  };
  add(kPeople, "people");
  add(kOrganisations, "organisations");
  add(kVessels, "vessels");
  return out;
}

std::uint8_t parties_of(names::Kind kind) {
  switch (kind) {
    case names::Kind::kPerson:
      return kPeople;
    case names::Kind::kOrganisation:
      return kOrganisations;
    case names::Kind::kThing:
      return kVessels;
    case names::Kind::kUnknown:
      return kPeople | kOrganisations;
  }
  return 0;
}

std::optional<std::string> vary(const VariationClass& variation_class, std::string_view name,
                                names::Kind kind, std::uint64_t seed) {
  if ((variation_class.parties & parties_of(kind)) == 0) return std::nullopt;
  const NameText text(name);
  if (text.words().empty()) return std::nullopt;
  if (variation_class.script != Script::Other && variation_class.script != text.script())
    return std::nullopt;
  // Seeded by all that is given, so that neither other names nor other classes change the result.
  Random random(
      SeedHash(seed).add(variation_class.id).add(names::kind_name(kind)).add(name).value());
  const Made made = variation_class.make({text, kind}, random);
  if (!made || made->empty() || *made == text.text()) return std::nullopt;
  return text::encode(*made);
}

}  // namespace vedette::variations
