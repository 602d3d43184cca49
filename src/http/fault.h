#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vedette::http {

// A request that the server answers by itself. The texts are constants.
struct Fault {
  int status;
  std::string_view code;
  std::string_view message;
  bool close = true;  // the bytes that follow cannot be trusted, or are not wanted
  std::optional<std::uint64_t> max_bytes = std::nullopt;
};

inline constexpr Fault kMalformed{400, "MALFORMED_REQUEST", "The request is not valid HTTP/1.1."};
inline constexpr Fault kFolded{400, "MALFORMED_REQUEST",
                               "Lines must end with CRLF and header lines must not be folded."};
inline constexpr Fault kBadTarget{400, "MALFORMED_REQUEST", "The request target is not valid."};
inline constexpr Fault kBadPath{400, "MALFORMED_PATH",
                                "The path is not valid percent-encoded UTF-8.", false};
inline constexpr Fault kBadHost{400, "MALFORMED_REQUEST",
                                "Exactly one valid Host header is required."};
inline constexpr Fault kBadLength{
    400, "MALFORMED_REQUEST",
    "The length of the body is ambiguous: one valid Content-Length or one Transfer-Encoding."};
inline constexpr Fault kBadChunk{400, "MALFORMED_REQUEST", "The chunked body is not valid."};
inline constexpr Fault kBadField{400, "MALFORMED_REQUEST", "A header line is not valid."};
inline constexpr Fault kTimedOut{408, "REQUEST_TIMEOUT", "The request did not arrive in time."};
inline constexpr Fault kBodyTooLarge{413, "PAYLOAD_TOO_LARGE", "The body is over the limit."};
inline constexpr Fault kTargetTooLong{414, "URI_TOO_LONG", "The request line is over the limit."};
inline constexpr Fault kExpectation{417, "EXPECTATION_FAILED", "Only 100-continue is understood."};
inline constexpr Fault kHeadersTooLarge{431, "HEADERS_TOO_LARGE",
                                        "The headers are over the limit."};
inline constexpr Fault kNotFound{404, "ROUTE_NOT_FOUND", "There is nothing at this path.", false};
inline constexpr Fault kMethodNotAllowed{405, "METHOD_NOT_ALLOWED",
                                         "This path does not answer this method.", false};
inline constexpr Fault kInternal{500, "INTERNAL_ERROR", "The request failed on our side.", false};
inline constexpr Fault kTransferCoding{501, "NOT_IMPLEMENTED",
                                       "The only transfer coding understood is chunked."};
inline constexpr Fault kOverloaded{503, "OVERLOADED", "Too much work is waiting. Try again soon.",
                                   false};
inline constexpr Fault kBuffersFull{503, "OVERLOADED", "Too much data is waiting. Try again soon."};
inline constexpr Fault kTooManyConnections{503, "OVERLOADED",
                                           "Too many connections. Try again soon."};
inline constexpr Fault kVersion{505, "HTTP_VERSION_NOT_SUPPORTED",
                                "HTTP/1.1 and HTTP/1.0 are understood."};

}  // namespace vedette::http
