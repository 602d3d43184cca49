#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "http/message.h"
#include "http/router.h"
#include "service/access/token_answer.h"

namespace vedette::api {

// One offending input. `in` says where it stood: query, body, path or header.
struct Problem {
  std::string path;
  std::string in;
  std::string code;
  std::string message;
  std::string id = {};       // of the item in a batch, when it has one
  std::string current = {};  // JSON: the state that the request did not expect
};

// Why a resource operation is refused, before it becomes bytes.
struct Failure {
  int status = 500;
  std::string code = "INTERNAL_ERROR";
  std::string message = {};
  std::vector<Problem> problems = {};
  std::int64_t retry_after_seconds = 0;  // sent when above 0
};

// {"success":false,"error":{...},"message":...}: every resource operation.
http::Response failure_response(const http::Request& request, const Failure& failure);

// The flat answer of token operations (RFC 6749 with the extras that Passport clients know), for
// clients that take `error` for a string.
http::Response token_failure_response(const http::Request& request,
                                      const service::TokenFailure& failure);

// The status and code that a failed use case has on every path. Below 500 the message of the error
// is the client's; above, it is for the log and the client gets a general sentence. An error with
// one detail without a path has the answer's code and sentence there.
Failure failure_of(const base::Error& error);

// The answer to a failed use case; failures of our own are logged. When what was asked for is not
// there, `about` names the input that asked for it.
http::Response refused(const http::Request& request, const base::Error& error,
                       const std::optional<Problem>& about = {});

// "names nothing that is there: 'C-1'"; a long value is cut.
std::string names_nothing(std::string_view value);

// True for the paths whose failures are flat.
bool is_token_path(std::string_view routed_path);

// Puts the errors of the server itself (404, 405, 413 ...) into the shape of the path's family.
http::Response render_server_error(const http::ErrorReport& report);

// "dob" and "not a date" -> "dob is not a date"
std::string sentence(const Problem& problem);

// 400 with every problem found; the first one gives the sentence. Problems that are all
// MISSING_PARAMETER or all CONFLICTING_PARAMETER give that code, others VALIDATION_FAILED.
Failure invalid_inputs(std::vector<Problem> problems);

}  // namespace vedette::api
