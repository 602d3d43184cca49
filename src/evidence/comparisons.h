#pragma once

#include "evidence/assessment.h"

namespace vedette::evidence {

// The comparisons of single attributes. Each gives the best finding of all pairs of values, with
// the two values as text, and no contribution.
Term compare_birth_dates(const PartyFacts& ours, const PartyFacts& theirs);
Term compare_genders(const PartyFacts& ours, const PartyFacts& theirs);
Term compare_countries(const PartyFacts& ours, const PartyFacts& theirs);
Term compare_birth_places(const PartyFacts& ours, const PartyFacts& theirs);
Term compare_addresses(const PartyFacts& ours, const PartyFacts& theirs);
Term compare_identifiers(const PartyFacts& ours, const PartyFacts& theirs);
Term compare_contacts(const PartyFacts& ours, const PartyFacts& theirs);
Term compare_kinds(const PartyFacts& ours, const PartyFacts& theirs);
Term compare_list_entries(const PartyFacts& ours, const PartyFacts& theirs);

}  // namespace vedette::evidence
