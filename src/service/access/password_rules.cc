#include "service/access/password_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "base/ascii.h"
#include "base/encoding.h"
#include "base/table.h"

namespace vedette::service {
namespace {

// Longer ones are sentences, whatever words are in them.
constexpr std::size_t kLongestCommon = 24;
// Digits alone are as good as a word only when there are many.
constexpr std::size_t kDigitsAlone = 16;
// A name shorter than this is in too many passwords.
constexpr std::size_t kShortestName = 3;
constexpr std::size_t kShortestWalk = 4;
constexpr std::size_t kFewestCharacters = 4;

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
using Words = std::unordered_set<std::string, Hash, std::equal_to<>>;

const Words& common_words() {
  static const Words words = [] {
    Words out;
    base::for_each_table_row("data/access/common_passwords.tsv",
                             [&](const base::TableRow& row) { out.emplace(row.text(0)); });
    return out;
  }();
  return words;
}

bool is_letter(char c) {
  // Bytes above ASCII are parts of letters.
  return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

// The letter that a sign is written for.
char letter_of(char c) {
  switch (c) {
    case '0':
      return 'o';
    case '1':
    case '!':
      return 'i';
    case '3':
      return 'e';
    case '4':
    case '@':
      return 'a';
    case '5':
    case '$':
      return 's';
    case '7':
      return 't';
    default:
      return c;
  }
}

std::string with_letters(std::string_view from) {
  std::string text(from);
  std::ranges::transform(text, text.begin(), letter_of);
  return text;
}

// Without the digits and signs at an end.
std::string_view without_head(std::string_view text) {
  while (!text.empty() && !is_letter(text.front()))
    text.remove_prefix(1);
  return text;
}
std::string_view without_tail(std::string_view text) {
  while (!text.empty() && !is_letter(text.back()))
    text.remove_suffix(1);
  return text;
}
std::string_view core_of(std::string_view text) {
  return without_tail(without_head(text));
}

bool is_repeated(std::string_view text) {
  for (std::size_t period = 1; period <= text.size() / 2; ++period) {
    const bool repeats = text.substr(period) == text.substr(0, text.size() - period);
    // "abcabcab" repeats, "testing the t" does not: three whole turns, or two of few characters.
    if (repeats && (text.size() >= 3 * period || period <= 4)) return true;
  }
  return false;
}

// Every character is beside the one before: on the keyboard, in the alphabet, or it is the
// same.
bool is_walk(std::string_view text) {
  constexpr std::array<std::string_view, 6> kRows = {
      "qwertyuiop", "asdfghjkl", "zxcvbnm", "01234567890", "abcdefghijklmnopqrstuvwxyz",
      "qwertzuiop"};
  const auto beside = [&](char a, char b) {
    if (a == b) return true;
    return std::ranges::any_of(kRows, [&](std::string_view row) {
      for (std::size_t i = 1; i < row.size(); ++i)
        if ((row[i - 1] == a && row[i] == b) || (row[i - 1] == b && row[i] == a)) return true;
      return false;
    });
  };
  for (std::size_t i = 1; i < text.size(); ++i)
    if (!beside(text[i - 1], text[i])) return false;
  return true;
}

class Guesser {
 public:
  explicit Guesser(const std::vector<std::string_view>& names) {
    for (const std::string_view name : names)
      if (name.size() >= kShortestName) names_.push_back(base::lower(name));
  }

  bool comes_to(std::string_view text) const {
    const std::string_view core = core_of(text);
    return knows(text) || knows(core) || is_joined(core);
  }

 private:
  bool knows(std::string_view word) const {
    return common_words().contains(word) || std::ranges::find(names_, word) != names_.end();
  }
  // Two known words, also with digits and signs between.
  bool is_joined(std::string_view core) const {
    for (std::size_t split = 1; split < core.size(); ++split) {
      const std::string_view second = core_of(core.substr(split));
      if (knows(core_of(core.substr(0, split))) && (second.empty() || knows(second))) return true;
    }
    return false;
  }

  std::vector<std::string> names_;
};

bool has_few_characters(std::string_view text) {
  std::string distinct(text);
  std::ranges::sort(distinct);
  const auto rest = std::ranges::unique(distinct);
  return distinct.size() - rest.size() < kFewestCharacters;
}

base::Error refused(std::string code, std::string sentence) {
  return {base::Cause::kInvalidInput,
          "a password " + sentence,
          {{"password", std::move(code), sentence}}};
}

}  // namespace

bool is_common_password(std::string_view password, const std::vector<std::string_view>& names) {
  if (has_few_characters(password)) return true;
  if (password.size() > kLongestCommon) return is_repeated(password);
  const std::string text = base::lower(password);
  const std::string_view core = core_of(text);
  if (core.size() <= 1 && text.size() < kDigitsAlone) return true;
  if (is_repeated(text) || is_walk(text) || (core.size() >= kShortestWalk && is_walk(core)))
    return true;
  const Guesser guesser(names);
  // A sign at an end is a letter (@dmin) or an addition (admin!).
  return guesser.comes_to(text) || guesser.comes_to(with_letters(core)) ||
         guesser.comes_to(with_letters(without_head(text))) ||
         guesser.comes_to(with_letters(without_tail(text)));
}

base::Result<void> check_new_password(std::string_view password,
                                      const std::vector<std::string_view>& names) {
  if (password.size() < kMinPasswordBytes || password.size() > kMaxPasswordBytes)
    return refused("OUT_OF_RANGE",
                   fmt::format("has {} to {} bytes", kMinPasswordBytes, kMaxPasswordBytes));
  if (!base::is_utf8(password) || password.find('\0') != std::string_view::npos)
    return refused("INVALID_TEXT", "is UTF-8 text");
  if (is_common_password(password, names))
    return refused(
        "COMMON_PASSWORD",
        "is one that guessers try first: take several words that do not belong together, "
        "or have one generated");
  return {};
}

}  // namespace vedette::service
