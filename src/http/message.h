#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace vedette::http {

enum class Method : std::uint8_t { kGet, kHead, kPost, kPut, kPatch, kDelete, kOptions, kOther };

std::string_view method_name(Method method);
// kOther for every token that is not one of the seven; method names are case-sensitive.
Method parse_method(std::string_view token);

// Header names compare without regard to ASCII case.
bool same_header_name(std::string_view a, std::string_view b);

struct PathParameter {
  std::string name;
  std::string value;  // percent-decoded, well-formed UTF-8, no NUL
};

// One request as it arrived. The server fills it on a network thread; a handler only reads it.
// The views handed out live as long as the request and until its next change.
class Request {
 public:
  Method method = Method::kGet;  // kHead when the client asked HEAD of a GET route
  std::string method_token = "GET";
  int minor_version = 1;  // HTTP/1.0 or HTTP/1.1
  std::string body;       // whole, chunks joined; empty when there was none
  std::string peer;       // address of the client, from a trusted proxy's header when there is one
  bool is_tls = false;    // the client's leg is encrypted, as far as we or a trusted proxy know
  std::string id;         // echoed as X-Request-Id
  base::Time received;    // when the head was complete
  std::vector<PathParameter> parameters;  // of the matched route, in the pattern's order
  std::string_view route_pattern;         // of the matched route; empty when none matched

  // Takes origin-form (/path?query), absolute-form (http://host/path?query) and "*".
  // False, and no path, for anything else.
  bool set_target(std::string_view target);
  std::string_view target() const { return target_; }  // as sent
  std::string_view path() const { return path_; }      // as sent, still percent-encoded, no query
  std::string_view query() const;                      // as sent, without the '?'

  // What the router made of path() (rewrites done, trailing slash dropped); path() before that.
  std::string_view routed_path() const { return routed_path_.empty() ? path() : routed_path_; }
  void set_routed_path(std::string path) { routed_path_ = std::move(path); }

  void add_header(std::string_view name, std::string_view value);
  // The first value of that name, without surrounding blanks.
  std::optional<std::string_view> header(std::string_view name) const;
  std::size_t header_count(std::string_view name) const;
  // All values of that name, in order.
  std::vector<std::string_view> header_values(std::string_view name) const;

  // The decoded {name} segment; empty when the pattern has none of that name.
  std::string_view parameter(std::string_view name) const;

  // Back to a fresh request; keeps small allocations for the next one on the connection.
  void clear();

 private:
  struct Field {
    std::uint32_t name_begin, name_size, value_begin, value_size;
  };
  std::string_view name_of(const Field& f) const {
    return {fields_.data() + f.name_begin, f.name_size};
  }
  std::string_view value_of(const Field& f) const {
    return {fields_.data() + f.value_begin, f.value_size};
  }

  std::string target_;
  std::string path_;
  std::size_t query_begin_ = std::string::npos;
  std::string routed_path_;
  std::string fields_;  // the bytes of all names and values
  std::vector<Field> index_;
};

// Says that nobody waits for the bytes any more: the client is gone or the server stops.
class StopSignal {
 public:
  virtual ~StopSignal() = default;
  virtual bool stopped() const = 0;
};

// A body made piece by piece. The server calls next() on a worker, one call at a time, and only
// after everything given before has left for the client: a slow reader holds no thread and no more
// than one piece of memory. The object is destroyed when it ended, the client left or the server
// stopped. An exception, or kFail, cuts the connection so that the client sees a broken answer
// rather than a short one.
class Stream {
 public:
  enum class Next : std::uint8_t { kMore, kWait, kEnd, kFail };
  struct Step {
    Next next = Next::kEnd;
    base::Millis wait{};  // for kWait: call again after this long
  };
  virtual ~Stream() = default;
  // Appends the next bytes to `out` (a few ten KiB at most; none is fine). Long work in here looks
  // at `stop` now and then.
  virtual Step next(std::string& out, const StopSignal& stop) = 0;
};

struct Header {
  std::string name;
  std::string value;
};

// What a handler answers. The server adds Date, X-Request-Id, Content-Length, Connection and, where
// the handler set no such header, Content-Type: application/json; charset=utf-8, Cache-Control:
// no-store and X-Content-Type-Options: nosniff; over TLS also Strict-Transport-Security. The body
// of an answer to HEAD is dropped.
class Response {
 public:
  int status = 200;
  std::vector<Header> headers;
  std::string body;
  // Instead of a body: bytes that outlive the server. However many clients are slow to take them,
  // they are held once.
  std::string_view constant;
  std::unique_ptr<Stream> stream;              // instead of a body
  std::optional<std::uint64_t> stream_length;  // known length: Content-Length; else chunked
  bool endless = false;  // an event stream: ends when the client leaves or the server stops
  bool close = false;    // close the connection after the answer

  Response() = default;
  Response(int response_status, std::string response_body)
      : status(response_status), body(std::move(response_body)) {}

  static Response json(int status, std::string body) { return {status, std::move(body)}; }
  static Response text(int status, std::string content_type, std::string body);
  // 200 with bytes that outlive the server, or their gzip form where there is one and the client
  // takes it.
  static Response constant_text(const Request& request, std::string content_type,
                                std::string_view bytes, std::string_view gzipped);
  // Chunked, of unknown length.
  static Response streamed(std::string content_type, std::unique_ptr<Stream> stream);
  // text/event-stream, no buffering by proxies.
  static Response events(std::unique_ptr<Stream> stream);
  // The bytes of a regular file, read as they are sent; 404 is the caller's when it is nothing.
  static std::optional<Response> file(const std::string& path, std::string content_type);

  // The bytes that follow the head, when no stream does.
  std::string_view bytes() const { return constant.empty() ? std::string_view(body) : constant; }
  void drop_body();

  // Replaces a header of that name, or adds it.
  Response& set(std::string_view name, std::string value);
  bool has(std::string_view name) const;
};

using Handler = std::function<Response(const Request&)>;

std::string_view reason_phrase(int status);

}  // namespace vedette::http
