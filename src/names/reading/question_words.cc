#include "names/reading/question_words.h"

#include <algorithm>
#include <array>

#include "names/words/word_list.h"

namespace vedette::names {
namespace {

using std::string_view;
using std::u32string_view;

// Those written with strokes (d/b/a, t/a) are read as words of one letter, which must have strokes
// between them.
struct Marker {
  std::array<u32string_view, 4> words;
  bool strokes = false;

  constexpr std::size_t size() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(words, [](u32string_view word) { return !word.empty(); }));
  }
};
constexpr std::array<Marker, 65> kMarkers = {{
    {{U"by", U"attorney"}},
    {{U"husband", U"of"}},
    {{U"wife", U"of"}},
    {{U"spouse", U"of"}},
    {{U"trustee", U"for"}},
    {{U"poa"}},
    {{U"utma"}},
    {{U"ubo"}},
    {{U"also", U"known", U"as"}},
    {{U"formerly", U"known", U"as"}},
    {{U"previously", U"known", U"as"}},
    {{U"doing", U"business", U"as"}},
    {{U"on", U"behalf", U"of"}},
    {{U"for", U"account", U"of"}},
    {{U"by", U"order", U"of"}},
    {{U"for", U"benefit", U"of"}},
    {{U"in", U"trust", U"for"}},
    {{U"known", U"as"}},
    {{U"trading", U"as"}},
    {{U"operating", U"as"}},
    {{U"care", U"of"}},
    {{U"on", U"board"}},
    {{U"guardian", U"of"}},
    {{U"nominee", U"for"}},
    {{U"trustee", U"of"}},
    {{U"trustee", U"for"}},
    {{U"formerly"}},
    {{U"previously"}},
    {{U"prev"}},
    {{U"vormals"}},
    {{U"ehemals"}},
    {{U"beneficiary"}},
    {{U"fka"}},
    {{U"nka"}},
    {{U"dba"}},
    {{U"fbo"}},
    {{U"a", U"k", U"a"}, true},
    {{U"f", U"k", U"a"}, true},
    {{U"n", U"k", U"a"}, true},
    {{U"d", U"b", U"a"}, true},
    {{U"f", U"b", U"o"}, true},
    {{U"o", U"b", U"o"}, true},
    {{U"t", U"a", U"s"}, true},
    {{U"t", U"as"}, true},
    {{U"t", U"a"}, true},
    {{U"o", U"a"}, true},
    {{U"c", U"o"}, true},
    {{U"f", U"o"}, true},
    {{U"b", U"o"}, true},
    {{U"p", U"p"}, true},
    {{U"w", U"o"}, true},
    {{U"h", U"o"}, true},
    {{U"for", U"the", U"account", U"of"}},
    {{U"for", U"the", U"benefit", U"of"}},
    {{U"for", U"further", U"credit", U"to"}},
    {{U"for", U"credit", U"to"}},
    {{U"in", U"favour", U"of"}},
    {{U"in", U"favor", U"of"}},
    {{U"ffc"}},
    {{U"fao"}},
    {{U"itf"}},
    {{U"jtwros"}},
    {{U"f", U"a", U"o"}, true},
    {{U"f", U"f", U"c"}, true},
    {{U"a", U"c"}, true},
}};
// Before what a payment is about, with a colon: "Ref: ...".
constexpr WordList kMarkersBeforeColon = {U"ref", U"re", U"reference", U"betr"};
// Of accounts that pass on a death; "Tod" is also a name, and names have two words at least here.
constexpr WordList kMarkersBetweenFullNames = {U"pod", U"tod"};
// These are also people's names (Mohamed Alias Hassan), unless written in small letters or with
// full stops.
constexpr WordList kMarkersOrNames = {U"alias", U"aka", U"obo"};
// Of ships and companies; a person's is a former spouse.
constexpr u32string_view kFormer = U"ex";
// Of the first words of all these.
constexpr WordShapes kMarkerShapes = [] {
  WordShapes shapes;
  for (const Marker& marker : kMarkers)
    shapes.add(marker.words[0]);
  for (const u32string_view word : kMarkersBeforeColon.words())
    shapes.add(word);
  for (const u32string_view word : kMarkersBetweenFullNames.words())
    shapes.add(word);
  for (const u32string_view word : kMarkersOrNames.words())
    shapes.add(word);
  shapes.add(kFormer);
  return shapes;
}();

