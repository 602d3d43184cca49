#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "names/comparing/relation.h"
#include "names/words/analysed_name.h"

namespace vedette::names {

// Why points were taken off.
enum class Reason : std::uint8_t {
  kMeeting,        // two words that meet in another way than letter by letter
  kOmittedName,    // a name that one side leaves out
  kLoneName,       // only one name is shared
  kContradiction,  // names on both sides that do not meet
  kOmittedParticle,
  kOmittedTitle,
  kOmittedSuffix,
  kOmittedGeneration,
  kGenerationConflict,
  kRepeatedWord,
  kFiliationReversed,
  kReordered,
  kInitialsOnly,
  kWeakEvidence,
  kLoneShortForm,
  kTooManyEdits,  // for so short a name
  kOmittedWord,   // of an organisation, by its role
  kOmittedPlace,
  kOmittedNumeral,
  kOmittedBusiness,
  kOmittedGeneric,
  kOmittedAlternative,
  kOmittedAddress,  // behind the whole listed name
  kLegalAbsent,
  kLegalForm,
  kLegalConflict,
  kGenericOnly,
  kSetAside,      // words that count nothing, which only one side has
  kNotIdentical,  // and nothing else to be said against it
  kNothingShared,
};

enum class Side : std::uint8_t { kBoth, kQuery, kListed };

// Words [query, query + query_count) met words [listed, listed + listed_count).
struct Meeting {
  std::uint8_t query;
  std::uint8_t query_count;
  std::uint8_t listed;
  std::uint8_t listed_count;
  Relation relation;
};

struct Charge {
  Reason reason;
  Side side;
  std::uint8_t word;  // index on its side; of the meeting for kMeeting
  std::int16_t points;
};

// What the scorer did, step by step: the score is 100 (99 unless identical) minus the charges.
// Fixed size, on the stack of the caller; explanations are written from it and from nothing else.
class Tally {
 public:
  void clear() {
    meeting_count_ = charge_count_ = 0;
    total_ = 0;
  }
  void meet(const Meeting& meeting) { meetings_[meeting_count_++] = meeting; }
  void charge(Reason reason, int points, Side side = Side::kBoth, std::size_t word = 0) {
    if (points == 0) return;
    total_ += points;
    // More charges than there is room for are still counted; the last ones are told as one.
    if (charge_count_ == charges_.size()) {
      charges_.back().points = static_cast<std::int16_t>(charges_.back().points + points);
      return;
    }
    charges_[charge_count_++] = {reason, side, static_cast<std::uint8_t>(word),
                                 static_cast<std::int16_t>(points)};
  }
  std::span<const Meeting> meetings() const { return {meetings_.data(), meeting_count_}; }
  std::span<const Charge> charges() const { return {charges_.data(), charge_count_}; }
  int total() const { return total_; }
  // The same comparison seen from the other side.
  void swap_sides();

 private:
  std::array<Meeting, kMaxWords> meetings_;
  std::array<Charge, 3 * kMaxWords> charges_;
  std::size_t meeting_count_ = 0;
  std::size_t charge_count_ = 0;
  int total_ = 0;
};

}  // namespace vedette::names
