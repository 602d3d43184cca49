#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "fetch/target.h"

namespace vedette::fetch {

struct PostRequest {
  std::string url;
  std::vector<std::string> headers = {};  // "Name: value"
  std::string body = {};
  std::string proxy = {};    // http://host:port; the rules on addresses then judge names alone
  std::string ca_file = {};  // empty: the system's certificates
  std::string user_agent = {};
  TargetRules rules = {};
  base::Millis timeout = base::seconds(5);  // from connecting to the end of the answer
  std::function<bool()> cancelled = [] { return false; };
};

struct PostAnswer {
  int status = 0;
  std::string retry_after = {};  // as sent
  std::string body = {};         // the first 64 KiB
};

// Sends the body once and gives the status of the answer, whatever it is. Redirects are not
// followed.
// Failures: kInvalidInput (no address), kForbidden (the rules), kTimeout, kUnavailable, kConflict
// (cancelled). The message names the address without its query.
base::Result<PostAnswer> post(const PostRequest& request);

}  // namespace vedette::fetch
