#include "names/comparing/edit_cost.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "names/tables/costs.h"
#include "names/words/analysed_name.h"

namespace vedette::names {

int edit_budget(const Word& a, const Word& b, Kind kind) {
  const int longer = std::max(a.length, b.length);
  const int shorter = std::min(a.length, b.length);
  if ((a.flags | b.flags) & kSyllabic) return shorter >= 4 ? 1 : 0;
  if ((a.flags & b.flags) & kConsonantal) return shorter >= 7 ? 2 : shorter >= 3 ? 1 : 0;
  // One side without vowels: two edits in a short word would change every other consonant.
  if ((a.flags | b.flags) & kConsonantal) return shorter >= 5 ? 2 : shorter >= 4 ? 1 : 0;
  // Of three letters in two scripts two edits leave nothing: ын is not man.
  if (kind == Kind::kPerson && a.script != b.script && longer <= 3) return shorter >= 2;
  if (kind == Kind::kPerson) return longer >= 3 && shorter >= 2 ? 2 : longer >= 2 && shorter >= 2;
  if (kind == Kind::kThing) return shorter >= 7 ? 2 : shorter >= 4 ? 1 : 0;
  return shorter >= 6 ? 2 : shorter >= 3 ? 1 : 0;
}

int edit_cost(int edits, bool light, const Word& a, const Word& b) {
  const bool known = a.flags & b.flags & kKnownName;
  const int longer = std::max(a.length, b.length);
  // Between two scripts a letter may differ by the habit of a language instead of by a slip.
  if (a.script != b.script && !known) {
    if ((a.flags | b.flags) & kConsonantal)
      return edits == 1 ? costs::kConsonantEdit : costs::kTwoConsonantEdits;
    if (longer <= 3) return costs::kEdit;
    if (light) return edits == 1 ? costs::kCrossScriptEdit : costs::kCrossScriptTwoEdits;
    // Letters of another sound are no habit: oberbank is as far from сбербанк as from sberbank.
    return edits == 1 ? costs::kEdit : costs::kTwoEdits;
  }
  if (edits == 1) {
    if (known) return costs::kKnownNamesEdit;
    if (longer <= 3) return costs::kShortEdit;
    return light ? costs::kLightEdit : costs::kEdit;
  }
  return light ? costs::kTwoLightEdits : costs::kTwoEdits;
}

namespace {

// Every kind of word that edit_budget() and edit_cost() tell apart.
template <class Visit>
void for_each_other_word(const Word& word, bool between_scripts, const Visit& visit) {
  for (const unsigned flags :
       {0u, unsigned{kKnownName}, unsigned{kConsonantal}, unsigned{kSyllabic}})
    for (const int length : {1, 2, 3, 4, 5, 6, 7, static_cast<int>(kMaxLetters)})
      for (const bool light : {false, true}) {
        Word other{};
        other.flags = static_cast<std::uint16_t>(flags);
        other.length = static_cast<std::uint8_t>(length);
        other.script = static_cast<std::uint8_t>(word.script + (between_scripts ? 1 : 0));
        visit(other, light);
      }
}

// Of the least cost of so many edits, for each kind of word that edit_budget() and edit_cost() tell
// apart: the search asks for every word of every query.
class LeastEditCosts {
 public:
  // Longer words are treated as words of this length.
  static constexpr int kLongest = 8;

  LeastEditCosts() {
    for (const unsigned flags : kFlagChoices)
      for (int length = 0; length <= kLongest; ++length)
        for (const Kind kind : {Kind::kPerson, Kind::kOrganisation, Kind::kThing})
          for (const int edits : {1, 2})
            for (const bool between_scripts : {false, true}) {
              Word word{};
              word.flags = static_cast<std::uint16_t>(flags);
              word.length = static_cast<std::uint8_t>(length);
              at(word, kind, edits, between_scripts) =
                  static_cast<std::uint8_t>(least(word, kind, edits, between_scripts));
            }
  }
  int of(const Word& word, Kind kind, int edits, bool between_scripts) const {
    return costs_[place(word, kind, edits, between_scripts)];
  }

 private:
  static constexpr std::array<unsigned, 8> kFlagChoices = {0,
                                                           kKnownName,
                                                           kConsonantal,
                                                           kSyllabic,
                                                           kKnownName | kConsonantal,
                                                           kKnownName | kSyllabic,
                                                           kConsonantal | kSyllabic,
                                                           kKnownName | kConsonantal | kSyllabic};

  static int least(const Word& word, Kind kind, int edits, bool between_scripts) {
    int least = kNoEdits;
    for_each_other_word(word, between_scripts, [&](const Word& other, bool light) {
      if (edit_budget(word, other, kind) >= edits && edits < std::max(word.length, other.length))
        least = std::min(least, edit_cost(edits, light, word, other));
    });
    return least;
  }
  static std::size_t place(const Word& word, Kind kind, int edits, bool between_scripts) {
    std::size_t at = (word.flags & kKnownName ? 1 : 0) + (word.flags & kConsonantal ? 2 : 0) +
                     (word.flags & kSyllabic ? 4 : 0);
    at = at * (kLongest + 1) + static_cast<std::size_t>(std::min<int>(word.length, kLongest));
    at = at * 3 + static_cast<std::size_t>(kind);
    return (at * 2 + static_cast<std::size_t>(edits - 1)) * 2 + (between_scripts ? 1 : 0);
  }
  std::uint8_t& at(const Word& word, Kind kind, int edits, bool between_scripts) {
    return costs_[place(word, kind, edits, between_scripts)];
  }

  std::array<std::uint8_t, std::size_t{8} * (kLongest + 1) * 3 * 2 * 2> costs_{};
};

}  // namespace

int least_edit_cost(const Word& word, Kind kind, int edits, bool between_scripts) {
  static const LeastEditCosts kCosts;
  const int least = kCosts.of(word, kind, edits, between_scripts);
  if (edits == 1 && (is_particle(word.role) || is_garbled_particle(word)))
    return std::min(least, costs::kParticleEdit);
  return least;
}

int least_cut_cost() {
  return costs::kCutShort;
}

}  // namespace vedette::names
