#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "service/attestation/attestations.h"
#include "service/common/signed_document.h"

namespace vedette::service {

// Closed days as one signed archive (signed_archive.h): days/DATE.json as each was closed, days.csv
// and lists.csv with a row for each day and each version of a list.
base::Result<std::string> attestation_archive(const DocumentSigner& signer,
                                              const std::string& project,
                                              std::vector<AttestedDay> days, base::Time now);

// A closed day alone in such an archive; kConflict while it is open.
base::Result<std::string> attested_day_archive(const Attestations& attestations,
                                               const DocumentSigner& signer,
                                               const ledger::ProjectScope& scope,
                                               const std::string& project, const std::string& date,
                                               base::Time now);
// Every closed day of a year; kNotFound when there is none.
base::Result<std::string> attested_year_archive(const Attestations& attestations,
                                                const DocumentSigner& signer,
                                                const ledger::ProjectScope& scope,
                                                const std::string& project, std::int64_t year,
                                                base::Time now);

}  // namespace vedette::service
