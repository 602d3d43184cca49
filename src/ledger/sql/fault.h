#pragma once

#include <string_view>

#include "base/error.h"

namespace vedette::ledger::sql {

// What a database can answer instead of success, as a closed set for both engines.
enum class Fault {
  kNone,
  kUnique,         // a row with this key exists
  kForeignKey,     // a row it refers to is missing
  kConstraint,     // a check or a not-null constraint
  kBusy,           // a lock did not come free in time
  kSerialization,  // two transactions crossed; running again helps
  kFull,           // no space left
  kCorrupt,        // stored bytes are damaged
  kStorageIo,      // a read, write or sync failed: what is on disk is not known
  kLost,           // the connection to the server is gone
  kTimeout,        // the deadline of the call passed
  kReadOnly,       // the server or the connection does not take writes
  kInvalid,        // a value the engine cannot store
  kOther,          // a mistake of ours: bad SQL, a missing table
};

// The failure shown to callers: one sentence per fault, with the engine's own code and without
// any value of a row.
base::Error error_of(Fault fault, std::string_view engine_code);

Fault fault_of_sqlite(int extended_code);
Fault fault_of_sqlstate(std::string_view sqlstate);

}  // namespace vedette::ledger::sql
