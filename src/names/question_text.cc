#include "names/question_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace vedette::names {

using std::string_view;

namespace {

// The signs between the pieces of a list; in UTF-8, the wide ones of East Asia too.
constexpr std::array<string_view, 6> kListSigns = {";", "|", "\n", "\r", "\uFF1B", "\u3001"};

}  // namespace

std::string passport_holder(string_view question) {
  constexpr std::size_t kHead = 5;  // the document and the country
  std::string line(question.substr(0, question.find(' ')));
  if (line.size() <= kHead || line.find("<<") == std::string::npos) return {};
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

std::string without_codes(string_view question) {
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
  for (std::size_t i = 0; i < question.size();) {
    const string_view rest = question.substr(i);
    const auto code =
        std::ranges::find_if(kCodes, [&](const Code& each) { return rest.starts_with(each.code); });
    plain += code == kCodes.end() ? rest.substr(0, 1) : code->sign;
    i += code == kCodes.end() ? 1 : code->code.size();
  }
  return plain;
}

std::string site_owner(const Lexicon& lexicon, string_view question) {
  constexpr std::size_t kShortest = 4;
  constexpr std::size_t kLongestEnding = 6;
  constexpr std::array<string_view, 6> kSecondEndings = {"com", "co", "org", "net", "gov", "ac"};
  if (const auto at = question.find("://"); at != string_view::npos) question.remove_prefix(at + 3);
  std::string site(question.substr(0, question.find_first_of("/?")));
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

std::vector<string_view> pieces_of(string_view question) {
  std::vector<string_view> pieces;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < question.size();) {
    const string_view rest = question.substr(i);
    const auto sign =
        std::ranges::find_if(kListSigns, [&](string_view s) { return rest.starts_with(s); });
    if (sign == kListSigns.end()) {
      ++i;
      continue;
    }
    pieces.push_back(question.substr(begin, i - begin));
    begin = i += sign->size();
  }
  pieces.push_back(question.substr(begin));
  return pieces;
}

}  // namespace vedette::names
