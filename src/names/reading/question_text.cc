#include "names/reading/question_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>

#include "text/utf8.h"

namespace vedette::names {

using std::string_view;

namespace {

// The signs between the pieces of a list; in UTF-8, the wide ones of East Asia too.
constexpr std::array<string_view, 8> kListSigns = {";",      "|",      "\n",     "\r",
                                                   "\uFF1B", "\u3001", "\u2028", "\u2029"};

bool may_begin_list_sign(char c) {
  return c == ';' || c == '|' || c == '\n' || c == '\r' || static_cast<signed char>(c) < 0;
}

}  // namespace

std::string passport_holder(string_view query) {
  constexpr std::size_t kHead = 5;  // the document and the country
  const string_view first = query.substr(0, query.find(' '));
  if (first.size() <= kHead || first.find("<<") == string_view::npos) return {};
  std::string line(first);
  for (char& c : line)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto is_sign = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '<';
  };
  if (!std::ranges::all_of(line, is_sign) || line[0] == '<') return {};
  std::string name = line.substr(kHead);
  if (const std::size_t comma = name.find("<<"); comma != std::string::npos)
    name = name.substr(0, comma) + ", " + name.substr(comma + 2);
  std::ranges::replace(name, '<', ' ');
  name.erase(name.find_last_not_of(" 0123456789") + 1);
  return name;
}

namespace {

// What a code of web pages stands for, and how many bytes it takes; 0 when there is none.
struct Decoded {
  std::size_t bytes = 0;
  std::string text;
};

std::string encoded(std::uint32_t code_point) {
  constexpr std::uint32_t kFirst = 0x20;
  constexpr std::uint32_t kLast = 0x10FFFF;
  const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
  if (code_point < kFirst || code_point > kLast || surrogate) return {};
  return text::encode(std::u32string(1, static_cast<char32_t>(code_point)));
}

// "&#225;", "&#xE1;"
Decoded numbered_letter(string_view rest) {
  constexpr std::size_t kMostDigits = 7;
  if (!rest.starts_with("&#")) return {};
  const bool hexadecimal = rest.size() > 2 && (rest[2] == 'x' || rest[2] == 'X');
  const std::size_t begin = hexadecimal ? 3 : 2;
  const std::size_t end = rest.find(';');
  if (end == string_view::npos || end <= begin || end - begin > kMostDigits) return {};
  std::uint32_t value = 0;
  const auto [read, error] =
      std::from_chars(rest.data() + begin, rest.data() + end, value, hexadecimal ? 16 : 10);
  if (error != std::errc() || read != rest.data() + end) return {};
  std::string letter = encoded(value);
  return letter.empty() ? Decoded{} : Decoded{end + 1, std::move(letter)};
}

// "&aacute;": a letter and its mark, which is written behind it.
Decoded named_letter(string_view rest) {
  struct Name {
    string_view name;
    string_view text;
  };
  constexpr std::array<Name, 9> kMarks = {{{"acute", "\u0301"},
                                           {"grave", "\u0300"},
                                           {"circ", "\u0302"},
                                           {"tilde", "\u0303"},
                                           {"uml", "\u0308"},
                                           {"ring", "\u030A"},
                                           {"cedil", "\u0327"},
                                           {"caron", "\u030C"},
                                           {"slash", ""}}};
  constexpr std::array<Name, 6> kLetters = {{{"szlig", "\u00DF"},
                                             {"aelig", "\u00E6"},
                                             {"AElig", "\u00C6"},
                                             {"eth", "\u00F0"},
                                             {"thorn", "\u00FE"},
                                             {"inodot", "\u0131"}}};
  const std::size_t end = rest.substr(0, 10).find(';');
  if (!rest.starts_with('&') || end == string_view::npos || end < 3) return {};
  const string_view name = rest.substr(1, end - 1);
  for (const Name& letter : kLetters)
    if (name == letter.name) return {end + 1, std::string(letter.text)};
  for (const Name& mark : kMarks)
    if (std::isalpha(static_cast<unsigned char>(name[0])) && name.substr(1) == mark.name)
      return {end + 1, std::string(1, name[0]).append(mark.text)};
  return {};
}

// "%C3%A1": the bytes of a letter that is not of ASCII.
Decoded percent_letters(string_view rest) {
  Decoded out;
  while (out.bytes + 3 <= rest.size() && rest[out.bytes] == '%') {
    const char* digits = rest.data() + out.bytes + 1;
    unsigned value = 0;
    const auto [read, error] = std::from_chars(digits, digits + 2, value, 16);
    if (error != std::errc() || read != digits + 2 || value < 0x80) break;
    out.text += static_cast<char>(value);
    out.bytes += 3;
  }
  const bool valid = text::decode(out.text).find(text::kReplacement) == std::u32string::npos;
  return valid ? out : Decoded{};
}

}  // namespace

std::string without_codes(string_view query) {
  struct Code {
    string_view code;
    string_view sign;
  };
  constexpr std::array<Code, 11> kCodes = {{{"&quot;", "\""},
                                            {"&amp;", "&"},
                                            {"&apos;", "'"},
                                            {"&#39;", "'"},
                                            {"&nbsp;", " "},
                                            {"&lt;", "<"},
                                            {"&gt;", ">"},
                                            {"%20", " "},
                                            {"%22", "\""},
                                            {"%26", "&"},
                                            {"%27", "'"}}};
  std::string plain;
  for (std::size_t i = 0; i < query.size();) {
    const string_view rest = query.substr(i);
    const auto code =
        std::ranges::find_if(kCodes, [&](const Code& each) { return rest.starts_with(each.code); });
    Decoded decoded{1, std::string(rest.substr(0, 1))};
    if (code != kCodes.end())
      decoded = {code->code.size(), std::string(code->sign)};
    else
      for (const auto read : {numbered_letter, named_letter, percent_letters})
        if (Decoded letter = read(rest); letter.bytes > 0) decoded = std::move(letter);
    plain += decoded.text;
    i += decoded.bytes;
  }
  return plain;
}

