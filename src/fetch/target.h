#pragma once

#include <optional>

#include "base/error.h"
#include "fetch/url.h"

namespace vedette::fetch {

// Where a request may go. Every hop of a redirect is held to it, and so is the address that a name
// resolves to at the moment of connecting: nothing is sent to an address that was not judged.
struct TargetRules {
  bool allow_http = false;     // https alone otherwise
  bool allow_private = false;  // this machine and private networks
  int most_redirects = 5;
};

// What can be judged of an address before any name is resolved: kForbidden when the rules do not
// allow it.
std::optional<base::Error> judge(const Url& url, const TargetRules& rules);

}  // namespace vedette::fetch