constexpr WordList kJoining = {U"or", U"and",  U"&",   U"und", U"oder", U"et",  U"y",
                               U"ve", U"veya", U"lub", U"och", U"и",    U"или", U"або"};
// Letters that are also initials, and a Chinese name: only in small letters.
constexpr WordList kJoiningSmall = {U"e", U"i", U"o", U"u", U"ou", U"si"};
constexpr WordList kCoupling = {U"and", U"&", U"und", U"et", U"ve", U"и"};

constexpr WordList kParticularsOfPersons = {
    U"dob", U"born", U"birth", U"geb",     U"geboren", U"date", U"passport",
    U"id",  U"ssn",  U"tel",   U"паспорт", U"рожд",    U"b",    U"nationality"};
constexpr WordList kParticularsOfOthers = {
    U"po",      U"reg",   U"registration", U"registered", U"company",   U"hrb",
    U"hra",     U"cnpj",  U"kvk",          U"bic",        U"swift",     U"iban",
    U"tel",     U"phone", U"fax",          U"ref",        U"reference", U"box",
    U"account", U"acct",  U"licence",      U"license",    U"imo",       U"mmsi",
    U"vat",     U"siren", U"voyage",       U"nif",        U"ruc",       U"nit",
    U"rif",     U"okpo",  U"окпо",         U"invoice",    U"inv",       U"contract"};
// Beside the numbers of a date.
constexpr WordList kMonths = {
    U"jan",  U"feb",  U"mar",    U"apr",       U"may",     U"jun",      U"jul",     U"aug",
    U"sep",  U"oct",  U"nov",    U"dec",       U"january", U"february", U"march",   U"april",
    U"june", U"july", U"august", U"september", U"october", U"november", U"december"};
constexpr WordList kBesideNumbers = {U"no",   U"nr", U"number", U"of",       U"birth",
                                     U"date", U"n",  U"dob",    U"passport", U"id"};

// Behind a name in a file of customers: which account it is, and what became of it.
constexpr WordList kAccountWords = {U"account", U"acct",     U"usd",    U"eur",       U"gbp",
                                    U"chf",     U"rub",      U"aed",    U"cny",       U"jpy",
                                    U"closed",  U"frozen",   U"escrow", U"duplicate", U"nostro",
                                    U"loro",    U"inactive", U"blocked"};
// These are also people's names.
constexpr WordList kAccountWordsOfOthers = {U"old",       U"vendor",   U"supplier",
                                            U"client",    U"customer", U"clients",
                                            U"customers", U"payroll",  U"liquidation"};
// Behind the number of a house.
constexpr WordList kStreetWords = {
    U"street", U"st",    U"road",  U"rd",    U"avenue", U"ave", U"lane",    U"boulevard", U"blvd",
    U"square", U"floor", U"suite", U"drive", U"quay",   U"way", U"strasse", U"ulitsa"};
constexpr WordList kOffices = {U"minister",  U"president",  U"chairman",     U"chairwoman",
                               U"governor",  U"ambassador", U"secretary",    U"deputy",
                               U"director",  U"commander",  U"head",         U"leader",
                               U"ceo",       U"member",     U"senator",      U"директор",
                               U"президент", U"министр",    U"председатель", U"губернатор"};

constexpr WordList kCourtesies = {U"mr",   U"mrs",  U"ms",  U"miss", U"dr",  U"sir", U"madam",
                                  U"herr", U"frau", U"mme", U"mlle", U"sra", U"sr",  U"prof"};

