// The way of a request through HeadScan, RequestParser and Router, as the server walks it. The
// same bytes are read twice, at once and in small pieces: both readings must be the same, or a
// proxy in front could see another request than we do.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "http/head_scan.h"
#include "http/input_buffer.h"
#include "http/request_parser.h"
#include "http/router.h"

namespace {

using namespace vedette::http;

const Router& router() {
  static const Router table = [] {
    const Handler handler = [](const Request&) { return Response::json(200, "{}"); };
    std::vector<Route> routes;
    routes.push_back({.methods = Method::kGet, .pattern = "/a/{b}/c", .handler = handler});
    routes.push_back({.methods = Method::kPost, .pattern = "/f/{rest...}", .handler = handler});
    return Router(std::move(routes), {.rewrites = {{"/x/a", "/a"}}});
  }();
  return table;
}

// Everything that a reading decides, as text.
struct Reading {
  std::string outcome;
  std::size_t used = 0;
};

Reading read(std::string_view bytes, std::size_t piece) {
  constexpr std::size_t kBodyLimit = 4096;
  Reading reading;
  InputBuffer in;
  std::size_t given = 0;
  const auto more = [&] {
    if (given == bytes.size()) return false;
    const std::size_t size = std::min(piece, bytes.size() - given);
    const auto room = in.prepare(size);
    bytes.copy(room.data(), size, given);
    in.commit(size);
    given += size;
    return true;
  };
  while (true) {
    HeadScan scan({.request_line = 1024, .headers = 4096, .header_count = 16});
    HeadScan::Found found;
    while ((found = scan.look(in.view())) == HeadScan::Found::kNeedMore) {
      if (!more()) {
        reading.outcome += "|cut";
        return reading;
      }
    }
    if (found != HeadScan::Found::kHead) {
      reading.outcome += "|head " + std::to_string(static_cast<int>(found));
      return reading;
    }
    Request request;
    std::optional<RequestParser> parser(std::in_place, request);
    const auto fault = parser->read_head(in.view().substr(0, scan.size()));
    in.consume(scan.size());
    if (fault) {
      reading.outcome += "|" + std::to_string(fault->status) + std::string(fault->message);
      return reading;
    }
    const Resolution resolution = router().resolve(request);
    parser->set_body_limit(kBodyLimit);
    if (parser->declared_length() > kBodyLimit) {
      reading.outcome += "|413";
      return reading;
    }
    while (!parser->is_whole()) {
      std::string_view view = in.view();
      const auto bad = parser->read_body(view);
      in.consume(in.size() - view.size());
      if (bad) {
        reading.outcome += "|" + std::to_string(bad->status);
        return reading;
      }
      if (request.body.size() > kBodyLimit) std::abort();
      if (parser->is_whole()) break;
      if (!more()) {
        reading.outcome += "|cut body";
        return reading;
      }
    }
    reading.used = given - in.size();
    reading.outcome += "|" + std::string(request.method_token) + " " +
                       std::string(request.target()) + " " +
                       std::to_string(static_cast<int>(resolution.kind)) + " " + request.body +
                       (parser->keep_alive() ? " keep" : " close");
    for (const PathParameter& parameter : request.parameters)
      reading.outcome += " " + parameter.name + "=" + parameter.value;
    if (!parser->keep_alive()) return reading;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Reading whole = read(bytes, bytes.size() + 1);
  const Reading pieces = read(bytes, static_cast<std::size_t>(data[0] % 16) + 1);
  if (whole.outcome != pieces.outcome || whole.used != pieces.used) {
    __builtin_trap();
  }
  return 0;
}