std::string with_blanks(string_view query) {
  std::string apart(query);
  for (std::size_t at = apart.find(kZeroWidthSpace); at != std::string::npos;
       at = apart.find(kZeroWidthSpace, at))
    apart.replace(at, kZeroWidthSpace.size(), " ");
  return apart;
}

std::string with_lost_letters(string_view query) {
  const auto is_letter = [&](std::size_t i) {
    const auto byte = static_cast<unsigned char>(query[i]);
    return byte >= 0x80 || std::isalpha(byte);
  };
  std::string marked;
  for (std::size_t i = 0; i < query.size(); ++i) {
    const bool lost =
        query[i] == '?' && i > 0 && i + 1 < query.size() && is_letter(i - 1) && is_letter(i + 1);
    if (lost)
      marked += "\uFFFD";
    else
      marked += query[i];
  }
  return marked;
}

string_view registration_of(string_view query) {
  const std::size_t blank = query.rfind(' ');
  if (blank == string_view::npos) return {};
  const string_view last = query.substr(blank + 1);
  const std::size_t hyphen = last.find('-');
  const auto is_sign = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
  if (hyphen == string_view::npos || hyphen < 1 || hyphen > 2) return {};
  const string_view country = last.substr(0, hyphen);
  const string_view mark = last.substr(hyphen + 1);
  const bool is_one = mark.size() >= 3 && mark.size() <= 5 &&
                      std::ranges::all_of(country, is_sign) && std::ranges::all_of(mark, is_sign) &&
                      std::isalpha(country.back());
  return is_one ? last : string_view();
}

bool may_be_cut_off(string_view query) {
  constexpr std::array<std::size_t, 3> kWidths = {18, 20, 35};
  if (query.size() < kWidths.front()) return false;
  const std::u32string letters = text::decode(query);
  if (std::ranges::find(kWidths, letters.size()) == kWidths.end()) return false;
  // A name and nothing else.
  if (letters.find_first_of(U"/;|&+\"()0123456789") != std::u32string::npos ||
      letters.back() == U'.')
    return false;
  const auto blank = letters.find_last_of(U" -");
  return blank != std::u32string::npos && letters.size() - blank > 2;
}

std::string turned_round(string_view query) {
  constexpr string_view kEndOfTurn = "\u202C";
  std::string out;
  while (!query.empty()) {
    const std::size_t begin = query.find(kRightToLeft);
    out += query.substr(0, begin);
    if (begin == string_view::npos) break;
    query.remove_prefix(begin + kRightToLeft.size());
    const std::size_t end = std::min(query.find(kEndOfTurn), query.size());
    std::u32string letters = text::decode(query.substr(0, end));
    std::ranges::reverse(letters);
    out += text::encode(letters);
    query.remove_prefix(std::min(end + kEndOfTurn.size(), query.size()));
  }
  return out;
}

std::string site_owner(const Lexicon& lexicon, string_view query) {
  constexpr std::size_t kShortest = 4;
  constexpr std::size_t kLongestEnding = 6;
  constexpr std::array<string_view, 6> kSecondEndings = {"com", "co", "org", "net", "gov", "ac"};
  if (query.find('.') == string_view::npos || query.find(' ') != string_view::npos) return {};
  if (const auto at = query.find("://"); at != string_view::npos) query.remove_prefix(at + 3);
  std::string site(query.substr(0, query.find_first_of("/?")));
  for (char& c : site)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto is_sign = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  };
  if (!std::ranges::all_of(site, is_sign)) return {};
  const auto take_last = [&] {
    const auto dot = site.rfind('.');
    std::string last = dot == std::string::npos ? std::string() : site.substr(dot + 1);
    if (dot != std::string::npos) site.resize(dot);
    return last;
  };
  const std::string ending = take_last();
  if (ending.size() < 2 || ending.size() > kLongestEnding ||
      !std::ranges::all_of(ending, [](char c) { return c >= 'a' && c <= 'z'; }))
    return {};
  for (string_view second : kSecondEndings)
    if (site.ends_with(second) && site.size() > second.size() &&
        site[site.size() - second.size() - 1] == '.')
      site.resize(site.size() - second.size() - 1);
  std::string owner = site.substr(site.rfind('.') + 1);
  return owner.size() >= kShortest && lexicon.organisation(owner).empty() ? owner : std::string();
}

std::vector<string_view> pieces_of(string_view query) {
  std::vector<string_view> pieces;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < query.size();) {
    if (!may_begin_list_sign(query[i])) {
      ++i;
      continue;
    }
    const string_view rest = query.substr(i);
    const auto sign =
        std::ranges::find_if(kListSigns, [&](string_view s) { return rest.starts_with(s); });
    if (sign == kListSigns.end()) {
      ++i;
      continue;
    }
    pieces.push_back(query.substr(begin, i - begin));
    begin = i += sign->size();
  }
  pieces.push_back(query.substr(begin));
  return pieces;
}

}  // namespace vedette::names