class Phrase {
 public:
  template <class... Words>
  constexpr Phrase(Words... words) : words_{u32string_view(words)...}, size_(sizeof...(Words)) {}

  std::size_t size() const { return size_; }
  bool stands_at(std::span<const text::Word> words, std::size_t i) const {
    for (std::size_t k = 0; k < size_; ++k)
      if (words[i + k].text != words_[k]) return false;
    return true;
  }

 private:
  std::array<u32string_view, 4> words_;
  std::size_t size_;
};

// Whether anything but blanks stands before, between or behind the words.
bool signs_beside(string_view text, std::span<const text::Word> words) {
  const auto is_blank = [&](std::size_t begin, std::size_t end) {
    while (begin < end && text[begin] == ' ')
      ++begin;
    return begin >= end;
  };
  std::size_t end = 0;
  for (const text::Word& word : words) {
    if (!is_blank(end, word.begin)) return true;
    end = word.end;
  }
  return !is_blank(end, text.size());
}

bool is_number(const text::Word& word) {
  return std::ranges::all_of(word.text, [](char32_t c) { return c >= U'0' && c <= U'9'; });
}

}  // namespace

QuestionWords::QuestionWords(string_view text, std::span<const text::Word> words, Kind kind)
    : text_(text), words_(words), kind_(kind), has_signs_(signs_beside(text, words)) {}

string_view QuestionWords::gap_before(std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : words_[i - 1].end;
  return words_[i].begin > begin ? text_.substr(begin, words_[i].begin - begin) : string_view();
}

string_view QuestionWords::gap_after(std::size_t i) const {
  return i + 1 < words_.size() ? gap_before(i + 1) : text_.substr(words_[i].end);
}

std::size_t QuestionWords::marker_at(std::size_t i) const {
  if (!kMarkerShapes.may_have(words_[i].text)) return 0;
  for (const Marker& marker : kMarkers) {
    if (marker.words[0] != words_[i].text) continue;
    const std::size_t size = marker.size();
    if (i + size > words_.size()) continue;
    bool same = true;
    for (std::size_t k = 1; k < size && same; ++k)
      same = words_[i + k].text == marker.words[k] && (!marker.strokes || stroke_before(i + k));
    if (same) return size;
  }
  const text::Word& word = words_[i];
  if (kMarkersBeforeColon.has(word.text) && i + 1 < words_.size() &&
      gap_before(i + 1).find(':') != string_view::npos)
    return 1;
  if (kind_ == Kind::kPerson && kMarkersBetweenFullNames.has(word.text))
    return word.all_capitals && i >= 2 && i + 2 < words_.size() ? 1 : 0;
  if (kMarkersOrNames.has(word.text))
    return kind_ != Kind::kPerson || word.dotted || !word.capitalised ? 1 : 0;
  const bool former = kind_ != Kind::kPerson && word.text == kFormer && !word.joined_to_next;
  return former && i + 1 < words_.size() ? 1 : 0;
}

bool QuestionWords::sign_before(std::size_t i) const {
  if (i == 0 || !has_signs_) return false;
  constexpr std::array<string_view, 4> kSigns = {" / ", " - ", " \u2013 ", " \u2014 "};
  const string_view gap = gap_before(i);
  return std::ranges::any_of(kSigns,
                             [&](string_view sign) { return gap.find(sign) != string_view::npos; });
}

bool QuestionWords::number_of_line_at(std::size_t i) const {
  constexpr std::size_t kLongestInFront = 4;
  if (i + 1 >= words_.size() || !is_number(words_[i])) return false;
  if (words_[i].text.size() > (i == 0 ? kLongestInFront : 1)) return false;
  const string_view gap = gap_after(i);
  return gap.starts_with('/') || gap.starts_with(')') || (i == 0 && gap.starts_with(". "));
}

