#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"
#include "service/parties/judgement.h"

namespace vedette::service {

// The table of judgements. Every row is sealed (ledger/row_seal.h): one that was changed behind the
// service's back is an error (kCorrupt, JUDGEMENT_ALTERED) and never decides anything; so is one
// that is missing.

// Number of the newest; 0 when there is none.
template <class Reader>
base::Result<std::int64_t> newest_judgement(Reader& reader);

// All of them in the order in which they were made.
template <class Reader>
base::Result<std::vector<Judgement>> all_judgements(Reader& reader);
// Those after `after`, at most `limit`.
base::Result<std::vector<Judgement>> judgements_after(ledger::OperatorReader& reader,
                                                      std::int64_t after, std::int64_t limit);

// Stores them under the next numbers, which they are given, each with an audit entry.
base::Result<void> add_judgements(ledger::OperatorWriter& writer,
                                  std::vector<Judgement>& judgements);

}  // namespace vedette::service
