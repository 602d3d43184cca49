#pragma once

#include <string>
#include <vector>

#include "base/json_writer.h"
#include "evidence/name_evidence.h"
#include "evidence/outcome.h"
#include "evidence/party_facts.h"
#include "evidence/weights.h"

namespace vedette::evidence {

// One comparison of one attribute, and what it adds to the log-odds.
struct Term {
  Attribute attribute = Attribute::kName;
  Finding finding = Finding::kNothing;
  std::string ours = {};
  std::string theirs = {};
  LogOdds contribution = 0;

  Outcome outcome() const { return outcome_of(finding); }
  bool operator==(const Term&) const = default;
};

// How likely two sides are the same party, and why: the log-odds are the prior and the terms' sum.
struct Assessment {
  int confidence = 0;  // 0 to 100
  LogOdds log_odds = 0;
  LogOdds prior = 0;
  std::vector<Term> terms = {};  // the name first; what our side does not know has none

  bool operator==(const Assessment&) const = default;
};

// Compares everything both sides say. Pure and deterministic; the confidence does not depend on
// which side is ours, nor on the order of values. What one side does not say adds nothing. A
// further value that agrees never lowers the confidence.
Assessment assess(const PartyFacts& ours, const PartyFacts& theirs, const NameEvidence& name,
                  Use use, const Weights& weights = Weights::shipped());

// Adds what all names of two list entries say together, beside the best pair of them: one party is
// listed under many names, and two parties often share one. A term of Attribute::kNames.
void add_names(Assessment& assessment, const NamesAgreement& names,
               const Weights& weights = Weights::shipped());

// "Probably the same (92): the name agrees (+2.10), the birth date agrees (+2.90); the country
// conflicts (-1.20)."
std::string sentence(const Assessment& assessment);

// The terms as a JSON array of {attribute, outcome, finding, ours, theirs, contribution}.
void write_terms(base::JsonWriter& json, const Assessment& assessment);

}  // namespace vedette::evidence
