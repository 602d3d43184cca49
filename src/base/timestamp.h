#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/digest.h"
#include "base/result.h"

namespace vedette::base {

// A request to a timestamp authority (RFC 3161), DER: that this digest exists now. The authority is
// requested to send its certificate.
struct TimestampRequest {
  std::string der = {};
  Sha256 digest{};
};
TimestampRequest timestamp_request(const Sha256& digest);

// The answer of the authority (a TimeStampResp, DER) to that request: granted, and about the same
// digest with the same nonce. kCorrupt otherwise. Whose it is, is_timestamp_by() tells.
Result<void> check_timestamp_answer(std::string_view answer, const TimestampRequest& request);

// When the authority says that the digest existed. With a file of certificates (PEM) the signature
// must be by an authority that one of them vouches for; without, it is not checked.
Result<std::string> timestamp_time(std::string_view answer, const Sha256& digest,
                                   const std::string& ca_file);

}  // namespace vedette::base
