#include "names/comparing/whole_name.h"

#include <algorithm>
#include <optional>

#include "names/comparing/letter_run.h"
#include "names/comparing/organisation_score.h"
#include "names/tables/costs.h"
#include "text/script.h"

namespace vedette::names {
namespace {

// The one word of a name that carries identity, or nothing when there are more.
std::optional<std::size_t> only_word(std::span<const Word> words) {
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].role == Role::kLegal || words[i].role == Role::kConnective) continue;
    if (only) return std::nullopt;
    only = i;
  }
  return only;
}

// True when `letters` are the first letters of the words in order; connectives and legal forms may
// be counted or not, but two letters at least are of other words.
bool spells_initials(std::string_view letters, NameView name) {
  constexpr std::size_t kFewestOwn = 2;
  std::size_t at = 0;
  std::size_t own = 0;
  for (const Word& word : name.words()) {
    std::string_view text = name.form(word);
    if (word.script != static_cast<std::uint8_t>(text::Script::Latin)) text = name.latin(word);
    if (text.empty()) return false;
    const bool optional = word.role == Role::kLegal || word.role == Role::kConnective;
    // A phrase of the tables is one word here and several in the acronym; of a legal form at most
    // the first letter is part of one (the C of NIOC, but not S.A. de C.V.).
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (i > 0 && (text[i - 1] != ' ' || word.role == Role::kLegal)) continue;
      if (at < letters.size() && letters[at] == text[i]) {
        ++at;
        own += optional ? 0 : 1;
      } else if (!optional) {
        return false;
      }
    }
  }
  return at == letters.size() && own >= kFewestOwn;
}

bool is_acronym(NameView acronym, std::size_t word, NameView name) {
  const std::string_view letters = acronym.latin(acronym.words()[word]);
  return letters.size() >= 3 && spells_initials(letters, name);
}

std::uint8_t count_of(NameView name) {
  return static_cast<std::uint8_t>(name.words().size());
}

// Records one meeting of all words of one name with all of the other, at this cost.
void meet_whole(const Pairing& pairing, Way way, int cost, Tally& tally) {
  const Relation relation{way, static_cast<std::uint8_t>(cost), 0};
  tally.meet({0, count_of(pairing.query()), 0, count_of(pairing.listed()), relation});
  tally.charge(Reason::kMeeting, cost);
}

// Settles names whose letters agree and whose blanks differ.
bool settle_blanks(const Pairing& pairing, Tally& tally) {
  using Part = LetterRun::Part;
  const auto agree = [&](Part query, Part listed) {
    return same_but_for_blanks({pairing.query(), query}, {pairing.listed(), listed});
  };
  if (agree(Part::kAll, Part::kAll)) {
    meet_whole(pairing, Way::kJoined, costs::kJoined, tally);
    return true;
  }
  if (agree(Part::kCore, Part::kCore)) {
    meet_whole(pairing, Way::kJoined, costs::kJoined, tally);
    charge_legal_forms(pairing, tally);
    return true;
  }
  // A legal form of one name is a word, or a part of one, in the other.
  const bool query_has_form = agree(Part::kCore, Part::kAll);
  if (!query_has_form && !agree(Part::kAll, Part::kCore)) return false;
  meet_whole(pairing, Way::kJoined, costs::kJoined, tally);
  tally.charge(Reason::kLegalAbsent, costs::kLegalAbsent,
               query_has_form ? Side::kQuery : Side::kListed);
  return true;
}

// All letters but one agree.
bool settle_edit(const Pairing& pairing, Tally& tally) {
  const RunWithEdit run = run_with_edit(pairing.query(), pairing.listed());
  if (!run.found) return false;
  meet_whole(pairing, Way::kEdit, costs::kEdit + (run.blanks_differ ? costs::kJoined : 0), tally);
  charge_legal_forms(pairing, tally);
  return true;
}

// The query's field was too narrow for the name.
bool settle_cut(const Pairing& pairing, Side query_side, Tally& tally) {
  const bool cut = query_side == Side::kQuery ? is_cut(pairing.query(), pairing.listed())
                                              : is_cut(pairing.listed(), pairing.query());
  if (cut) meet_whole(pairing, Way::kCut, costs::kCutName, tally);
  return cut;
}

// Two names without a word in common, one of which may be the initials of the other.
bool settle_acronym(const Pairing& pairing, Side query_side, Tally& tally) {
  if (pairing.query().kind() != Kind::kOrganisation) return false;
  const auto xs = pairing.query().words();
  const auto ys = pairing.listed().words();
  const auto x = only_word(xs);
  const auto y = only_word(ys);
  if (x.has_value() == y.has_value()) return false;
  const NameView acronym = x ? pairing.query() : pairing.listed();
  const NameView name = x ? pairing.listed() : pairing.query();
  const std::size_t word = x ? *x : *y;
  if (!is_acronym(acronym, word, name)) return false;
  const bool in_query = (query_side == Side::kQuery) == x.has_value();
  const int enough = in_query ? costs::kLettersOfAcronym : costs::kLettersOfAcronym + 1;
  const int cost =
      acronym.words()[word].length >= enough ? costs::kLongAcronym : costs::kShortAcronym;
  const Relation relation{Way::kAcronym, static_cast<std::uint8_t>(cost), 0};
  const auto at = static_cast<std::uint8_t>(word);
  tally.meet(x ? Meeting{at, 1, 0, count_of(pairing.listed()), relation}
               : Meeting{0, count_of(pairing.query()), at, 1, relation});
  tally.charge(Reason::kMeeting, cost);
  return true;
}

// Tries one way of settling, unless it cannot be cheaper than the tally; keeps it if it is.
template <class Settle>
bool settle_if_cheaper(int least, bool any, Tally& tally, const Settle& settle) {
  if (any && tally.total() <= least) return any;
  Tally other;
  other.clear();
  if (!settle(other) || (any && other.total() >= tally.total())) return any;
  tally = other;
  return true;
}

}  // namespace

bool is_acronym_of(NameView a, NameView b) {
  const auto x = only_word(a.words());
  const auto y = only_word(b.words());
  if (x.has_value() == y.has_value()) return false;
  return x ? is_acronym(a, *x, b) : is_acronym(b, *y, a);
}

bool settle_whole_names(const Pairing& pairing, Side query_side, bool any, Tally& tally) {
  any = settle_if_cheaper(costs::kJoined, any, tally,
                          [&](Tally& other) { return settle_blanks(pairing, other); });
  any = settle_if_cheaper(costs::kEdit, any, tally,
                          [&](Tally& other) { return settle_edit(pairing, other); });
  any = settle_if_cheaper(costs::kCutName, any, tally,
                          [&](Tally& other) { return settle_cut(pairing, query_side, other); });
  return settle_if_cheaper(costs::kLongAcronym, any, tally, [&](Tally& other) {
    return settle_acronym(pairing, query_side, other);
  });
}

}  // namespace vedette::names
