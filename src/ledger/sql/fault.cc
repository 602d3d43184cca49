#include "ledger/sql/fault.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>

namespace vedette::ledger::sql {
namespace {

using base::Cause;

struct FaultRow {
  Fault fault;
  Cause cause;
  std::string_view sentence;
};

constexpr std::array kFaults = {
    FaultRow{Fault::kNone, Cause::kInternal, "no fault"},
    FaultRow{Fault::kUnique, Cause::kConflict, "it exists already"},
    FaultRow{Fault::kForeignKey, Cause::kConflict, "what it refers to is not there"},
    FaultRow{Fault::kConstraint, Cause::kInternal, "a rule of the schema refused it"},
    FaultRow{Fault::kBusy, Cause::kTimeout, "the ledger was locked for too long"},
    FaultRow{Fault::kSerialization, Cause::kOverloaded, "concurrent changes kept crossing"},
    FaultRow{Fault::kFull, Cause::kStorageFull, "no space left for the ledger"},
    FaultRow{Fault::kCorrupt, Cause::kCorrupt, "the ledger's bytes are damaged"},
    FaultRow{Fault::kStorageIo, Cause::kUnavailable, "the disk under the ledger failed"},
    FaultRow{Fault::kLost, Cause::kUnavailable, "the connection to the database is gone"},
    FaultRow{Fault::kTimeout, Cause::kTimeout, "the ledger did not answer in time"},
    FaultRow{Fault::kReadOnly, Cause::kUnavailable, "the database takes no writes"},
    FaultRow{Fault::kInvalid, Cause::kInvalidInput, "text must be UTF-8 without zero bytes"},
    FaultRow{Fault::kOther, Cause::kInternal, "the database refused a statement"},
};

const FaultRow& row_of(Fault fault) {
  for (const FaultRow& row : kFaults)
    if (row.fault == fault) return row;
  return kFaults.back();
}

}  // namespace

base::Error error_of(Fault fault, std::string_view engine_code) {
  const FaultRow& row = row_of(fault);
  if (engine_code.empty()) return {row.cause, std::string(row.sentence)};
  return {row.cause, fmt::format("{} ({})", row.sentence, engine_code)};
}

Fault fault_of_sqlite(int extended_code) {
  switch (extended_code) {
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
      return Fault::kUnique;
    case SQLITE_CONSTRAINT_FOREIGNKEY:
      return Fault::kForeignKey;
    case SQLITE_IOERR_SHMSIZE:  // the shared index could not grow: the disk is full
      return Fault::kFull;
    default:
      break;
  }
  switch (extended_code & 0xff) {
    case SQLITE_CONSTRAINT:
      return Fault::kConstraint;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Fault::kBusy;
    case SQLITE_FULL:
      return Fault::kFull;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Fault::kCorrupt;
    case SQLITE_IOERR:
      return Fault::kStorageIo;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_NOMEM:
      return Fault::kLost;
    case SQLITE_INTERRUPT:
      return Fault::kTimeout;
    case SQLITE_READONLY:
      return Fault::kReadOnly;
    case SQLITE_TOOBIG:
      return Fault::kInvalid;
    default:
      return Fault::kOther;
  }
}

Fault fault_of_sqlstate(std::string_view state) {
  if (state == "23505") return Fault::kUnique;
  if (state == "23503") return Fault::kForeignKey;
  if (state.starts_with("23")) return Fault::kConstraint;
  if (state == "40001" || state == "40P01") return Fault::kSerialization;
  if (state == "55P03") return Fault::kBusy;
  if (state == "57014") return Fault::kTimeout;
  if (state == "53100") return Fault::kFull;
  if (state.starts_with("08") || state.starts_with("57") || state.starts_with("53"))
    return Fault::kLost;
  if (state == "25P03" || state == "25P04") return Fault::kLost;
  if (state == "XX001" || state == "XX002") return Fault::kCorrupt;
  if (state.starts_with("58")) return Fault::kStorageIo;
  if (state == "25006") return Fault::kReadOnly;
  if (state == "22021" || state == "22P05") return Fault::kInvalid;
  return Fault::kOther;
}

}  // namespace vedette::ledger::sql
