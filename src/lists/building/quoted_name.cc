#include "lists/building/quoted_name.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "names/reading/analyser.h"
#include "names/tables/lexicon.h"
#include "text/tokenise.h"
#include "text/utf8.h"

namespace vedette::lists {
namespace {

constexpr std::string_view kQuotes[] = {"\"", "\u201C", "\u201D", "\u201E", "\u00AB", "\u00BB"};

// The length of the quotation mark that stands there, or 0.
std::size_t quote_at(std::string_view text, std::size_t at) {
  for (std::string_view quote : kQuotes)
    if (text.substr(at).starts_with(quote)) return quote.size();
  return 0;
}

// The first bytes of the marks: most names have none of them. Eight bytes at a time: it is asked of
// every name of every organisation.
bool may_have_quotes(std::string_view name) {
  constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101;
  constexpr std::uint64_t kHighBits = kEachByte * 0x80;
  std::uint64_t found = 0;
  const auto look_at = [&](std::uint64_t word) {
    const std::uint64_t other = word ^ (kEachByte * '"');  // zero where the quote is
    found |= ((other - kEachByte) & ~other) | word;        // and bytes that are not ASCII
  };
  for (; name.size() >= sizeof found; name.remove_prefix(sizeof found)) {
    std::uint64_t word = 0;
    std::memcpy(&word, name.data(), sizeof word);
    look_at(word);
  }
  for (const char c : name)
    look_at(static_cast<unsigned char>(c));
  return (found & kHighBits) != 0;
}

// A word in small letters says what the party is, not what it is called.
bool begins_small(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'\u00DF' && c <= U'\u00FF') ||
         (c >= U'\u0430' && c <= U'\u045F');
}

// One word that no table knows, in whatever script or with whatever accents it is written.
bool is_short_name(std::string_view text) {
  constexpr std::size_t kFewestLetters = 5;
  static const names::Lexicon kLexicon;
  static const names::Analyser kAnalyser(kLexicon);
  const text::Words words = text::tokenise(text);
  if (words.size() != 1 || words[0].has_digit || words[0].text.size() < kFewestLetters ||
      begins_small(text::decode_one(text).value))
    return false;
  const std::string form = text::encode(words[0].text);
  if (!kLexicon.organisation(form).empty() || !kLexicon.person(form).empty()) return false;
  const names::AnalysedName analysed = kAnalyser.analyse(text, names::Kind::kOrganisation);
  const names::NameView name = analysed.view();
  return name.words().size() == 1 && name.words()[0].role == names::Role::kName &&
         name.rows(name.words()[0]).empty();
}

}  // namespace

std::string_view quoted_short_name(std::string_view name) {
  if (!may_have_quotes(name)) return {};
  std::size_t begin = std::string_view::npos;  // behind the last mark
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t length = quote_at(name, at);
    if (length == 0) {
      ++at;
      continue;
    }
    if (begin != std::string_view::npos && begin < at) {
      const std::string_view inside = name.substr(begin, at - begin);
      const bool alone = inside.find(' ') == std::string_view::npos;
      if (alone && is_short_name(inside)) return inside;
    }
    begin = at += length;
  }
  return {};
}

}  // namespace vedette::lists
