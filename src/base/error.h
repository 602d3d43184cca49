#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vedette::base {

// What can go wrong in the world, as a closed set. api/ turns each into a status and a code.
enum class Cause {
  kInvalidInput,     // the caller sent something that can never work
  kConflict,         // the caller's view of the state is out of date
  kNotFound,         // no such thing, or not in this scope
  kUnauthenticated,  // who is it?
  kForbidden,        // known, and not allowed
  kThrottled,        // too many tries; later is fine
  kTooLarge,         // over a named limit
  kTooExpensive,     // the fixed cap on counted work was reached
  kOverloaded,       // our queues are full
  kUnavailable,      // something we need does not answer now
  kStorageFull,      // no space left for what must be durable
  kTimeout,          // a deadline passed
  kCorrupt,          // stored bytes are not what was written
  kUnsupported,      // a newer format, an unknown kind
  kInternal,         // ours to fix
};

std::string_view cause_name(Cause cause);

// One offending field of an input.
struct ErrorDetail {
  std::string path;     // monitorRecords[3].dob
  std::string code;     // INVALID_DATE
  std::string message;  // not a date (YYYY-MM-DD)
};

// A failure as a value: the cause for the machine, the sentence for the person, the fields at
// fault.
struct Error {
  Cause cause = Cause::kInternal;
  std::string message;
  std::vector<ErrorDetail> details;

  Error(Cause error_cause, std::string error_message)
      : cause(error_cause), message(std::move(error_message)) {}
  Error(Cause error_cause, std::string error_message, std::vector<ErrorDetail> error_details)
      : cause(error_cause), message(std::move(error_message)), details(std::move(error_details)) {}
};

}  // namespace vedette::base
