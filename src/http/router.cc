#include "http/router.h"

#include <map>
#include <utility>

#include "base/check.h"
#include "base/log.h"
#include "http/query.h"

namespace vedette::http {
namespace {

// A path with more segments than this is in no table; the bound keeps matching cheap.
constexpr std::size_t kMaxSegments = 64;

constexpr Method kNamedMethods[] = {Method::kGet,   Method::kHead,   Method::kPost,   Method::kPut,
                                    Method::kPatch, Method::kDelete, Method::kOptions};

std::vector<std::string_view> split_segments(std::string_view path) {
  std::vector<std::string_view> segments;
  if (path.starts_with('/')) path.remove_prefix(1);
  while (segments.size() <= kMaxSegments) {
    const std::size_t slash = path.find('/');
    segments.push_back(path.substr(0, slash));
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  return segments;
}

bool begins_with_segments(std::string_view path, std::string_view prefix) {
  return path.starts_with(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '/');
}

}  // namespace

std::string MethodSet::allow() const {
  std::string text;
  for (const Method method : kNamedMethods) {
    if (!has(method)) continue;
    if (!text.empty()) text += ", ";
    text += method_name(method);
  }
  return text;
}

// One segment of the patterns. Literals are compared after decoding, so %6D and m are the same.
struct Router::Node {
  std::map<std::string, std::unique_ptr<Node>, std::less<>> literals;
  std::unique_ptr<Node> parameter;
  std::vector<const Route*> here;  // patterns that end here
  std::vector<const Route*> rest;  // patterns whose {name...} begins here

  static MethodSet methods(const std::vector<const Route*>& routes) {
    MethodSet set(Method::kOptions);
    for (const Route* route : routes) {
      set.add(route->methods);
      if (route->head_allowed) set.add(Method::kHead);
    }
    return set;
  }

  // The routes of the first pattern that fits; literals are tried before parameters.
  const std::vector<const Route*>* find(const std::vector<std::string>& segments,
                                        std::size_t depth) const {
    if (depth == segments.size()) return here.empty() ? nullptr : &here;
    if (const auto literal = literals.find(segments[depth]); literal != literals.end())
      if (const auto* found = literal->second->find(segments, depth + 1)) return found;
    if (parameter && !segments[depth].empty())
      if (const auto* found = parameter->find(segments, depth + 1)) return found;
    return rest.empty() ? nullptr : &rest;
  }
};

Router::Router(std::vector<Route> routes, RouterOptions options)
    : routes_(std::make_unique<std::vector<Route>>(std::move(routes))),
      options_(std::move(options)),
      root_(std::make_unique<Node>()) {
  for (const Route& route : *routes_)
    insert(route);
  all_methods_.add(Method::kOptions);
}

Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;
Router::~Router() = default;

void Router::insert(const Route& route) {
  VEDETTE_CHECK(route.pattern.starts_with('/'));
  VEDETTE_CHECK(route.handler != nullptr);
  VEDETTE_CHECK(!route.head_allowed || route.methods.has(Method::kGet));
  Node* node = root_.get();
  std::vector<const Route*>* place = nullptr;
  const auto segments = split_segments(route.pattern);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::string_view segment = segments[i];
    if (!segment.starts_with('{')) {
      auto& next = node->literals[std::string(segment)];
      if (!next) next = std::make_unique<Node>();
      node = next.get();
      continue;
    }
    VEDETTE_CHECK(segment.size() > 2 && segment.ends_with('}'));
    if (segment.ends_with("...}")) {
      VEDETTE_CHECK(i + 1 == segments.size());
      place = &node->rest;
      break;
    }
    if (!node->parameter) node->parameter = std::make_unique<Node>();
    node = node->parameter.get();
  }
  if (place == nullptr) place = &node->here;
  for (const Route* other : *place)
    for (const Method method : kNamedMethods)
      VEDETTE_CHECK(!(other->methods.has(method) && route.methods.has(method)));
  place->push_back(&route);
  if (route.pattern.find('{') == std::string::npos) whole_paths_[route.pattern] = place;
  all_methods_.add(route.methods);
  if (route.head_allowed) all_methods_.add(Method::kHead);
}

std::string Router::rewrite(std::string_view raw) const {
  // A base address that ends with a slash, joined with a path that begins with one.
  while (raw.starts_with("//"))
    raw.remove_prefix(1);
  std::string path(raw);
  if (options_.drop_trailing_slash && path.size() > 1 && path.ends_with('/')) path.pop_back();
  for (const PathRewrite& rule : options_.rewrites)
    if (begins_with_segments(path, rule.from)) path.replace(0, rule.from.size(), rule.to);
  return path;
}

namespace {

// The decoded values of the {name} segments, in the pattern's order.
void take_parameters(const Route& route, const std::vector<std::string>& segments,
                     std::vector<PathParameter>& out) {
  const auto pattern = split_segments(route.pattern);
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    std::string_view name = pattern[i];
    if (!name.starts_with('{')) continue;
    name = name.substr(1, name.size() - 2);
    std::string value = i < segments.size() ? segments[i] : std::string();
    if (name.ends_with("...")) {
      name.remove_suffix(3);
      for (std::size_t rest = i + 1; rest < segments.size(); ++rest)
        value += '/' + segments[rest];
    }
    out.push_back({std::string(name), std::move(value)});
  }
}

}  // namespace