bool QuestionWords::joins_at(std::size_t i) const {
  const text::Word& word = words_[i];
  if (kind_ != Kind::kPerson) return word.text == U"or" || word.text == U"oder";
  return kJoining.has(word.text) ||
         (kJoiningSmall.has(word.text) && !word.capitalised && !word.dotted);
}

bool QuestionWords::couples_at(std::size_t i) const {
  return kind_ == Kind::kPerson && kCoupling.has(words_[i].text);
}

std::size_t QuestionWords::particulars_at(std::size_t i) const {
  constexpr std::size_t kNear = 3;
  constexpr std::size_t kLongNumber = 5;
  const u32string_view word = words_[i].text;
  const bool bare = kind_ != Kind::kPerson && word.size() >= kLongNumber &&
                    (is_number(words_[i]) || (word.starts_with(U"imo") && words_[i].has_digit));
  const bool tag =
      kind_ == Kind::kPerson ? kParticularsOfPersons.has(word) : kParticularsOfOthers.has(word);
  if (!bare && !tag) return 0;
  const auto has_digit = [&](std::size_t k) { return k < words_.size() && words_[k].has_digit; };
  const std::size_t near = word == U"b" ? 1 : word == U"company" ? 2 : kNear;
  bool numbered = bare;
  for (std::size_t k = i + 1; k <= i + near; ++k)
    numbered = numbered || has_digit(k);
  if (!numbered) return 0;
  std::size_t end = i + 1;
  while (end < words_.size() && (words_[end].has_digit || kBesideNumbers.has(words_[end].text) ||
                                 kMonths.has(words_[end].text)))
    ++end;
  return end - i;
}

// A web or mail address; the word before the @ belongs to it.
bool QuestionWords::is_site_at(std::size_t i, std::size_t end) const {
  const u32string_view word = words_[i].text;
  return word == U"www" || word == U"http" || word == U"https" ||
         (i + 1 < end && gap_before(i + 1) == "@");
}

// "12 Main Street": a number, and a word for a street near it.
bool QuestionWords::is_address_at(std::size_t i, std::size_t end) const {
  constexpr std::size_t kNear = 4;
  if (!words_[i].has_digit) return false;
  for (std::size_t k = i + 1; k < std::min(end, i + 1 + kNear); ++k)
    if (kStreetWords.has(words_[k].text)) return true;
  return false;
}

bool QuestionWords::is_voyage_or_flag_at(std::size_t i, std::size_t end) const {
  constexpr std::size_t kLongestVoyage = 6;
  if (kind_ != Kind::kThing) return false;
  const u32string_view word = words_[i].text;
  if (word == U"flag") return i + 1 < end;
  if (word == U"voy" || word == U"voyage" || word == U"v")
    return i + 1 < end && words_[i + 1].has_digit;
  return i + 1 == end && word.starts_with(U'v') && words_[i].has_digit &&
         word.size() <= kLongestVoyage;
}

bool QuestionWords::is_office_at(std::size_t i) const {
  return kind_ == Kind::kPerson && comma_before(i) && kOffices.has(words_[i].text);
}

std::size_t QuestionWords::office_at_front(std::size_t begin, std::size_t end) const {
  constexpr std::size_t kLongest = 3;
  if (kind_ != Kind::kPerson) return 0;
  for (std::size_t count = std::min(kLongest, end - begin - 1); count > 0; --count)
    if (kOffices.has(words_[begin + count - 1].text)) return count;
  return 0;
}

std::size_t QuestionWords::words_before_name_at(std::size_t i) const {
  static constexpr std::array kPhrases = {Phrase{U"estate", U"of", U"the", U"late"},
                                          Phrase{U"estate", U"of"},
                                          Phrase{U"the", U"late"},
                                          Phrase{U"account", U"of"},
                                          Phrase{U"customer"},
                                          Phrase{U"client"},
                                          Phrase{U"payee"},
                                          Phrase{U"signatory"},
                                          Phrase{U"beneficiary"},
                                          Phrase{U"attn"}};
  for (const Phrase& phrase : kPhrases)
    if (i + phrase.size() < words_.size() && phrase.stands_at(words_, i)) return phrase.size();
  return 0;
}

