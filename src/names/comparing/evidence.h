#pragma once

#include <cstdint>
#include <span>

#include "names/comparing/pairing.h"
#include "names/tables/costs.h"

namespace vedette::names {

// How much the matching names of two people prove together. A rare name proves most; many people
// have a known name; a name that matches another known name, or a short word with a slip, may be
// another person's. docs/matching.md has the rates as a table.
class Evidence {
 public:
  void add(const Meeting& meeting, std::span<const Word> query, std::span<const Word> listed) {
    if (meeting.relation.way == Way::kInitial) return;
    const std::uint16_t x = query[meeting.query].flags;
    const std::uint16_t y = listed[meeting.listed].flags;
    const bool exact = is_exact(meeting.relation);
    const bool other_name = !exact && (x & y & kKnownName);
    const bool slip =
        meeting.relation.way == Way::kByEar
            ? meeting.relation.cost > costs::kByEarTelling
            : !exact && !has_letters(meeting.relation, letters_met(meeting, query, listed));
    const bool telling = !other_name && !slip;
    stands_alone_ = stands_alone_ || telling;
    other_name_ = other_name_ || other_name;
    slip_ = slip_ || slip;
    // A slip does not make a known name rare.
    rare_as_written_ = rare_as_written_ || (exact && !((x | y) & kKnownName));
    as_written_ = as_written_ && exact;
    very_common_ = very_common_ && (x & y & kVeryCommon);
    last_ = last_ || (x & y & kTailPosition);
  }

  // Whether some name matches well enough to be more than chance.
  bool stands_alone() const { return stands_alone_; }
  int omission_rate() const {
    // The family name is left out, and another name differs as well.
    if (!last_ && !as_written_) return costs::kOmissionBesideDoubt;
    if (rare_as_written_) return costs::kOmission;
    if (other_name_) return costs::kOmissionBesideDoubt;
    // People shorten a name to a given name and its last word, seldom to others.
    if (slip_) return last_ ? costs::kOmissionFromKnownNames : costs::kOmissionBesideDoubt;
    // Another spelling, or names that very many people have.
    if (!as_written_ || very_common_) return costs::kOmissionFromKnownNames;
    return last_ ? costs::kOmission : costs::kOmissionFromKnownNames;
  }

 private:
  // The same word, however it is written. Between scripts one letter may be the habit of a
  // language, which is no edit.
  static bool is_exact(const Relation& relation) {
    switch (relation.way) {
      case Way::kExact:
      case Way::kVariant:
      case Way::kRomanised:
      case Way::kSpelling:
      case Way::kParticle:
        return true;
      case Way::kJoined:
      case Way::kEdit:
        return relation.edits == 0;
      default:
        return false;
    }
  }
  // As many as a lone word needs.
  static bool has_letters(const Relation& relation, int letters) {
    return letters >= (relation.edits < 2 ? costs::kLoneWordLettersForOneEdit
                                          : costs::kLoneWordLettersForTwoEdits);
  }

  bool stands_alone_ = false;
  bool other_name_ = false;
  bool slip_ = false;
  bool rare_as_written_ = false;
  bool as_written_ = true;
  bool very_common_ = true;
  bool last_ = false;  // the last words of both names meet
};

}  // namespace vedette::names
