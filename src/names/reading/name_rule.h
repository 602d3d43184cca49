#pragma once

#include <string_view>

namespace vedette::names {

// A rule that finds one more name in a query. The id is stable: programs read it.
struct NameRule {
  std::string_view id;
  std::string_view text;
};

namespace rules {

inline constexpr NameRule kCodes{"character_codes", "codes such as &amp; and %20 are decoded"};
inline constexpr NameRule kRightToLeft{"right_to_left",
                                       "text behind a right-to-left mark is read as it is shown"};
inline constexpr NameRule kZeroWidth{"zero_width_space", "a space of no width is a space"};
inline constexpr NameRule kLostLetters{"lost_letters", "\"?\" between letters is a lost letter"};
inline constexpr NameRule kRegistration{"registration", "the aircraft's registration alone"};
inline constexpr NameRule kSiteOwner{"web_site", "the name in the address of a web site"};
inline constexpr NameRule kPassportLine{"passport_line",
                                        "the holder in the machine-readable line of a passport"};
inline constexpr NameRule kCutOffName{"cut_off", "the name may be cut off by a narrow field"};
inline constexpr NameRule kListItem{"list_item", "one item of a list"};
inline constexpr NameRule kSeparator{
    "separator", "a name beside a separator such as \"or\", \"d/b/a\" or \" / \""};
inline constexpr NameRule kAdditions{
    "additions", "without what is written behind the name: an account, an address, an office"};
inline constexpr NameRule kBeyondLimits{"beyond_limits", "the rest of a query of too many words"};
inline constexpr NameRule kPaymentWords{"payment_words", "without the words of a payment line"};
inline constexpr NameRule kShortForm{"short_form", "without the acronym beside the name"};
inline constexpr NameRule kBrackets{"brackets", "the name in brackets, and the one outside"};
inline constexpr NameRule kInitialsApart{"initials_apart",
                                         "initials that are written as one word are separated"};
inline constexpr NameRule kAbbreviation{"abbreviation", "a name cut short is an initial"};
inline constexpr NameRule kNickname{"nickname", "without the nickname between the names"};
inline constexpr NameRule kQuotes{"quotes", "the name in quotation marks, and the one before"};
inline constexpr NameRule kRepeated{"repeated", "a name that is written twice is read once"};
inline constexpr NameRule kLineNumber{"line_number", "without the number before the name"};
inline constexpr NameRule kCouple{"couple", "each person of a couple"};
inline constexpr NameRule kOffice{"office", "without the office before the name"};
inline constexpr NameRule kTitles{"titles", "without the titles before the name"};
inline constexpr NameRule kDegrees{"degrees",
                                   "without the degrees, company or place behind the name"};

}  // namespace rules
}  // namespace vedette::names
