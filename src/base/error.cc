#include "base/error.h"

namespace vedette::base {

std::string_view cause_name(Cause cause) {
  switch (cause) {
    case Cause::kInvalidInput:
      return "invalid input";
    case Cause::kConflict:
      return "conflict";
    case Cause::kNotFound:
      return "not found";
    case Cause::kUnauthenticated:
      return "unauthenticated";
    case Cause::kForbidden:
      return "forbidden";
    case Cause::kThrottled:
      return "throttled";
    case Cause::kTooLarge:
      return "too large";
    case Cause::kTooExpensive:
      return "too expensive";
    case Cause::kOverloaded:
      return "overloaded";
    case Cause::kUnavailable:
      return "unavailable";
    case Cause::kStorageFull:
      return "storage full";
    case Cause::kTimeout:
      return "timeout";
    case Cause::kCorrupt:
      return "corrupt";
    case Cause::kUnsupported:
      return "unsupported";
    case Cause::kInternal:
      return "internal error";
  }
  return "internal error";
}

}  // namespace vedette::base
