#include "text/look_alike.h"

#include <vector>

#include "base/check.h"
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
  const Script to = target_of(word);
  if (to == Script::Other) return false;
  for (Unit& unit : word) {
    const Script script = script_of(unit.value);
    if (script != Script::Other && script != to) unit.value = twin(unit, to);
  }
  return true;
}

}  // namespace vedette::text
