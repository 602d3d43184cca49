#include "api/monitoring/event_cursor.h"

#include "api/request/failure.h"
#include "service/monitoring/event_feed.h"

namespace vedette::api {
namespace {

constexpr int kGone = 410;

}  // namespace

http::Response refuse_events(const http::Request& request, const base::Error& error,
                             std::string_view in) {
  Failure failure = failure_of(error);
  if (failure.problems.empty()) return refused(request, error);
  for (Problem& problem : failure.problems) {
    problem.in = in;
    if (in == "header") problem.path = "Last-Event-ID";
  }
  if (failure.problems.front().code == service::kCursorExpired) {
    failure.status = kGone;
    failure.code = service::kCursorExpired;
  }
  return failure_response(request, failure);
}

}  // namespace vedette::api
