#pragma once

#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "parties/grouping.h"
#include "service/parties/party_judgements.h"

namespace vedette::service {

// Fills in what the machine says of the judgements: its confidence, and whether strong evidence
// speaks against joining the parties of the two entries. Entries that are not in the catalogue are
// left as they are.
base::Result<void> add_evidence(const catalogue::Catalogue& catalogue,
                                const parties::Grouping& grouping, const names::Analyser& analyser,
                                std::vector<NewJudgement>& judgements);

}  // namespace vedette::service
