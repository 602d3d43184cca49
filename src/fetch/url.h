#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace vedette::fetch {

// A web address in its normal form. Odd spellings of addresses (octal, a single number) come out as
// the plain address, so that what is judged is what is asked.
struct Url {
  std::string text;
  std::string scheme;  // http or https
  std::string host;    // IPv6 in brackets
  std::string port;
  std::string path;

  // Scheme, host and port are the same: what may see the same secrets.
  bool same_origin(const Url& other) const {
    return scheme == other.scheme && host == other.host && port == other.port;
  }
  // Without the query, which may hold a token: for messages and logs.
  std::string shown() const;
  // The last part of the path, letters, digits and .-_ only; "list" when nothing is left.
  std::string file_name() const;
};

// kInvalidInput when it is no http or https address, or carries a user name.
base::Result<Url> parse_url(std::string_view text);

// Where a Location header of an answer from `from` leads.
base::Result<Url> follow(const Url& from, std::string_view location);

}  // namespace vedette::fetch
