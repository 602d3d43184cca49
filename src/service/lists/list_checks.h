#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// What a source answered of one of its lists, over neighbouring tries with the same outcome.
struct ListCheck {
  std::string source = {};
  std::string list = {};  // the source's own id when it never brought a list
  base::Time began = {};  // the first of these tries
  base::Time until = {};  // the last
  bool good = false;
  std::string checksum = {};  // of the list in the catalogue that the source confirmed
  base::Time modified = {};   // when the publisher's server put the file there; 0: not known
  std::string failure = {};
};

// Tries further apart are noted apart, so that a day without a try is never taken for one with it.
inline constexpr base::Millis kNeighbouringTries = base::seconds(3 * 3600);

// Notes one try. `check.until` is when it was made.
base::Result<void> note_list_check(ledger::OperatorWriter& writer, const ListCheck& check);

// Those that ended at `since` or later, and of each list the last one before; the oldest first.
base::Result<std::vector<ListCheck>> list_checks(ledger::OperatorReader& reader, base::Time since);

// The time of an HTTP date ("Sat, 31 Jan 2026 12:00:00 GMT"); 0 when it is none.
base::Time http_time(const std::string& text);

}  // namespace vedette::service
