#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/parties/judgement.h"

namespace vedette::service {

// Who judges, as the audit chain names them.
struct Judge {
  std::string actor = "operator";
  std::string username = {};
  std::int64_t project = 0;
  std::string request_id = {};
};

// What somebody wants to decide.
struct NewJudgement {
  JudgedEntry one = {};
  JudgedEntry other = {};
  parties::Verdict verdict = parties::Verdict::kUnsure;
  std::optional<std::int64_t> confidence = {};
  // Strong evidence speaks against `same`: then a reason is required.
  bool conflict = false;
  std::string reason = {};
  // Of imported judgements: who decided and when, elsewhere. Empty: the judge, now.
  std::string username = {};
  base::Time at = {};
};

// The judgements that hold, and the newest number among all.
struct HoldingJudgements {
  std::vector<Judgement> judgements = {};  // the newest of each pair, by its number
  std::int64_t newest = 0;

  std::vector<parties::JudgedPair> pairs() const;
};

// Reads and writes the judgements of people on pairs of list entries (docs/parties.md). Safe from
// any thread.
class PartyJudgements {
 public:
  PartyJudgements(ledger::Ledger& ledger, const base::Clock& clock)
      : ledger_(ledger), clock_(clock) {}

  static constexpr std::size_t kLongestReason = 1'000;
  static constexpr std::size_t kMostAtOnce = 10'000;

  // All or none; what holds already in the same words is left out. Nothing is written and
  //   kConflict, CONTRADICTING_JUDGEMENT, when one contradicts others, which the message names;
  //   kInvalidInput, REASON_REQUIRED, when `same` has strong evidence against it and no reason;
  //   kInvalidInput when an entry is judged against itself, or a text is too long.
  // The path of a detail is the number of the judgement it is about, from 0.
  base::Result<std::vector<Judgement>> add(std::span<const NewJudgement> wanted,
                                           const Judge& judge) const;

  base::Result<HoldingJudgements> holding() const;
  base::Result<std::int64_t> newest() const;
  // All of them, oldest first; those after a number, at most `limit`.
  base::Result<std::vector<Judgement>> all() const;
  base::Result<std::vector<Judgement>> after(std::int64_t number, std::int64_t limit) const;

 private:
  ledger::Ledger& ledger_;
  const base::Clock& clock_;
};

}  // namespace vedette::service
