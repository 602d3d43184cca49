#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace vedette::http {

// True when an Accept-Encoding header asks for gzip (by name or "*", not with q=0).
bool accepts_gzip(std::string_view accept_encoding);

// Makes the stream one whose bytes are compressed as they come; each piece can be read when it
// arrives. False when zlib fails: the stream is then as it was.
bool compress(std::unique_ptr<Stream>& stream);

// The bytes as one gzip member; nothing when zlib fails or the result would not be smaller.
std::optional<std::string> gzip(std::string_view bytes);

}  // namespace vedette::http
