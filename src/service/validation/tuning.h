#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "ledger/ledger.h"

namespace vedette::service {

// What people decided about matches.
struct Decisions {
  std::int64_t confirmed = 0;  // true-positive
  std::int64_t refuted = 0;    // false-positive

  std::int64_t total() const { return confirmed + refuted; }
};

// Decisions of one band of scores or confidences, from `from` to `to`.
struct DecisionBand {
  int from = 0;
  int to = 0;
  Decisions decisions = {};
  std::int64_t open = 0;  // that wait for a decision
};

struct ListDecisions {
  std::string list = {};  // empty: no list names the profile now
  std::string name = {};
  Decisions decisions = {};
};

// A word that the customer's and the listed name have in common.
struct WordDecisions {
  std::string word = {};
  Decisions decisions = {};
  std::int64_t refuted_without_birth_date = 0;  // the customer has none
};

// How often a decision of this user was changed to the opposite by another user.
struct UserDecisions {
  std::string username = {};
  std::int64_t decided = 0;
  std::int64_t overturned = 0;
};

// What a change would have done to the decisions of the past, and would do to what is open now.
// Nothing is changed by it.
struct Suggestion {
  std::string kind = {};   // threshold, closeBelowConfidence, words, birthDates
  std::int64_t value = 0;  // the setting to try; 0 where there is none
  std::vector<std::string> words = {};
  std::int64_t refuted = 0;    // false positives that it is about
  std::int64_t confirmed = 0;  // true positives that it would have lost
  std::int64_t open = 0;       // open matches that it is about
  std::string text = {};
};

struct Tuning {
  Decisions all = {};
  std::int64_t open = 0;
  int threshold = 0;
  int close_below_confidence = 0;
  std::vector<DecisionBand> by_score = {};       // five points wide
  std::vector<DecisionBand> by_confidence = {};  // ten points wide; of matches that have one
  std::vector<ListDecisions> by_list = {};       // the most false positives first
  std::vector<WordDecisions> words = {};         // the most false positives first
  std::vector<UserDecisions> by_user = {};       // the most overturned first
  std::int64_t disagreements = 0;                // matches that two users decided differently
  std::vector<Suggestion> suggestions = {};
};

inline constexpr std::int64_t kMostTunedMatches = 200'000;  // the newest decisions
inline constexpr std::size_t kTunedWords = 20;
// Fewer decisions say too little for a suggestion.
inline constexpr std::int64_t kFewestDecisions = 20;

// Of the last decision of clients about each match of a stored record. `catalogue` may be null.
base::Result<Tuning> read_tuning(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                 const catalogue::Catalogue* catalogue);

std::string to_json(const Tuning& tuning);

}  // namespace vedette::service
