#include "text/look_alike.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "text/code_point_table.h"
#include "text/script.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

struct Pair {
  char32_t latin;
  char32_t other;
  bool capital;
  bool small;
};

const std::vector<Pair>& pairs() {
  static const std::vector<Pair> kPairs = [] {
    std::vector<Pair> out;
    for_each_row("data/romanise/look_alike.tsv", [&out](auto fields) {
      VEDETTE_CHECK(fields.size() == 3);
      out.push_back({decode(fields[0])[0], decode(fields[1])[0], fields[2] != "small",
                     fields[2] != "capital"});
    });
    return out;
  }();
  return kPairs;
}

// The letter of `to` that looks like `unit`, or 0. An accent does not save a letter: "Анатóлий"
// with a Latin o is met in real lists.
char32_t twin(const Unit& unit, Script to) {
  const char32_t letter = strip_diacritics(unit.value);
  for (const Pair& pair : pairs()) {
    if (!(unit.capital ? pair.capital : pair.small)) continue;
    if (to == Script::Latin && pair.other == letter) return pair.latin;
    if (to != Script::Latin && pair.latin == letter && script_of(pair.other) == to)
      return pair.other;
  }
  return 0;
}

// Letters beside those of Cyrillic and Greek that look like a Latin one: the Latin letter where the
// letter was a capital, and where it was small.
class StrangeLetters {
 public:
  StrangeLetters() {
    for_each_row("data/romanise/look_alike_unicode.tsv", [this](auto fields) {
      VEDETTE_CHECK(fields.size() == 3);
      const char32_t other = decode(fields[1])[0];
      const auto latin = static_cast<std::uint32_t>(fields[0][0]);
      if (fields[2] != "small") capital_.put(other, latin);
      if (fields[2] != "capital") small_.put(other, latin);
    });
  }
  // 0 when there is none.
  char32_t latin(const Unit& unit) const {
    return (unit.capital ? capital_ : small_).get(unit.value);
  }

 private:
  CodePointTable capital_;
  CodePointTable small_;
};

char32_t strange_twin(const Unit& unit) {
  static const StrangeLetters kLetters;
  return unit.value < 0x80 ? 0 : kLetters.latin(unit);
}

// Of a script that names are written in, other than the three that look_alike.tsv compares.
bool is_foreign(Script script) {
  return script != Script::Other && script != Script::Latin && script != Script::Cyrillic &&
         script != Script::Greek;
}

// Strange letters become Latin ones, when there are such and nothing says that the word is written
// in their script.
bool repair_strange_letters(std::span<Unit> word) {
  const auto strange = std::ranges::count_if(word, [](const Unit& u) { return strange_twin(u); });
  if (strange == 0) return false;
  bool latin = false;
  bool foreign = false;
  for (const Unit& unit : word) {
    const Script script = script_of(unit.value);
    if (is_foreign(script) && strange_twin(unit) == 0) return false;
    latin = latin || script == Script::Latin;
    foreign = foreign || is_foreign(script);
  }
  // A whole word of letters that look alike is one of their script, if names are written in it.
  constexpr std::ptrdiff_t kFewest = 2;
  if (!latin && (foreign || strange < kFewest)) return false;
  for (Unit& unit : word)
    if (const char32_t letter = strange_twin(unit); letter != 0) unit.value = letter;
  return true;
}

bool can_become(std::span<const Unit> word, Script to) {
  for (const Unit& unit : word) {
    const Script script = script_of(unit.value);
    if (script != Script::Other && script != to && twin(unit, to) == 0) return false;
  }
  return true;
}

Script target_of(std::span<const Unit> word) {
  std::size_t latin = 0;
  std::size_t cyrillic = 0;
  std::size_t greek = 0;
  for (const Unit& unit : word) {
    switch (script_of(unit.value)) {
      case Script::Latin:
        ++latin;
        break;
      case Script::Cyrillic:
        ++cyrillic;
        break;
      case Script::Greek:
        ++greek;
        break;
      case Script::Other:
        break;
      default:
        return Script::Other;
    }
  }
  if ((latin > 0) + (cyrillic > 0) + (greek > 0) != 2) return Script::Other;
  const Script second = cyrillic > 0 ? Script::Cyrillic : Script::Greek;
  if (latin == 0) return Script::Other;
  const bool to_latin = can_become(word, Script::Latin);
  const bool to_second = can_become(word, second);
  if (to_latin && to_second) return latin >= cyrillic + greek ? Script::Latin : second;
  if (to_latin) return Script::Latin;
  return to_second ? second : Script::Other;
}

}  // namespace

bool repair_look_alikes(std::span<Unit> word) {
  const bool strange = repair_strange_letters(word);
  const Script to = target_of(word);
  if (to == Script::Other) return strange;
  for (Unit& unit : word) {
    const Script script = script_of(unit.value);
    if (script != Script::Other && script != to) unit.value = twin(unit, to);
  }
  return true;
}

}  // namespace vedette::text
