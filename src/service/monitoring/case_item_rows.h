#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/monitoring/case_items.h"
#include "service/monitoring/match_rows.h"

namespace vedette::service {

// The rows of case items, within the caller's transaction and project. `Reader` is
// ledger::ProjectReader or ProjectWriter. A row that was changed, or one that is missing, fails the
// read with RECORD_ALTERED.

// Of one record, removed ones included, by number.
template <class Reader>
base::Result<std::vector<CaseItem>> items_of(Reader& reader, std::int64_t record_number);
// The bytes of a file; RECORD_ALTERED when they do not fit the item.
base::Result<std::string> content_of(ledger::ProjectReader& reader, std::int64_t record_number,
                                     const CaseItem& item);

base::Result<void> insert_item(ledger::ProjectWriter& writer, std::int64_t record_number,
                               const CaseItem& item);
base::Result<void> insert_content(ledger::ProjectWriter& writer, std::int64_t record_number,
                                  std::int64_t item, const std::string& content);
// Writes what removing and erasing change, and deletes the bytes of a removed file.
base::Result<void> update_item(ledger::ProjectWriter& writer, std::int64_t record_number,
                               const CaseItem& item);

// Removes all items of a range of records.
base::Result<void> remove_case_items(ledger::ProjectWriter& writer, const NumberRange& records);

}  // namespace vedette::service
