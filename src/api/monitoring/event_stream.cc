#include "api/monitoring/event_stream.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "api/monitoring/event_cursor.h"
#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "service/monitoring/event_feed.h"

namespace vedette::api {
namespace {

// With the half second that a verified token is remembered, a stream ends within a second of a
// revocation, also of one made on another node.
constexpr base::Millis kBetweenLooks{500};
constexpr base::Millis kBetweenComments = base::seconds(15);
constexpr std::int64_t kEventsPerLook = 100;
constexpr std::int64_t kMostSequence = std::numeric_limits<std::int64_t>::max();

class EventStream final : public http::Stream {
 public:
  // What the stream was opened with, to be asked again before anything is delivered.
  struct Pass {
    service::Tokens& tokens;
    std::uint8_t scope;
    std::string token;
  };

  EventStream(Pass pass, ledger::Ledger& ledger, const base::Clock& clock,
              const ledger::ProjectScope& project, std::int64_t after)
      : pass_(std::move(pass)), ledger_(ledger), clock_(clock), project_(project), after_(after) {}

  Step next(std::string& out, const http::StopSignal& stop) override {
    if (stop.stopped()) return {.next = Next::kEnd};
    const auto principal = pass_.tokens.authenticate(pass_.token);
    if (!principal.ok()) return refused(principal.error());
    if (!principal->scopes.has(pass_.scope)) return {.next = Next::kEnd};
    const auto page = service::read_events(ledger_, project_, after_, kEventsPerLook);
    if (!page.ok()) return failed("an event stream could not read its events", page.error());
    const base::Time now = clock_.now();
    for (const service::FeedEvent& event : page->events)
      write(event, out);
    after_ = page->reached;
    if (out.empty() && now - commented_ >= kBetweenComments) out += ": still here\n\n";
    if (!out.empty()) commented_ = now;
    if (page->events.size() == static_cast<std::size_t>(kEventsPerLook))
      return {.next = Next::kMore};
    return {.next = Next::kWait, .wait = kBetweenLooks};
  }

 private:
  static Step refused(const base::Error& error) {
    const bool over =
        error.cause == base::Cause::kUnauthenticated || error.cause == base::Cause::kForbidden;
    if (over) return {.next = Next::kEnd};
    return failed("the token of an event stream could not be looked up", error);
  }

  static Step failed(std::string_view what, const base::Error& error) {
    base::log(base::LogLevel::kWarning, what, {{"error", error.message}});
    return {.next = Next::kFail};
  }

  // The data of an event is JSON, and JSON has no line ends.
  static void write(const service::FeedEvent& event, std::string& out) {
    out += fmt::format("id: {}\nevent: {}\ndata: ", event.sequence, event.type);
    base::JsonWriter json(out);
    json.begin_object().member("type", event.type);
    json.member("timestamp", base::iso_millis(event.at)).key("data").raw(event.data).end_object();
    out += "\n\n";
  }

  const Pass pass_;
  ledger::Ledger& ledger_;
  const base::Clock& clock_;
  const ledger::ProjectScope project_;
  base::Time commented_{};
  std::int64_t after_;
};

}  // namespace

http::Response event_stream(service::Tokens& tokens, std::uint8_t scope, ledger::Ledger& ledger,
                            const base::Clock& clock, const http::Request& request,
                            const service::Principal& principal) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  std::optional<std::int64_t> after = inputs.integer({"after"}, 0, kMostSequence);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  std::string_view in = "query";
  // A browser that reconnects by itself sends what it saw last; anything else there is ignored.
  if (const auto last = request.header("Last-Event-ID"); !after && last) {
    std::int64_t sequence = 0;
    const auto [end, problem] =
        std::from_chars(last->data(), last->data() + last->size(), sequence);
    if (problem == std::errc() && end == last->data() + last->size() && sequence >= 0)
      after = sequence;
    in = "header";
  }
  if (after) {
    // Refused before it begins: a stream has no words for it later.
    const auto next = service::read_events(ledger, principal.scope, after, 1);
    if (!next.ok()) return refuse_events(request, next.error(), in);
  } else {
    const auto newest = service::newest_event(ledger, principal.scope);
    if (!newest.ok()) return refused(request, newest.error());
    after = *newest;
  }
  EventStream::Pass pass{tokens, scope, std::string(access_token(request).value_or(""))};
  return http::Response::events(
      std::make_unique<EventStream>(std::move(pass), ledger, clock, principal.scope, *after));
}

}  // namespace vedette::api