std::size_t QuestionWords::title_at(std::size_t i) const {
  static constexpr WordList kCutShort = {U"sr",  U"sra", U"sig", U"m",   U"hon", U"sen",
                                         U"ing", U"eng", U"he",  U"hrh", U"p",   U"tov"};
  const bool dot = words_[i].dotted || gap_after(i).starts_with('.');
  return dot && kCutShort.has(words_[i].text);
}

std::size_t QuestionWords::words_behind_name(std::size_t end) const {
  static constexpr std::array kPhrases = {
      Phrase{U"ph", U"d"},           Phrase{U"m", U"d"},         Phrase{U"m", U"p"},
      Phrase{U"et", U"al"},          Phrase{U"und", U"andere"},  Phrase{U"sole", U"trader"},
      Phrase{U"private", U"person"}, Phrase{U"resident", U"of"}, Phrase{U"citizen", U"of"}};
  static constexpr WordList kWords = {U"phd",        U"md",   U"mba",      U"mp",  U"ubo",
                                      U"dec",        U"decd", U"deceased", U"rip", U"minor",
                                      U"vip",        U"pep",  U"nre",      U"nro", U"individual",
                                      U"proprietor", U"prop", U"new",      U"of"};
  static constexpr WordList kRelatives = {U"wife",   U"husband", U"spouse",  U"family",
                                          U"others", U"sons",    U"brothers"};
  constexpr std::size_t kLongestCode = 3;
  for (const Phrase& phrase : kPhrases)
    if (end > phrase.size() && phrase.stands_at(words_, end - phrase.size())) return phrase.size();
  const text::Word& last = words_[end - 1];
  if (end > 2 && kRelatives.has(last.text) && joins_at(end - 2)) return 2;
  // Else half of a Korean or Chinese given name.
  if (last.text == U"jun")
    return last.dotted || gap_after(end - 1).starts_with('.') ||
           gap_before(end - 1).find(',') != string_view::npos;
  return kWords.has(last.text) || (last.in_brackets && last.text.size() <= kLongestCode);
}

bool QuestionWords::is_of(std::size_t i) const {
  return words_[i].text == U"of" || words_[i].text == U"for";
}

std::size_t QuestionWords::end_before_additions(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin + 1; i < end; ++i)
    if (is_address_at(i, end) || is_voyage_or_flag_at(i, end) || is_office_at(i) ||
        is_site_at(i, end))
      end = i;
  constexpr std::array<u32string_view, 3> kWarning = {U"do", U"not", U"use"};
  if (end > begin + kWarning.size() &&
      std::equal(kWarning.begin(), kWarning.end(),
                 words_.begin() + static_cast<std::ptrdiff_t>(end - kWarning.size()),
                 [](u32string_view word, const text::Word& read) { return word == read.text; }))
    end -= kWarning.size();
  const auto is_addition = [&](u32string_view word) {
    return kAccountWords.has(word) || (kind_ != Kind::kPerson && kAccountWordsOfOthers.has(word));
  };
  while (end > begin + 1 && is_addition(words_[end - 1].text)) {
    const bool liquidation = words_[--end].text == U"liquidation";
    const u32string_view before = words_[end - 1].text;
    if (liquidation && end > begin + 1 && (before == U"in" || before == U"under")) --end;
  }
  return end;
}

bool QuestionWords::counts(const text::Word& word) {
  const bool ideograph = word.script == text::Script::Han || word.script == text::Script::Hangul;
  return !word.has_digit && (word.text.size() > 1 || ideograph) && !kCourtesies.has(word.text);
}

}  // namespace vedette::names