Resolution Router::resolve(Request& request) const {
  using Kind = Resolution::Kind;
  if (request.path() == "*") {
    if (request.method != Method::kOptions) return {.kind = Kind::kBadPath};
    return {.kind = Kind::kOptions, .allow = all_methods_.allow()};
  }
  std::string path = rewrite(request.path());
  if (const auto whole = whole_paths_.find(path); whole != whole_paths_.end()) {
    request.set_routed_path(std::move(path));
    return among(*whole->second, {}, request);
  }
  std::vector<std::string> segments;
  for (const std::string_view segment : split_segments(path)) {
    auto decoded = decode_component(segment);
    if (!decoded) return {.kind = Kind::kBadPath};
    // Dot segments are for the client to resolve; a proxy in front may read them in its own way.
    if (*decoded == "." || *decoded == "..") return {.kind = Kind::kNotFound};
    segments.push_back(std::move(*decoded));
  }
  request.set_routed_path(std::move(path));
  if (segments.size() > kMaxSegments) return {.kind = Kind::kNotFound};
  const auto* routes = root_->find(segments, 0);
  if (routes == nullptr) return {.kind = Kind::kNotFound};
  return among(*routes, segments, request);
}

// Which of the routes on one path answers the method.
Resolution Router::among(const std::vector<const Route*>& routes,
                         const std::vector<std::string>& segments, Request& request) const {
  using Kind = Resolution::Kind;
  for (const Route* route : routes) {
    const bool head = request.method == Method::kHead && route->head_allowed;
    if (request.method == Method::kOther || !(route->methods.has(request.method) || head)) continue;
    if (!segments.empty()) take_parameters(*route, segments, request.parameters);
    request.route_pattern = route->pattern;
    return {.kind = Kind::kRoute, .route = route};
  }
  const bool options = request.method == Method::kOptions;
  request.route_pattern = routes.front()->pattern;
  return {.kind = options ? Kind::kOptions : Kind::kMethodNotAllowed,
          .route = nullptr,
          .allow = Node::methods(routes).allow()};
}

Response Router::render_error(const ErrorReport& report) const {
  try {
    return options_.render_error(report);
  } catch (...) {
    return render_error_object(report);
  }
}

Response render_error_object(const ErrorReport& report) {
  std::string message;
  base::append_json_escaped(message, report.message);
  std::string id;
  base::append_json_escaped(id, report.request.id);
  std::string body = R"({"success":false,"error":{"code":")";
  base::append_json_escaped(body, report.code);
  body += R"(","message":")" + message + R"(","status":)" + std::to_string(report.status);
  if (report.max_bytes) body += R"(,"maxBytes":)" + std::to_string(*report.max_bytes);
  body += R"(,"requestId":")" + id + R"("},"message":")" + message + R"("})";
  return Response::json(report.status, std::move(body));
}

}  // namespace vedette::http
