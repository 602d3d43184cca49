#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fetch/download.h"
#include "fetch/url.h"

namespace vedette::fetch {

// The head of an answer; header names in lower case.
struct Answer {
  int status = 0;
  std::map<std::string, std::string, std::less<>> headers;

  std::string header(std::string_view name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
  }
};

// An exchange that came to no answer, or broke off in the middle of one.
struct TransferFailure {
  base::Error error;
  bool worth_retrying = false;
};

struct TransferRequest {
  const DownloadRequest& settings;
  const Url& url;
  std::vector<std::string> headers;
  base::Millis time_left;
  // Sent by POST when it is there; else the request is a GET.
  std::optional<std::string_view> body = std::nullopt;
};

// Takes the body in pieces; an error breaks the transfer off.
using BodyConsumer = std::function<base::Result<void>(const Answer&, std::string_view bytes)>;

// One request and its answer, redirects not followed. The connection goes to no address that the
// rules forbid. Nothing on success; `answer` is filled as far as it came.
std::optional<TransferFailure> transfer(const TransferRequest& request, const DownloadWatch& watch,
                                        const BodyConsumer& body, Answer& answer);

}  // namespace vedette::fetch
