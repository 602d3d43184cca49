#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "http/message.h"

namespace vedette::http {

class MethodSet {
 public:
  constexpr MethodSet() = default;
  constexpr MethodSet(std::initializer_list<Method> methods) {
    for (const Method method : methods)
      add(method);
  }
  constexpr MethodSet(Method method) { add(method); }  // NOLINT(implicit)
  constexpr void add(Method method) {
    bits_ = static_cast<std::uint16_t>(bits_ | (1U << static_cast<unsigned>(method)));
  }
  constexpr void add(MethodSet other) { bits_ = static_cast<std::uint16_t>(bits_ | other.bits_); }
  constexpr bool has(Method method) const {
    return ((bits_ >> static_cast<unsigned>(method)) & 1U) != 0;
  }
  // "GET, HEAD, OPTIONS": the value of an Allow header.
  std::string allow() const;

 private:
  std::uint16_t bits_ = 0;
};

// Whether a request may wait for a worker.
struct Admission {
  std::optional<Response> refusal{};  // answered at once, and no worker is troubled
  bool urgent = false;                // goes before those that wait already
  std::shared_ptr<void> turn{};       // held until the handler has run
};
// Called on network threads: must be quick, must not block.
using Admit = std::function<Admission(const Request&)>;

// One row of the table of routes.
struct Route {
  MethodSet methods{};
  // Segments are literal, {name} (one segment), or {name...} (the rest; last segment only).
  // A literal wins over a parameter.
  std::string pattern{};
  Handler handler{};
  std::size_t body_limit = 0;  // bytes; 0 = the server's default
  bool head_allowed = false;   // HEAD runs the GET handler and drops the body: pure reads only
  bool log_query = false;      // queries carry names of people: logged only where a route says so
  bool slow = false;           // waits for workers of its own, so that it holds up no other route
  Admit admit{};               // none: every request may wait
  bool probe = false;  // never blocks, and has a worker of its own: answered whatever the others do
};

// A path that begins with `from` (whole segments) is routed as if it began with `to`.
struct PathRewrite {
  std::string from;
  std::string to;
};

// An error that the server itself answers, for the renderer to put into words and shape.
struct ErrorReport {
  int status;
  std::string_view code;                                  // METHOD_NOT_ALLOWED
  std::string_view message;                               // a sentence
  const Request& request;                                 // as much of it as was understood
  std::optional<std::uint64_t> max_bytes = std::nullopt;  // the limit a 413 ran into
};
// Called on network threads too: must be quick, must not block. An exception gives a plain body.
using ErrorRenderer = std::function<Response(const ErrorReport&)>;

// {"success":false,"error":{"code":..,"message":..,"status":..,"requestId":..},"message":..}
Response render_error_object(const ErrorReport& report);

struct RouterOptions {
  std::vector<PathRewrite> rewrites;  // tried in this order, each at most once
  bool drop_trailing_slash = true;    // one
  ErrorRenderer render_error = render_error_object;
};

// What the table says about one request.
struct Resolution {
  enum class Kind : std::uint8_t { kRoute, kNotFound, kMethodNotAllowed, kOptions, kBadPath };
  Kind kind = Kind::kNotFound;
  const Route* route = nullptr;  // kRoute only
  std::string allow{};           // kMethodNotAllowed, kOptions
};

// The table of routes. Immutable once built; 404, 405 with Allow, OPTIONS and HEAD follow from it.
// Never a redirect.
class Router {
 public:
  // A pattern that cannot be read, or two rows that answer the same method on the same path, is a
  // bug in the table (CHECK).
  Router(std::vector<Route> routes, RouterOptions options = {});
  Router(Router&&) noexcept;
  Router& operator=(Router&&) noexcept;
  ~Router();

  // Sets the request's routed path, parameters and pattern.
  Resolution resolve(Request& request) const;
  Response render_error(const ErrorReport& report) const;
  const std::vector<Route>& routes() const { return *routes_; }

 private:
  struct Node;
  std::string rewrite(std::string_view path) const;
  void insert(const Route& route);
  Resolution among(const std::vector<const Route*>& routes,
                   const std::vector<std::string>& segments, Request& request) const;

  std::unique_ptr<std::vector<Route>> routes_;
  RouterOptions options_;
  std::unique_ptr<Node> root_;
  // Patterns without parameters, whole: most requests need no walk through the tree.
  std::unordered_map<std::string, const std::vector<const Route*>*> whole_paths_;
  MethodSet all_methods_;
};

}  // namespace vedette::http
